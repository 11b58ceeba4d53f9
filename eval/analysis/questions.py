"""First words and kinds of questions, as NarrativeQA's tables 3 and 4 count them (Kocisky et al. 2018)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from symbolic_rc.core.record import Question
from symbolic_rc.core.tokens import tokens
from symbolic_rc.question.understanding import understand

#: The first words that the paper's table 3 tells apart.
FIRST = ("What", "Who", "Why", "How", "Where", "Which", "How many/much", "When", "In")

#: The paper's categories for the kinds that the engine understands; it does not tell entities from objects,
#: and the paper has no category for points in time.
CATEGORIES = {
    "person": "Person",
    "description": "Description",
    "place": "Location",
    "reason": "Why/reason",
    "manner": "How/method",
    "event": "Event",
    "object": "Object",
    "number": "Numeric",
    "duration": "Duration",
    "relation": "Relation",
    "time": "(time)",
}


def first_word(question: Question) -> str:
    """Return the row of table 3 that a question belongs to."""
    words = [word.lower() for word in tokens(question.text).words[:2]]
    if words[:1] == ["how"] and words[1:] in (["many"], ["much"]):
        return "How many/much"
    name = words[0].capitalize() if words else ""
    return name if name in FIRST else "OTHER"


def category(question: Question) -> str:
    """Return the row of table 4 that a question belongs to by what the engine understands."""
    return CATEGORIES.get(understand(question).kind, "(other)")


def shares(values: Iterable[str]) -> Mapping[str, float]:
    """Return each value with its share in percent."""
    counts = Counter(values)
    total = max(1, sum(counts.values()))
    return {name: 100.0 * count / total for name, count in counts.items()}
