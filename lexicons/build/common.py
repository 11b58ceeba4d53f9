"""What the builders share: their arguments, and where the results go."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).resolve().parents[1]
TABLES = Path(__file__).resolve().parent / "tables"


def parser(doc: str | None, *, data: bool = True) -> argparse.ArgumentParser:
    """Return a parser with ``--data`` (the folder of source data) and ``--out`` (for the `.lex` files)."""
    made = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    if data:
        made.add_argument("--data", type=Path, required=True, help="the folder of source data")
    chosen = os.environ.get("SYMBOLIC_RC_LEXICONS")
    made.add_argument("--out", type=Path, default=Path(chosen) if chosen else FOLDER, help="where to write")
    return made


def pack_lists(name: str, lists: list[list[int]], dtype: type = np.uint32) -> dict[str, NDArray]:
    """Return lists of integers as one array and the ends of each list."""
    ends = np.cumsum([len(each) for each in lists], dtype=np.int64).astype(np.uint32)
    flat = [number for each in lists for number in each]
    return {f"{name}.ends": ends, name: np.array(flat, dtype=dtype)}


def table(name: str) -> list[list[str]]:
    """Read one of the project's own tables: tab-separated, ``#`` starts a comment line."""
    lines = (TABLES / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]
