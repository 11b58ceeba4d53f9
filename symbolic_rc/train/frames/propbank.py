"""PropBank's annotation of the English Web Treebank, and the examples of its frame files.

The release masks the words: a sentence is a table of tokens with Penn tags, constituents, predicates and one
column of bracketed arguments for each predicate. The words are from the Universal Dependencies edition of the
same documents, which has the same sentences in the same order.
"""

from __future__ import annotations

import difflib
import logging
import lzma
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from symbolic_rc.annotate.conllu import Sentence as TreeSentence
from symbolic_rc.annotate.conllu import read_treebank
from symbolic_rc.core.errors import DataError
from symbolic_rc.train.annotate.raw import archive_texts

logger = logging.getLogger(__name__)

#: Sentences that are annotated together.
TOGETHER = 64
_OPEN = re.compile(r"\(([^()*]+)")
_TRACE = re.compile(r"^\*\S*|^\[?\*.*\*\S*$|^\[.*\]$|^0$")


@dataclass(frozen=True, slots=True)
class GoldPredicate:
    """A predicate as annotated: its token, roleset, and arguments as (role, start, end), ends exclusive."""

    index: int
    roleset: str
    arguments: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class PropBankSentence:
    """A sentence with its frames, and its gold syntax, if any: else all columns but `words` are empty.

    Heads are places in the sentence; a root is its own head. `starts` are the first tokens of each sentence,
    of several in one (see `concatenated`).
    """

    id: str
    words: tuple[str, ...]
    predicates: tuple[GoldPredicate, ...]
    lemmas: tuple[str, ...] = ()
    xpos: tuple[str, ...] = ()
    upos: tuple[str, ...] = ()
    deps: tuple[str, ...] = ()
    heads: tuple[int, ...] = ()
    starts: tuple[int, ...] = (0,)


def concatenated(sentences: Sequence[PropBankSentence]) -> list[PropBankSentence]:
    """Concatenate up to `TOGETHER` sentences each, in order: annotation is faster on larger units."""
    return [_concatenated(sentences[i : i + TOGETHER]) for i in range(0, len(sentences), TOGETHER)]


def _concatenated(part: Sequence[PropBankSentence]) -> PropBankSentence:
    starts = [0]
    for s in part:
        starts.append(starts[-1] + len(s.words))
    predicates = tuple(
        GoldPredicate(p.index + k, p.roleset, tuple((role, i + k, j + k) for role, i, j in p.arguments))
        for s, k in zip(part, starts, strict=False)
        for p in s.predicates
    )
    names = ("words", "lemmas", "xpos", "upos", "deps")
    columns: dict[str, Any] = {name: tuple(x for s in part for x in getattr(s, name)) for name in names}
    heads = tuple(h + k for s, k in zip(part, starts, strict=False) for h in s.heads)
    return replace(part[0], predicates=predicates, heads=heads, starts=tuple(starts[:-1]), **columns)


def read_skeleton(path: str | Path) -> Iterator[tuple[str, list[list[str]]]]:
    """Read a ``gold_skel`` file: pairs of document name, as in the treebank, and rows.

    Raises
    ------
    DataError
        If a line has fewer columns than the format has.
    """
    rows: list[list[str]] = []
    opener = lzma.open if str(path).endswith(".xz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if row := line.split():
                if len(row) < 8:
                    raise DataError("a PropBank line needs eight columns", path, number)
                rows.append(row)
            elif rows:
                yield _document(rows[0][0]), rows
                rows = []
    if rows:
        yield _document(rows[0][0]), rows


def _document(path: str) -> str:
    parts = path.split("/")
    return f"{parts[2]}-{parts[-1].removesuffix('.xml')}"


def predicates_of(rows: Sequence[Sequence[str]]) -> tuple[GoldPredicate, ...]:
    """Read the predicates of a skeleton's sentence; bracket column k belongs to the k-th predicate."""
    found = []
    marked = [(i, row[7]) for i, row in enumerate(rows) if row[7] != "-"]
    for column, (index, roleset) in enumerate(marked):
        arguments, role, start = [], "", 0
        for i, row in enumerate(rows):
            cell = row[8 + column]
            if opening := _OPEN.match(cell):
                role, start = opening.group(1), i
            if cell.endswith(")") and role:
                if role != "V":
                    arguments.append((role, start, i + 1))
                role = ""
        found.append(GoldPredicate(index, roleset, tuple(arguments)))
    return tuple(found)


def join(words: str | Path, skeleton: str | Path) -> tuple[list[PropBankSentence], dict[str, int]]:
    """Join a treebank file with PropBank's annotation of the same documents; return sentences in its order.

    Counts are of what was ``joined``; skipped for ``lengths differ`` (other tokenization) and ``sentence
    missing``; and documents with ``document not annotated``.
    """
    trees, frames = defaultdict[str, list[TreeSentence]](list), defaultdict[str, list[list[list[str]]]](list)
    for tree in read_treebank(words):
        trees[tree.id.rsplit("-", 1)[0]].append(tree)
    for document, rows in read_skeleton(skeleton):
        frames[document].append(rows)
    counts = dict.fromkeys(("joined", "lengths differ", "sentence missing", "document not annotated"), 0)
    sentences = []
    for document, ours in trees.items():
        if (theirs := frames.get(document)) is None:
            counts["document not annotated"] += 1
            continue
        pairs = _pairs([tree.xtags for tree in ours], [tuple(row[4] for row in rows) for rows in theirs])
        counts["sentence missing"] += len(ours) - len(pairs)
        for i, j in pairs:
            if len(ours[i].words) != len(theirs[j]):
                counts["lengths differ"] += 1
                continue
            counts["joined"] += 1
            tree, predicates = ours[i], predicates_of(theirs[j])
            heads = tuple(i if head < 0 else head for i, head in enumerate(tree.heads))
            columns = (tree.lemmas, tree.xtags, tree.tags, tree.relations, heads)
            sentences.append(PropBankSentence(tree.id, tree.words, predicates, *columns))
    return sentences, counts


def _pairs(ours: list[tuple[str, ...]], theirs: list[tuple[str, ...]]) -> list[tuple[int, int]]:
    """Pair sentences in order; by tags where the numbers of sentences differ."""
    if len(ours) == len(theirs):
        return [(i, i) for i in range(len(ours))]
    matcher = difflib.SequenceMatcher(None, ours, theirs, autojunk=False)
    return [(i + k, j + k) for i, j, size in matcher.get_matching_blocks() for k in range(size)]


def read_examples(archive: Path) -> list[PropBankSentence]:
    """Read the examples of the frame files (``frames.tar.xz``) with offsets of the predicate and arguments.

    Those of the treebank on which the parser is evaluated are skipped. Traces of the constituent trees are
    tokens in some examples; they are removed, and the offsets shifted.
    """
    sentences = []
    for name, text in archive_texts(archive, endings=(".xml",)):
        try:
            tree = ElementTree.fromstring(text)
        except ElementTree.ParseError as error:
            logger.warning("%s: %s is not well formed (%s); skipped", archive, name, error)
            continue
        for roleset in tree.iter("roleset"):
            for number, example in enumerate(roleset.iter("example")):
                made = _example(f"{roleset.get('id')}/{number}", roleset.get("id", ""), example)
                if made is not None and "ewt" not in example.get("src", "").lower():
                    sentences.append(made)
    return sentences


def _example(name: str, roleset: str, example: ElementTree.Element) -> PropBankSentence | None:
    """Return an example as a sentence, or None if its offsets are missing or do not fit its text."""
    words = (example.findtext("text") or "").split()
    keep = [not _TRACE.match(word) for word in words]
    place = [0, *accumulate(map(int, keep))]
    propbank, rel = example.find("propbank"), example.find("propbank/rel")
    if propbank is None or rel is None:
        return None
    location = rel.get("relloc", "").split()
    if not location or not all(piece.isdigit() for piece in location):
        return None
    index = int(location[0])
    if index >= len(words) or not keep[index] or words[index] != (rel.text or "").split()[:1][0]:
        return None
    if (arguments := _example_arguments(propbank, words, place, place[index])) is None:
        return None
    kept_words = tuple(word for word, kept in zip(words, keep, strict=True) if kept)
    return PropBankSentence(name, kept_words, (GoldPredicate(place[index], roleset, arguments),))


def _example_arguments(
    propbank: ElementTree.Element, words: Sequence[str], place: Sequence[int], predicate: int
) -> tuple[tuple[str, int, int], ...] | None:
    """Return the arguments of an example, or None if an offset does not fit its text."""
    arguments = []
    for arg in propbank.iter("arg"):
        start, end = arg.get("start", ""), arg.get("end", "")
        if not (start.isdigit() and end.isdigit()):
            continue
        if int(end) >= len(words) or words[int(start)] != (arg.text or "?").split()[0]:
            return None
        i, j = place[int(start)], place[int(end) + 1]
        if i < j and not i <= predicate < j:
            arguments.append((arg.get("type", ""), i, j))
    return tuple(sorted(arguments, key=lambda argument: argument[1]))
