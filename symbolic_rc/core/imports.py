"""Imports that processes of our own do without: what libraries take wherever it is installed."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from importlib.util import find_spec

#: A module, and what imports it where it can: PyTorch takes two seconds and 180 MB, the other 0.2 seconds.
_UNUSED = {"torch": "thinc.compat", "scipy.linalg": "numba.np.arraymath"}
#: Packages whose spaCy pipelines run in PyTorch.
_NEEDING = ("spacy_transformers", "spacy_curated_transformers", "spacy_experimental")


class _Refusing(MetaPathFinder):
    """Has each module seem absent to the one importer that does without; all others get it."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:
        importer = sys.modules.get(_UNUSED.get(fullname, ""))
        if getattr(getattr(importer, "__spec__", None), "_initializing", False):
            raise ModuleNotFoundError(f"{fullname} is not used", name=fullname)


def skip_unused() -> None:
    """Skip what is not used from now on; not where spaCy may need PyTorch."""
    if not any(map(find_spec, _NEEDING)):
        sys.meta_path.insert(0, _Refusing())
