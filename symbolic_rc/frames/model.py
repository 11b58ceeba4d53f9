"""The frame model, one file: four linear models, their label spaces, boosted trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from symbolic_rc.core.files.container import Container, pack_strings, read_container, write_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.files.schema import Also, BoostedTrees, Part, Strings, linear_model
from symbolic_rc.frames.arrays import WordClasses
from symbolic_rc.frames.predicates import Senses
from symbolic_rc.frames.roles import RoleSpace
from symbolic_rc.lexicon.files import once
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.models.trees import Trees, no_trees

FILE = "frames.lex"
REBUILD = "python -m symbolic_rc.train frames --data DIR"
PARTS = ("token", "sense", "role", "cut")
#: The number of features of trees: see `shortlist`.
COLUMNS = 72


def _check_columns(file: Container) -> Iterator[str]:
    """Check that the classes of models fit the label spaces, and trees the shortlist."""
    columns = sum(len(file.arrays[f"{name}.ends"]) for name in ("labels", "functions", "themes"))
    if len(file.arrays["role.classes.ends"]) != columns:
        yield "'role.classes' does not have a class for each label, function and theme"
    if len(file.arrays["sense.classes.ends"]) != 1:
        yield "'sense.classes' is not one"
    if any(len(file.arrays[f"{name}.classes.ends"]) != 2 for name in ("token", "cut")):
        yield "'token.classes' and 'cut.classes' are not two"
    if int(file.arrays["trees.feature"].max(initial=-1)) >= COLUMNS:
        yield f"'trees.feature' exceeds the {COLUMNS} features of a shortlist"
    for line in file.strings("seen"):
        if line.count("\t") != 2 or not line.split("\t")[1].isdigit():
            yield f"{line[:40]!r} is no lemma with its part of speech and roleset"


_SCHEMA: tuple[Part, ...] = (
    *(part for name in PARTS for part in linear_model(f"{name}.")),
    *(Strings(name) for name in ("labels", "functions", "themes", "seen")),
    BoostedTrees(),
    Also(_check_columns),
)


@dataclass(frozen=True)
class FrameModel:
    """The models of the parser.

    Attributes
    ----------
    models : mapping of str to LinearModel
        ``token`` (predicate or not), ``sense`` (ranks rolesets), ``role`` (columns of `space`), ``cut``
        (does a child belong to the span).
    trained : tuple of str
        See `Senses`.
    trees : Trees
        They rescore shortlists; none before they are trained.
    """

    models: Mapping[str, LinearModel]
    space: RoleSpace
    trained: tuple[str, ...]
    trees: Trees = field(default_factory=no_trees)

    @cached_property
    def senses(self) -> Senses:
        """The rolesets of lemmas."""
        return Senses(self.trained)

    @cached_property
    def classes(self) -> WordClasses:
        """The classes of words."""
        return WordClasses()

    def write(self, path: str | Path, about: Mapping[str, Any]) -> None:
        """Write the model as one file."""
        arrays = {}
        for name, model in self.models.items():
            arrays.update(model.arrays(f"{name}."))
        arrays.update(self.trees.arrays())
        for name in ("labels", "functions", "themes"):
            arrays.update(pack_strings(name, getattr(self.space, name)))
        arrays.update(pack_strings("seen", self.trained))
        write_container(path, about, arrays)

    @classmethod
    def of(cls, file: Container) -> FrameModel:
        """Return the model of a file."""
        space = RoleSpace(file.strings("labels"), file.strings("functions"), file.strings("themes"))
        models = {name: LinearModel.of(file, f"{name}.") for name in PARTS}
        return cls(models, space, tuple(file.strings("seen")), Trees.of(file.arrays))


@once
def frame_model() -> FrameModel:
    """Return the installed model, loaded at first use.

    Raises
    ------
    LexiconError
        If its file is missing or damaged.
    """
    return FrameModel.of(read_container(lexicon_path(FILE), REBUILD, _SCHEMA))
