"""The one file format of lexicons and models: a JSON header, then raw arrays. No pickle.

Layout: the magic line, the header's length as 8 bytes (little-endian), the header as UTF-8 JSON, then the
arrays, each aligned to 64 bytes. The header holds what the writer says of the file (name, version, source,
licence, options, scores) under ``"about"``, the arrays' places under ``"arrays"``, and the arrays' SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import math
import mmap
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.schema import Schema, problems

_MAGIC = b"symbolic_rc container 1\n"
_ALIGN = 64
_KINDS = "biuf"


@dataclass(frozen=True, slots=True)
class Container:
    """What a file holds: `about` (JSON) and read-only `arrays`, in memory that processes share."""

    about: dict[str, Any]
    arrays: dict[str, NDArray[Any]]

    def strings(self, name: str) -> list[str]:
        """Return the list of strings that was packed with `pack_strings` under that name."""
        ends, data = self.arrays[f"{name}.ends"], self.arrays[f"{name}.utf8"].tobytes()
        starts = [0, *ends[:-1].tolist()][: len(ends)]
        return [data[i:j].decode() for i, j in zip(starts, ends.tolist(), strict=True)]


def pack_strings(name: str, strings: Iterable[str]) -> dict[str, NDArray[Any]]:
    """Return the two arrays (UTF-8 bytes and ends) that hold a list of strings in a container."""
    encoded = [string.encode() for string in strings]
    ends = np.cumsum([len(piece) for piece in encoded], dtype=np.int64).astype(np.uint32)
    return {f"{name}.ends": ends, f"{name}.utf8": np.frombuffer(b"".join(encoded), np.uint8)}


def write_container(path: str | Path, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a container in one step: the file is complete or not there.

    The same input gives the same bytes.
    """
    places: dict[str, dict[str, Any]] = {}
    pieces: list[bytes] = []
    offset = 0
    for name, array in arrays.items():
        array = np.ascontiguousarray(array)
        little = array.astype(array.dtype.newbyteorder("<"), copy=False)
        places[name] = {"dtype": little.dtype.str, "shape": list(array.shape), "offset": offset}
        data = little.tobytes()
        padding = -len(data) % _ALIGN
        pieces += [data, bytes(padding)]
        offset += len(data) + padding
    payload = b"".join(pieces)
    header = {"about": dict(about), "arrays": places, "sha256": hashlib.sha256(payload).hexdigest()}
    text = json.dumps(header, ensure_ascii=False, sort_keys=True).encode()
    text += b" " * (-(len(_MAGIC) + 8 + len(text)) % _ALIGN)
    path = Path(path)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        file.write(_MAGIC + len(text).to_bytes(8, "little") + text + payload)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


def read_header(path: str | Path) -> dict[str, Any]:
    """Return a file's header, unchecked: what it is about, its arrays, the checksum of their bytes."""
    with open(path, "rb") as file:
        file.readline()
        length = int.from_bytes(file.read(8), "little")
        found: dict[str, Any] = json.loads(file.read(min(length, 1 << 24)))
    return found


def read_container(
    path: str | Path, rebuild: str = "", schema: Schema | Callable[[Container], Schema] = ()
) -> Container:
    """Map a container into memory, after checking that it is whole and holds what it should.

    Parameters
    ----------
    rebuild : str
        The command that rebuilds the file, for the error's text.
    schema : Schema, or callable that makes one for a container
        What this kind of file must hold; see `symbolic_rc.core.files.schema`.

    Raises
    ------
    LexiconError
        If the file is missing, of another kind, or damaged.
    """
    remedy = f"; rebuild it with: {rebuild}" if rebuild else "; install symbolic_rc again"
    try:
        with open(path, "rb") as file:
            view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:
        raise LexiconError(f"{path}: cannot be read ({error}){remedy}") from error
    try:
        found = _unpacked(view)
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        reason = f"field {error} is missing" if isinstance(error, KeyError) else str(error)
        raise LexiconError(f"{path}: damaged ({' '.join(reason.split())[:200]}){remedy}") from error
    wrong = next(problems(found, schema(found) if callable(schema) else schema), None)
    if wrong is not None:
        raise LexiconError(f"{path}: damaged, or of another version ({wrong}){remedy}")
    return found


def _unpacked(view: memoryview) -> Container:
    """Return what the bytes of a file hold; whatever is wrong with them is some error."""
    if bytes(view[: len(_MAGIC)]) != _MAGIC:
        raise ValueError("not a symbolic_rc container")
    start = len(_MAGIC) + 8
    start += int.from_bytes(view[len(_MAGIC) : start], "little")
    header = json.loads(bytes(view[len(_MAGIC) + 8 : start]))
    for name in ("about", "arrays"):
        if not isinstance(header[name], dict):
            raise ValueError(f"the header's field {name!r} is not a table")
    if hashlib.sha256(view[start:]).hexdigest() != header["sha256"]:
        raise ValueError("its checksum does not match")
    arrays = {}
    for name, place in header["arrays"].items():
        dtype, count = np.dtype(place["dtype"]), math.prod(place["shape"])
        if dtype.kind not in _KINDS or count < 0 or place["offset"] < 0 or place["offset"] % _ALIGN:
            raise ValueError(f"the array {name!r} is none that can be read")
        array: NDArray[Any] = (
            np.frombuffer(view, dtype, count, start + place["offset"]) if count else np.zeros(0, dtype)
        )
        arrays[name] = array.reshape(place["shape"])
    return Container(header["about"], arrays)
