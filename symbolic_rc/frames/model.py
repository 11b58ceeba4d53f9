"""The frame model, one file: four linear models, their label spaces, boosted trees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from spacy.strings import get_string_id

from symbolic_rc.core.arrays import Flags, Ints, Longs
from symbolic_rc.core.files import container as K
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.forks import cached_property
from symbolic_rc.frames.predicates import Senses
from symbolic_rc.lexicon import rolesets
from symbolic_rc.lexicon.files import once
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.models.trees import Trees, no_trees

#: Columns whose scores a label's is the sum of: its own, its function tag's, its VerbNet role's.
WIDTH = 3
LABELS, FUNCTIONS, THEMES = range(WIDTH)
#: Roles of one-word arguments: the light verb, and its noun.
SINGLE = ("ARGM-LVB", "ARGM-PRR")
#: Columns of a role's traits: its number, its kind of adjunct, and its prefix (R- or C-).
NUMBER_OF, ADJUNCT_OF, PREFIX_OF = range(3)
_ROLE = re.compile(r"([CR]-)?ARG([0-9]?)(?:[AM]-?(.*))?")
_NUMBERED = re.compile(r"(C-|R-)?(ARG[0-9])$")
_CLASS = re.compile(r"[A-Za-z_]+-[0-9.]+")


class RoleSpace:
    """The labels of the role classifier (the first, empty, is for no argument), and each roleset's columns.

    Function tags and VerbNet roles have columns of their own.
    """

    def __init__(self, labels: Sequence[str], functions: Sequence[str], themes: Sequence[str]) -> None:
        self.labels, self.functions, self.themes = tuple(labels), tuple(functions), tuple(themes)
        self.index = {label: i for i, label in enumerate(self.labels)}
        first = len(self.labels)
        self._functions = {name: first + i for i, name in enumerate(self.functions)}
        self._themes = {name: first + len(self.functions) + i for i, name in enumerate(self.themes)}
        self._sets: dict[tuple[tuple[str, str, str], ...], int] = {}
        self._rolesets: dict[str, tuple[int, int, int, int]] = {}
        self._table = np.zeros((0, first, WIDTH), np.int32)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all columns, in order."""
        functions, themes = (f"f:{name}" for name in self.functions), (f"v:{name}" for name in self.themes)
        return (*self.labels, *functions, *themes)

    @property
    def table(self) -> Ints:
        """Columns by set of roles and label; int32, shape (sets, labels, 3); -1 none, -2 impossible."""
        known = len(self._table)
        if known != len(self._sets):
            new = [self._columns(roles) for roles in list(self._sets)[known:]]
            self._table = np.concatenate((self._table, np.array(new, dtype=np.int32)))
        return self._table

    @cached_property
    def core(self) -> Longs:
        """The bit of each numbered role, else 0."""
        return np.array(
            [1 << int(label[3]) if re.fullmatch("ARG[0-9]", label) else 0 for label in self.labels], np.int64
        )

    @cached_property
    def single(self) -> Flags:
        """Which labels are of one-word arguments."""
        return np.array([label in SINGLE for label in self.labels], np.bool_)

    @cached_property
    def traits(self) -> Ints:
        """The traits of each label; int32, shape (labels, 3), -1 for none."""
        parts = [match.groups("") if (match := _ROLE.fullmatch(x)) else ("", "", "") for x in self.labels]
        adjuncts = sorted({adjunct for _, _, adjunct in parts})[1:]
        out = np.full((len(parts), 3), -1, np.int32)
        for row, (prefix, number, adjunct) in zip(out[1:], parts[1:], strict=True):
            row[PREFIX_OF] = ("", "R-", "C-").index(prefix)
            if number:
                row[NUMBER_OF] = int(number)
            if adjunct:
                row[ADJUNCT_OF] = adjuncts.index(adjunct)
        return out

    def of(self, roleset: str) -> tuple[int, int, int, int]:
        """Return (set of roles, id, class, coarse class) of a roleset, as numbers for kernels."""
        if (found := self._rolesets.get(roleset)) is None:
            found = self._rolesets[roleset] = self._describe(roleset)
        return found

    def _describe(self, name: str) -> tuple[int, int, int, int]:
        known = rolesets().get(name)
        roles: tuple[tuple[str, str, str], ...] = ()
        if known is not None:
            roles = tuple(
                (role.name, role.function, role.verbnet[0][1] if role.verbnet else "") for role in known.roles
            )
        number = self._sets.setdefault(roles, len(self._sets))
        coarse = "roles " + " ".join(f"{role}={function}" for role, function, _ in roles)
        match = _CLASS.match(known.verbnet[0]) if known is not None and known.verbnet else None
        fine = f"class {match.group()}" if match else coarse
        return number, get_string_id(name), get_string_id(fine), get_string_id(coarse)

    def _columns(self, roles: tuple[tuple[str, str, str], ...]) -> list[list[int]]:
        known = {name: (function, theme) for name, function, theme in roles}
        rows = []
        for i, label in enumerate(self.labels):
            row = [i, -1, -1]
            if (match := _NUMBERED.match(label)) and known:
                if match.group(2) not in known and match.group(1) != "R-":
                    row[0] = -2
                elif match.group(2) in known and not match.group(1):
                    function, theme = known[match.group(2)]
                    row[1], row[2] = self._functions.get(function, -1), self._themes.get(theme, -1)
            rows.append(row)
        return rows


FILE = "frames.lex"
REBUILD = "python -m symbolic_rc.train frames --data DIR"
PARTS = ("token", "sense", "role", "cut")
#: The number of features of trees: see `shortlist`.
COLUMNS = 72


def _check_columns(file: K.Container) -> Iterator[str]:
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


_SCHEMA: tuple[K.Part, ...] = (
    *(part for name in PARTS for part in K.linear_model(f"{name}.")),
    *(K.Strings(name) for name in ("labels", "functions", "themes", "seen")),
    K.BoostedTrees(),
    _check_columns,
)


@dataclass(frozen=True)
class FrameModel:
    """The models of the parser."""

    #: ``token`` (predicate or not), ``sense`` (ranks rolesets), ``role`` (columns of `space`), ``cut``
    #: (does a child belong to the span)
    models: Mapping[str, LinearModel]
    space: RoleSpace
    trained: tuple[str, ...]  #: See `Senses`
    trees: Trees = field(default_factory=no_trees)  #: They rescore shortlists; none before they are trained

    @cached_property
    def senses(self) -> Senses:
        """The rolesets of lemmas."""
        return Senses(self.trained)

    def write(self, path: str | Path, about: Mapping[str, Any]) -> None:
        """Write the model as one file."""
        arrays = {}
        for name, model in self.models.items():
            arrays.update(model.arrays(f"{name}."))
        arrays.update(self.trees.arrays())
        for name in ("labels", "functions", "themes"):
            arrays.update(K.pack_strings(name, getattr(self.space, name)))
        arrays.update(K.pack_strings("seen", self.trained))
        K.write_container(path, about, arrays)

    @classmethod
    def of(cls, file: K.Container) -> FrameModel:
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
    return FrameModel.of(K.read_container(lexicon_path(FILE), REBUILD, _SCHEMA))
