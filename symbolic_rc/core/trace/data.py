"""The trace of an answer as data: the rule, the facts and links that prove it, the rules tried before."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields, is_dataclass
from functools import partial
from typing import Any

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.trace.text import explanation_lines, proof_lines, tried_lines

#: Digits of numbers in a trace, so that it prints the same after a round trip.
DIGITS = 4
#: Not data: derives the answer again.
_NO_DATA = ("replayer",)


@dataclass(frozen=True, slots=True)
class TracedTerm:
    """Words of the story in a proof.

    Attributes
    ----------
    start, end : int
        Character offsets in the story; `tokens` are the first token and the one after the last.
    sentence : int
        Counted from 0.
    meaning : str
        Its role in plain words: "the seller", "where"; empty where it has none.
    entity, reference : str
        The name of its entity, and the reason for this: "the only feminine name before it".
    pronoun, matched : bool
        Whether it is a pronoun; whether it matches words of the question.
    """

    text: str = ""
    start: int = -1
    end: int = -1
    tokens: tuple[int, int] = (-1, -1)
    sentence: int = -1
    role: str = ""
    entity: str = ""
    pronoun: bool = False
    reference: str = ""
    matched: bool = False
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class TracedFact:
    """A fact in a proof, with its premises.

    Attributes
    ----------
    id : int
        Its number among the story's facts.
    kind, predicate, sense : str
        As in `graph.facts.Fact`.
    polarity : {"positive", "negative"}
    modality, source : str
        "real", planned, wished, said, ...; and by whom, empty for the narrator.
    sentence, start, end : int
        Its sentence, counted from 0, and the characters of its predicate.
    text : str
        The words of the story that state it, with its terms; of an inferred fact its predicate alone; empty
        for what a user added or changed.
    clause : str
        The clause of inference by which it follows from its premises; empty for what is stated.
    """

    id: int
    kind: str
    sentence: int
    start: int
    end: int
    predicate: str = ""
    sense: str = ""
    terms: tuple[TracedTerm, ...] = ()
    polarity: str = "positive"
    modality: str = "real"
    source: str = ""
    premises: tuple[TracedFact, ...] = ()
    text: str = ""
    clause: str = ""

    def with_premises(self) -> Iterator[TracedFact]:
        """Yield the fact and all its premises."""
        yield self
        for premise in self.premises:
            yield from premise.with_premises()


@dataclass(frozen=True, slots=True)
class Link:
    """How words of a question match words of the story.

    Attributes
    ----------
    reason : str
        The same word, synonyms in WordNet, coreference, ...
    strength : float
        0 to 1.
    """

    asked: str = ""
    met: str = ""
    reason: str = ""
    strength: float = 0.0

    def __str__(self) -> str:
        return f"{self.asked} = {self.met} ({self.reason})" if self.reason else f"{self.asked} = {self.met}"


@dataclass(frozen=True, slots=True)
class TriedRule:
    """A rule that was tried and did not decide.

    Attributes
    ----------
    strength, threshold : float
        The strength of its best proposal, or the learned confidence in it, 0 for none; and the threshold.
    missed : str
        The first failed condition, if the rule does not apply to the question.
    """

    rule: str
    strength: float = 0.0
    threshold: float = 0.0
    missed: str = ""


@dataclass(frozen=True, slots=True)
class RankedCandidate:
    """One of the ranker's best candidates.

    Attributes
    ----------
    start, end : int
        Character offsets in the story; -1 if it is not a span of it.
    proposers : tuple of str
        What proposed it.
    parts : mapping of str to float
        The largest parts of its score, by name.
    """

    text: str = ""
    start: int = -1
    end: int = -1
    score: float = 0.0
    proposers: tuple[str, ...] = ()
    parts: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A part of the story that a proof rests on.

    Attributes
    ----------
    start, end : int
        Character offsets in the story.
    kind : {"sentence", "predicate", "argument", "mention", "answer"}
    label : str
        Its role in the proof: a roleset, a role.
    """

    start: int
    end: int
    kind: str = "sentence"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """How one answer was found, as data; its text and HTML are made from it.

    Attributes
    ----------
    question, answer, rule, group, confidence
        Question and answer; the deciding rule and its group.
    ranker_asked : bool
        Whether the ranker was run for this question.
    understanding : mapping of str to str
        The analysis of the question.
    options : tuple of str
        The options that the question names.
    tried : tuple of TriedRule
        The rules before the one that decided, in order.
    rests_on, found : str
        What proves the answer (see `rules.proof.Proof`; "choice" where a choice is only supported), and the
        answer in the words of the proof.
    bindings : mapping of str to TracedTerm
        By the question's variable as its query prints it, "?", the term that it is bound to.
    facts : tuple of TracedFact
        What proves the answer.
    links : tuple of Link
        How the question's words match the facts; of a choice, how it matches what the rules find.
    place : TracedTerm or None
        Where the answer's words are, which may be another mention than the one bound.
    words : tuple of TracedTerm
        Words that count if no fact answers: near the answer, or its mentions.
    evidence : tuple of Evidence
        What the proof rests on, in the order of the text.
    compared, candidates : int, tuple of RankedCandidate
        Number of candidates that the ranker compared, if it answered, and the best ones.
    why_not : tuple of str
        Why another answer was not given: in plain English, then details.
    again : callable, optional
        Derives the answer again from what the proof cites; not kept in files.
    """

    question: str
    answer: tuple[str, ...] = ()
    rule: str = ""
    _: KW_ONLY
    group: str = ""
    confidence: float = 0.0
    ranker_asked: bool = False
    understanding: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    tried: tuple[TriedRule, ...] = ()
    rests_on: str = ""
    found: str = ""
    bindings: Mapping[str, TracedTerm] = field(default_factory=dict)
    facts: tuple[TracedFact, ...] = ()
    links: tuple[Link, ...] = ()
    place: TracedTerm | None = None
    words: tuple[TracedTerm, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    compared: int = 0
    candidates: tuple[RankedCandidate, ...] = ()
    why_not: tuple[str, ...] = ()
    replayer: Callable[[], str] | None = field(default=None, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the trace as JSON-compatible values, without empty ones, with its lines as text."""
        lines = {"explanation": list(self.explanation), "proof": list(self.proof)}
        return {**_plain(self), **{name: some for name, some in lines.items() if some}}

    def to_json(self) -> str:
        """Return the trace as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Trace:
        """Return the trace that `to_dict` made; ValueError names malformed fields."""
        from pydantic import TypeAdapter

        names = {one.name for one in fields(cls)} - set(_NO_DATA)
        if unknown := set(found) - names - {"proof", "explanation"}:
            raise ValueError(f"not fields of a trace: {', '.join(sorted(unknown))}")
        return TypeAdapter(cls).validate_python({name: found[name] for name in names & set(found)})

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {one.name: getattr(self, one.name) for one in fields(self) if one.name not in _NO_DATA}
        return partial(type(self), **kept), ()

    @property
    def proof(self) -> tuple[str, ...]:
        """The proof with its labels, in a few lines; empty without an answer."""
        return proof_lines(self)

    @property
    def explanation(self) -> tuple[str, ...]:
        """Why this is the answer, in plain English, a sentence a line; of no answer, why there is none."""
        return explanation_lines(self)

    @property
    def tried_lines(self) -> tuple[str, ...]:
        """Why earlier rules did not decide, those with the same reason in one line."""
        return tried_lines(self)

    @property
    def decision(self) -> str:
        """Which rule decided, and whether the ranker was asked."""
        asked = "" if self.ranker_asked else "; the ranker was not asked"
        return f"decided by `{self.rule}`{asked}" if self.rule else "no rule decided"

    def replay(self) -> str:
        """Return the answer of the rule from the cited evidence only; empty if it finds none.

        The ranker, which compares all candidates, ranks them again.

        Raises
        ------
        SymbolicRCError
            If the trace was read from a file or pickled, or nothing was answered.
        """
        if self.replayer is None:
            raise SymbolicRCError(
                f"the answer of rule {self.rule or '(none)'} cannot be replayed: its trace has no proof, or"
                " was read from a file; answer the question again"
            )
        return self.replayer()

    @property
    def replays(self) -> bool:
        """Whether `replay` gives the same answer."""
        return self.replayer is not None and self.replayer() == self.found

    def __str__(self) -> str:
        return self.describe()

    def describe(self, detail: bool = False) -> str:
        """Return the explanation; with `detail`, also the proof with labels, the rules tried, the query."""
        answer = f"{', '.join(self.answer) or '(none)'}  [{self.rule}, confidence {self.confidence:.2f}]"
        parts: dict[str, tuple[str, ...]] = {
            "question": (self.question,),
            "answer": (answer,),
            "because": self.explanation,
            "why not": self.why_not if detail else self.why_not[:1],
        }
        if detail:
            known = (f"{name}: {value}" for name, value in self.understanding.items() if value)
            parts |= {"proof": self.proof, "tried": (*self.tried_lines, self.decision), "asked": (*known,)}
        lines = [
            f"{name if i == 0 or name == 'why not' else '':<10}{line}"
            for name, own in parts.items()
            for i, line in enumerate(own)
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        because = self.explanation + self.why_not[:1]
        more = self.proof + self.why_not[1:] + self.tried_lines
        answer = html.escape(", ".join(self.answer) or "not in the story")
        return (
            f"<p>{html.escape(self.question)} <b>{answer}</b> {html.escape(self.decision)}</p>"
            f"<ul>{_items(because)}</ul>"
            f"<details><summary>In detail</summary><ul>{_items(more)}</ul></details>"
        )


class LazyTrace:
    """A trace that is made at its first use; it behaves like the `Trace` that it makes.

    Parameters
    ----------
    make : callable
        Makes the trace from the arguments.
    given
        Its arguments.
    """

    def __init__(self, make: Callable[..., Trace], *given: Any) -> None:
        self._make, self._given = make, given

    @cached_property
    def made(self) -> Trace:
        """The trace itself."""
        return self._make(*self._given)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.made, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return self.made.__reduce__()

    def __eq__(self, other: object) -> bool:
        return self is other or self.made == (other.made if isinstance(other, LazyTrace) else other)

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return str(self.made)


def _items(lines: tuple[str, ...]) -> str:
    return "".join(f"<li>{html.escape(line)}</li>" for line in lines)


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        value = {one.name: getattr(value, one.name) for one in fields(value) if one.name not in _NO_DATA}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items() if item not in ((), {}, "", None)}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
