"""Rebuild every annotation model: ``python -m symbolic_rc.train annotate --data DIR --out lexicons``."""

from __future__ import annotations

import argparse
import logging
import os
import tarfile
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence, read_conllu, read_treebank
from symbolic_rc.annotate.parser.parse_model import WIDTH, ParseModel
from symbolic_rc.annotate.parser.relabelling import Relabeller
from symbolic_rc.annotate.parser.reranking import Reranker
from symbolic_rc.annotate.tagger.lemmas import learn_lemmas
from symbolic_rc.annotate.tagger.retagging import Retagger
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.core.files.container import pack_strings, read_container, write_container
from symbolic_rc.lexicon.wordnet import wordnet
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.train.annotate import parser as parsers
from symbolic_rc.train.annotate import relabelling, reranking, retagging
from symbolic_rc.train.annotate import tagger as taggers
from symbolic_rc.train.annotate.beam import train_beam
from symbolic_rc.train.annotate.questions import make_questions
from symbolic_rc.train.annotate.raw import FREE_GENRES, count_raw

log = logging.getLogger("symbolic_rc.train.annotate")
COMMAND = "python -m symbolic_rc.train annotate --data DIR --out lexicons"
SOURCES = "UD English EWT (CC BY-SA 4.0)"
TREEBANKS = SOURCES + "; GUM (annotations CC BY 4.0; genres whose text is CC BY or CC BY-SA)"

#: The labels of irregular forms, by WordNet's letter of their part of speech.
_IRREGULAR = {"v": ("VBD|VERB", "VBN|VERB"), "n": ("NNS|NOUN",), "a": ("JJR|ADJ", "JJS|ADJ")}


def gum_sentences(data: Path) -> list[Sentence]:
    """Return GUM's training sentences of the genres whose text is CC BY or CC BY-SA (heads only)."""
    out: list[Sentence] = []
    with tarfile.open(data / "gum/gum.tar.xz") as archive:
        for name in sorted(archive.getnames()):
            if name.startswith("dep/train/") and name.split("GUM_")[1].split("_")[0] in FREE_GENRES:
                file = archive.extractfile(name)
                if file is not None:
                    out += read_conllu(StringIO(file.read().decode("utf-8")), name)
    return out


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


def train_reranker(
    data: Path, out: Path, table: WordTable, train: Sequence[Sentence], dev: Sequence[Sentence]
) -> tuple[Reranker, dict[str, float]]:
    """Train the reranker of the parser in `out`; return it with its scores."""
    tagger, gum = taggers.load(taggers.path_of(out, "tagger")), gum_sentences(data)
    names = tagger.linear.classes
    folds = taggers.leaving_out(table, train, names, seeds=(1,), epochs=5)
    own = [reranking.tag_sentences(model, table, held) for model, held in folds]
    sequences = reranking.joined([*own, reranking.tag_sentences(tagger, table, gum)])
    arcs = LinearModel.of(read_container(taggers.path_of(out, "parser")), "arcs.")
    moves = LinearModel.of(read_container(taggers.path_of(out, "parser_best")), "moves.")
    sentences = [*train, *gum]
    found = reranking.held_out_trees(table, sentences, sequences, names, arcs)
    model = reranking.train_reranker(table, sentences, found, names, ParseModel(moves, arcs))
    scores = reranking.scores(model, table, dev, reranking.tag_sentences(tagger, table, dev), names)
    return model, dict(zip(("EWT dev UPOS", "EWT dev UAS", "EWT dev LAS"), scores, strict=True))


def train_relabeller(
    data: Path, out: Path, table: WordTable, train: Sequence[Sentence], dev: Sequence[Sentence]
) -> tuple[Relabeller, dict[str, float]]:
    """Train the relabeller of the parsers in `out`; return it with its scores."""
    tagger, gum = taggers.load(taggers.path_of(out, "tagger")), gum_sentences(data)
    names = tagger.linear.classes
    own = taggers.jackknifed(table, train, names, seeds=(1,), epochs=5)
    tags = np.concatenate([*own, tagger.tag(table, [sentence.words for sentence in gum])])
    arcs = LinearModel.of(read_container(taggers.path_of(out, "parser")), "arcs.")
    moves = LinearModel.of(read_container(taggers.path_of(out, "parser_best")), "moves.")
    examples = list(relabelling.unseen_examples(table, [*train, *gum], tags, names, arcs.classes))
    model = relabelling.train_relabeller(arcs, examples)
    found, parser = tagger.tag(table, [sentence.words for sentence in dev]), ParseModel(moves, arcs, WIDTH)
    uas, las = relabelling.scores(model, parser, table, dev, found, names)
    return model, {"EWT dev UAS": uas, "EWT dev LAS": las}


def train_retagger(
    out: Path, train: Sequence[Sentence], dev: Sequence[Sentence]
) -> tuple[Retagger, dict[str, float]]:
    """Train the retagger of the tagger in `out`; return it with its scores."""
    tagger, words = (
        taggers.load(taggers.path_of(out, "tagger")),
        read_container(taggers.path_of(out, "words")),
    )
    names, table, settings = tagger.linear.classes, WordTable(words), retagging.RetaggerSettings()
    folds = list(retagging.unseen_folds(words, train, names, settings))
    model = retagging.train_retagger(folds, retagging.counts_of(table, train, names), settings)
    upos, xpos = retagging.scores(model, retagging.fold_of(tagger, table, dev))
    return model, {"EWT dev UPOS": upos, "EWT dev XPOS": xpos}


def main() -> None:
    """Train, write and score."""
    options = argparse.ArgumentParser(prog="python -m symbolic_rc.train annotate", description=__doc__)
    options.add_argument("--data", type=Path, required=True, help="the folder of treebanks and raw text")
    options.add_argument("--out", type=Path, required=True, help="where the models go")
    options.add_argument(
        "--parts",
        default="words,tagger,lemmas,parser,best,reranker,relations,retagger,names",
        help="which to rebuild",
    )
    args = options.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parts, out, data = args.parts.split(","), args.out, args.data
    train = read_treebank(data / "ewt/en_ewt-ud-train.conllu.xz")
    dev = read_treebank(data / "ewt/en_ewt-ud-dev.conllu.xz")
    labels = taggers.joint_labels(train)

    def about(name: str, source: str, scores: dict[str, float]) -> dict[str, object]:
        rounded = {key: round(value, 4) for key, value in scores.items()}
        log.info("%s: %s", name, rounded)
        return {
            "name": name, "version": 1, "source": source, "licence": "CC BY-SA 4.0",
            "command": COMMAND, "scores": rounded,
        }  # fmt: skip

    words = taggers.path_of(out, "words")
    if "words" in parts:
        raw = count_raw(data)
        source = SOURCES + "; public-domain novels, NarrativeQA stories, FairytaleQA, Quoref, GAP (clusters)"
        arrays = taggers.word_arrays(raw, train, labels)
        write_container(words, about("annotate_words", source, {}), arrays)
        model = learn_lemmas(
            [
                (form, f"{xtag}|{tag}", lemma, feats)
                for s in train
                for form, xtag, tag, lemma, feats in zip(
                    s.words, s.xtags, s.tags, s.lemmas, s.feats, strict=True
                )
            ],
            raw.words,
            irregular(raw.words),
        )
        source += "; WordNet 3.0 (irregular forms)"
        write_container(taggers.path_of(out, "lemmas"), about("annotate_lemmas", source, {}), model.arrays())
    table = WordTable(read_container(words))
    if "tagger" in parts:
        again = [*train, *taggers.recased(train, 0.06, 0.03)]
        tagger = taggers.train_tagger(table, again, labels)
        upos, xpos = taggers.scores(tagger, table, dev)
        scores = {"EWT dev UPOS": upos, "EWT dev XPOS": xpos}
        write_container(
            taggers.path_of(out, "tagger"), about("annotate_tagger", SOURCES, scores), tagger.linear.arrays()
        )
    if "parser" in parts or "best" in parts:
        tagger = taggers.load(taggers.path_of(out, "tagger"))
        gum = gum_sentences(data)
        own = taggers.jackknifed(table, train, labels, seeds=(1,), epochs=5)
        tags = np.concatenate([*own, tagger.tag(table, [sentence.words for sentence in gum])])
        made, made_tags = make_questions([*train, *gum], tags, labels)
        sentences, tags = [*train, *gum, *made], np.concatenate([tags, made_tags])
        found = tagger.tag(table, [sentence.words for sentence in dev])

        def write(name: str, parser: ParseModel, arrays: dict[str, NDArray[Any]]) -> None:
            uas, las = parsers.scores(parser, table, dev, found, labels)
            scores = {"EWT dev UAS": uas, "EWT dev LAS": las}
            write_container(taggers.path_of(out, name), about(f"annotate_{name}", TREEBANKS, scores), arrays)

        if "parser" in parts:
            parser = parsers.train_parser(table, sentences, tags, labels)
            write("parser", parser, {**parser.moves.arrays("moves."), **parser.arcs.arrays("arcs.")})
        if "best" in parts:
            arcs = LinearModel.of(read_container(taggers.path_of(out, "parser")), "arcs.")
            parser = train_beam(table, sentences, tags, labels, arcs)
            write("parser_best", parser, parser.moves.arrays("moves."))
    if "reranker" in parts:
        chooser, scores = train_reranker(data, out, table, train, dev)
        path = taggers.path_of(out, "reranker")
        write_container(path, about("annotate_reranker", TREEBANKS, scores), chooser.weights.arrays())
    if "relations" in parts:
        looker, scores = train_relabeller(data, out, table, train, dev)
        path = taggers.path_of(out, "relations")
        write_container(path, about("annotate_relations", TREEBANKS, scores), looker.weights.arrays())
    if "retagger" in parts:
        again_, scores = train_retagger(out, train, dev)
        about_it = about("annotate_retagger", SOURCES, scores)
        write_container(taggers.path_of(out, "retagger"), about_it, again_.arrays())
    if "names" in parts:
        os.environ["SYMBOLIC_RC_LEXICONS"] = str(out)
        from symbolic_rc.annotate.pipeline import pipeline
        from symbolic_rc.train.annotate.names import train_names

        finder = train_names(
            data, pipeline(disable=["symbolic_rc_ner", "symbolic_rc_parser", "symbolic_rc_lemmatizer"]), train
        )
        listed = sorted(finder.gazetteer)
        write_container(
            taggers.path_of(out, "names"),
            about(
                "annotate_names",
                "LitBank and Quoref (CC BY 4.0), GAP (Apache-2.0), UD English EWT (CC BY-SA 4.0), GUM; "
                "WordNet 3.0; public-domain lists of countries and nationalities",
                {},
            ),
            {
                **finder.linear.arrays(),
                **pack_strings("gazetteer", listed),
                "gazetteer.bits": np.array([finder.gazetteer[name] for name in listed], np.uint8),
            },
        )


if __name__ == "__main__":
    main()
