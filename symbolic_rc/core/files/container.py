"""The one file format of lexicons and models, a JSON header, then raw arrays; and what a file must hold.

Layout: the magic line, the header's length as 8 bytes (little-endian), the header as UTF-8 JSON, then the
arrays, each aligned to 64 bytes. The header holds what the writer says of the file (name, version, source,
licence, options, scores) under ``"about"``, the arrays' places under ``"arrays"``, and the arrays' SHA-256.

What a file must hold is declared part by part and checked once, as it is loaded. Kernels follow the numbers
in these arrays without looking whether they lead outside; so it is looked here. Each kind of file declares
its schema beside the code that reads it:

>>> import numpy as np
>>> schema = (Strings("word"), Column("next", like="word", into="word"))
>>> words = pack_strings("word", ["mill", "wheel"])
>>> list(problems(Container({}, {**words, "next": np.array([1, 2])}), schema))
["'next' holds 2, where at most 1 makes sense"]
"""

from __future__ import annotations

import hashlib
import json
import math
import mmap
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import LexiconError

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
        ends, data = self.arrays[f"{name}.ends"].tolist(), self.arrays[f"{name}.utf8"].tobytes()
        places = pairwise([0, *ends])
        if data.isascii():
            text = data.decode()
            return [text[i:j] for i, j in places]
        return [data[i:j].decode() for i, j in places]


def pack_strings(name: str, strings: Iterable[str]) -> dict[str, NDArray[Any]]:
    """Return the two arrays (UTF-8 bytes and ends) that hold a list of strings in a container."""
    encoded = [string.encode() for string in strings]
    ends = np.cumsum([len(piece) for piece in encoded], dtype=np.int64).astype(np.uint32)
    return {f"{name}.ends": ends, f"{name}.utf8": np.frombuffer(b"".join(encoded), np.uint8)}


def write_container(path: str | Path, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a container in one step: it is complete or not there. The same input gives the same bytes."""
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
        return json.loads(file.read(min(length, 1 << 24)))


def read_container(
    path: str | Path, rebuild: str = "", schema: Schema | Callable[[Container], Schema] = ()
) -> Container:
    """Map a container into memory, after checking that it is whole and holds what its schema says.

    `rebuild` is the command that makes it again, for the `LexiconError` of a file that is missing, of another
    kind, or damaged.
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
        whole = np.frombuffer(view, dtype, count, start + place["offset"]) if count else np.zeros(0, dtype)
        arrays[name] = whole.reshape(place["shape"])
    return Container(header["about"], arrays)


#: The leading two bits of a byte of UTF-8, and what they are where it continues a character.
_LEADING, _CONTINUES = 0xC0, 0x80

Arrays = Mapping[str, NDArray[Any]]


#: Something that a file must hold: yields what is wrong with it; a KeyError names an array that is missing.
Part = Callable[[Container], Iterator[str]]
Schema = Iterable[Part]


def problems(file: Container, schema: Schema) -> Iterator[str]:
    """Yield what is wrong with a file, each part's first problem."""
    for part in schema:
        try:
            found = next(part(file), None)
        except KeyError as error:
            found = f"the array {error} is missing"
        if found is not None:
            yield found


def _rows(arrays: Arrays, name: str) -> int:
    """Return how many entries a list of strings, or an array, has."""
    array = arrays[f"{name}.ends"] if f"{name}.utf8" in arrays else arrays[name]
    return len(array) if array.ndim else 0


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the header."""

    name: str
    type: type

    def __call__(self, file: Container) -> Iterator[str]:
        """Yield what is wrong."""
        if not isinstance(file.about.get(self.name), self.type):
            yield f"the header's field {self.name!r} is missing or of another kind"


@dataclass(frozen=True, slots=True)
class Column:
    """An array of numbers of NumPy's `kinds` (``u``, ``i``, ``f``) with a row for each of something.

    It has as many rows as an array or a list of strings (`like`), or as `rows` says. `into` is what its
    numbers are rows of; with ``+``, of several lists as if they were one. It sets `least` and `most`, the
    smallest and the largest number that makes sense.
    """

    name: str
    kinds: str = "iu"
    like: str = ""
    rows: int | None = None
    into: str = ""
    least: int | None = None
    most: int | None = None
    dims: int = 1

    def __call__(self, file: Container) -> Iterator[str]:
        """Yield what is wrong."""
        array = file.arrays[self.name]
        if array.dtype.kind not in self.kinds or array.ndim != self.dims:
            yield f"{self.name!r} has the type {array.dtype} and {array.ndim} dimensions"
            return
        rows = self.rows if self.rows is not None else _rows(file.arrays, self.like) if self.like else None
        if rows is not None and len(array) != rows:
            yield f"{self.name!r} has {len(array)} rows instead of {rows}"
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            yield f"{self.name!r} holds what is no number"
        elif array.dtype.kind != "f" and array.size:
            yield from self._out_of_range(file, array)

    def _out_of_range(self, file: Container, array: NDArray[np.integer]) -> Iterator[str]:
        least, most = self.least, self.most
        if self.into:
            least, most = least or 0, sum(_rows(file.arrays, one) for one in self.into.split("+")) - 1
        low, high = int(array.min()), int(array.max())
        if least is not None and low < least:
            yield f"{self.name!r} holds {low}, where at least {least} makes sense"
        if most is not None and high > most:
            yield f"{self.name!r} holds {high}, where at most {most} makes sense"


@dataclass(frozen=True, slots=True)
class Ends:
    """Where each of many lists ends in the array `of` them all; it has as many rows as `like`."""

    name: str
    of: str
    like: str = ""

    def __call__(self, file: Container) -> Iterator[str]:
        """Yield what is wrong."""
        yield from Column(self.name, like=self.like)(file)
        ends, size = file.arrays[self.name], len(file.arrays[self.of])
        last = int(ends[-1]) if len(ends) else 0
        if last != size or (ends[1:] < ends[:-1]).any() or (len(ends) and ends[0] < 0):
            yield f"{self.name!r} does not divide the {size} of {self.of!r}"


@dataclass(frozen=True, slots=True)
class Counts:
    """How long each of many lists is in the array that holds them all; see `Ends`."""

    name: str
    of: str
    like: str = ""

    def __call__(self, file: Container) -> Iterator[str]:
        """Yield what is wrong."""
        yield from Column(self.name, like=self.like, least=0)(file)
        total, size = int(file.arrays[self.name].sum(dtype=np.int64)), len(file.arrays[self.of])
        if total != size:
            yield f"{self.name!r} adds up to {total}, not to the {size} of {self.of!r}"


@dataclass(frozen=True, slots=True)
class Strings:
    """A list of strings, as `pack_strings` makes it: as long as `like`; `values`, where they are fixed."""

    name: str
    like: str = ""
    values: tuple[str, ...] = ()

    def __call__(self, file: Container) -> Iterator[str]:
        """Yield what is wrong."""
        data, ends = file.arrays[f"{self.name}.utf8"], file.arrays[f"{self.name}.ends"]
        yield from Column(f"{self.name}.utf8", "u", most=255)(file)
        yield from Ends(f"{self.name}.ends", f"{self.name}.utf8", self.like)(file)
        try:
            data.tobytes().decode()
        except UnicodeDecodeError as error:
            yield f"{self.name!r} is not UTF-8 ({error.reason})"
        starts = ends[:-1][ends[:-1] < len(data)]
        if (data[starts] & _LEADING == _CONTINUES).any():
            yield f"{self.name!r} divides a character"
        if self.values and tuple(file.strings(self.name)) != self.values:
            yield f"{self.name!r} is of another version of the program"


@dataclass(frozen=True, slots=True)
class Table:
    """A list of strings that can be looked up, as `lexicon.strings.pack_table` makes it."""

    name: str

    def __call__(self, file: Container) -> Iterator[str]:
        """Yield what is wrong."""
        yield from Strings(self.name)(file)
        name = f"{self.name}.slots"
        yield from Column(name, "i", least=-1, most=_rows(file.arrays, self.name) - 1)(file)
        slots = file.arrays[name]
        if len(slots) & (len(slots) - 1) or not (slots < 0).any():
            yield f"{name!r} is no table of a power of two places, some of them free"


@dataclass(frozen=True, slots=True)
class BoostedTrees:
    """An ensemble of boosted trees: every node but the roots is the child of one node before it."""

    name: str = "trees"

    def __call__(self, file: Container) -> Iterator[str]:
        """Yield what is wrong."""
        name, node = self.name, f"{self.name}.feature"
        for part in (
            Column(node, "i", least=-1),
            Column(f"{name}.roots", "i", into=node),
            Column(f"{name}.left", "i", like=node, into=node),
            Column(f"{name}.right", "i", like=node, into=node),
            Column(f"{name}.threshold", "f", like=node),
            Column(f"{name}.value", "f", like=node),
            Column(f"{name}.baseline", "f", rows=1),
        ):
            yield from part(file)
        roots = file.arrays[f"{name}.roots"].astype(np.int64)
        inner = np.flatnonzero(file.arrays[node] >= 0)
        left, right = (file.arrays[f"{name}.{side}"][inner].astype(np.int64) for side in ("left", "right"))
        size = len(file.arrays[node])
        parents = np.bincount(np.concatenate([roots, left, right]), minlength=size)
        tree = np.searchsorted(roots, np.arange(size), side="right")
        whole = bool(size) and bool(len(roots)) and roots[0] == 0 and (np.diff(roots) > 0).all()
        whole = whole and (parents == 1).all() and (left > inner).all() and (right > inner).all()
        if not (whole and (tree[left] == tree[inner]).all() and (tree[right] == tree[inner]).all()):
            yield f"{name!r} holds what is no tree"


def linear_model(prefix: str = "", classes: tuple[str, ...] = ()) -> tuple[Part, ...]:
    """Return the schema of a `linear.LinearModel` stored under a prefix, with fixed `classes` if given."""
    return (
        Strings(f"{prefix}classes", values=classes),
        Column(f"{prefix}keys", "u", least=1),
        Counts(f"{prefix}counts", f"{prefix}columns", like=f"{prefix}keys"),
        Column(f"{prefix}columns", "u", like=f"{prefix}values", into=f"{prefix}classes"),
        Column(f"{prefix}values", "i"),
        Column(f"{prefix}scale", "f", rows=1),
    )
