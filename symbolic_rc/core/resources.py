"""Where the compiled lexicons and models lie."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def lexicon_path(name: str) -> Path:
    """Return the path of a lexicon or model file, by its name with ending (``"wordnet.lex"``).

    Looked for in ``$SYMBOLIC_RC_LEXICONS``, then where the package was installed, then in the source tree.
    The path is returned whether or not the file exists.
    """
    folders = [_PACKAGE / "lexicons", _PACKAGE.parent / "lexicons"]
    if chosen := os.environ.get("SYMBOLIC_RC_LEXICONS"):
        folders.insert(0, Path(chosen))
    return next((folder / name for folder in folders if (folder / name).is_file()), folders[-1] / name)
