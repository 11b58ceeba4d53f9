"""Whether stored figures are those of the present models and code."""

from __future__ import annotations

import ast
import hashlib
import io
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from eval.figures.sources import SOURCES
from symbolic_rc.core.files.resources import lexicon_path

ROOT = Path(__file__).parents[2]
#: What stands in the store where nobody noted which models or code made the figures.
UNKNOWN = "unknown"
#: Of each layer: the layers that it rests on, its folders and files of the package, its model files.
LAYERS = {
    "scoring": ("", "core datasets metrics batch in_memory", ""),
    "lexicons": ("scoring", "lexicon", "names nouns wordnet"),
    "annotation": ("lexicons", "annotate models", "annotate_*"),
    "frames": ("annotation", "frames", "frames rolesets"),
    "coreference": ("annotation", "coref", "coref"),
    "matching": ("annotation", "index match readers retrieve spans", "glove paraphrases"),
    "rules": ("frames coreference matching", "engine.py graph question rules story trace", "polar"),
    "ranker": ("rules", "ranker", "engine"),
    "training": ("rules", "behaviour ranker train", ""),
    "books": ("matching", "books layout", "books"),
    "neural": ("scoring", "neural", "glove"),
}


def _closure(layers: str) -> list[str]:
    found: dict[str, None] = {}
    for name in layers.split():
        found |= dict.fromkeys([*_closure(LAYERS[name][0]), name])
    return list(found)


def _digest(*paths: Path) -> str:
    return _read(tuple((path, path.stat().st_mtime_ns) for path in paths))


@cache
def _read(files: tuple[tuple[Path, int], ...]) -> str:
    digest = hashlib.sha256()
    for path, _ in files:
        digest.update(path.name.encode() + b"\0")
        read = path.read_bytes()
        digest.update(statements(read.decode()).encode() if path.suffix == ".py" else read)
    return digest.hexdigest()[:12]


def statements(source: str) -> str:
    """Return Python source without what no run depends on: comments, docstrings, blank lines.

    Examples
    --------
    >>> print(statements("def one():  # the first\\n\\n    'Return one.'\\n    return 1"))
    def one():
        return 1
    """
    lines = source.splitlines()
    for kind, _, (row, column), *_ in tokenize.generate_tokens(io.StringIO(source).readline):
        if kind == tokenize.COMMENT:
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=int(last)):
                lines[first - 1 : last] = [""] * (last + 1 - first)
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _code(layer: str) -> str:
    parts = [ROOT / "symbolic_rc" / part for part in LAYERS[layer][1].split()]
    kinds = {".py", ".rules", ".toml"}
    files = (one for part in parts for one in (sorted(part.rglob("*")) if part.is_dir() else [part]))
    return _digest(*(one for one in files if one.suffix in kinds))


def stamp(layers: str) -> dict[str, dict[str, str]]:
    """Return the digests of the model files and of the code of some layers and of all that they rest on."""
    names = _closure(layers)
    models = {
        path.name: _digest(lexicon_path(path.name))
        for name in names
        for kind in LAYERS[name][2].split()
        for path in sorted((ROOT / "lexicons").glob(f"{kind}.lex"))
    }
    return {"models": models, "code": {name: _code(name) for name in names}}


@dataclass(frozen=True, slots=True)
class Freshness:
    """What has changed since a source's figures were measured.

    Attributes
    ----------
    measured, known : bool
        Whether there are figures, and whether the store says which models made them.
    models, code : tuple of str
        The model files and the layers that have changed.
    """

    measured: bool
    known: bool = True
    models: tuple[str, ...] = ()
    code: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return it in words, for the page of results."""
        if not self.measured:
            return "not measured yet"
        if not self.known:
            return "the models that made these figures were not noted"
        if self.models:
            return f"made by earlier models ({', '.join(self.models)})"
        return "made by the models that ship"


def freshness(name: str, entry: Mapping[str, Any] | None) -> Freshness:
    """Compare an entry of the store with the present state."""
    if entry is None:
        return Freshness(False)
    now = stamp(SOURCES[name].layers)
    if UNKNOWN in (entry.get("models", UNKNOWN), entry.get("code", UNKNOWN)):
        return Freshness(True, known=False)
    return Freshness(True, True, *(tuple(_changed(entry[kind], now[kind])) for kind in ("models", "code")))


def _changed(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    return (name for name in sorted({*then, *now}) if then.get(name) != now.get(name))
