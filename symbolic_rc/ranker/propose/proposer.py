"""The type of a rule that proposes: named conditions on a question and its candidates.

A rule proposes every candidate for which all its conditions hold. What a proposal is worth is learned with
the weights, for each kind of question; the order says which rule is named when several proposed the winner.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.index.hashing import mix
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.candidate_view import CandidateView
from symbolic_rc.ranker.rule import Bind, Fired, Missed, RankerRule

if TYPE_CHECKING:
    from symbolic_rc.ranker.case import RankedCase

Test = Callable[[Any], "NDArray[np.bool_] | bool"]
#: Keeps kinds of question apart from classes, in the hashes of rules.
_KIND_SALT = 2000


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: its name as traces print it, and a test of the question (bool) or of each candidate.

    `always` marks a test of candidates that no question changes: it is made once for a story.
    """

    name: str
    test: Test
    always: bool = False


@dataclass(frozen=True, slots=True)
class Proposer:
    """A rule that proposes.

    Attributes
    ----------
    name, doc, source, example : str
    conditions : tuple of Condition
        Those of the question come first.
    bind : callable
        Tells what the rule's variables stood for when it proposed a candidate.
    """

    name: str
    doc: str
    source: str
    example: str
    conditions: tuple[Condition, ...]
    bind: Bind

    def fire(self, view: CandidateView) -> tuple[NDArray[np.bool_] | None, str]:
        """Return which candidates it proposes, or None with the first condition that failed."""
        found: NDArray[np.bool_] | None = None
        for condition in self.conditions:
            held = view.always(condition.test) if condition.always else view.once(condition.test)
            if isinstance(held, np.ndarray):
                found = held if found is None else found & held
                if not np.count_nonzero(found):
                    return None, condition.name
            elif not held:
                return None, condition.name
        return found, ""

    def rule(self) -> RankerRule:
        """Return it as a rule of a book."""

        def propose(case: RankedCase) -> Fired | Missed:
            found, reason = self.fire(case.view)
            return Missed(f"does not hold: {reason}") if found is None else Fired(found)

        conditions = tuple(condition.name for condition in self.conditions)
        return RankerRule(
            self.name, propose, "propose", self.doc, self.source, self.example, conditions, bind=self.bind
        )


def rule_keys(names: Sequence[str], asked: ParsedQuestion) -> NDArray[np.uint32]:
    """Return the two hashed features of each rule: its name with the question's kind, and with its class."""
    kind, qclass = int(asked.info[C.KIND]), int(asked.info[C.QCLASS])
    keys = [(_rule_key(name, kind + _KIND_SALT), _rule_key(name, qclass)) for name in names]
    return np.array(keys, np.uint32).reshape(-1, 2)


@lru_cache(maxsize=1 << 16)
def _rule_key(name: str, salt: int) -> int:
    return mix(zlib.crc32(name.encode()), salt) & 0xFFFFFFFF
