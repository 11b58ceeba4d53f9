"""What each source, feature and rule is worth to tags and trees: ``python -m eval.annotation --ablate``.

Small models (one seed), on gold tokens, each with one thing more than the one before; then the shipped ones,
and these with the rules that mend tags and trees.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from eval.annotation.treebanks import gold_token_table, gum_dev
from symbolic_rc.annotate import pipeline
from symbolic_rc.annotate.conllu import read_treebank
from symbolic_rc.annotate.parser.dependency_parser import parse_model
from symbolic_rc.annotate.tagger.tagger import tag_model
from symbolic_rc.annotate.train import parser as parsers
from symbolic_rc.annotate.train import tagger as taggers
from symbolic_rc.annotate.train.__main__ import gum_sentences
from symbolic_rc.annotate.train.parser import ParserSettings, train_parser
from symbolic_rc.annotate.words import COARSE, FINE, WordTable, word_table

#: What is kept between a run of the ablation and the writing of the page.
KEPT = Path(__file__).with_name("ablation.json")
_ONE = ParserSettings(seeds=(1,))

#: A row: its title, UPOS on EWT dev, UAS and LAS there and on GUM dev.
Row = tuple[str, list[float | None]]


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

    def fixed(self, forms: Sequence[str]) -> NDArray[np.int32]:
        """Return the labels that forms always have."""
        return self._table.fixed(forms)

    def both(self, forms: Sequence[str]) -> tuple[NDArray[np.uint32], NDArray[np.int32]]:
        """Return both."""
        codes, fixed = self._table.both(forms)
        codes[:, [FINE, COARSE]] = 0
        return codes, fixed


def rows(data: Path) -> Iterator[Row]:
    """Train the models and yield their rows."""
    table, tagger, names = word_table(), tag_model(), tag_model().linear.classes
    plain: WordTable = WithoutClusters(table)  # type: ignore[assignment]
    train, gum = read_treebank(data / "ewt/en_ewt-ud-train.conllu.xz"), gum_sentences(data)
    ewt, other = read_treebank(data / "ewt/en_ewt-ud-dev.conllu.xz"), gum_dev(data)
    judged = [(part, tagger.tag(table, [s.words for s in part])) for part in (ewt, other)]

    def of(model: parsers.ParseModel, by: WordTable) -> list[float | None]:
        return [x for part, tags in judged for x in parsers.scores(model, by, part, tags, names)]

    again = [*train, *taggers.recased(train, 0.06, 0.03)]
    for title, by in (("tagger without clusters", plain), ("tagger with clusters", table)):
        model = taggers.train_tagger(by, again, names, seeds=(1,))
        yield title, [taggers.scores(model, by, ewt)[0], *[None] * 4]
    own = np.concatenate(taggers.jackknifed(table, train, names, seeds=(1,), epochs=5))
    more = np.concatenate([own, tagger.tag(table, [s.words for s in gum])])
    both = [*train, *gum]
    yield "parser, EWT", [None, *of(train_parser(plain, train, own, names, _ONE), plain)]
    yield "parser, and GUM's free genres", [None, *of(train_parser(plain, both, more, names, _ONE), plain)]
    yield "parser, and clusters", [None, *of(train_parser(table, both, more, names, _ONE), table)]
    yield (
        "shipped: three seeds, two seeds",
        [taggers.scores(tagger, table, ewt)[0], *of(parse_model(), table)],
    )
    nlp = pipeline()
    found = [gold_token_table(nlp, part) for part in (ewt, other)]
    yield "and rules that mend them", [found[0]["UPOS"], *(t[name] for t in found for name in ("UAS", "LAS"))]


def run(data: Path) -> None:
    """Train, and keep the figures."""
    kept: list[Row] = []
    for row in rows(data):
        kept.append(row)
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
