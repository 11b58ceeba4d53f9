"""What a set of cloze questions looks like: tables 1 and 2 of Hermann et al. 2015."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from symbolic_rc.core.record import Record
from symbolic_rc.datasets.cloze.permute import MARKER

#: The N of table 2.
TOP = (1, 2, 3, 5, 10)


@dataclass(slots=True)
class ClozeStatistics:
    """Counts over records, added one by one.

    Attributes
    ----------
    documents, queries, tokens, entities, most_entities : int
        Totals; entities are those of the articles.
    vocabulary : set of str
        Distinct tokens of articles and queries, markers counted as one word each.
    within : Counter of int
        How many answers are among the N most frequent entities of their article, for the N of `TOP`. Of
        equally frequent entities the first comes first.
    """

    documents: int = 0
    queries: int = 0
    tokens: int = 0
    entities: int = 0
    most_entities: int = 0
    vocabulary: set[str] = field(default_factory=set)
    within: Counter[int] = field(default_factory=Counter)

    def add(self, record: Record) -> None:
        """Count one anonymised record."""
        words = record.text.split()
        ranks = {mark: rank for rank, (mark, _) in enumerate(_frequencies(words), 1)}
        self.documents += 1
        self.queries += len(record.questions)
        self.tokens += len(words)
        self.entities += len(ranks)
        self.most_entities = max(self.most_entities, len(ranks))
        self.vocabulary.update(words)
        for question in record.questions:
            self.vocabulary.update(question.text.split())
            rank = min((ranks.get(one[0], 10**9) for one in question.references), default=10**9)
            for limit in TOP:
                self.within[limit] += rank <= limit

    def summary(self) -> dict[str, float]:
        """Return the figures of both tables by name."""
        documents, queries = max(self.documents, 1), max(self.queries, 1)
        return {
            "documents": self.documents,
            "queries": self.queries,
            "max_entities": self.most_entities,
            "mean_entities": round(self.entities / documents, 1),
            "mean_tokens": round(self.tokens / documents, 1),
            "vocabulary": len(self.vocabulary),
            **{f"top_{limit}": round(100 * self.within[limit] / queries, 1) for limit in TOP},
        }


def _frequencies(words: list[str]) -> list[tuple[str, int]]:
    return Counter(word for word in words if MARKER.fullmatch(word)).most_common()


def statistics(records: Iterable[Record]) -> ClozeStatistics:
    """Count records.

    Parameters
    ----------
    records : Iterable[Record]
        Stories with cloze questions.
    """
    found = ClozeStatistics()
    for record in records:
        found.add(record)
    return found
