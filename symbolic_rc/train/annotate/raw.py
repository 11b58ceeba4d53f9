"""Raw text, of licences that permit learning from it, and what is counted in it: clusters and capitals."""

from __future__ import annotations

import csv
import json
import logging
import lzma
import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.cluster import MiniBatchKMeans
from sklearn.utils.extmath import randomized_svd

from symbolic_rc.annotate.conllu import Sentence, read_conllu
from symbolic_rc.annotate.words import normal_form
from symbolic_rc.core.errors import DataError

log = logging.getLogger(__name__)
_TOKEN = re.compile(r"\w+(?:\.\w+)*(?:n't)?|'\w+|[^\w\s]")

#: GUM's genres whose text is CC BY or CC BY-SA (its LICENSE.txt).
FREE_GENRES = ("academic", "bio", "court", "voyage", "interview", "news")


def archive_texts(
    path: Path, under: str | tuple[str, ...] = "", endings: tuple[str, ...] = ("",)
) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of an archive's files, by name, if it begins and ends so.

    Raises
    ------
    DataError
        If the archive cannot be read.
    """
    try:
        with tarfile.open(path) as archive:
            for member in sorted(archive.getmembers(), key=lambda member: member.name):
                wanted = member.name.startswith(under) and member.name.endswith(endings)
                if wanted and (file := archive.extractfile(member)) is not None:
                    yield member.name, file.read().decode("utf-8", "replace")
    except (OSError, tarfile.TarError) as error:
        raise DataError(f"cannot be read ({error}); see the data's README", path) from error


def raw_texts(data: Path) -> Iterator[str]:
    """Yield the texts: novels, plot summaries, tales, encyclopedia paragraphs, web text."""
    for name in ("litbank/books", "narrativeqa/stories-valid", "fairytaleqa/fairytaleqa"):
        for member, text in archive_texts(data / f"{name}.tar.xz", endings=(".txt", "story.csv")):
            if "question" in member:
                continue
            if member.endswith(".csv"):
                text = "\n".join(row[-1] for row in csv.reader(text.splitlines()) if row)
            yield text
    yield from paragraphs(data)
    with lzma.open(data / "ewt/en_ewt-ud-train.conllu.xz", "rt", encoding="utf-8") as lines:
        yield from (line[9:] for line in lines if line.startswith("# text = "))


def paragraphs(data: Path) -> Iterator[str]:
    """Yield the paragraphs of an encyclopedia in Quoref's development set and in GAP."""
    for article in json.loads((data / "quoref/quoref-dev-v0.1.json").read_text("utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            yield paragraph["context"]
    for name in ("gap-development.tsv", "gap-validation.tsv"):
        with open(data / "gap" / name, encoding="utf-8") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield row["Text"]


def gum_documents(data: Path) -> Iterator[list[Sentence]]:
    """Yield GUM's training documents of the genres whose text is CC BY or CC BY-SA."""
    for name, text in archive_texts(data / "gum/gum.tar.xz", "dep/train/"):
        if name.split("GUM_")[1].split("_")[0] in FREE_GENRES:
            yield list(read_conllu(StringIO(text), name))


@dataclass(frozen=True, slots=True)
class RawCounts:
    """What is counted of words in raw text: of their normal forms, most frequent first.

    Fine and coarse clusters, from 1, are of words that stand in like places. `capital` is the share of
    capitalised uses inside sentences, 1 (never) to 6 (always); 0 where unknown.
    """

    words: list[str]
    fine: NDArray[np.int64]
    coarse: NDArray[np.int64]
    capital: NDArray[np.int64]


def count_raw(data: Path, smallest: int = 8, contexts: int = 1200, clusters: int = 500) -> RawCounts:
    """Count words and neighbours in raw text and cluster the words.

    Positive pointwise mutual information of a word with its left and right neighbours, reduced by
    singular value decomposition (as Levy & Goldberg 2014 count vectors), clustered by k-means.
    """
    inside, capital = Counter[str](), Counter[str]()
    index: dict[str, int] = {}
    pieces: list[NDArray[np.int32]] = []
    form_of = cache(normal_form)
    for text in raw_texts(data):
        codes = []
        before = "."
        for token in _TOKEN.findall(text):
            form = form_of(token)
            codes.append(index.setdefault(form, len(index)))
            if before.islower() or before == ",":
                inside[form] += 1
                capital[form] += token[0].isupper()
            before = token
        pieces.append(np.array([*codes, -1], dtype=np.int32))
    stream = np.concatenate(pieces)
    names = np.array(list(index), dtype=object)
    counts = np.bincount(stream[stream >= 0], minlength=len(index))
    order = np.argsort(-counts, kind="stable")
    order = order[counts[order] >= smallest]
    rank = np.full(len(index) + 1, -1, np.int64)
    rank[order] = np.arange(len(order))
    ranked = rank[stream]  # -1 stays -1 through the last place
    log.info("raw text: %d tokens, %d words kept", len(stream), len(order))
    blocks = []
    for distance in (-2, -1, 1, 2):
        word = ranked[2:-2]
        near = ranked[2 + distance : len(ranked) - 2 + distance]
        both = (word >= 0) & (near >= 0) & (near < contexts)
        ones = np.ones(both.sum(), np.float32)
        places = (word[both], near[both])
        blocks.append(sparse.coo_matrix((ones, places), shape=(len(order), contexts)).tocsr())
    matrix = sparse.hstack(blocks).tocsr()
    rows = np.asarray(matrix.sum(1)).ravel()
    columns = np.asarray(matrix.sum(0)).ravel() ** 0.75
    coo = matrix.tocoo()
    share = np.log(coo.data * columns.sum() / (rows[coo.row] * columns[coo.col] + 1e-9))
    positive = np.maximum(share, 0).astype(np.float64)
    weighted = sparse.csr_matrix((positive, (coo.row, coo.col)), shape=matrix.shape)
    left, strength, _ = randomized_svd(weighted, n_components=64, n_iter=4, random_state=1)
    vectors = left * np.sqrt(strength)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9
    means = MiniBatchKMeans(clusters, random_state=1, batch_size=4096, n_init=1, max_iter=30)
    fine = means.fit(vectors[:20000]).predict(vectors) + 1
    coarse_of = MiniBatchKMeans(64, random_state=1, n_init=3).fit_predict(means.cluster_centers_) + 1
    words = [str(name) for name in names[order]]
    level = np.zeros(len(words), np.int64)
    for i, name in enumerate(words):
        if inside[name] >= 3:
            share_up = capital[name] / inside[name]
            level[i] = 1 + int(np.searchsorted([0.02, 0.2, 0.5, 0.8, 0.98], share_up, side="right"))
    return RawCounts(words, fine, coarse_of[fine - 1], level)
