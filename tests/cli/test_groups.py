from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from symbolic_rc.cli.groups import GroupedCommand, spread


@dataclass(frozen=True)
class Sampling:
    """Samples."""

    size: Annotated[int, typer.Option(min=1, help="How many.")]
    seed: Annotated[int, typer.Option(help="Of the samples.")] = 7
    order: Annotated[str, typer.Option(metavar="[story|chance]")] = ""


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


@pytest.mark.parametrize(
    ("given", "order"),
    [
        (("--order",), "story"),
        (("--order", "chance"), "chance"),
        (("--order=chance",), "chance"),
        (("--order", "--loud"), "story"),
        ((), ""),
    ],
)
def test_an_option_may_stand_without_its_optional_value(given, order):
    for arguments in (("x", "--size", "3", *given), (*given, "x", "--size", "3")):
        result = invoke(*arguments)
        assert result.exit_code == 0, result.output
        assert f"order='{order}'" in result.output


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
