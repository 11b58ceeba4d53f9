"""Pages that are made when the documentation is built: what the program can list itself is not typed in.

A hook of MkDocs. `pages()` works without it: a mapping of each page's place to its Markdown.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

#: Files of the repository that are pages too, by their place in the documentation.
FILES = {
    "architecture.md": "ARCHITECTURE.md",
    "changelog.md": "CHANGELOG.md",
    "lexicons.md": "lexicons/SOURCES.md",
    "licences.md": "lexicons/LICENSES.md",
    "contributing.md": "CONTRIBUTING.md",
}
#: Modules whose own names are public though no package hands them on.
MODULES = (
    "symbolic_rc.engine",
    "symbolic_rc.core.record",
    "symbolic_rc.core.entity",
    "symbolic_rc.core.errors",
    "symbolic_rc.rules.proof",
    "symbolic_rc.rules.rule",
    "symbolic_rc.rules.rulebook",
    "symbolic_rc.rules.examples",
    "symbolic_rc.rules.case",
    "symbolic_rc.story.corrections",
    "symbolic_rc.books.tables",
)
_LINK = re.compile(r"(\]\()([\w./-]+\.(?:md|svg))(#[\w-]+)?\)")


def pages() -> dict[str, str]:
    """Return every generated page by its place."""
    found = {place: _moved(place, ROOT / name) for place, name in FILES.items()}
    found |= {
        "reference/commands.md": commands(),
        "reference/rules.md": rules(),
        "reference/readers.md": readers(),
        "reference/formats.md": formats(),
        "reference/metrics.md": metrics(),
    }
    return found | python_pages()


def on_files(files: Any, config: Any) -> Any:
    """Add the pages (MkDocs calls this)."""
    from mkdocs.structure.files import File

    for place, text in pages().items():
        files.append(File.generated(config, place, content=text))
    return files


def _moved(place: str, path: Path) -> str:
    """Return a file of the repository with its links to other such files set right."""
    written = ROOT / "docs" / "pages"
    pages = (page for kind in ("*.md", "*.svg") for page in written.rglob(kind))
    places = {page: page.relative_to(written).as_posix() for page in pages}
    places |= {(ROOT / name).resolve(): page for page, name in FILES.items()}
    up = "../" * place.count("/")

    def link(found: re.Match[str]) -> str:
        page = places.get((path.parent / found[2]).resolve())
        return f"{found[1]}{up}{page}{found[3] or ''})" if page else found[0]

    return _LINK.sub(link, path.read_text(encoding="utf-8"))


def commands() -> str:
    """Return the page of commands: each with its help, as the program prints it."""
    import typer

    from symbolic_rc.cli.entry import app

    group = typer.main.get_command(app)
    context = typer.Context(group, info_name="symbolic-rc", terminal_width=100, max_content_width=100)
    lines = ["# Commands", "", "What `symbolic-rc COMMAND --help` prints.", ""]
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        own = typer.Context(command, info_name=name, parent=context)
        lines += [f"## {name}", "", "```text", command.get_help(own), "```", ""]
    return "\n".join(lines)


def rules() -> str:
    """Return the page of rules, in their order."""
    from symbolic_rc.rules.rulebook import default_rulebook

    measured = json.loads((ROOT / "eval" / "figures.json").read_text(encoding="utf-8"))["rule-precision"]
    about = (
        "In the order in which they are tried; the first that is confident enough decides."
        " `symbolic-rc rules` prints the same list, and [Rules](../rules.md) says how to change it."
        f" How often each rule is right was measured by `{measured['command']}`, which asks each rule alone."
    )
    lines = ["# Rules", "", about, ""]
    for number, rule in enumerate(default_rulebook(), 1):
        lines += [f"## {number}. {rule.name} {{#{rule.name}}}", "", _text(rule.doc), ""]
        lines += [f"- Decides from strength {rule.threshold:g} (unfitted)", f"- Group: {rule.group}"]
        count = measured["figures"].get(f"{rule.name}.proposes", 0)
        if count:
            right = measured["figures"][f"{rule.name}.right"]
            lines += [
                f"- Right in {right:.0f} % of the {count:,.0f} questions on which it proposed an answer"
            ]
        lines += [f"- Source: {_text(rule.source)}"]
        lines += [f"- Example: {_text(rule.example)}"] if rule.example else []
        conditions = "; ".join(_text(one.name) for one in rule.conditions)
        lines += [f"- Tried if: {conditions}"] if conditions else []
        lines.append("")
    return "\n".join(lines) + "\n"


def readers() -> str:
    """Return the page of readers."""
    from symbolic_rc.readers import READERS

    lines = ["# Readers", "", "What `--reader` and `symbolic_rc.score(reader=…)` take.", ""]
    lines += ["| reader | what it answers | source |", "| --- | --- | --- |"]
    for entry in READERS:
        lines.append(f"| `{entry.name}` | {_cell(entry.summary)} | {_cell(entry.source)} |")
    lines += [
        "",
        "`python:MODULE:FUNCTION` is [a reader of your own](../python.md#a-reader-of-your-own).",
        "",
    ]
    return "\n".join(lines)


def formats() -> str:
    """Return the page of formats: how each is laid out."""
    from symbolic_rc.datasets import formats as known

    lines = [
        "# Formats",
        "",
        "`symbolic-rc formats NAME` prints the same; `--format auto` recognises each.",
        "",
    ]
    for name, entry in known().items():
        lines += [f"## {name}", "", _text(entry.documentation), ""]
    return "\n".join(lines)


def metrics() -> str:
    """Return the page of each format's metrics with their signatures."""
    from symbolic_rc.datasets import formats as known
    from symbolic_rc.metrics import metrics_for

    lines = ["# Metrics by data set", "", "What `metrics.json` holds for each format.", ""]
    lines += ["| format | metric | signature |", "| --- | --- | --- |"]
    for name in known():
        for metric in metrics_for(name):
            lines.append(f"| `{name}` | {metric.name} | `{_cell(metric.signature)}` |")
    return "\n".join(lines) + "\n"


def public() -> dict[str, list[str]]:
    """Return the public names of each package and module: what it hands on."""
    import symbolic_rc

    walked = pkgutil.walk_packages(symbolic_rc.__path__, "symbolic_rc.")
    places = ["symbolic_rc", *(module.name for module in walked if module.ispkg), *MODULES]
    found = {}
    for place in places:
        module = importlib.import_module(place)
        names = list(getattr(module, "__all__", _own(module) if place in MODULES else ()))
        if names and place != "symbolic_rc.cli":
            found[place] = names
    return found


def _own(module: Any) -> Iterator[str]:
    for name, value in vars(module).items():
        own = not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
        if own and (inspect.isclass(value) or inspect.isfunction(value)):
            yield name


def python_pages() -> dict[str, str]:
    """Return a page for each package and module that has public names, and one that lists them."""
    found, rows = {}, []
    for place, names in public().items():
        module = sys.modules[place]
        summary = (module.__doc__ or "").strip().splitlines()[0]
        lines = [f"# {place}", "", _text(summary), ""]
        for name in names:
            if name == "__version__":
                lines += ["## symbolic_rc.\\_\\_version\\_\\_ {#symbolic_rc.__version__}", "", "The version."]
            else:
                lines.append(f"::: {_defined(module, name)}")
            lines.append("")
        found[f"reference/python/{place}.md"] = "\n".join(lines)
        shown = ", ".join(f"`{name}`" for name in names)
        rows.append(f"| [{place}]({place}.md) | {_cell(summary)} | {shown} |")
    head = ["# Python reference", "", "| module | what for | names |", "| --- | --- | --- |"]
    return {"reference/python/index.md": "\n".join([*head, *rows]) + "\n", **found}


def _defined(module: Any, name: str) -> str:
    """Return where a name is defined, so that its docstring is found."""
    value = getattr(module, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        home = getattr(value, "__module__", "")
        if home.startswith("symbolic_rc"):
            return f"{home}.{value.__qualname__}"
    return f"{module.__name__}.{name}"


def _text(text: str) -> str:
    """Return a docstring as Markdown: its literal blocks stay, indented; double backquotes become single."""
    text = re.sub(r"``([^`]+)``", r"`\1`", text)
    return re.sub(r"^::\n", "", text, flags=re.MULTILINE)


def _cell(text: str) -> str:
    """Return a text for a cell of a table."""
    return " ".join(_text(text).split()).replace("|", "\\|")
