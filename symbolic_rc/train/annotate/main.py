"""Rebuild the annotation models: ``python -m symbolic_rc.train annotate --data DIR --out lexicons``."""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from symbolic_rc.annotate.conllu import Sentence, read_treebank
from symbolic_rc.annotate.parser.parse_model import ParseModel
from symbolic_rc.annotate.tagger.lemmas import learn_lemmas
from symbolic_rc.annotate.tagger.tag_model import TagModel
from symbolic_rc.annotate.words import REBUILD, WordTable
from symbolic_rc.core.arrays import Array, Ints
from symbolic_rc.core.files.container import Container, pack_strings, read_container, write_container
from symbolic_rc.core.forks import cached_property
from symbolic_rc.lexicon.wordnet import wordnet
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.train.annotate import parser as parsers
from symbolic_rc.train.annotate import reranking, retagging
from symbolic_rc.train.annotate import tagger as taggers
from symbolic_rc.train.annotate.parser import train_beam
from symbolic_rc.train.annotate.questions import make_questions
from symbolic_rc.train.annotate.raw import count_raw, gum_documents

log = logging.getLogger(__name__)
EWT = "UD English EWT (CC BY-SA 4.0)"
TREEBANKS = EWT + "; GUM (annotations CC BY 4.0; genres whose text is CC BY or CC BY-SA)"
RAW = EWT + "; public-domain novels, NarrativeQA stories, FairytaleQA, Quoref, GAP (clusters)"
NAMES = (
    "LitBank and Quoref (CC BY 4.0), GAP (Apache-2.0), UD English EWT (CC BY-SA 4.0), GUM; "
    "WordNet 3.0; public-domain lists of countries and nationalities"
)

#: The labels of irregular forms, by WordNet's letter of their part of speech.
_IRREGULAR = {"v": ("VBD|VERB", "VBN|VERB"), "n": ("NNS|NOUN",), "a": ("JJR|ADJ", "JJS|ADJ")}


def irregular(known: list[str]) -> dict[tuple[str, str], str]:
    """Return lemmas of irregular forms among the known words, with their labels, by WordNet's exceptions."""
    words, listed = wordnet(), set(known)
    out: dict[tuple[str, str], str] = {}
    for form in known:
        for part, labels in _IRREGULAR.items():
            bases = [base for base in words.irregular(form, part) if base in listed and base != form]
            for label in labels if bases and not form.endswith("ing") else ():
                out[form, label] = bases[0]
    return out


@dataclass(frozen=True)
class Models:
    """The models in a folder, and what trains them from another; parts build on those before them."""

    data: Path
    out: Path

    @cached_property
    def train(self) -> list[Sentence]:
        """EWT's training sentences."""
        return read_treebank(self.data / "ewt/en_ewt-ud-train.conllu.xz")

    @cached_property
    def dev(self) -> list[Sentence]:
        """EWT's development sentences."""
        return read_treebank(self.data / "ewt/en_ewt-ud-dev.conllu.xz")

    @cached_property
    def gum(self) -> list[Sentence]:
        """GUM's training sentences."""
        return list(chain(*gum_documents(self.data)))

    @cached_property
    def labels(self) -> list[str]:
        """The joint labels."""
        return taggers.joint_labels(self.train)

    @cached_property
    def table(self) -> WordTable:
        """The word table of the folder."""
        return WordTable(self._read("words"))

    @cached_property
    def tagger(self) -> TagModel:
        """The tagger of the folder."""
        return TagModel(LinearModel.of(self._read("tagger")))

    def _read(self, name: str) -> Container:
        return read_container(self.out / f"annotate_{name}.lex")

    def _write(
        self, name: str, source: str, arrays: Mapping[str, Array], kinds: str = "", *scores: float
    ) -> None:
        """Write a model with its scores, of the kinds that are listed."""
        named = zip(kinds.split(), scores, strict=True)
        rounded = {f"EWT dev {key}": round(value, 4) for key, value in named}
        log.info("%s: %s", name, rounded)
        about = {
            "name": f"annotate_{name}", "version": 1, "source": source, "licence": "CC BY-SA 4.0",
            "command": f"{REBUILD} --out lexicons", "scores": rounded,
        }  # fmt: skip
        write_container(self.out / f"annotate_{name}.lex", about, dict(arrays))

    def words(self) -> None:
        """Build the word list and the lemmas."""
        raw = count_raw(self.data)
        self._write("words", RAW, taggers.word_arrays(raw, self.train, self.labels))
        rows = (zip(s.words, taggers.joint_tags([s]), s.lemmas, s.feats, strict=True) for s in self.train)
        lemmas = learn_lemmas(chain.from_iterable(rows), raw.words, irregular(raw.words))
        self._write("lemmas", RAW + "; WordNet 3.0 (irregular forms)", lemmas.arrays())

    def tag(self) -> None:
        """Train the tagger."""
        sentences = [*self.train, *taggers.recased(self.train, 0.06, 0.03)]
        model = taggers.train_tagger(self.table, sentences, self.labels)
        scores = taggers.scores(model, self.table, self.dev)
        self._write("tagger", EWT, model.linear.arrays(), "UPOS XPOS", *scores)

    @cached_property
    def parser_examples(self) -> tuple[list[Sentence], Ints]:
        """The sentences and tags that parsers are trained on: treebanks, and questions made from them."""
        own = taggers.jackknifed(self.table, self.train, self.labels, seeds=(1,), epochs=5)
        tags = np.concatenate([*own, self.tagger.tag(self.table, [s.words for s in self.gum])])
        questions, their_tags = make_questions([*self.train, *self.gum], tags, self.labels)
        return [*self.train, *self.gum, *questions], np.concatenate([tags, their_tags])

    def _write_parser(self, name: str, model: ParseModel, arrays: Mapping[str, Array]) -> None:
        tags = self.tagger.tag(self.table, [sentence.words for sentence in self.dev])
        scores = parsers.scores(model, self.table, self.dev, tags, self.labels)
        self._write(name, TREEBANKS, arrays, "UAS LAS", *scores)

    def parse(self) -> None:
        """Train the greedy parser."""
        model = parsers.train_parser(self.table, *self.parser_examples, self.labels)
        self._write_parser("parser", model, model.moves.arrays("moves.") | model.arcs.arrays("arcs."))

    def search(self) -> None:
        """Train the parser with a beam."""
        arcs = LinearModel.of(self._read("parser"), "arcs.")
        model = train_beam(self.table, *self.parser_examples, self.labels, arcs)
        self._write_parser("parser_best", model, model.moves.arrays("moves."))

    def rerank(self) -> None:
        """Train the reranker of parses."""
        table, tagger = self.table, self.tagger
        names = tagger.linear.classes
        folds = taggers.leaving_out(table, self.train, names, seeds=(1,), epochs=5)
        own = [reranking.tag_sentences(model, table, held) for model, held in folds]
        sequences = reranking.joined([*own, reranking.tag_sentences(tagger, table, self.gum)])
        arcs = LinearModel.of(self._read("parser"), "arcs.")
        moves = LinearModel.of(self._read("parser_best"), "moves.")
        sentences = [*self.train, *self.gum]
        found = reranking.held_out_trees(table, sentences, sequences, names, arcs)
        model = reranking.train_reranker(table, sentences, found, names, ParseModel(moves, arcs))
        tagged = reranking.tag_sentences(tagger, table, self.dev)
        scores = reranking.scores(model, table, self.dev, tagged, names)
        self._write("reranker", TREEBANKS, model.weights.arrays(), "UPOS UAS LAS", *scores)

    def retag(self) -> None:
        """Train the retagger."""
        names, settings = self.tagger.linear.classes, retagging.RetaggerSettings()
        folds = list(retagging.unseen_folds(self._read("words"), self.train, names, settings))
        model = retagging.train_retagger(folds, retagging.counts_of(self.table, self.train, names), settings)
        scores = retagging.scores(model, retagging.fold_of(self.tagger, self.table, self.dev))
        self._write("retagger", EWT, model.arrays(), "UPOS XPOS", *scores)

    def names(self) -> None:
        """Train the name finder."""
        os.environ["SYMBOLIC_RC_LEXICONS"] = str(self.out)
        from symbolic_rc.annotate.pipeline import pipeline
        from symbolic_rc.train.annotate.names import train_names

        nlp = pipeline(disable=["symbolic_rc_ner", "symbolic_rc_parser", "symbolic_rc_lemmatizer"])
        model = train_names(self.data, nlp, self.train)
        listed = sorted(model.gazetteer)
        bits = np.array([model.gazetteer[name] for name in listed], np.uint8)
        arrays = {**model.linear.arrays(), **pack_strings("gazetteer", listed), "gazetteer.bits": bits}
        self._write("names", NAMES, arrays)


#: The steps, in order.
STEPS = {
    "words": Models.words, "tagger": Models.tag, "parser": Models.parse, "best": Models.search,
    "reranker": Models.rerank, "retagger": Models.retag, "names": Models.names,
}  # fmt: skip


def main(options: argparse.Namespace) -> None:
    """Train, write and score."""
    models = Models(options.data, options.out)
    for name, step in STEPS.items():
        if not options.parts or name in options.parts.split(","):
            step(models)
