"""Who has what, how many things, and who gave what to whom."""

from __future__ import annotations

from symbolic_rc.graph.state.naming import Phrase
from symbolic_rc.graph.state.timeline import Transfer
from symbolic_rc.lexicon import wordnet
from symbolic_rc.question.state_question import StateQuestion
from symbolic_rc.rules.facts.case import Case
from symbolic_rc.rules.facts.state.common import asked_state, from_phrase, from_words, timeline
from symbolic_rc.rules.proof import Link, Proposal

NUMBERS = tuple(
    "none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen".split()
)
#: Nouns that count whatever is held.
_ANYTHING = frozenset("object thing item article possession".split())


def has_what(case: Case) -> list[Proposal]:
    """Propose what somebody has in the end, or how many things."""
    asked = asked_state(case, "held", "how many held")
    if asked is None:
        return []
    state = timeline(case)
    key = state.named(asked.subject, {*state.holding, *state.spells, *state.gone})
    if not key:
        return []
    held = list(state.holding.get(key, {}).values())
    gone = state.gone.get(key, [])
    if not held and not gone and key not in state.spells:
        return []
    if asked.form == "how many held" and asked.object not in _ANYTHING:
        held = [one for one in held if _is_a(one.thing.key, asked.object)]
        if not held:
            return []  # what the story does not tell may be so all the same
    facts = [one.fact for one in held] + gone
    link = Link(
        f"has {asked.subject}",
        ", ".join(one.thing.key for one in held) or "nothing",
        "taken and not lost",
        1.0,
    )
    if asked.form == "how many held":
        return [from_words(NUMBERS[min(len(held), len(NUMBERS) - 1)], facts, (link,))]
    if not held:
        return [from_words("nothing", facts, (link,))]
    if len(held) == 1:
        return [from_phrase(case, held[0].thing, facts, (link,))]
    texts = tuple(case.span_text(one.thing.start, one.thing.end) for one in held)
    return [from_words(", ".join(texts), facts, (link,), texts)]


def _is_a(key: str, noun: str) -> bool:
    """Whether what a key names is of a kind: the same noun, or one above it in WordNet."""
    word, words = key.split()[-1], wordnet()
    if word == noun:
        return True
    above = set(words.synsets(noun, "n"))
    return any(not above.isdisjoint(words.ancestors(sense)) for sense in words.synsets(word, "n"))


def has_it(case: Case) -> list[Proposal]:
    """Propose who has something in the end."""
    asked = asked_state(case, "holder")
    if asked is None:
        return []
    state = timeline(case)
    for transfer in reversed(state.transfers):
        holder = transfer.receiver
        if holder is None or transfer.thing.key != asked.object:
            continue
        if asked.object in state.holding.get(holder.key, {}):
            return [
                from_phrase(
                    case,
                    holder,
                    [transfer.fact],
                    (Link(asked.object, transfer.thing.key, "not lost since", 1.0),),
                )
            ]
    return []


def passed_on(case: Case) -> list[Proposal]:
    """Propose who gave what to whom, the last time: whoever is given something receives it."""
    asked = asked_state(case, "receiver", "received", "who gave")
    if asked is None:
        return []
    met = [(t, phrase) for t in timeline(case).transfers if (phrase := _wanted(asked, t)) is not None]
    if len(met) == 1 and met[0][0].fact.predicate == asked.relation:
        return []  # the story states it so
    if not met:
        return []
    # whoever picks a thing up does not receive it, where the story tells who gave it to whom
    met = [(t, p) for t, p in met if t.giver is not None or t.fact.predicate == asked.relation] or met
    transfer, phrase = met[-1]
    link = Link(asked.relation, transfer.fact.predicate, "who gives, what is given, who receives it", 1.0)
    return [from_phrase(case, phrase, [transfer.fact], (link,))]


def _wanted(asked: StateQuestion, transfer: Transfer) -> Phrase | None:
    """Return what a question asks for of a transfer, or None where the transfer is another one."""
    giver, receiver = transfer.giver, transfer.receiver
    subject, other = (giver, receiver) if asked.sense == "gives" else (receiver, giver)
    if asked.object and not _names(transfer.thing, asked.object):
        return None
    if asked.other and not _names(other, asked.other):
        return None
    if asked.form == "who gave":
        return subject
    if not _names(subject, asked.subject):
        return None
    return other if asked.form == "receiver" else transfer.thing


def _names(phrase: Phrase | None, key: str) -> bool:
    return phrase is not None and (phrase.key == key or set(key.split()) < set(phrase.key.split()))
