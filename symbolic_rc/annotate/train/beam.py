"""Training of the parser that searches with a beam."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser import parser_templates
from symbolic_rc.annotate.parser.parse_model import WIDTH, ParseModel, fields_of
from symbolic_rc.annotate.tagger.tagger import bounds_of
from symbolic_rc.annotate.train import beam_kernels
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.models.kernels import new_table
from symbolic_rc.models.linear import LinearModel, average_models, averaged

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BeamSettings:
    """How a parser with a beam is trained.

    Attributes
    ----------
    seeds : sequence of int
        A model is trained with each; their weights are averaged.
    epochs : int
    width : int
        Partial trees kept in mind; more than when it reads.
    margin : float
        What an action that loses an arc is given in advance.
    prune : float
        Weights that are smaller are dropped.
    room : int
        Features, at most.
    """

    seeds: Sequence[int] = (1,)
    epochs: int = 5
    width: int = 8
    margin: float = 200.0
    prune: float = 2.5
    room: int = 14_000_000


def train_beam(
    table: WordTable,
    sentences: Sequence[Sentence],
    tags: NDArray[np.int32],
    tag_names: Sequence[str],
    arcs: LinearModel,
    settings: BeamSettings = BeamSettings(),
    repeats: Sequence[float] | None = None,
) -> ParseModel:
    """Train the choice of actions on sentences with their (predicted) tags.

    Relations are those that the greedy parser's model `arcs` gives; `repeats` are those of `train_parser`.
    """
    forms = [word for sentence in sentences for word in sentence.words]
    fields, special = fields_of(table.codes(forms), tags, tag_names)
    bounds = bounds_of([len(sentence.words) for sentence in sentences])
    heads = np.array([len(s.words) if h < 0 else h for s in sentences for h in s.heads], np.int64)
    parts = []
    for seed in settings.seeds:
        moves, steps = new_table(3, settings.room), np.zeros(1)
        generator = np.random.default_rng(seed)
        for epoch in range(settings.epochs):
            seen = np.arange(len(sentences))
            if repeats is not None:
                seen = np.repeat(seen, np.floor(repeats + generator.random(len(seen))).astype(np.int64))
            order = generator.permutation(seen)
            total = int(np.diff(bounds)[order].sum())
            good = beam_kernels.train_beam_epoch(
                moves, arcs.frozen, fields, bounds, heads, special,
                parser_templates.STATE_COMPILED, parser_templates.LABEL_COMPILED, len(arcs.classes),
                arcs.classes.index("root"), order, settings.width,
                settings.margin, steps,
            )  # fmt: skip
            log.info(
                "parser with a beam, seed %d, epoch %d: heads %.4f against the margin; %d features",
                seed, epoch + 1, good / total, moves.used[0],
            )  # fmt: skip
        parts.append(averaged(moves, steps[0]))
    del moves
    keys, weights = average_models(parts)
    return ParseModel(
        LinearModel.freeze(("shift", "left", "right"), keys, weights, settings.prune, 8), arcs, WIDTH
    )
