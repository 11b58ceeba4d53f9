"""Reading files of the safetensors format without PyTorch: a JSON header, then raw little-endian arrays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import LexiconError

_KINDS = {"F32": "<f4", "F64": "<f8", "I64": "<i8", "I32": "<i4", "U8": "|u1", "U64": "<u8", "BOOL": "|b1"}
_LONGEST_HEADER = 1 << 26


def is_safetensors(path: str | Path) -> bool:
    """Tell whether a file is of this format: its header's length, then a JSON object."""
    try:
        with open(path, "rb") as file:
            length = int.from_bytes(file.read(8), "little")
            return 0 < length < _LONGEST_HEADER and file.read(1) == b"{"
    except OSError:
        return False


def read_header(path: str | Path) -> dict[str, Any]:
    """Return the header: each array's place by name, and the writer's texts under ``__metadata__``.

    Raises
    ------
    LexiconError
        If the file cannot be read or is damaged.
    """
    try:
        with open(path, "rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if not 0 < length < _LONGEST_HEADER:
                raise ValueError("no header")
            header = json.loads(file.read(length))
            size = file.seek(0, 2)
        places = [one["data_offsets"] for name, one in header.items() if name != "__metadata__"]
        if max((int(end) for _, end in places), default=0) != size - 8 - length:
            raise ValueError("its length is not what the header says")
    except OSError as error:
        raise LexiconError(f"{path}: cannot be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise LexiconError(f"{path}: damaged, or no model file ({error}); train it again") from error
    found: dict[str, Any] = header
    return found


def read_array(path: str | Path, header: dict[str, Any], name: str) -> NDArray[Any]:
    """Return one array of a file by its name.

    Raises
    ------
    LexiconError
        If it is missing or damaged.
    """
    try:
        place = header[name]
        start, end = place["data_offsets"]
        with open(path, "rb") as file:
            first = 8 + int.from_bytes(file.read(8), "little")
            file.seek(first + start)
            data = file.read(end - start)
        return np.frombuffer(data, _KINDS[place["dtype"]]).reshape(place["shape"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LexiconError(f"{path}: damaged (array {name!r}: {error}); train it again") from error
