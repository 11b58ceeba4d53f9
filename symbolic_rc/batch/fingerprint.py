"""What a run's results depend on beside its options: the data's and the models' content."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from symbolic_rc.books.model import SHIPPED as BOOKS
from symbolic_rc.core.errors import DataError, LexiconError
from symbolic_rc.core.files.container import read_header
from symbolic_rc.core.files.resources import lexicon_folders, lexicon_path
from symbolic_rc.core.files.safetensors import is_safetensors, read_safetensors
from symbolic_rc.ranker.weights import SHIPPED as ENGINE

_BLOCK = 1 << 20
_ENDING = re.compile(r"(?:-questions|-story)?\.\w+(?:\.(?:gz|xz))?$")


def content_hash(path: str | Path) -> str:
    """Return the SHA-256 of a file's content, or of a folder's files with their names, in their order.

    Raises
    ------
    DataError
        If something cannot be read.
    """
    path = Path(path)
    digest = hashlib.sha256()
    try:
        if not path.is_dir():
            _feed(digest, path)
        else:
            for file in sorted(file for file in path.rglob("*") if file.is_file()):
                digest.update(f"\0{file.relative_to(path).as_posix()}\0".encode("utf-8", "surrogateescape"))
                _feed(digest, file)
    except OSError as error:
        raise DataError(f"cannot be read ({error.strerror})", error.filename or path) from error
    return f"sha256:{digest.hexdigest()}"


def input_hash(path: str | Path) -> str:
    """Return the hash of an input: of a single file, with those that belong to it by their names.

    ``mc160.dev.tsv`` has its answers in ``mc160.dev.ans``, ``x-questions.csv`` its story in ``x-story.csv``.
    """
    path = Path(path)
    if not (beside := companions(path)):
        return content_hash(path)
    digest = hashlib.sha256("\n".join(map(content_hash, [path, *beside])).encode())
    return f"sha256:{digest.hexdigest()}"


def companions(path: Path) -> list[Path]:
    """Return the files beside a file whose names differ from its own in the ending only, in order."""
    if not path.is_file():
        return []
    stem = _ENDING.sub("", path.name)
    return sorted(
        other
        for other in path.parent.iterdir()
        if other != path and other.is_file() and _ENDING.sub("", other.name) == stem
    )


def _feed(digest: hashlib._Hash, path: Path) -> None:
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)


def lexicon_hashes() -> dict[str, str]:
    """Return the content hash of every lexicon and model file that is installed, by name.

    The hash stands in each file's header and is checked against the content when the file is opened.
    """
    names = sorted({path.name for folder in lexicon_folders() for path in folder.glob("*.lex")})
    return {name: _header_hash(lexicon_path(name)) for name in names}


def learned_from(path: Path) -> list[str]:
    """Return the names of the files that weights were learned from, as their header says; else none."""
    try:
        if is_safetensors(path):
            about = json.loads(read_safetensors(path)[0]["symbolic_rc"])
        else:
            about = read_header(path)["about"]
        return [str(name) for name in about["trained on"]]
    except (LexiconError, OSError, ValueError, KeyError, TypeError):
        return []


def weights_files(reader: str, weights: str) -> list[Path]:
    """Return the files of learned weights for answers that a reader rests on, the user's or those that ship.

    The layers below, whatever they learned from, never saw a question.
    """
    if reader == "symbolic-book":
        return [lexicon_path(BOOKS), Path(weights) if weights else lexicon_path(ENGINE)]
    if reader == "symbolic" and not weights:
        return [lexicon_path(ENGINE)]
    return [Path(weights)] if weights else []


def _header_hash(path: Path) -> str:
    try:
        return "sha256:" + str(read_header(path)["sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        return "unreadable"
