"""Build the frame model: ``python -m symbolic_rc.frames.train --data DIR``."""

from __future__ import annotations

import argparse
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from spacy.tokens import Doc

from symbolic_rc.frames.parser.arrays import WordClasses, tree
from symbolic_rc.frames.parser.model import REBUILD, FrameModel
from symbolic_rc.frames.parser.predicates import Senses
from symbolic_rc.frames.parser.roles import RoleSpace
from symbolic_rc.frames.train.annotation import gold_docs, jackknifed_docs, own_docs
from symbolic_rc.frames.train.propbank import Sentence, join, read_examples, together
from symbolic_rc.frames.train.role_classifier import epoch, look_up
from symbolic_rc.frames.train.rows import Annotated, Batch, cut_rows, role_rows, sense_rows, token_rows
from symbolic_rc.frames.train.sense_ranker import epoch_of_lists
from symbolic_rc.frames.train.trees import grow_trees
from symbolic_rc.lexicon import rolesets
from symbolic_rc.models.kernels import build_index
from symbolic_rc.models.linear import LinearModel

logger = logging.getLogger(__name__)

FUNCTIONS = ("PAG", "PPT", "GOL", "PRD", "MNR", "DIR", "VSP", "LOC", "EXT", "CAU", "COM", "PRP", "SRC", "TMP")
THEMES = 16
#: A role with fewer gold arguments is not learned.
RARE_ROLE = 20
#: An argument of an example counts so much: its sentence is chosen to show it.
EXAMPLES = 0.5
#: So much counts an argument of a sentence with the treebank's own syntax, beside the same with a parser's.
GOLD = 0.5
#: The columns of a model of two classes.
BINARY = np.array([[[0], [1]]], np.int32)
#: Longer examples are mostly whole paragraphs.
LONGEST = 120


def annotated(sentences: Sequence[Sentence], docs: Iterable[Doc], classes: WordClasses) -> list[Annotated]:
    """Return sentences with the syntax of `docs`."""
    return [Annotated(s, doc, tree(doc, classes)) for s, doc in zip(sentences, docs, strict=True)]


def role_space(sentences: Sequence[Sentence]) -> RoleSpace:
    """Return the space of the roles that occur often enough."""
    counts = Counter(role for s in sentences for p in s.predicates for role, _, _ in p.arguments)
    labels = sorted(
        (role for role, n in counts.items() if n >= RARE_ROLE and role != "C-V" and "DSP" not in role),
        key=lambda role: (-counts[role], role),
    )
    known = rolesets()
    themes = Counter(
        role.verbnet[0][1]
        for name in known.names
        for roleset in (known.get(name),)
        if roleset is not None
        for role in roleset.roles
        if role.verbnet
    )
    return RoleSpace(["", *labels], FUNCTIONS, sorted(t for t, _ in themes.most_common(THEMES)))


def seen_senses(data: Sequence[Annotated], least: int = 2) -> tuple[str, ...]:
    """Return what `Senses` takes: the rolesets that occur at least twice with a lemma and kind."""
    kinds = {"NOUN": 1, "PROPN": 1, "ADJ": 2}
    counts = Counter(
        (each.doc[p.index].lemma_.lower(), kinds.get(each.doc[p.index].pos_, 0), p.roleset)
        for each in data
        for p in each.gold.predicates
    )
    kept = [(lemma, kind, -n, name) for (lemma, kind, name), n in counts.items() if n >= least]
    return tuple(f"{lemma}\t{kind}\t{name}" for lemma, kind, _, name in sorted(kept))


#: One pass over the data: (order, weights, squares, seed) -> mean loss; weights and squares change in place.
Pass = Callable[[np.ndarray, np.ndarray, np.ndarray, int], float]


@dataclass(frozen=True, slots=True)
class SoftmaxSettings:
    """How a softmax classifier is trained.

    Attributes
    ----------
    epochs : int
    rate : float
        AdaGrad's learning rate.
    l1 : float
        Strength of the L1 penalty.
    keep : float
        Share of features that dropout keeps.
    least : int
        Features that occur less often are not learned.
    seeds : sequence of int
        A model is trained with each; their weights are averaged.
    prune : float
        Weights that are smaller are dropped.
    """

    epochs: int
    rate: float = 0.1
    l1: float = 0.0
    keep: float = 0.8
    least: int = 2
    seeds: Sequence[int] = (1,)
    prune: float = 0.0


def fit(batch: Batch, columns: np.ndarray, names: Sequence[str], settings: SoftmaxSettings) -> LinearModel:
    """Train a softmax classifier on a batch and freeze it."""
    known, ids = numbered(batch.keys, settings.least)

    def one_pass(order: np.ndarray, weights: np.ndarray, squares: np.ndarray, seed: int) -> float:
        return epoch(
            batch.starts, ids, batch.labels, columns, batch.sets, batch.importance, order, weights,
            squares, settings.rate, settings.l1, settings.keep, seed,
        )  # fmt: skip

    weights = averaged((len(known), len(names)), len(batch.labels), one_pass, settings)
    if len(names) == 2:  # what one class gains is all that counts
        weights[:, 1] -= weights[:, 0]
        weights[:, 0] = 0.0
    return LinearModel.freeze(names, known, weights, settings.prune, 8)


def fit_senses(batch: Batch, groups: np.ndarray, right: np.ndarray, settings: SoftmaxSettings) -> LinearModel:
    """Train a ranker of the rolesets of each group and freeze it."""
    known, ids = numbered(batch.keys, settings.least)

    def one_pass(order: np.ndarray, weights: np.ndarray, squares: np.ndarray, seed: int) -> float:
        return epoch_of_lists(
            batch.starts, ids, groups, right, order, weights, squares,
            settings.rate, settings.l1, settings.keep, seed,
        )  # fmt: skip

    weights = averaged((len(known),), len(groups) - 1, one_pass, settings)
    return LinearModel.freeze(("score",), known, weights[:, None], settings.prune, 8)


def averaged(shape: tuple[int, ...], count: int, one_pass: Pass, settings: SoftmaxSettings) -> np.ndarray:
    """Return the mean of the weights that each seed's passes over `count` cases lead to, for all features."""
    total: np.ndarray | None = None
    for seed in settings.seeds:
        weights, squares = np.zeros(shape, np.float32), np.ones(shape[0], np.float32)
        generator = np.random.default_rng(seed)
        for number in range(settings.epochs):
            loss = one_pass(generator.permutation(count), weights, squares, 1000 * seed + number)
            logger.info("seed %d, epoch %d: loss %.4f", seed, number + 1, loss)
        weights *= np.float32(settings.keep / len(settings.seeds))
        total = weights if total is None else np.add(total, weights, out=total)
    if total is None:
        raise ValueError("no seed to train with")
    return total


def numbered(keys: np.ndarray, least: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the keys that occur at least so often, ascending, and for each place its key's index, or -1.

    (Of some hundred million keys, ``np.unique`` with ``return_inverse`` would take three times the memory.)
    """
    known, counts = np.unique(keys, return_counts=True)
    known = known[counts >= least]
    places = 1 << max(4, 2 * len(known)).bit_length()
    table, rows = np.zeros(places, np.uint32), np.zeros(places, np.int32)
    build_index(known, table, rows)
    ids = np.empty(len(keys), np.int32)
    look_up(table, rows, keys, ids)
    return known, ids


def train_roles(
    complete: Sequence[Annotated],
    gold: Sequence[Annotated],
    partial: Sequence[Annotated],
    space: RoleSpace,
    seeds: Sequence[int] = (1,),
) -> dict[str, LinearModel]:
    """Train the models of roles and of spans; the parameters are those of `train`."""
    batch = cut_rows([*complete, *gold, *partial], space)
    models = {"cut": fit(batch, BINARY, ("no", "yes"), SoftmaxSettings(4, l1=1e-4, prune=0.02))}
    batch, counts = role_rows(complete, space)
    logger.info("arguments: %s", dict(counts))
    for data, importance in ((partial, EXAMPLES), (gold, GOLD)):
        more, counts = role_rows(data, space, importance)
        logger.info("arguments beside: %s", dict(counts))
        batch = merged(batch, more)
        del more
    settings = SoftmaxSettings(4, l1=3e-4, keep=0.7, least=4, prune=0.03, seeds=seeds)
    models["role"] = fit(batch, space.table, space.columns, settings)
    return models


def train(
    complete: Sequence[Annotated],
    gold: Sequence[Annotated],
    partial: Sequence[Annotated],
    space: RoleSpace,
) -> FrameModel:
    """Train a model.

    Parameters
    ----------
    complete : sequence of Annotated
        Sentences whose predicates are all annotated, with the syntax of a parser.
    gold : sequence of Annotated
        The same with the treebank's syntax.
    partial : sequence of Annotated
        Sentences with one predicate each.
    space : RoleSpace
    """
    seen = seen_senses(complete)
    senses = Senses(seen)
    batch, counts = token_rows([*complete, *gold], senses)
    logger.info("predicates: %s", dict(counts))
    models = {"token": fit(batch, BINARY, ("no", "yes"), SoftmaxSettings(5, l1=1e-4, prune=0.02))}
    batch, groups, right, counts = sense_rows([*complete, *gold, *partial], senses)
    logger.info("rolesets: %s", dict(counts))
    settings = SoftmaxSettings(8, l1=1e-3, keep=0.6, least=1, prune=0.02)
    models["sense"] = fit_senses(batch, groups, right, settings)
    models |= train_roles(complete, gold, partial, space, seeds=(1, 2, 3))
    trees = grow_trees(
        complete, gold, lambda some, same: FrameModel(train_roles(some, same, partial, space), space, seen)
    )
    return FrameModel(models, space, seen, trees)


def merged(one: Batch, other: Batch) -> Batch:
    """Return two batches as one."""
    return Batch(
        np.concatenate((one.starts, one.starts[-1] + other.starts[1:])),
        *(
            np.concatenate((getattr(one, name), getattr(other, name)))
            for name in ("keys", "labels", "sets", "importance")
        ),
    )


def read_training(data: Path) -> tuple[list[Sentence], list[Sentence]]:
    """Return the treebank's training sentences, and the frame files' examples but for its dev part."""
    train, counts = join(data / "ewt/en_ewt-ud-train.conllu.xz", data / "propbank_ewt/ewt-train.gold_skel.xz")
    logger.info("treebank: %s", counts)
    dev, _ = join(data / "ewt/en_ewt-ud-dev.conllu.xz", data / "propbank_ewt/ewt-dev.gold_skel.xz")
    held = {" ".join(s.words).lower() for s in dev}
    examples = read_examples(data / "propbank_frames/frames.tar.xz")
    kept = [s for s in examples if " ".join(s.words).lower() not in held and len(s.words) <= LONGEST]
    logger.info("examples: %d of %d", len(kept), len(examples))
    return train, kept


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m symbolic_rc.frames.train", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of data")
    parser.add_argument("--out", type=Path, default=Path("lexicons/frames.lex"))
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    sentences, examples = read_training(options.data)
    space, classes = role_space(sentences), WordClasses()
    complete = annotated(together(sentences), jackknifed_docs(sentences), classes)
    pieces = together(examples)
    partial = annotated(pieces, own_docs(pieces), classes)
    gold = annotated(together(sentences), gold_docs(together(sentences)), classes)
    model = train(complete, gold, partial, space)
    model.write(
        options.out,
        {
            "name": "frames", "version": 1, "licence": "CC BY-SA 4.0", "command": REBUILD,
            "source": "PropBank release and frame files (CC BY-SA 4.0), UD English EWT (CC BY-SA 4.0)",
        },
    )  # fmt: skip
