"""Where the data files of the package lie."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent.parent


def lexicon_folders() -> list[Path]:
    """Return where lexicons may lie: ``$SYMBOLIC_RC_LEXICONS``, the package's folder, the source tree's."""
    folders = [_PACKAGE / "lexicons", _PACKAGE.parent / "lexicons"]
    if chosen := os.environ.get("SYMBOLIC_RC_LEXICONS"):
        folders.insert(0, Path(chosen))
    return folders


def lexicon_path(name: str) -> Path:
    """Return the path of a lexicon or model file, by its name with ending (``"wordnet.lex"``).

    The first of `lexicon_folders` that holds it counts; the path is returned whether or not the file exists.
    """
    folders = lexicon_folders()
    return next((folder / name for folder in folders if (folder / name).is_file()), folders[-1] / name)


def published_folder() -> Path:
    """Return where the figures quoted from papers lie: in the installed package, or in the source tree."""
    installed = _PACKAGE / "published"
    return installed if installed.is_dir() else _PACKAGE.parent / "eval" / "published"
