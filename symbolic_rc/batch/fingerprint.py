"""What a run's results depend on beside its options: the data's and the models' content."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.resources import lexicon_folders, lexicon_path

_BLOCK = 1 << 20


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


def _header_hash(path: Path) -> str:
    try:
        with open(path, "rb") as file:
            file.readline()
            length = int.from_bytes(file.read(8), "little")
            return "sha256:" + str(json.loads(file.read(min(length, 1 << 24)))["sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        return "unreadable"
