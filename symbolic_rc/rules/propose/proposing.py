"""The rules that propose candidates, in their order; each is a list of named conditions.

A rule proposes every candidate for which all its conditions hold. What a proposal is worth is learned with
the weights, for each kind of question; the order says which rule is named when several proposed the winner.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.index.hashing import mix
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranking.candidate_view import CandidateView, among, is_in

Test = Callable[[Any], "NDArray[np.bool_] | bool"]


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
    """

    name: str
    doc: str
    source: str
    example: str
    conditions: tuple[Condition, ...]

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


def _kind(*kinds: str) -> Condition:
    return Condition(f"the question asks for {' or '.join(kinds)}", lambda v: v.kind in kinds)


_NEW = Condition(
    "is not in the question", lambda v: (v.col("named in question") == 0) & (v.col("repeats") < 0.5)
)


@cache
def _near(rank: int = 3) -> Condition:
    return Condition(f"is in one of the {rank} best sentences", lambda v: v.col("rank") < rank)


_SAME_VERB = Condition("the question's predicate governs it", lambda v: v.col("predicate match") >= 0.85)
_PERSON = Condition(
    "is a person",
    lambda c: c.entity("PERSON") | c.sense("noun.person") | c.entity_type(1) | (c.first(C.POS) == C.P_PROPN),
    always=True,
)


def _asked_relations(v: CandidateView) -> NDArray[np.bool_]:
    """Tell which relations to an entity of the question are of the name that the question asks for."""
    return v.related[:, 1] == v.asked.info[C.FOCUS]


def _named_relations(v: CandidateView) -> NDArray[np.int32]:
    """Return the relations between entities of the question by name, where it asks how they are related."""
    related = v.related if v.kind == "relation" else v.related[:0]
    return related[among(related[:, 0].copy(), v.scene.named), 1]


_PLACES = "in at to from near into on through across toward towards inside outside behind under beside by"
_BECAUSE = "because to for so since as due"

PROPOSERS = (
    Proposer(
        "frame-argument",
        "A frame of the question's predicate has the open role filled, and shares another argument.",
        "Hermann et al. 2015, section 3.1 (exact match, correct frame)",
        "Who sold the mill to Jonas? -> ARG0 of sell.01 with the mill and Jonas",
        (
            Condition(
                "a frame of the story has the question's predicate",
                lambda v: v.col("frame predicate") >= 0.85,
            ),
            Condition("fills the open role", lambda v: v.col("frame role") > 0),
            Condition("shares an argument with the question", lambda v: v.col("frame others") > 0),
            _NEW,
        ),
    ),
    Proposer(
        "frame-predicate",
        "A frame of the question's predicate has it as an argument, whatever the role.",
        "Hermann et al. 2015, section 3.1 (permuted frame)",
        "What was the mill sold for? -> another argument of sell.01",
        (
            Condition(
                "a frame of the story has the question's predicate",
                lambda v: v.col("frame predicate") >= 0.85,
            ),
            Condition("shares an argument with the question", lambda v: v.col("frame others") > 0.1),
            _NEW,
        ),
    ),
    Proposer(
        "frame-others",
        "The other arguments agree though the predicate does not.",
        "Hermann et al. 2015, section 3.1 (matching entity)",
        "Who got rid of the mill? -> ARG0 of a frame that has the mill",
        (
            Condition("shares arguments with the question", lambda v: v.col("frame others") >= 0.3),
            Condition("fills the open role", lambda v: v.col("frame role") > 0),
            _NEW,
        ),
    ),
    Proposer(
        "graph-relation",
        "The entity graph says that it stands in the asked relation to the one whom the question names, or "
        "it names the relation that the graph has between two whom the question names.",
        "own: kinship and roles of the entity graph",
        "Who is Jonas's sister? -> Marta, his sister in the graph; How is she related to him? -> sister",
        (
            Condition(
                "the question names a relation, or asks for one",
                lambda v: bool(v.asked.info[C.FOCUS] != 0 or v.kind == "relation"),
            ),
            Condition(
                "the graph relates an entity of the question to another, as asked",
                lambda v: bool(_asked_relations(v).any() or len(_named_relations(v))),
            ),
            Condition(
                "is the entity at the other end, or the relation's name",
                lambda v: (
                    (among(v.entities, v.related[_asked_relations(v), 0]) & (v.entities >= 0))
                    | among(v.head(C.LEMMA), _named_relations(v))
                ),
            ),
        ),
    ),
    Proposer(
        "event-order",
        "It belongs to the event next before or after the one that the question's clause of time speaks of.",
        "own: the order of happening in the entity graph",
        "What did she do after she sold the mill? -> went to sea",
        (
            Condition("the question says before or after", lambda v: v.asked.understanding.order != ""),
            Condition("the event of its clause is found", lambda v: v.anchor[0] >= 0),
            Condition(
                "is of one of the next three events that way",
                lambda v: (
                    (v.event_place >= 0)
                    & (
                        (v.event_place > v.anchor[0]) & (v.event_place <= v.anchor[0] + 3)
                        if v.asked.understanding.order == "after"
                        else (v.event_place < v.anchor[0]) & (v.event_place >= v.anchor[0] - 3)
                    )
                ),
            ),
        ),
    ),
    Proposer(
        "same-relation",
        "It hangs on the question's predicate by the question's own relation.",
        "Rajpurkar et al. 2016, dependency features",
        "Who painted the door? -> the subject of painted",
        (_SAME_VERB, Condition("by the same relation", lambda v: v.col("relation match") == 2), _NEW),
    ),
    Proposer(
        "passive-alternation",
        "It hangs on the question's predicate as passive voice turns the relation.",
        "own",
        "Who painted the door? -> the door was painted by Jonas",
        (
            _SAME_VERB,
            Condition("by the relation of the other voice", lambda v: v.col("relation match") == 1),
            _NEW,
        ),
    ),
    Proposer(
        "definition",
        "It says what the question's subject is: a predicate noun or an apposition.",
        "Riloff & Thelen 2000, WHAT rules",
        "Who is Jonas Reed? -> Jonas Reed, a stranger",
        (
            Condition("asks what somebody or something is", lambda v: v.asked.info[C.GAP_REL] == C.D_ROOT),
            Condition("is predicate or apposition of the subject", lambda v: v.col("defines") > 0.7),
            _NEW,
        ),
    ),
    Proposer(
        "focus-noun",
        "Its head is the noun that the question asks for.",
        "Riloff & Thelen 2000, WHICH rules",
        "What street did she move to? -> Harbour Street",
        (
            Condition("the question names a noun", lambda v: v.asked.info[C.FOCUS] != 0),
            Condition("has that noun as head", lambda v: v.col("focus match") > 0),
            _near(5),
        ),
    ),
    Proposer(
        "called",
        "It follows a word of naming.",
        "own",
        "What is the name of the mill? -> a mill called Brightwater",
        (
            Condition("asks for a name", lambda v: v.asked.understanding.form != ""),
            Condition(
                "follows named, called or known as",
                lambda c: is_in(c.word_before, "named called name as nicknamed"),
                always=True,
            ),
        ),
    ),
    Proposer(
        "where-place",
        "A place or a phrase of place near what is asked about.",
        "Riloff & Thelen 2000, WHERE rules",
        "Where did Marta move? -> to Harbour Street",
        (
            _kind("place"),
            Condition(
                "is a place, or has a preposition of place",
                lambda c: (
                    is_in(c.preposition, _PLACES)
                    | c.entity("GPE LOC FAC")
                    | c.entity_type(3, 4, 5)
                    | c.sense("noun.location")
                ),
                always=True,
            ),
            _NEW,
            _near(),
        ),
    ),
    Proposer(
        "when-time",
        "An expression of time near what is asked about.",
        "Riloff & Thelen 2000, WHEN rules",
        "When did Marta sell the mill? -> in 1893",
        (
            _kind("time"),
            Condition(
                "is a time, or a clause of time",
                lambda c: (
                    c.entity("DATE TIME")
                    | c.sense("noun.time")
                    | is_in(c.first(C.LOWER), "when after before while during until once")
                ),
                always=True,
            ),
            _near(),
        ),
    ),
    Proposer(
        "why-reason",
        "A clause or phrase of reason or purpose near what is asked about.",
        "Riloff & Thelen 2000, WHY rules",
        "Why did she sell it? -> because she wished to go to sea",
        (
            _kind("reason"),
            Condition(
                "begins with, or follows, a word of reason or purpose",
                lambda c: is_in(c.first(C.LOWER), _BECAUSE) | is_in(c.word_before, _BECAUSE),
                always=True,
            ),
            _near(4),
        ),
    ),
    Proposer(
        "how-many",
        "A number with the noun that is counted.",
        "Smith et al. 2015, section 3",
        "How many geese lived there? -> nine",
        (
            _kind("number", "duration"),
            Condition(
                "holds a number",
                lambda c: (
                    c.entity("CARDINAL QUANTITY MONEY PERCENT DATE TIME ORDINAL")
                    | (c.head(C.POS) == C.P_NUM)
                    | (c.first(C.POS) == C.P_NUM)
                ),
                always=True,
            ),
            _near(4),
        ),
    ),
    Proposer(
        "how-manner",
        "A phrase of manner: by doing, with something, an adverb.",
        "own",
        "How did he open the door? -> with a bent nail",
        (
            _kind("manner"),
            Condition(
                "begins with, or follows, by, with, through or using",
                lambda c: (
                    is_in(c.first(C.LOWER), "by with through using")
                    | is_in(c.word_before, "by with through using")
                ),
                always=True,
            ),
            _near(4),
        ),
    ),
    Proposer(
        "what-happens",
        "What the one asked about does: a predicate whose subject the question names.",
        "own",
        "What did Jonas do? -> painted the door green",
        (
            _kind("event"),
            Condition(
                "is a predicate", lambda c: (c.cand[:, C.SHAPE] & (C.PHRASE | C.CLAUSE)) > 0, always=True
            ),
            Condition("beside what the question names", lambda v: v.col("siblings") > 0.2),
        ),
    ),
    Proposer(
        "who-person",
        "A person in the best sentences whom the question does not name.",
        "Riloff & Thelen 2000, WHO rules",
        "Who is afraid of the geese? -> Jonas",
        (_kind("person"), _PERSON, _NEW, _near()),
    ),
    Proposer(
        "resolved-name",
        "The name of what a pronoun or noun in the best sentences stands for.",
        "Dasigi et al. 2019; entities across coreference",
        "Who went to sea? -> Marta, for: then she went to sea",
        (
            Condition(
                "asks for a person or a name",
                lambda v: v.kind in ("person", "cloze") or v.asked.understanding.form != "",
            ),
            Condition("stands for a name elsewhere", lambda v: v.col("resolved") > 0),
            _NEW,
            _near(4),
        ),
    ),
    Proposer(
        "word-distance",
        "Stands closest to the question's words.",
        "Hermann et al. 2015, section 3.1",
        "Who painted the door? -> Jonas, next to painted and door",
        (
            Condition(
                "a word of the question occurs in the story",
                lambda v: bool(v.col("best cover").max(initial=0) > 0),
            ),
            Condition(
                "is among the closest",
                lambda v: v.col("word distance") >= 0.85 * v.col("word distance").max(initial=0),
            ),
            _NEW,
        ),
    ),
    Proposer(
        "best-sentence",
        "Is in the sentence that shares most with the question.",
        "Riloff & Thelen 2000, WordMatch; Richardson et al. 2013, sliding window",
        "What did Jonas paint? -> a phrase of: Jonas painted the door green",
        (_near(1), _NEW),
    ),
    Proposer(
        "frequency",
        "Is mentioned more often than all that the question does not name: the back-off.",
        "Hermann et al. 2015, exclusive frequency",
        "Who is the story about? -> Marta",
        (
            Condition("is an entity", lambda v: v.col("mentions") > 0),
            Condition("is not named in the question", lambda v: v.col("named in question") == 0),
            Condition(
                "is the most frequent", lambda v: v.col("mentions") >= v.col("mentions").max(initial=0)
            ),
        ),
    ),
)


def fire_all(view: CandidateView, rules: Sequence[Proposer]) -> tuple[NDArray[np.bool_], list[str]]:
    """Return which candidates each rule proposes, bool of shape (m, rules), and why others proposed none."""
    fired = np.zeros((len(rules), len(view)), np.bool_).T
    reasons = []
    for r, rule in enumerate(rules):
        found, reason = rule.fire(view)
        if found is not None:
            fired[:, r] = found
        reasons.append(reason)
    return fired, reasons


def rule_keys(names: Sequence[str], asked: ParsedQuestion) -> NDArray[np.uint32]:
    """Return the two hashed features of each rule: its name with the question's kind, and with its class."""
    kind, qclass = int(asked.info[C.KIND]), int(asked.info[C.QCLASS])
    keys = [(_rule_key(name, kind + 2000), _rule_key(name, qclass)) for name in names]
    return np.array(keys, np.uint32).reshape(-1, 2)


@lru_cache(maxsize=1 << 16)
def _rule_key(name: str, salt: int) -> int:
    return mix(zlib.crc32(name.encode()), salt) & 0xFFFFFFFF
