"""The engine's weights: what `symbolic-rc train` writes and the scorer reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Array, Singles
from symbolic_rc.core.errors import check_name
from symbolic_rc.core.files import container as K
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.models.trees import Trees
from symbolic_rc.ranker.reranker import CalibratedTrees

#: The file that ships.
SHIPPED = "engine.lex"
_REBUILD = "symbolic-rc train"
#: How many of a group's own weights are kept.
_OWN = 150_000
#: How the arrays of the trees for rules' confidences are named.
_CONFIDENCE = "confidence"
#: How those of the reranker and of the extents are named, and where the header has their temperatures.
_CALIBRATED = {"trees": "inverse temperature", "extents": "inverse temperature of extents"}


@dataclass(frozen=True, slots=True)
class EngineWeights:
    """What the engine has learned."""

    # (power of two,): the linear weights; under the empty name for any text, under a data set's kind for its
    # own profile
    tables: Mapping[str, Singles]
    reranker: CalibratedTrees | None = None  # what ranks the best few candidates again
    # where they come from: data, options, scores, thresholds
    about: Mapping[str, Any] = field(default_factory=dict)
    # what chooses between answer choices, for data sets that were learned from; see `choosing.fit_trees`
    choosers: Mapping[str, Trees] = field(default_factory=dict)
    # what gives answers that rules have found the extent of a data set's answers
    extents: CalibratedTrees | None = None
    # the confidence of a rule's proposal, by kind of data set; see `rules.confidence`
    confidences: Mapping[str, Trees] = field(default_factory=dict)

    def check_profile(self, profile: str) -> None:
        """Raise SymbolicRCError for a kind of data set that nothing was learned of; ``plain`` is any text."""
        if profile not in ("plain", *self.about.get("several", ())):
            check_name("profile", profile, ("", "plain", *self.tables))

    def table(self, profile: str) -> Singles:
        """Return the linear weights for a profile, those for any text where it has none of its own."""
        return self.tables.get(profile, self.tables[""])


def empty() -> EngineWeights:
    """Return weights that know nothing; the rules' order alone decides."""
    return EngineWeights({"": np.zeros(1 << 4, np.float32)})


def write_weights(path: str | Path, weights: EngineWeights) -> None:
    """Write weights; here `tables` holds, beside the shared ones, each group's own part alone.

    The shared table is kept in half precision, a group's own part as its largest weights.
    """
    about = {**weights.about}
    arrays: dict[str, Array] = {"shared": weights.tables[""].astype(np.float16)}
    for name, table in weights.tables.items():
        if name:
            at = np.sort(np.argsort(-np.abs(table), kind="stable")[:_OWN])
            arrays[f"at.{name}"] = at.astype(np.uint32)
            arrays[f"own.{name}"] = table[at].astype(np.float16)
    for (name, field_of), own in zip(_CALIBRATED.items(), (weights.reranker, weights.extents), strict=True):
        if own is not None:
            arrays.update(own.trees.arrays(name))
            about[field_of] = dict(own.inverse_temperature)
    for name, trees in sorted(weights.choosers.items()):
        arrays.update(trees.arrays(f"choose.{name}"))
    for name, trees in sorted(weights.confidences.items()):
        arrays.update(trees.arrays(f"{_CONFIDENCE}.{name}") if len(trees.roots) else {})
    K.write_container(path, about, arrays)


def _power(file: K.Container) -> Iterator[str]:
    """Features are hashed into a table of a power of two places."""
    size = len(file.arrays["shared"])
    if not size or size & (size - 1):
        yield f"'shared' has {size} places, which is no power of two"


def _schema(file: K.Container) -> K.Schema:
    """Return what the file must hold: what is in it besides the shared table is up to the training."""
    yield K.Column("shared", "f")
    yield _power
    for name in file.arrays:
        if name.startswith(("at.", "own.")):
            group = name.partition(".")[2]
            yield K.Column(f"at.{group}", "u", into="shared")
            yield K.Column(f"own.{group}", "f", like=f"at.{group}")
        elif name.endswith((".feature", ".roots")):
            yield K.BoostedTrees(name.rpartition(".")[0])
    yield from (K.Field(one, dict) for name, one in _CALIBRATED.items() if f"{name}.roots" in file.arrays)


@lru_cache(maxsize=4)
def load_weights(path: str = "") -> EngineWeights:
    """Read weights, the shipped ones by default; `LexiconError` if the file is missing or damaged."""
    container = K.read_container(path or lexicon_path(SHIPPED), _REBUILD, _schema)
    about, arrays = container.about, container.arrays
    shared = arrays["shared"].astype(np.float32)
    tables = {"": shared}
    for name in sorted(arrays):
        if name.startswith("at."):
            own = shared.copy()
            own[arrays[name]] += arrays["own." + name[3:]].astype(np.float32)
            tables[name[3:]] = own
    reranker, extents = (
        CalibratedTrees(Trees.of(arrays, name), about[one]) if f"{name}.roots" in arrays else None
        for name, one in _CALIBRATED.items()
    )
    groups = [name[7:-6] for name in arrays if name.startswith("choose.") and name.endswith(".roots")]
    choosers = {name: Trees.of(arrays, f"choose.{name}") for name in sorted(groups)}
    learned = [name for name in about.get("rules", {}) if f"{_CONFIDENCE}.{name}.roots" in arrays]
    sure = {name: Trees.of(arrays, f"{_CONFIDENCE}.{name}") for name in learned}
    return EngineWeights(tables, reranker, container.about, choosers, extents, sure)
