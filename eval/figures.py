"""The store of measured figures, `figures.json`, that README's table, ENGINE.md and RESULTS.md agree with.

    python -m eval.figures babi --data DIR             # run the command and keep what it prints
    python -m eval.figures engine --from OUTPUT.txt    # keep what an earlier run of it printed
    python -m eval.figures results                     # keep the tables of RESULTS.md
    python -m eval.readme                              # write README's table

What `engine`, `leave-out` and `babi` print goes into ENGINE.md too, without the questions and answers that it
quotes. No figure is typed in: each is read off the output of the command that stands beside it.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
STORE = FOLDER / "figures.json"
RESULTS, ENGINE = FOLDER / "RESULTS.md", FOLDER / "ENGINE.md"

#: A share of errors, as `eval.engine` prints it.
_SHARE = re.compile(r"  \S.{31} *[\d.]+ %")

Figures = dict[str, float]

_PAIR = re.compile(r"([A-Za-z][\w /-]*?)[: ]+(-?\d[\d,]*(?:\.\d+)?)")
_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Source:
    """A command, and where in what it prints the figures stand.

    Attributes
    ----------
    command : str
        As a reader of README would type it.
    lines : tuple of (str, str)
        A pattern and the name of what it finds, made of the pattern's named groups. The group ``pairs`` holds
        names with numbers; groups that begin with ``n_`` are numbers themselves.
    """

    command: str
    lines: tuple[tuple[str, str], ...]


SOURCES = {
    "engine": Source(
        "python -m eval.engine --data DIR",
        (
            (r"^(?P<set>\w+), cross-validated by story: (?P<pairs>.+)$", "{set}"),
            (r"^## (?P<set>\w+): \w+ [\d.]+; best baseline (?P<reader>\S+) (?P<n_baseline>[\d.]+)", "{set}"),
            (r"^MRR (?P<n_mrr>[\d.]+)$", "narrativeqa"),
        ),
    ),
    "leave-out": Source(
        "python -m eval.engine --data DIR --leave-out",
        ((r"^(?P<set>\w+), without its questions: (?P<pairs>.+)$", "{set}"),),
    ),
    "babi": Source(
        "python -m eval.babi --data DIR --part test",
        (
            (
                r"^(?P<task>\d+) +(?P<part>train|test) +(?P<n_questions>\d+) +(?P<n_right>[\d.]+) "
                r"+(?P<n_world>[\d.]+)$",
                "{part}.{task}",
            ),
        ),
    ),
    "annotation": Source(
        "python -m eval.annotation --data DIR",
        ((r"^EWT dev, gold tokens +(?P<pairs>.+)$", "EWT dev"),),
    ),
    "annotation-speed": Source(
        "python -m eval.bench.annotate --data DIR",
        ((r"^symbolic_rc: (?P<n_speed>[\d,]+) tokens/s", "tokens a second"),),
    ),
    "frames": Source(
        "python -m eval.frames --data DIR --syntax own --brief",
        (
            (r"^  predicates .*F1 +(?P<n_f1>[\d.]+)$", "predicates"),
            (r"^  rolesets +(?P<n_right>[\d.]+) %", "rolesets"),
            (r"^  arguments .*F1 +(?P<n_f1>[\d.]+)$", "arguments"),
        ),
    ),
    "litbank": Source(
        "python -m eval.coref litbank --data DIR",
        ((r"^LitBank, 16 held aside .*average (?P<n_average>[\d.]+)$", "held aside"),),
    ),
    "litbank-folds": Source(
        "python -m eval.coref folds --data DIR",
        ((r"^  mean of the folds' averages (?P<n_average>[\d.]+)", "folds"),),
    ),
    "speakers": Source(
        "python -m eval.coref speakers --data DIR",
        ((r"^Speakers, (?P<part>held aside|all): (?P<n_right>[\d.]+) % by mention", "{part}"),),
    ),
    "gap": Source(
        "python -m eval.coref gap --data DIR",
        (
            (
                r"^GAP (?P<part>\w+), 5 folds +(?P<way>full system|choosing) +F1 (?P<n_f1>[\d.]+)",
                "{part}.{way}",
            ),
        ),
    ),
    "books": Source(
        "python -m eval.books --data DIR --weights W",
        (
            (
                r"^\| (?P<row>all wordings|as it stands) \| .*\| (?P<n_rouge_l>[\d.]+) \| [\d,]+ ",
                "{row}",
            ),
        ),
    ),
    "length": Source(
        "python -m eval.bench.scale lengths",
        (
            (
                r"^\| (?P<tokens>[\d,]+) \| (?P<n_seconds>[\d.]+) \| [\d,]+ \| \d+ \| (?P<n_memory>\d+) \|$",
                "{tokens}",
            ),
        ),
    ),
    "mctest-dev": Source(
        "python -m eval.tables mctest-dev --data DIR --weights W",
        ((r"^\| `(?P<reader>[^`]+)`[^|]*\| (?P<n_mc160>[\d.]+) \| (?P<n_mc500>[\d.]+) \|", "{reader}"),),
    ),
    "pruning": Source(
        "python -m eval.duorc --data DIR",
        (
            (
                r"^\| half, all, neighbours \(default\) \| (?P<n_kept>[\d.]+) \| (?P<n_recall>[\d.]+) \|$",
                "half",
            ),
        ),
    ),
}


def number(text: str) -> float:
    """Return a number as it is printed, thousands with commas."""
    return float(text.replace(",", ""))


def figures_in(text: str, source: Source) -> Figures:
    """Return the figures that a command printed, by name; of two of one name the first.

    Examples
    --------
    >>> source = Source("", ((r"^(?P<set>[a-z]+): (?P<pairs>.+)$", "{set}"),))
    >>> figures_in("quoref: em 43.13, f1 48.89", source)
    {'quoref.em': 43.13, 'quoref.f1': 48.89}
    """
    found: Figures = {}
    for pattern, name in source.lines:
        for match in re.finditer(pattern, text, re.MULTILINE):
            groups = match.groupdict()
            stem = name.format(**groups)
            values = [(key[2:], value) for key, value in groups.items() if key.startswith("n_")]
            values += _PAIR.findall(groups.get("pairs") or "")
            for key, value in values:
                found.setdefault(f"{stem}.{key.strip()}", number(value))
    return found


def tables_in(page: str) -> Iterator[tuple[str, str, str, float]]:
    """Yield (table, row, column, figure) of everything that RESULTS.md says was measured.

    A table is called as in its command; a row by its reader, with ``held out`` or ``in-sample`` behind where
    that is said of it.
    """
    for section in page.split("\n## ")[1:]:
        command, head = re.search(r"eval\.tables ([\w-]+)", section), list[str]()
        for line in section.splitlines() if command else []:
            cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
            if not cells:
                head = []
            elif not head:
                head = cells
            elif command and cells[0].startswith("`") and head[0] in ("", "measured here"):
                reader = cells[0].split("`")[1]
                kinds = [kind for kind in ("held out", "in-sample") if kind in cells[0]]
                for column, cell in zip(head[1:], cells[1:], strict=False):
                    if column not in ("questions", "s") and _NUMBER.fullmatch(cell):
                        yield command[1], " ".join([reader, *kinds]), column, number(cell)


def results(page: str) -> Figures:
    """Return the figures of RESULTS.md, called ``table/row/column``."""
    return {f"{name}/{row}/{column}": value for name, row, column, value in tables_in(page)}


def load() -> dict[str, dict[str, object]]:
    """Return the store: for each source its command and figures."""
    found: dict[str, dict[str, object]] = json.loads(STORE.read_text(encoding="utf-8"))
    return found


def keep(name: str, command: str, figures: Mapping[str, float]) -> None:
    """Put a source's figures into the store, in place of those that it had."""
    store = load() if STORE.exists() else {}
    store[name] = {"command": command, "figures": dict(figures)}
    text = json.dumps(dict(sorted(store.items())), ensure_ascii=False, indent=1)
    STORE.write_text(text + "\n", encoding="utf-8")


def public(printed: str) -> str:
    """Return what a command printed without lines that quote data: the examples behind shares of errors."""
    kept, quoting = list[str](), False
    for line in printed.strip("\n").splitlines():
        if line.startswith("where answers of "):
            quoting = True
        elif quoting and line.startswith("## "):
            quoting = False
            kept.append("")
        if not quoting or line.startswith("where ") or _SHARE.fullmatch(line):
            kept.append(line)
    return "\n".join(kept)


def into_page(page: str, name: str, printed: str) -> str:
    """Return ENGINE.md with what a command printed in its place; as it is if it has none for it."""
    place = re.compile(rf"(<!-- {name} -->\n```\n).*?(\n```\n)", re.DOTALL)
    return place.sub(lambda found: found[1] + public(printed) + found[2], page)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.figures", description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=[*SOURCES, "results"])
    parser.add_argument("--data", type=Path, help="the folder of data, for the command")
    parser.add_argument("--from", dest="output", type=Path, help="what an earlier run of the command printed")
    chosen = parser.parse_args()
    if chosen.name == "results":
        keep(
            "results", "python -m eval.tables --all --data DIR", results(RESULTS.read_text(encoding="utf-8"))
        )
        return
    source = SOURCES[chosen.name]
    if chosen.output:
        text = chosen.output.read_text(encoding="utf-8")
    elif chosen.data:
        words = [str(chosen.data) if word == "DIR" else word for word in source.command.split()]
        done = subprocess.run([sys.executable, *words[1:]], check=True, stdout=subprocess.PIPE, text=True)
        text = done.stdout
        sys.stdout.write(text)
    else:
        parser.error("name --data DIR, or --from the output of an earlier run")
    found = figures_in(text, source)
    if not found:
        parser.error(f"no figure of {chosen.name!r} in what was printed")
    keep(chosen.name, source.command, found)
    page = ENGINE.read_text(encoding="utf-8")
    ENGINE.write_text(into_page(page, chosen.name, text), encoding="utf-8")


if __name__ == "__main__":
    main()
