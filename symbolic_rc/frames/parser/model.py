"""The frame model: four linear models, the spaces that they speak in, one file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from symbolic_rc.core.container import Container, pack_strings, read_container, write_container
from symbolic_rc.core.resources import lexicon_path
from symbolic_rc.frames.parser.arrays import WordClasses
from symbolic_rc.frames.parser.predicates import Senses
from symbolic_rc.frames.parser.roles import RoleSpace
from symbolic_rc.lexicon.files import once
from symbolic_rc.linear import LinearModel

FILE = "frames.lex"
REBUILD = "python -m symbolic_rc.frames.train --data DIR"
PARTS = ("token", "sense", "role", "cut")


@dataclass(frozen=True)
class FrameModel:
    """What the parser knows.

    Attributes
    ----------
    models : mapping of str to LinearModel
        ``token`` (predicate or not), ``sense`` (ranks rolesets), ``role`` (columns of `space`), ``cut``
        (does a child belong to the span).
    space : RoleSpace
    seen : tuple of str
        What `Senses` takes.
    """

    models: Mapping[str, LinearModel]
    space: RoleSpace
    seen: tuple[str, ...]

    @cached_property
    def senses(self) -> Senses:
        """The rolesets of lemmas."""
        return Senses(self.seen)

    @cached_property
    def classes(self) -> WordClasses:
        """The classes of words."""
        return WordClasses()

    def write(self, path: str | Path, about: Mapping[str, Any]) -> None:
        """Write the model as one file."""
        arrays = {}
        for name, model in self.models.items():
            arrays.update(model.arrays(f"{name}."))
        arrays.update(pack_strings("labels", self.space.labels))
        arrays.update(pack_strings("functions", self.space.functions))
        arrays.update(pack_strings("themes", self.space.themes))
        arrays.update(pack_strings("seen", self.seen))
        write_container(path, about, arrays)

    @classmethod
    def of(cls, file: Container) -> FrameModel:
        """Return the model of a file."""
        space = RoleSpace(file.strings("labels"), file.strings("functions"), file.strings("themes"))
        models = {name: LinearModel.of(file, f"{name}.") for name in PARTS}
        return cls(models, space, tuple(file.strings("seen")))


@once
def frame_model() -> FrameModel:
    """Return the installed model, loaded at first use.

    Raises
    ------
    LexiconError
        If its file is missing or damaged.
    """
    return FrameModel.of(read_container(lexicon_path(FILE), REBUILD))
