"""Finished runs: a manifest with checksums of all their files, which are verified when it is read again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from symbolic_rc.batch.checkpoint import checksum, decoded
from symbolic_rc.core.errors import SymbolicRCError

PREDICTIONS, TRACES = "predictions.jsonl", "traces.jsonl"
METRICS, MANIFEST, PROGRESS = "metrics.json", "manifest.json", "progress.jsonl"

#: What may differ between two runs with the same results; no checksum covers it.
_FREE = frozenset(("timing", "check"))
_REMEDY = "repeat the run with --overwrite"


def signed(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return a manifest with a checksum of itself, but for its timing."""
    return {**manifest, "check": _check(manifest)}


def read_finished(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the metrics and the manifest of a finished run, after verifying every file of it.

    Raises
    ------
    SymbolicRCError
        If a file is missing or is not what the run wrote; says which.
    """
    manifest = _object(path / MANIFEST)
    if "files" not in manifest or "check" not in manifest:
        raise SymbolicRCError(
            f"{path / MANIFEST}: holds no checksums, so that the run cannot be verified; {_REMEDY}"
        )
    if manifest["check"] != _check(manifest):
        raise _damaged(path / MANIFEST)
    for name, expected in manifest["files"].items():
        try:
            if _digest(path / name) != expected:
                raise _damaged(path / name)
        except OSError as error:
            raise SymbolicRCError(f"{path / name}: cannot be read ({error.strerror}); {_REMEDY}") from error
    return _object(path / METRICS), manifest


def _check(manifest: Mapping[str, Any]) -> str:
    content = {name: value for name, value in manifest.items() if name not in _FREE}
    return checksum(json.dumps(content, sort_keys=True).encode())


def _object(path: Path) -> dict[str, Any]:
    try:
        found = decoded(path.read_bytes())
    except OSError as error:
        raise SymbolicRCError(f"{path}: cannot be read ({error.strerror}); {_REMEDY}") from error
    if found is None:
        raise _damaged(path)
    return found


def _damaged(path: Path) -> SymbolicRCError:
    return SymbolicRCError(f"{path}: is not what the run wrote, but damaged or changed since; {_REMEDY}")


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return f"sha256:{digest.hexdigest()}"
