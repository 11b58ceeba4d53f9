"""Files of the safetensors format, read without PyTorch."""

from __future__ import annotations

from pathlib import Path

from symbolic_rc.core.arrays import Array
from symbolic_rc.core.errors import LexiconError, MissingExtraError

_LONGEST_HEADER = 1 << 26


def is_safetensors(path: str | Path) -> bool:
    """Return whether a file is of this format: its header's length, then a JSON object."""
    try:
        with open(path, "rb") as file:
            length = int.from_bytes(file.read(8), "little")
            return 0 < length < _LONGEST_HEADER and file.read(1) == b"{"
    except OSError:
        return False


def read_safetensors(path: str | Path, *names: str) -> tuple[dict[str, str], dict[str, Array]]:
    """Return the writer's metadata, and those of the named arrays that the file has."""
    try:
        from safetensors import SafetensorError, safe_open
    except ImportError as error:
        raise MissingExtraError("safetensors", "neural") from error
    try:
        with safe_open(path, "numpy") as file:
            present = set(file.keys())
            return file.metadata() or {}, {name: file.get_tensor(name) for name in names if name in present}
    except OSError as error:
        raise LexiconError(f"{path}: cannot be read ({error.strerror or error})") from error
    except SafetensorError as error:
        raise LexiconError(f"{path}: damaged, or no model file ({error}); train it again") from error
