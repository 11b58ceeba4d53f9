"""Reading of the hand-written cases, for tests and measurements."""

from dataclasses import dataclass, field
from pathlib import Path

CASES = Path(__file__).parent / "cases"


@dataclass
class Case:
    """A sentence with the frames that must be found in it: (predicate, roleset, {role: text})."""

    kind: str
    text: str
    frames: list = field(default_factory=list)
    fails: str = ""


def read_sentences():
    """Read `cases/sentences.txt`."""
    cases = []
    for line in (CASES / "sentences.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            kind, _, text = line[1:].partition("] ")
            cases.append(Case(kind, text))
        elif line.startswith("fails: "):
            cases[-1].fails = line.removeprefix("fails: ")
        elif line and not line.startswith("#"):
            predicate, roleset, *rest = line.split(" ", 2)
            pairs = [pair.split("=", 1) for pair in rest[0].split(" | ")] if rest else []
            cases[-1].frames.append((predicate, roleset, dict(pairs)))
    return cases
