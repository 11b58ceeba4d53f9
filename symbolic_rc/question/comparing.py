"""What a question compares, read off its words: who is older, less old, as old as whom, the oldest."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.comparisons import base_of

_DEGREES = {
    "more": "more",
    "less": "less",
    "fewer": "less",
    "most": "most",
    "least": "least",
    "fewest": "least",
}
_NO_SCALE = frozenset(
    "more most less least fewer fewest first last best better other rather later latest".split()
)
_GRADED = ("JJR", "RBR", "JJS", "RBS")
_BE = frozenset("is are was were be been".split())
_NOT = frozenset(("not", "n't", "never"))


def compared(syntax: Syntax, span: tuple[int, int], gap: int, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts of a question with the comparison that its words make, if they make one.

    The subject is what is asked for, else what stands before the verb. What the parser has read as
    comparisons is replaced.
    """
    start, end = span
    found = _graded(syntax, start, end)
    if found is None:
        return list(facts)
    sense, word, behind = found
    standard = _standard(syntax, behind, end, "as" if sense == "equal" else "than")
    subject = Term("subject", gap, gap + 1, gap) if gap >= 0 else _subject(syntax, start, word)
    if subject is None or (sense in ("equal", "more", "less") and gap < 0 and standard is None):
        return list(facts)
    if gap >= 0 and not _asks_for_subject(syntax, start, gap, word):
        return list(facts)
    if sense == "equal" and standard is None:
        return list(facts)
    terms = (subject,) if standard is None else (subject, standard)
    denied = any(syntax.lowers[i] in _NOT for i in range(start, word))
    base = base_of(syntax.lemmas[word], syntax.lowers[word])
    fact = Fact(
        1 + max((one.id for one in facts), default=-1), "comparison", base, sense, terms, word,
        int(syntax.sentences[word]), denied,
    )  # fmt: skip
    return [*(one for one in facts if one.kind != "comparison"), fact]


def _asks_for_subject(syntax: Syntax, start: int, gap: int, word: int) -> bool:
    """Whether the question asks who or which is so: only nouns and verbs stand between."""
    return gap - start <= 2 and gap < word


def _graded(syntax: Syntax, start: int, end: int) -> tuple[str, int, int] | None:
    """Return the direction, the compared word, and the place behind it."""
    for i in range(start, end):
        low = syntax.lowers[i]
        if low in _DEGREES and i + 1 < end and syntax.lowers[i + 1].isalpha():
            if syntax.lowers[i + 1] in ("than", "of", "like"):
                continue
            return _DEGREES[low], i + 1, i + 2
        if low == "as" and i + 2 < end and "as" in syntax.lowers[i + 2 : end] and i > start:
            return "equal", i + 1, i + 2
        graded = low.endswith(("er", "est")) and low not in _NO_SCALE
        if not graded or i == start or base_of(syntax.lemmas[i], low) == low:
            continue
        if syntax.tags[i] in _GRADED or syntax.pos[i] in ("ADJ", "ADV") or syntax.lowers[i - 1] in _BE:
            return "most" if low.endswith("est") else "more", i, i + 1
    return None


def _standard(syntax: Syntax, behind: int, end: int, mark: str) -> Term | None:
    """Return what stands behind *than* or *as*, up to a verb or the end."""
    at = next((i for i in range(behind, end) if syntax.lowers[i] == mark), -1)
    if at < 0:
        return None
    last = at + 1
    while last < end and syntax.pos[last] not in ("PUNCT", "AUX", "VERB"):
        last += 1
    if last == at + 1:
        return None
    return Term("standard", at + 1, last, last - 1)


def _subject(syntax: Syntax, start: int, word: int) -> Term | None:
    """Return what stands before the verb of a statement."""
    end = next((i for i in range(start, word) if syntax.pos[i] in ("AUX", "VERB")), -1)
    return Term("subject", start, end, end - 1) if end > start else None
