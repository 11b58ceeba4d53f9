"""Which stories a training uses: subsets by the hash of their names, like the engine's folds."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b

from symbolic_rc.core.record import Record

_STEPS = 1 << 20


@dataclass(frozen=True, slots=True)
class DataSubset:
    """A subset of the data; the same stories whatever their order.

    Attributes
    ----------
    share, seed : float and int
        Of the stories, for learning curves; a smaller share is part of a larger one of the same seed.
    folds, fold : int
        The fold that is left out, of this number; 0 folds: none.
    limit : int or None
        Maximum number of questions.
    """

    share: float = 1.0
    folds: int = 0
    fold: int = 0
    limit: int | None = None
    seed: int = 0

    def select(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield the records that belong to the subset."""
        left = self.limit
        for record in records:
            if left is not None and left <= 0:
                return
            if self.folds and fold_of(record, self.folds) == self.fold:
                continue
            # no CRC: those of two prefixes differ by a constant; all or nothing of a share was held out
            digest = blake2b(f"share {self.seed}:{_name(record)}".encode(), digest_size=8).digest()
            if self.share < 1 and int.from_bytes(digest, "big") >= self.share * (1 << 64):
                continue
            if left is not None:
                record = replace(record, questions=record.questions[:left])
                left -= len(record.questions)
            yield record


def fold_of(record: Record, folds: int) -> int:
    """Return the fold of a story; stories of one title are together, as in `symbolic-rc train`."""
    return zlib.crc32(_name(record).encode()) % folds


def is_held_out(record: Record, share: float) -> bool:
    """Return whether a story is held out for early stopping, by the hash of its name."""
    return zlib.crc32(f"held out:{_name(record)}".encode()) % _STEPS < share * _STEPS


def _name(record: Record) -> str:
    return record.title or record.id
