"""Readers of the annotated corpora that coreference is trained and evaluated on.

Each document is a text with tokens and gold clusters over them. LitBank's excerpts are cut out of the novels,
with the paragraphs of the book; OntoGUM's text is the tokens joined by spaces, with headings, captions and
list items on lines of their own. `TokenAlignment` maps between the text's own tokens and those of the corpus.
"""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from symbolic_rc.train.annotate.raw import archive_texts

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GoldQuotation:
    """A gold quotation: its token span and its gold speaker."""

    start: int
    end: int
    speaker: str


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A document with gold coreference; `starts` and `ends` are the tokens' character offsets in `text`.

    Clusters are token spans of each entity, ends exclusive; singletons only where the corpus has them.
    `types` is the class of each mention, where annotated (``PER``, ``FAC``, ...). `complete` is whether
    entities of all types are annotated (OntoGUM), or people, places and the like alone (LitBank).
    """

    name: str
    text: str
    tokens: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    clusters: dict[str, tuple[Span, ...]]
    types: dict[Span, str] = field(default_factory=dict)
    quotes: tuple[GoldQuotation, ...] = ()
    complete: bool = False
    genre: str = ""


@dataclass(frozen=True, slots=True)
class GapSnippet:
    """A GAP snippet: a pronoun and two names by character span, each with its label; its page's address."""

    id: str
    text: str
    pronoun: Span
    names: tuple[Span, Span]
    labels: tuple[bool, bool]
    page: str = ""


def _clusters(columns: Iterable[str]) -> dict[str, tuple[Span, ...]]:
    """Read the bracket column of a CoNLL file: ``(3|(5)``, ``3)``, ``(1(2)``."""
    open_at: dict[str, list[int]] = {}
    spans: dict[str, list[Span]] = {}
    for i, column in enumerate(columns):
        for opening, number, closing in re.findall(r"(\()?(\d+)(\))?", column):
            if opening:
                open_at.setdefault(number, []).append(i)
            if closing and open_at.get(number):
                spans.setdefault(number, []).append((open_at[number].pop(), i + 1))
    return {number: tuple(sorted(set(found))) for number, found in spans.items()}


def _locate(tokens: tuple[str, ...], text: str) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """Return the part of `text` that consists of the tokens, up to white space, with their offsets."""
    places = [i for i, character in enumerate(text) if not character.isspace()]
    solid = "".join(text[i] for i in places)
    if (first := solid.find("".join(tokens))) < 0:
        return _joined(tokens)
    base = places[first]
    starts, ends = [], []
    for token in tokens:
        starts.append(places[first] - base)
        first += len(token)
        ends.append(places[first - 1] + 1 - base)
    return text[base : base + ends[-1]], tuple(starts), tuple(ends)


def _joined(
    tokens: tuple[str, ...], lines: Collection[int] = ()
) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """Return the tokens joined by spaces, or by an empty line before those in `lines`, with their offsets."""
    pieces: list[str] = []
    starts, position = [], 0
    for i, token in enumerate(tokens):
        gap = ("\n\n" if i in lines else " ") if i else ""
        starts.append(position + len(gap))
        position += len(gap) + len(token)
        pieces += (gap, token)
    ends = tuple(start + len(token) for start, token in zip(starts, tokens, strict=True))
    return "".join(pieces), tuple(starts), ends


def litbank(data: str | Path) -> list[GoldDocument]:
    """Read LitBank's 80 documents in sorted order: clusters, entity classes, quotations with speakers."""
    files = dict(archive_texts(Path(data) / "litbank/annotations.tar.xz", ("coref/", "quotations/")))
    books = dict(archive_texts(Path(data) / "litbank/books.tar.xz", "original/"))
    names = sorted(name for name in files if name.startswith("coref/conll/"))
    return [_litbank_document(name, files, books) for name in names]


def _conll(text: str) -> tuple[tuple[str, ...], dict[str, tuple[Span, ...]]]:
    """Return the tokens and clusters of a CoNLL file."""
    rows = [line.split("\t") for line in text.splitlines() if "\t" in line]
    return tuple(row[3] for row in rows), _clusters(row[-1] or row[-2] for row in rows)


def _litbank_document(name: str, files: dict[str, str], books: dict[str, str]) -> GoldDocument:
    stem = Path(name).stem
    tokens, clusters = _conll(files[name])
    lines = files[f"coref/tsv/{stem}.txt"].splitlines()
    starts = [0, *accumulate(len(line.split(" ")) for line in lines if line)]  # of lines, and the end

    def span(fields: list[str]) -> Span:
        return starts[int(fields[2])] + int(fields[3]), starts[int(fields[4])] + int(fields[5]) + 1

    def annotations(folder: str, kind: str) -> list[list[str]]:
        rows = [line.split("\t") for line in files[f"{folder}/tsv/{stem}.ann"].splitlines()]
        return [fields for fields in rows if fields[0] == kind]

    types: dict[Span, str] = {}
    mention_at: dict[str, Span] = {}
    for fields in annotations("coref", "MENTION"):
        types[span(fields)] = fields[7]
        mention_at[fields[1]] = span(fields)
    entity_at = {mention_at[fields[1]]: fields[2] for fields in annotations("coref", "COREF")}
    pairs = [(entity_at.get(found), number) for number, spans in clusters.items() for found in spans]
    by_entity = {entity: number for entity, number in reversed(pairs) if entity}
    speakers = {fields[1]: by_entity.get(fields[2], "") for fields in annotations("quotations", "ATTRIB")}
    found = annotations("quotations", "QUOTE")
    quotes = [GoldQuotation(*span(fields), speakers.get(fields[1], "")) for fields in found]
    text, char_starts, char_ends = _locate(tokens, books[f"original/{stem.removesuffix('_brat')}.txt"])
    ordered = tuple(sorted(quotes, key=lambda quote: quote.start))
    return GoldDocument(stem, text, tokens, char_starts, char_ends, clusters, types, ordered)


def line_starts(conllu: str, tokens: Sequence[str]) -> set[int]:
    """Return the tokens that start a line: those after a sentence of GUM without final punctuation.

    Such sentences are headings, captions and list items. The files lack the documents' line breaks, and
    without them a heading would join the sentence below it.
    """
    lengths = [
        sum(line.split("\t", 1)[0].isdigit() for line in block.splitlines())
        for block in re.split(r"\n\s*\n", conllu)
    ]
    ends = list(accumulate(lengths))
    if not ends or ends[-1] != len(tokens):
        return set()
    return {end for end in ends[:-1] if end and any(map(str.isalnum, tokens[end - 1]))}


def ontogum(data: str | Path, part: str) -> list[GoldDocument]:
    """Read OntoGUM's ``train`` or ``dev`` documents, without those whose words are masked."""
    archive = Path(data) / "gum" / "gum.tar.xz"
    files = dict(archive_texts(archive, f"ontogum_coref/{part}/"))
    parses = dict(archive_texts(archive, f"dep/{part}/"))
    documents = []
    for name in sorted(files):
        rows = [line.split("\t") for line in files[name].splitlines() if line and line[0] != "#"]
        tokens = tuple(row[1] for row in rows)
        if (genre := Path(name).stem.split("_")[1]) == "reddit":
            continue
        clusters = _clusters(row[2] for row in rows)
        stem = Path(name).stem
        lines = line_starts(parses.get(f"dep/{part}/{stem}.conllu", ""), tokens)
        text, starts, ends = _joined(tokens, lines)
        documents.append(GoldDocument(stem, text, tokens, starts, ends, clusters, complete=True, genre=genre))
    return documents


def gap(data: str | Path, part: str) -> list[GapSnippet]:
    """Read GAP's ``development`` or ``validation`` part."""
    path = Path(data) / "gap" / f"gap-{part}.tsv"
    snippets = []
    for row in csv.DictReader(io.StringIO(path.read_text("utf-8")), delimiter="\t", quoting=csv.QUOTE_NONE):
        starts = {name: int(row[f"{name}-offset"]) for name in ("Pronoun", "A", "B")}
        pronoun, *names = ((start, start + len(row[name])) for name, start in starts.items())
        labels = (row["A-coref"].upper() == "TRUE", row["B-coref"].upper() == "TRUE")
        snippets.append(GapSnippet(row["ID"], row["Text"], pronoun, (names[0], names[1]), labels, row["URL"]))
    return snippets


class TokenAlignment:
    """The alignment between a text's own tokens, given by their character offsets, and a corpus' tokens."""

    def __init__(self, document: GoldDocument, starts: Sequence[int], ends: Sequence[int]) -> None:
        self._own, self._gold = (starts, ends), (document.starts, document.ends)

    def to_gold(self, start: int, end: int) -> Span:
        """Return the corpus' tokens that a span of own tokens overlaps."""
        return _overlapped((start, end), self._own, self._gold)

    def to_own(self, start: int, end: int) -> Span:
        """Return the own tokens that a span of the corpus' tokens overlaps."""
        return _overlapped((start, end), self._gold, self._own)


def _overlapped(span: Span, own: tuple[Sequence[int], ...], other: tuple[Sequence[int], ...]) -> Span:
    """Return the other tokens that a span of own ones overlaps; both by their starts and ends."""
    first = max(bisect_right(other[0], own[0][span[0]]) - 1, 0)
    last = bisect_left(other[1], own[1][span[1] - 1])
    return first, min(last, len(other[1]) - 1) + 1
