"""Training of the name finder: novels with gold types, other text with types by seed rules.

Novels (LitBank) say nothing of companies, parties or prizes. For those, names in encyclopedia paragraphs,
news and web text are typed by unambiguous seeds (lists of places, titles, ``Inc.``, ``University``), and a
model over the rest of the name and its neighbours is trained on them; it then types the names that no seed
matches, and is trained once more with those of high confidence (Collins & Singer 1999).
"""

from __future__ import annotations

import csv
import json
import logging
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc

from symbolic_rc.annotate.conllu import Sentence, read_conllu
from symbolic_rc.annotate.names.name_finder import GAZETTEER, TYPES, Candidates, NameModel, candidates
from symbolic_rc.annotate.names.word_lists import (
    BUILT_WORD,
    EVENT_WORD,
    GIVEN,
    ORG_WORD,
    PLACE_WORD,
    TITLE,
)
from symbolic_rc.annotate.view import view_of
from symbolic_rc.lexicon.wordnet import wordnet
from symbolic_rc.models.linear import LinearModel, PerceptronSettings, Rows, train_classifier
from symbolic_rc.train.annotate.raw import FREE_GENRES

log = logging.getLogger(__name__)
_LITBANK = {"PER": "PERSON", "GPE": "GPE", "LOC": "LOC", "FAC": "FAC", "ORG": "ORG", "VEH": "O"}


def gazetteer(data: Path) -> dict[str, int]:
    """Return whole names with their kinds: WordNet's instances, and lists of countries and peoples."""
    out: dict[str, int] = {}

    def add(name: str, kind: str) -> None:
        name = name.strip().lower().replace("_", " ")
        if name:
            out[name] = out.get(name, 0) | GAZETTEER[kind]

    words = wordnet()
    political = {
        synset
        for name in ("administrative district", "municipality", "country", "state", "city", "town")
        for synset in words.synsets(name.replace(" ", "_"), "n")
        if words.lexname(synset) == "noun.location"
    }
    for number in range(words.lemma_count):
        name = words.lemma_name(number)
        for synset in words.synsets(name, "n")[:3]:
            if not words.related(synset, "instance_hypernym"):
                continue
            field = words.lexname(synset)
            above = set(words.related(synset, "instance_hypernym"))
            for parent in list(above):
                above |= set(words.ancestors(parent))
            if field == "noun.location":
                add(name, "GPE" if above & political else "LOC")
            elif field == "noun.object":
                add(name, "LOC")
            elif field == "noun.person":
                add(name, "PERSON")
            elif field == "noun.group":
                add(name, "ORG")
    with zipfile.ZipFile(data / "nltk_data/corpora/gazetteers.zip") as archive:
        for file, kind in (("isocountries", "GPE"), ("nationalities", "NORP")):
            text = archive.read(f"gazetteers/{file}.txt").decode("latin-1")
            for line in text.splitlines():
                add(line.split("(")[0], kind)
                if kind == "NORP":
                    add(line.split("(")[0] + "s", kind)
    for name in (
        "u.s.",
        "u.s",
        "us",
        "usa",
        "u.s.a.",
        "uk",
        "u.k.",
        "united states",
        "america",
        "england",
        "scotland",
    ):
        add(name, "GPE")
    return out


def litbank(data: Path, held_out: bool) -> Iterator[tuple[list[list[str]], dict[tuple[int, int, int], str]]]:
    """Yield LitBank's documents: sentences of words, and named mentions (sentence, start, end) with types.

    Every fifth document, in order of the files' names, is held out for evaluation.
    """
    with tarfile.open(data / "litbank/annotations.tar.xz") as archive:
        names = sorted(
            name for name in archive.getnames() if name.startswith("coref/tsv/") and name.endswith(".ann")
        )
        for number, name in enumerate(names):
            if (number % 5 == 0) != held_out:
                continue
            text = archive.extractfile(name[:-4] + ".txt")
            marks = archive.extractfile(name)
            assert text is not None
            assert marks is not None
            sentences = [line.split() for line in text.read().decode("utf-8").splitlines()]
            mentions = {}
            for line in marks.read().decode("utf-8").splitlines():
                cells = line.split("\t")
                if cells[0] == "MENTION" and cells[8] == "PROP" and cells[2] == cells[4]:
                    mentions[int(cells[2]), int(cells[3]), int(cells[5]) + 1] = _LITBANK[cells[7]]
            yield sentences, mentions


def document_of(nlp: Language, sentences: Sequence[Sequence[str]]) -> Doc:
    """Return the annotated document of given words and sentences."""
    words = [word for sentence in sentences for word in sentence]
    starts: list[bool | int | None] = [i == 0 for sentence in sentences for i in range(len(sentence))]
    doc = Doc(nlp.vocab, words=words, sent_starts=starts)
    for name, component in nlp.pipeline:
        if name != "symbolic_rc_senter":
            doc = component(doc)
    return doc


def other_texts(data: Path, ewt: Sequence[Sentence]) -> Iterator[str]:
    """Yield text outside of novels, of licences that permit learning from it."""
    for article in json.loads((data / "quoref/quoref-dev-v0.1.json").read_text("utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            yield paragraph["context"]
    for name in ("gap-development.tsv", "gap-validation.tsv"):
        with open(data / "gap" / name, encoding="utf-8") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield row["Text"]
    part: list[str] = []
    for sentence in ewt:
        if sentence.document and part:
            yield " ".join(part)
            part = []
        part.append(sentence.text)
    yield " ".join(part)
    with tarfile.open(data / "gum/gum.tar.xz") as archive:
        for file in sorted(archive.getnames()):
            if file.startswith("dep/train/") and file.split("GUM_")[1].split("_")[0] in FREE_GENRES:
                handle = archive.extractfile(file)
                assert handle is not None
                rows = handle.read().decode("utf-8").splitlines()
                yield " ".join(" ".join(sentence.words) for sentence in read_conllu(rows))


def seed_of(found: Candidates, m: int, listed: dict[str, int]) -> str:
    """Return the type that a span's own words make certain, or an empty string."""
    start, end = int(found.spans.starts[m]), int(found.spans.ends[m])
    bits = found.bits
    kinds = listed.get(found.texts[m], 0)
    if end - start > 1 and bits[start] & TITLE:
        return "PERSON"
    if end - start <= 2 and found.following[m] == 1 + GAZETTEER["GPE"] and not bits[start] & GIVEN:
        return "GPE"
    if kinds in (GAZETTEER["GPE"], GAZETTEER["LOC"], GAZETTEER["NORP"], GAZETTEER["ORG"]):
        return next(name for name, bit in GAZETTEER.items() if bit == kinds)
    last = bits[end - 1]
    word = found.words[m]
    if len(word) == 1 and 2 <= len(word[0]) <= 5 and word[0].isupper() and word[0].isalpha() and not kinds:
        return "ORG"
    if end - start > 1:
        for bit, kind in ((EVENT_WORD, "EVENT"), (ORG_WORD, "ORG"), (BUILT_WORD, "FAC"), (PLACE_WORD, "LOC")):
            if last & bit and not last & ~bit & (ORG_WORD | BUILT_WORD | PLACE_WORD | EVENT_WORD):
                return kind
        if bits[start] & ORG_WORD and not bits[start] & (TITLE | GIVEN):
            return "ORG"
        if bits[start] & GIVEN and end - start <= 3 and not last & ~(GIVEN | 1 << 11):
            return "PERSON"
    return ""


def train_names(
    data: Path, nlp: Language, ewt: Sequence[Sentence], *, epochs: int = 6, seeds: Sequence[int] = (1, 2, 3)
) -> NameModel:
    """Train the name finder."""
    listed = gazetteer(data)
    blocks: list[tuple[NDArray[np.uint32], NDArray[np.int64]]] = []
    for sentences, mentions in litbank(data, held_out=False):
        doc = document_of(nlp, sentences)
        view = view_of(doc)
        found = candidates(doc, view, listed)
        offset = np.concatenate([[0], np.cumsum([len(sentence) for sentence in sentences])])
        gold = {(int(offset[s]) + a, int(offset[s]) + b): kind for (s, a, b), kind in mentions.items()}
        own: list[int] = []
        for start, end in zip(found.spans.starts.tolist(), found.spans.ends.tolist(), strict=True):
            kind = gold.get((start, end))
            if kind is None:
                over = [k for (a, b), k in gold.items() if a < end and start < b]
                kind = over[0] if over else "O"
                if not over and listed.get(found.texts[len(own)], 0) == GAZETTEER["NORP"]:
                    kind = "NORP"
            own.append(TYPES.index(kind))
        blocks.append((found.keys, np.array(own, np.int64)))
    log.info("names: %d spans of novels", sum(len(block) for block, _ in blocks))
    seeded: list[tuple[NDArray[np.uint32], NDArray[np.int64]]] = []
    for doc in nlp.pipe(other_texts(data, ewt)):
        found = candidates(doc, view_of(doc), listed)
        kinds = [seed_of(found, m, listed) for m in range(len(found.texts))]
        # one type for one name of a document, by its clearest mention
        best: dict[str, str] = {}
        for text, kind in zip(found.texts, kinds, strict=True):
            if kind:
                best.setdefault(text, kind)
                if kind == "PERSON":
                    best.setdefault(text.split()[-1], kind)
        seeded.append(
            (found.keys, np.array([TYPES.index(best[t]) if t in best else -1 for t in found.texts], np.int64))
        )
    keys = np.concatenate([k for k, _ in seeded])
    labels = np.concatenate([k for _, k in seeded])
    log.info("names: %d of %d other spans have seeds", (labels >= 0).sum(), len(labels))
    generator = np.random.default_rng(1)
    for turn in range(2):
        picked = _balanced(labels, generator)
        training = [*blocks, (keys[picked], labels[picked])]
        # each seeded span a second time without half of its features, so that neighbours are learned
        bare = np.stack([_without(row, generator) for row in keys[picked]])
        training.append((bare, labels[picked]))
        model = _fit(training, epochs, seeds)
        if turn:
            break
        scores = model.scores(_rows(keys))
        order = np.sort(scores[:, 1:], axis=1)
        sure = (labels < 0) & (order[:, -1] - order[:, -2] > np.median(order[:, -1] - order[:, -2]))
        labels = np.where(sure, scores[:, 1:].argmax(axis=1) + 1, labels)
        log.info("names: %d spans typed by the first model", sure.sum())
    return NameModel(model, listed)


def _balanced(
    labels: NDArray[np.int64], generator: np.random.Generator, most: int = 3000
) -> NDArray[np.int64]:
    """Return the places of labelled spans, at most `most` of a type."""
    places = [np.flatnonzero(labels == kind) for kind in range(len(TYPES))]
    return np.sort(
        np.concatenate([np.sort(generator.permutation(found)[:most]) for found in places]).astype(np.int64)
    )


def _without(row: NDArray[np.uint32], generator: np.random.Generator) -> NDArray[np.uint32]:
    """Return a row of features with half of them left out, at random."""
    filled = row[row != 0]
    kept = filled[generator.random(len(filled)) < 0.5]
    out = np.zeros_like(row)
    out[: len(kept)] = kept
    return out


def _rows(keys: NDArray[np.uint32]) -> Rows:
    filled = keys != 0
    starts = np.concatenate([[0], np.cumsum(filled.sum(axis=1))]).astype(np.int64)
    return Rows(starts, keys[filled], np.ones(int(starts[-1]), np.float32))


def _fit(
    training: Iterable[tuple[NDArray[np.uint32], NDArray[np.int64]]], epochs: int, seeds: Sequence[int]
) -> LinearModel:
    listed = list(training)
    keys = np.concatenate([k for k, _ in listed])
    labels = np.concatenate([k for _, k in listed])
    settings = PerceptronSettings(epochs, seeds, margin=5.0, prune=0.3, bits=8)
    return train_classifier(_rows(keys), labels, TYPES, settings)
