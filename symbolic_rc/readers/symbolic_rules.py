"""The reader `symbolic:rules`: ordered rules over facts, with proofs, and nothing that was fitted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from symbolic_rc.engine import Engine
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from spacy.language import Language


class SymbolicRules(Engine):
    """Answers by the first rule of the book whose proof is strong enough.

    Parameters
    ----------
    pipeline : Language, optional
        What annotates stories and questions; the project's own by default.
    rules : sequence of Rule, optional
        In the order in which they are tried; all by default.
    refuse_below : float
        Answers that are less sure are not given; see `rules.confidence`.
    """

    def __init__(
        self, pipeline: Language | None = None, rules: Sequence[Rule] = (), refuse_below: float = 0.0
    ) -> None:
        super().__init__(pipeline, weights=None, refuse_below=refuse_below)
        if rules:
            self.rules = Rulebook(rules)


def symbolic_rules(options: ReaderOptions) -> SymbolicRules:
    """Make the reader `symbolic:rules`."""
    pipeline = None
    if options.pipeline != "classical":
        from symbolic_rc.annotate import pipeline as named

        pipeline = named(options.pipeline)
    reader = SymbolicRules(pipeline, refuse_below=options.refuse_below)
    if options.rulebook:
        reader.rules = reader.rules.read(options.rulebook, options.allow_python)
    return reader
