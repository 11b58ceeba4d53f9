"""The coreference model, one file: the ranker's weights and trees, mention types, conversations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files import container as K
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.coref.mentions.attributes import TYPES
from symbolic_rc.coref.quotations.conversations import FEATURES
from symbolic_rc.coref.ranker.shortlist import COLUMNS
from symbolic_rc.coref.ranker.templates import PLACES
from symbolic_rc.lexicon.files import once
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.models.trees import Trees, no_trees

#: The command that rebuilds the file.
REBUILD = "python -m symbolic_rc.train coref --data DIR"
#: Smaller weights are pruned: a third of them, which change no figure by a tenth of a point.
LEAST = 5e-3


def _bounds(file: K.Container) -> Iterator[str]:
    """Check that weights and trees refer to features that exist."""
    if int(file.arrays["steps"].sum(dtype=np.int64)) >= PLACES:
        yield f"'steps' exceeds the {PLACES} places of the table"
    if int(file.arrays["trees.feature"].max(initial=-1)) >= COLUMNS:
        yield f"'trees.feature' exceeds the {COLUMNS} features of a shortlist"


_SCHEMA: tuple[K.Part, ...] = (
    K.Column("steps", "u"),
    K.Column("values", "i", like="steps"),
    K.Column("scale", "f", rows=2),
    K.Column("speakers", "f", rows=len(FEATURES)),
    *K.linear_model("types.", TYPES[1:]),
    K.BoostedTrees(),
    _bounds,
)


@dataclass(frozen=True, slots=True)
class EntityRanker:
    """Weights and trees of the ranker."""

    weights: NDArray[np.float32]  # (PLACES,), by hashed feature
    bias: float = 0.0  # added to the score of starting a new entity
    trees: Trees = field(default_factory=no_trees)  # they rescore the shortlists


@dataclass(frozen=True, slots=True)
class CorefModel:
    """The models of coreference."""

    ranker: EntityRanker
    types: LinearModel | None  # classifies mentions into `attributes.TYPES`
    about: dict[str, Any]  # the file's header
    speakers: NDArray[np.float64]  # (len(FEATURES),), the weights of `quotations.conversations`

    def save(self, path: str | Path) -> None:
        """Write the model: weights of at least `LEAST`, quantised to 16 bits."""
        size = np.abs(self.ranker.weights)
        scale = float(size.max()) / 32767 or 1.0
        values = np.where(size < LEAST, 0, np.round(self.ranker.weights / scale)).astype(np.int16)
        filled = np.flatnonzero(values)
        steps = np.diff(filled, prepend=0)
        assert steps.max(initial=0) < 65536
        arrays: dict[str, NDArray[Any]] = {
            "steps": steps.astype(np.uint16),
            "values": values[filled],
            "scale": np.array([scale, self.ranker.bias], np.float64),
            "speakers": self.speakers.astype(np.float32),
        }
        types = {} if self.types is None else self.types.arrays("types.")
        K.write_container(path, self.about, arrays | types | self.ranker.trees.arrays())

    @classmethod
    def of(cls, container: K.Container) -> CorefModel:
        """Return the model of a file."""
        arrays = container.arrays
        weights = np.zeros(PLACES, np.float32)
        filled = np.cumsum(arrays["steps"], dtype=np.int64)
        scale, bias = arrays["scale"].tolist()
        weights[filled] = arrays["values"] * np.float32(scale)
        ranker = EntityRanker(weights, bias, Trees.of(arrays))
        types = LinearModel.of(container, "types.")
        return cls(ranker, types, container.about, arrays["speakers"].astype(np.float64))


@once
def model() -> CorefModel:
    """Return the installed model, loaded at first use."""
    return CorefModel.of(K.read_container(lexicon_path("coref.lex"), REBUILD, _SCHEMA))
