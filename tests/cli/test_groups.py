from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from symbolic_rc.cli.entry import GroupedCommand, app, spread


@dataclass(frozen=True)
class Sampling:
    """Samples."""

    size: Annotated[int, typer.Option(min=1, help="How many.")]
    seed: Annotated[int, typer.Option(help="Of the samples.")] = 7
    order: Annotated[str, typer.Option()] = ""


def draw(
    name: Annotated[str, typer.Argument()],
    sampling: Sampling,
    loud: Annotated[bool, typer.Option(help="Say it loudly.")] = False,
) -> None:
    typer.echo(f"{name} {sampling} {loud}")


def invoke(*arguments):
    app = typer.Typer(rich_markup_mode=None)
    app.command(cls=GroupedCommand)(spread(draw))
    return CliRunner().invoke(app, arguments)


def test_a_group_is_filled_from_options_of_its_own():
    assert invoke("x", "--size", "3").output == "x Sampling(size=3, seed=7, order='') False\n"
    assert (
        "Sampling(size=3, seed=1, order='') True"
        in invoke("x", "--size", "3", "--seed", "1", "--loud").output
    )


def test_a_field_without_default_is_a_required_option():
    assert invoke("x").exit_code == 2


@pytest.mark.parametrize("value", ["story", "x", "Who was it?", "-", "-1", "loud", "--louder", ""])
@pytest.mark.parametrize("form", [("--order", "VALUE"), ("--order=VALUE",)])
def test_an_option_takes_what_follows_it(form, value):
    given = [part.replace("VALUE", value) for part in form]
    for arguments in (("x", "--size", "3", *given), (*given, "x", "--size", "3")):
        result = invoke(*arguments)
        assert result.exit_code == 0, result.output
        assert f"{name_of(result)} Sampling(size=3, seed=7, order={value!r})" in result.output


def name_of(result):
    return result.output.split(" ", 1)[0]


@pytest.mark.parametrize("following", ["--loud", "--size", "--seed=3"])
def test_an_option_is_no_other_options_value(following):
    result = invoke("x", "--order", following, "3")
    assert result.exit_code == 2
    assert "Option '--order' requires a value" in result.output


def test_an_option_without_its_value_is_an_error():
    assert invoke("x", "--size", "3", "--order").exit_code == 2


def every_option():
    """Return every option of every command that takes a value."""
    group = typer.main.get_command(app)
    for name, command in group.commands.items():
        for parameter in command.params:
            if parameter.param_type_name == "option" and not parameter.is_flag:
                yield name, parameter.opts[0]


@pytest.mark.parametrize(("command", "option"), list(every_option()))
def test_every_option_of_every_command_requires_its_value(command, option):
    for further in ([], ["--help"]):
        result = CliRunner().invoke(app, [command, option, *further])
        assert result.exit_code == 2
        assert "requires a" in result.output


def test_the_help_shows_each_group_under_its_title():
    lines = invoke("--help").output.splitlines()
    samples, options = lines.index("Samples:"), lines.index("Options:")
    assert any(line.strip().startswith("--seed") for line in lines[samples:options])
    assert any(line.strip().startswith("--loud") for line in lines[options:])


def test_two_options_of_one_name_are_refused():
    def twice(seed: Annotated[int, typer.Option()], sampling: Sampling) -> None:
        raise AssertionError

    with pytest.raises(TypeError, match="seed"):
        spread(twice)
