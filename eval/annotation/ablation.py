"""Ablation of sources, features, learners and rules.

``python -m eval.annotation.ablation --data DIR [--only TEXT]``.

Small models (one seed), on gold tokens, each with one thing more than the one before; then the shipped ones,
and these with the rules that correct tags and trees.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language

from eval.annotation.page import percent, rows_of
from eval.annotation.treebanks import gold_token_table, gum_dev
from symbolic_rc.annotate import pipeline
from symbolic_rc.annotate.conllu import Sentence, read_treebank
from symbolic_rc.annotate.parser.parse_model import parse_model
from symbolic_rc.annotate.parser.reranking import TEMPERATURE, THOROUGH, reranker
from symbolic_rc.annotate.pipeline import classical
from symbolic_rc.annotate.tagger.retagging import linear_scores, numbers_of, retagger
from symbolic_rc.annotate.tagger.tag_model import tag_model
from symbolic_rc.annotate.words import COARSE, FINE, WordTable, word_table
from symbolic_rc.train.annotate import parser as parsers
from symbolic_rc.train.annotate import reranking, retagging
from symbolic_rc.train.annotate import tagger as taggers
from symbolic_rc.train.annotate.parser import ParserSettings, train_beam, train_parser
from symbolic_rc.train.annotate.raw import gum_documents

_ONE = ParserSettings(seeds=(1,))
#: A temperature at which the most probable tree has the minimum risk.
MOST_PROBABLE = 1e-6


class WithoutClusters:
    """A word table whose words are in no cluster.

    Parameters
    ----------
    table : WordTable
    """

    def __init__(self, table: WordTable) -> None:
        self._table = table

    def codes(self, forms: Sequence[str]) -> NDArray[np.uint32]:
        """Return the codes of each form, those of clusters 0."""
        return self.both(forms)[0]

    def both(self, forms: Sequence[str]) -> tuple[NDArray[np.uint32], NDArray[np.int32]]:
        """Return these codes, and the labels that forms always have."""
        codes, fixed = self._table.both(forms)
        codes[:, [FINE, COARSE]] = 0
        return codes, fixed


def rows(data: Path) -> dict[str, Callable[[], list[float | None]]]:
    """Return what finds the figures of each row, by its title; models are trained when it is called."""
    table, tagger, names = word_table(), tag_model(), tag_model().linear.classes
    plain: WordTable = WithoutClusters(table)  # type: ignore[assignment]
    train, gum = read_treebank(data / "ewt/en_ewt-ud-train.conllu.xz"), list(chain(*gum_documents(data)))
    both = [*train, *gum]
    ewt, other = read_treebank(data / "ewt/en_ewt-ud-dev.conllu.xz"), gum_dev(data)
    judged = [(part, tagger.tag(table, [s.words for s in part])) for part in (ewt, other)]

    @cache
    def tags() -> NDArray[np.int32]:
        own = taggers.jackknifed(table, train, names, seeds=(1,), epochs=5)
        return np.concatenate([*own, tagger.tag(table, [s.words for s in gum])])

    def tagging(by: WordTable) -> list[float | None]:
        again = [*train, *taggers.recased(train, 0.06, 0.03)]
        model = taggers.train_tagger(by, again, names, seeds=(1,))
        return [taggers.scores(model, by, ewt)[0], *[None] * 4]

    def parsing(model: parsers.ParseModel, by: WordTable = table) -> list[float | None]:
        return [None, *(x for part, own in judged for x in parsers.scores(model, by, part, own, names))]

    def taught(by: WordTable, sentences: Sequence[Sentence]) -> list[float | None]:
        words = sum(len(sentence.words) for sentence in sentences)
        return parsing(train_parser(by, sentences, tags()[:words], names, _ONE), by)

    def corrected(nlp: Language) -> list[float | None]:
        found = [gold_token_table(nlp, part) for part in (ewt, other)]
        return [found[0]["UPOS"], *(t[column] for t in found for column in ("UAS", "LAS"))]

    def retagging_scores(trees: bool) -> list[float | None]:
        fold = retagging.fold_of(tagger, table, ewt)
        if trees:
            return [retagging.scores(retagger(), fold)[0], *[None] * 4]
        (_, uds, _), best = numbers_of(names), linear_scores(fold.inputs, retagger().weights).best
        return [float(((uds[best] == uds[fold.gold]) & (fold.gold >= 0)).mean()), *[None] * 4]

    def searching() -> list[float | None]:
        return parsing(train_beam(table, both, tags(), names, parse_model().arcs))

    def comparing(readings: int, temperature: float = MOST_PROBABLE) -> list[float | None]:
        found: list[float | None] = []
        chooser = replace(reranker(), temperature=temperature)
        for part in (ewt, other):
            tags, lost = reranking.tag_sentences(tagger, table, part)
            lost[readings:] = np.inf
            found += reranking.scores(chooser, table, part, (tags, lost), names)
        return [*found[:3], *found[4:]]

    most = THOROUGH.sequences
    return {
        "tagger without clusters": lambda: tagging(plain),
        "tagger with clusters": lambda: tagging(table),
        "parser, EWT": lambda: taught(plain, train),
        "parser, and GUM's free genres": lambda: taught(plain, both),
        "parser, and clusters": lambda: taught(table, both),
        "shipped: three seeds, two seeds": lambda: [
            taggers.scores(tagger, table, ewt)[0],
            *parsing(parse_model())[1:],
        ],
        "and rules": lambda: corrected(pipeline("classical:quick")),
        "beam search, without questions made from statements": searching,
        "shipped: beam search, with them": lambda: parsing(parse_model(best=True)),
        "beam search and rules": lambda: corrected(classical(searched=1 << 62, reranked=0, retagged=0)),
        "best: tags are re-tagged, with the labels on both sides": lambda: retagging_scores(False),
        "best: and boosted trees rerank those of low confidence": lambda: retagging_scores(True),
        "best: whole trees over one tag sequence are reranked": lambda: comparing(1),
        "best: and over others": lambda: comparing(most),
        "shipped, best: minimum Bayes risk": lambda: comparing(most, TEMPERATURE),
        "best: re-tagging, reranking and rules": lambda: corrected(pipeline("classical:best")),
        "shipped, usual: the same with fewer trees and tag sequences": lambda: corrected(
            classical(reranked=1 << 62, retagged=1 << 62)
        ),
    }


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(prog="python -m eval.annotation.ablation", description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--only", default="", metavar="TEXT", help="rows with this in their title")
    args = options.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    head = ["model", "EWT dev UPOS", "EWT dev UAS", "EWT dev LAS", "GUM dev UAS", "GUM dev LAS"]
    print(rows_of(head, []), end="")
    for title, find in rows(args.data).items():
        if args.only in title:
            print(f"| {title} | {' | '.join(map(percent, find()))} |", flush=True)


if __name__ == "__main__":
    main()
