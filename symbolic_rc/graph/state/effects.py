"""Effects of verbs on the state of a story, by the VerbNet classes of their PropBank rolesets.

A verb moves its subject ("Ada went to the mill"), gives its subject something ("took", "bought", "received"),
takes it from the subject ("dropped", "put"), gives it to somebody else ("gave", "handed", "sold"), moves
subject and object together ("brought", "carried"), or makes something ("baked", "knitted"). The classes are
those of VerbNet 3 as PropBank's frame files link them; phrasal verbs that have no link stand in a small table
of our own.
"""

from __future__ import annotations

from functools import lru_cache

from symbolic_rc.lexicon import rolesets

#: Effects of verbs without an object, and with one, in the order in which they are looked for.
_WITHOUT_OBJECT = (
    (
        "moves",
        "escape-51.1 run-51.3.2 roll-51.3.1 vehicle-51.4 nonvehicle-51.4 meander-47.7 rush-53 reach-51.8",
    ),
)
_WITH_OBJECT = (
    ("gets", "get-13.5.1 obtain-13.5.2 steal-10.5 hold-15.1"),
    ("gives", "give-13.1 contribute-13.2 fulfilling-13.4.1 future_having-13.3"),
    ("brings", "bring-11.3 carry-11.4 slide-11.2"),
    ("gives", "send-11.1"),
    ("puts", "put-9.1 put_spatial-9.2 put_direction-9.4 funnel-9.3 throw-17.1"),
    ("has", "own-100 keep-15.2 hold-15.1"),
    ("moves", "escape-51.1-1-2 reach-51.8"),
    ("makes", "build-26.1 preparing-26.3 create-26.4"),
)
_GETTING = ("get-13.5.1", "obtain-13.5.2")
_GIVING = ("give-13.1", "send-11.1", "contribute-13.2", "future_having-13.3")
#: Verbs whose rolesets have no link to VerbNet, or one of another sense; own.
_OTHERS = {
    "pick_up": "gets", "take_up": "gets", "pick": "gets", "collect": "gets",
    "put_down": "puts", "set_down": "puts", "lay_down": "puts", "let_go": "puts", "lay": "puts",
    "hand_over": "gives", "give_away": "gives", "give_back": "gives",
    "hand_back": "gives", "pass_on": "gives",
    "move": "puts", "shift": "puts", "push": "puts", "drag": "puts", "roll": "puts", "hang": "puts",
    "leave": "leaves", "have": "has", "carry": "brings", "enter": "moves", "reach": "moves",
    "go_back": "moves", "come_back": "moves", "head": "moves",
}  # fmt: skip


def effect_of(lemma: str, sense: str, with_object: bool, to_somebody: bool = False) -> str:
    """Return what a verb does: moves, gets, gives, puts, brings, has, leaves, makes; or nothing.

    Parameters
    ----------
    lemma : str
    sense : str
        Its roleset, or empty; the verb's other senses count where that one has no effect.
    with_object : bool
    to_somebody : bool
        Whether a person follows behind "to": what can be giving is giving then ("passed the salt to Bo").

    Examples
    --------
    >>> effect_of("journey", "journey.01", False), effect_of("buy", "buy.01", True)     # doctest: +SKIP
    ('moves', 'gets')
    """
    phrasal = sense.rpartition(".")[0]
    if to_somebody and with_object and _has_sense(lemma, _GIVING):
        return "gives"
    own = _OTHERS.get(phrasal if "_" in phrasal else lemma, "")
    if own and (with_object or own in ("moves", "leaves")):
        return own
    return _by_class(sense, with_object) or _by_lemma(phrasal if "_" in phrasal else lemma, with_object)


@lru_cache(maxsize=8192)
def _by_class(sense: str, with_object: bool) -> str:
    return _effect(_classes(sense), with_object) if sense else ""


@lru_cache(maxsize=8192)
def _by_lemma(lemma: str, with_object: bool) -> str:
    """Return the effect of the first of a verb's senses that has one."""
    for name in rolesets().of(lemma, "v"):
        found = _by_class(name, with_object)
        if found:
            return found
    return ""


def passes_on(lemma: str) -> bool:
    """Whether a verb can say that a thing goes from one to another: give, hand, buy, receive; not rescue."""
    return _has_sense(lemma, (*_GIVING, *_GETTING))


@lru_cache(maxsize=8192)
def _has_sense(lemma: str, wanted: tuple[str, ...]) -> bool:
    classes = [name for sense in rolesets().of(lemma, "v") for name in _classes(sense)]
    return any(_belongs(name, each) for each in wanted for name in classes)


def _classes(sense: str) -> tuple[str, ...]:
    roleset = rolesets().get(sense)
    return roleset.verbnet if roleset is not None else ()


def _effect(classes: tuple[str, ...], with_object: bool) -> str:
    for effect, wanted in _WITH_OBJECT if with_object else _WITHOUT_OBJECT:
        if any(_belongs(name, each) for each in wanted.split() for name in classes):
            return effect
    return ""


def _belongs(name: str, wanted: str) -> bool:
    """Whether a VerbNet class is a wanted one, or under it."""
    return name == wanted or name.startswith((wanted + "-", wanted + "."))
