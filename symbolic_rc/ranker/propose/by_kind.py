"""The rules that find candidates of the kind that is asked for, near what the question says."""

from __future__ import annotations

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.propose.conditions import (
    MANNER,
    NEW,
    NUMBER,
    PERSON,
    PLACE,
    REASON,
    TIME,
    asks_for,
    near,
)
from symbolic_rc.ranker.propose.matches import (
    bind_edges,
    bind_sentence,
    bind_words,
)
from symbolic_rc.ranker.propose.proposer import Condition, Proposer


def _bind_mention(case: RankedCase, row: int) -> dict[str, str]:
    cand = case.view.cand[row]
    return {"mention": case.story.span_text(int(cand[C.START]), int(cand[C.END])), **bind_sentence(case, row)}


RULES = (
    Proposer(
        "where-place",
        "A place or a phrase of place near what is asked about.",
        "Riloff & Thelen 2000, WHERE rules",
        "Where did Marta move? -> to Harbour Street",
        (
            asks_for("place"),
            PLACE,
            NEW,
            near(),
        ),
        bind_edges,
    ),
    Proposer(
        "when-time",
        "An expression of time near what is asked about.",
        "Riloff & Thelen 2000, WHEN rules",
        "When did Marta sell the mill? -> in 1893",
        (
            asks_for("time"),
            TIME,
            near(),
        ),
        bind_edges,
    ),
    Proposer(
        "why-reason",
        "A clause or phrase of reason or purpose near what is asked about.",
        "Riloff & Thelen 2000, WHY rules",
        "Why did she sell it? -> because she wished to go to sea",
        (
            asks_for("reason"),
            REASON,
            near(4),
        ),
        bind_edges,
    ),
    Proposer(
        "how-many",
        "A number with the noun that is counted.",
        "Smith et al. 2015, section 3",
        "How many geese lived there? -> nine",
        (
            asks_for("number", "duration"),
            NUMBER,
            near(4),
        ),
        bind_edges,
    ),
    Proposer(
        "how-manner",
        "A phrase of manner: by doing, with something, an adverb.",
        "own",
        "How did he open the door? -> with a bent nail",
        (
            asks_for("manner"),
            MANNER,
            near(4),
        ),
        bind_edges,
    ),
    Proposer(
        "what-happens",
        "What the one asked about does: a predicate whose subject the question names.",
        "own",
        "What did Jonas do? -> painted the door green",
        (
            asks_for("event"),
            Condition(
                "is a predicate", lambda c: (c.cand[:, C.SHAPE] & (C.PHRASE | C.CLAUSE)) > 0, always=True
            ),
            Condition("beside what the question names", lambda v: v.col("siblings") > 0.2),
        ),
        bind_words,
    ),
    Proposer(
        "who-person",
        "A person in the best sentences whom the question does not name.",
        "Riloff & Thelen 2000, WHO rules",
        "Who is afraid of the geese? -> Jonas",
        (asks_for("person"), PERSON, NEW, near()),
        bind_sentence,
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
            NEW,
            near(4),
        ),
        _bind_mention,
    ),
)
