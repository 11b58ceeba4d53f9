"""The coreference model: the ranker's weights and the classifier of mentions' types, in one file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files.container import Container, read_container, write_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.files.schema import Also, Column, Part, linear_model
from symbolic_rc.coref.mentions.mention_types import TYPES
from symbolic_rc.coref.ranker.templates import PLACES
from symbolic_rc.lexicon.files import once
from symbolic_rc.linear.model import LinearModel

#: The command that rebuilds the file.
REBUILD = "python -m symbolic_rc.coref.train --data DIR"


def _places(file: Container) -> Iterator[str]:
    """The weights' places lie in the table."""
    if int(file.arrays["steps"].sum(dtype=np.int64)) >= PLACES:
        yield f"'steps' leads past the {PLACES} places of the table"


_SCHEMA: tuple[Part, ...] = (
    Column("steps", "u"),
    Column("values", "i", like="steps"),
    Column("scale", "f", rows=2),
    Also(_places),
    *linear_model("types.", TYPES[1:]),
)


@dataclass(frozen=True, slots=True)
class CorefModel:
    """What linking needs.

    Attributes
    ----------
    weights : ndarray of float32, shape (PLACES,)
        The ranker's weights, by hashed feature.
    bias : float
        Added to the score of starting a new entity.
    types : LinearModel
        Classifies mentions into `types.TYPES`.
    about : dict
        The file's header.
    """

    weights: NDArray[np.float32]
    bias: float
    types: LinearModel | None
    about: dict[str, Any]

    def save(self, path: str | Path) -> None:
        """Write the model: the weights that are not zero, in steps of one 127th of the largest."""
        kept = np.abs(self.weights)
        scale = float(kept.max()) / 32767 or 1.0
        values = np.round(self.weights / scale).astype(np.int16)
        filled = np.flatnonzero(values)
        steps = np.diff(filled, prepend=0)
        assert steps.max(initial=0) < 65536
        arrays: dict[str, NDArray[Any]] = {
            "steps": steps.astype(np.uint16),
            "values": values[filled],
            "scale": np.array([scale, self.bias], np.float64),
        }
        types = {} if self.types is None else self.types.arrays("types.")
        write_container(path, self.about, arrays | types)

    @classmethod
    def of(cls, container: Container) -> CorefModel:
        """Return the model that a file holds."""
        arrays = container.arrays
        weights = np.zeros(PLACES, np.float32)
        filled = np.cumsum(arrays["steps"], dtype=np.int64)
        scale, bias = arrays["scale"].tolist()
        weights[filled] = arrays["values"] * np.float32(scale)
        return cls(weights, bias, LinearModel.of(container, "types."), container.about)


@once
def model() -> CorefModel:
    """Return the project's own model, loaded at first use."""
    return CorefModel.of(read_container(lexicon_path("coref.lex"), REBUILD, _SCHEMA))
