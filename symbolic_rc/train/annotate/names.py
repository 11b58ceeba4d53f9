"""Training of the name finder: novels with gold types, other text with types by seed rules.

Novels (LitBank) say nothing of companies, parties or prizes. For those, names in encyclopedia paragraphs,
news and web text are typed by unambiguous seeds (lists of places, titles, ``Inc.``, ``University``), and a
model over the rest of the name and its neighbours is trained on them; it then types the names that no seed
matches, and is trained once more with those of high confidence (Collins & Singer 1999).
"""

from __future__ import annotations

import logging
import zipfile
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.names.name_finder import GAZETTEER, TYPES, NameCandidates, NameModel, candidates
from symbolic_rc.annotate.names.word_lists import BUILT_WORD, EVENT_WORD, GIVEN, ORG_WORD, PLACE_WORD, TITLE
from symbolic_rc.annotate.view import view_of
from symbolic_rc.core.arrays import Hashes, Longs
from symbolic_rc.lexicon.wordnet import wordnet
from symbolic_rc.models.linear import PerceptronSettings, Rows, train_classifier
from symbolic_rc.train.annotate.raw import archive_texts, gum_documents, paragraphs

log = logging.getLogger(__name__)
#: The kinds of names by WordNet's files; places that are no political units are locations.
_FIELDS = {"noun.location": "GPE", "noun.object": "LOC", "noun.person": "PERSON", "noun.group": "ORG"}
_COUNTRIES = (
    "u.s.", "u.s", "us", "usa", "u.s.a.", "uk", "u.k.", "united states", "america", "england", "scotland",
)  # fmt: skip
#: Kinds of listed names that make their type certain, where it is the only one.
_CLEAR = {GAZETTEER[name]: name for name in ("GPE", "LOC", "NORP", "ORG")}
#: What the last word of a name tells of it, strongest first.
_LAST_WORDS = {EVENT_WORD: "EVENT", ORG_WORD: "ORG", BUILT_WORD: "FAC", PLACE_WORD: "LOC"}
_LAST = ORG_WORD | BUILT_WORD | PLACE_WORD | EVENT_WORD
#: Features of spans, and their types' numbers, -1 where unknown.
_Labelled = tuple[Hashes, Longs]
_LITBANK = {"PER": "PERSON", "GPE": "GPE", "LOC": "LOC", "FAC": "FAC", "ORG": "ORG", "VEH": "O"}


def gazetteer(data: Path) -> dict[str, int]:
    """Return whole names with their kinds: WordNet's instances, and lists of countries and peoples."""
    out: dict[str, int] = {}
    for name, kind in chain(_wordnet_names(), _listed_names(data), zip(_COUNTRIES, repeat("GPE"))):
        if name := name.strip().lower().replace("_", " "):
            out[name] = out.get(name, 0) | GAZETTEER[kind]
    return out


def _wordnet_names() -> Iterator[tuple[str, str]]:
    """Yield the names among WordNet's instances, with their kinds."""
    words = wordnet()
    units = "administrative_district municipality country state city town".split()
    senses = chain.from_iterable(words.synsets(name, "n") for name in units)
    political = {synset for synset in senses if words.lexname(synset) == "noun.location"}
    for name in words.names:
        for synset in words.synsets(name, "n")[:3]:
            parents = words.related(synset, "instance_hypernym")
            kind = _FIELDS.get(words.lexname(synset))
            if not parents or kind is None:
                continue
            above = {*parents, *chain(*map(words.ancestors, parents))}
            yield name, "LOC" if kind == "GPE" and not above & political else kind


def _listed_names(data: Path) -> Iterator[tuple[str, str]]:
    """Yield countries, and peoples in both numbers, with their kinds."""
    with zipfile.ZipFile(data / "nltk_data/corpora/gazetteers.zip") as archive:
        for file, kind, endings in (("isocountries", "GPE", ("",)), ("nationalities", "NORP", ("", "s"))):
            for line in archive.read(f"gazetteers/{file}.txt").decode("latin-1").splitlines():
                for ending in endings:
                    yield line.split("(")[0] + ending, kind


def litbank(data: Path, held_out: bool) -> Iterator[tuple[list[list[str]], dict[tuple[int, int, int], str]]]:
    """Yield LitBank's documents: sentences of words, and named mentions (sentence, start, end) with types.

    Every fifth document, in order of the files' names, is held out for evaluation.
    """
    files = dict(archive_texts(data / "litbank/annotations.tar.xz", "coref/tsv/"))
    names = [name.removesuffix(".ann") for name in files if name.endswith(".ann")]
    for number, name in enumerate(names):
        if (number % 5 == 0) != held_out:
            continue
        sentences = [line.split() for line in files[f"{name}.txt"].splitlines()]
        mentions = {}
        for line in files[f"{name}.ann"].splitlines():
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
    yield from paragraphs(data)
    part: list[str] = []
    for sentence in ewt:
        if sentence.document and part:
            yield " ".join(part)
            part = []
        part.append(sentence.text)
    yield " ".join(part)
    for document in gum_documents(data):
        yield " ".join(" ".join(sentence.words) for sentence in document)


def seed_of(found: NameCandidates, m: int, listed: dict[str, int]) -> str:
    """Return the type that a span's own words make certain, or an empty string."""
    start, end, bits = int(found.starts[m]), int(found.ends[m]), found.bits
    kinds = listed.get(found.texts[m], 0)
    if end - start > 1 and bits[start] & TITLE:
        return "PERSON"
    if end - start <= 2 and found.following[m] == 1 + GAZETTEER["GPE"] and not bits[start] & GIVEN:
        return "GPE"
    if kinds in _CLEAR:
        return _CLEAR[kinds]
    if end - start > 1:
        return _seed_of_words(bits[start], bits[end - 1], end - start)
    word = found.words[m][0]
    short = 2 <= len(word) <= 5 and word.isupper() and word.isalpha()
    return "ORG" if short and not kinds else ""


def _seed_of_words(first: int, last: int, length: int) -> str:
    """Return the type that the bits of the first and the last of several words make certain."""
    if kind := _LAST_WORDS.get(last & _LAST):
        return kind
    if first & ORG_WORD and not first & (TITLE | GIVEN):
        return "ORG"
    return "PERSON" if first & GIVEN and length <= 3 and not last & ~(GIVEN | 1 << 11) else ""


def train_names(data: Path, nlp: Language, ewt: Sequence[Sentence]) -> NameModel:
    """Train the name finder."""
    listed = gazetteer(data)
    blocks = list[_Labelled]()
    for sentences, mentions in litbank(data, held_out=False):
        doc = document_of(nlp, sentences)
        found = candidates(doc, view_of(doc), listed)
        offset = np.concatenate([[0], np.cumsum([len(sentence) for sentence in sentences])])
        gold = {(int(offset[s]) + a, int(offset[s]) + b): kind for (s, a, b), kind in mentions.items()}
        blocks.append((found.keys, _gold_types(found, gold, listed)))
    log.info("names: %d spans of novels", sum(len(block) for block, _ in blocks))
    seeded = list[_Labelled]()
    for doc in nlp.pipe(other_texts(data, ewt)):
        found = candidates(doc, view_of(doc), listed)
        seeded.append((found.keys, _seed_types(found, listed)))
    keys, labels = (np.concatenate(parts) for parts in zip(*seeded, strict=True))
    log.info("names: %d of %d other spans have seeds", (labels >= 0).sum(), len(labels))
    generator = np.random.default_rng(1)
    settings = PerceptronSettings(6, (1, 2, 3), margin=5.0, prune=0.3, bits=8)
    for turn in range(2):
        # at most 3,000 spans of a type
        places = (generator.permutation(np.flatnonzero(labels == kind)) for kind in range(len(TYPES)))
        picked = np.sort(np.concatenate([found[:3000] for found in places]).astype(np.int64))
        # each seeded span a second time without half of its features, so that neighbours are learned
        bare = np.stack([_without(row, generator) for row in keys[picked]])
        training = [*blocks, (keys[picked], labels[picked]), (bare, labels[picked])]
        rows, types = (np.concatenate(parts) for parts in zip(*training, strict=True))
        model = train_classifier(_rows(rows), types, TYPES, settings)
        if turn:
            break
        scores = model.scores(_rows(keys))
        order = np.sort(scores[:, 1:], axis=1)
        sure = (labels < 0) & (order[:, -1] - order[:, -2] > np.median(order[:, -1] - order[:, -2]))
        labels = np.where(sure, scores[:, 1:].argmax(axis=1) + 1, labels)
        log.info("names: %d spans typed by the first model", sure.sum())
    return NameModel(model, listed)


def _gold_types(found: NameCandidates, gold: dict[tuple[int, int], str], listed: dict[str, int]) -> Longs:
    """Return the types of a novel's spans: their own, an overlapping name's, or peoples' by the list."""
    types = []
    for text, start, end in zip(found.texts, found.starts.tolist(), found.ends.tolist(), strict=True):
        kind = "NORP" if listed.get(text, 0) == GAZETTEER["NORP"] else "O"
        kind = next((k for (a, b), k in gold.items() if a < end and start < b), kind)
        types.append(TYPES.index(gold.get((start, end), kind)))
    return np.array(types, np.int64)


def _seed_types(found: NameCandidates, listed: dict[str, int]) -> Longs:
    """Return the types of other spans by seeds, one for one name of a document; -1 without any."""
    best: dict[str, str] = {}
    for m, text in enumerate(found.texts):
        if kind := seed_of(found, m, listed):
            best.setdefault(text, kind)  # the first mention that is clear
            if kind == "PERSON":
                best.setdefault(text.split()[-1], kind)
    return np.array([TYPES.index(best[text]) if text in best else -1 for text in found.texts], np.int64)


def _without(row: Hashes, generator: np.random.Generator) -> Hashes:
    """Return a row of features with half of them left out, at random."""
    filled = row[row != 0]
    kept = filled[generator.random(len(filled)) < 0.5]
    out = np.zeros_like(row)
    out[: len(kept)] = kept
    return out


def _rows(keys: Hashes) -> Rows:
    filled = keys != 0
    starts = np.concatenate([[0], np.cumsum(filled.sum(axis=1))]).astype(np.int64)
    return Rows(starts, keys[filled], np.ones(int(starts[-1]), np.float32))
