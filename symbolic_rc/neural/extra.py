"""Whether PyTorch is there, and what to say where it is not."""

from __future__ import annotations

from importlib.util import find_spec

from symbolic_rc.core.errors import SymbolicRCError

#: PyTorch without support for graphics cards, which is a tenth of the size.
CPU_INDEX = "https://download.pytorch.org/whl/cpu"


def require_torch() -> None:
    """Do nothing where PyTorch and safetensors are installed.

    Raises
    ------
    SymbolicRCError
        Elsewhere; says what to install, and how to get it without support for graphics cards.
    """
    missing = [name for name in ("torch", "safetensors") if find_spec(name) is None]
    if missing:
        raise SymbolicRCError(
            f"neural readers need {' and '.join(missing)}: pip install 'symbolic_rc[neural]' "
            f"(processor only, a tenth of the size: add --extra-index-url {CPU_INDEX})"
        )
