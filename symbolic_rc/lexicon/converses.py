"""Verbs that tell one event from two sides, or of which one entails the other: a small lexicon of our own.

Who sells is who is bought from: *sell*'s ARG0 is *buy*'s ARG2. Roles are PropBank's; the pairs of classes
that VerbNet has for giving and getting (give-13.1 and obtain-13.5.2, learn-14 and transfer_mesg-37.1) led to
the verbs, which were chosen by hand: two verbs of such classes are not yet converses.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

#: Verbs, ``=`` for converses or ``>`` where the first entail the others, verbs, and which numbered role of
#: the first is which of the others.
_TABLE = """
sell = buy purchase; 0-2 1-1 2-0 3-3
sell > acquire get obtain receive; 0-2 1-1 2-0
lend loan = borrow; 0-2 1-1 2-0
teach = learn; 0-2 1-1 2-0
give hand pass send award grant donate present mail deliver return = receive; 0-2 1-1 2-0
give hand grant donate present > get obtain acquire accept; 0-2 1-1 2-0
award > win; 0-4 1-1 2-0
bequeath leave = inherit; 0-2 1-1 2-0
supply provide > receive get obtain; 0-2 1-1 2-0
tell = hear; 0-2 1-1 2-0
tell inform > learn; 0-2 1-1 2-0
show > see; 1-1 2-0
feed > eat; 1-1 2-0
frighten scare terrify = fear dread; 0-1 1-0
delight please = like enjoy; 0-1 1-0
impress = admire; 0-1 1-0
anger enrage > hate; 0-1 1-0
beat defeat = lose; 0-2 1-0 LOC-1
beat defeat conquer outplay outrun > win; 0-0 2-2 LOC-2
beat defeat > lose; 1-0 0-1
say tell whisper shout mumble reply answer promise > speak talk; 0-0 2-2
precede = follow succeed; 1-2 2-1
precede = follow succeed; 0-1 1-0
precede = follow; 1-1 2-0
employ hire = work; 0-2 1-0
lead = follow; 0-1 1-0
own possess = belong; 0-1 1-0
kill murder slay assassinate execute behead poison drown strangle stab > die perish; 1-1
marry wed divorce meet resemble = marry wed divorce meet resemble; 0-1 1-0
marry wed resemble = marry wed resemble; 1-2 2-1
marry wed = marry wed; 0-1 2-2
marry wed = marry wed; 0-2 1-1
buy purchase > pay; 0-0 1-3 2-2 3-1
"""
#: Adjectives, and the verbs whose events make something so, where the verb is none that looks like it.
_RESULTS = """
dead; die perish
awake; wake awaken
asleep; sleep
gone; go leave depart vanish disappear
lost missing; lose vanish disappear
free; free release liberate
safe; rescue save
hot warm; heat warm
cold cool; cool chill freeze
full; fill
shut closed; shut close
dirty; soil stain
wet; wet soak
hurt; hurt injure wound
ill sick; sicken
born; bear
"""
#: Verbs that are each only its own converse.
_SYMMETRIC = frozenset("marry wed divorce meet resemble".split())


class Converse(NamedTuple):
    """Verbs that prove a verb, and which of its numbered roles is which of theirs."""

    verbs: frozenset[str]
    roles: dict[str, str]


@cache
def converses() -> dict[str, tuple[Converse, ...]]:
    """Return for each verb the verbs whose events prove its own.

    Examples
    --------
    >>> [(sorted(one.verbs), one.roles["ARG0"]) for one in converses()["borrow"]]
    [(['lend', 'loan'], 'ARG2')]
    """
    found: dict[str, list[Converse]] = {}
    for line in _TABLE.strip().splitlines():
        words, _, pairs = line.partition("; ")
        sign = "=" if "=" in words else ">"
        left, right = (side.split() for side in words.split(f" {sign} "))
        roles = {_role(a): _role(b) for a, b in (pair.split("-") for pair in pairs.split())}
        turned = {b: a for a, b in roles.items()}
        for verb in right:
            found.setdefault(verb, []).append(Converse(_others(verb, left), turned))
        for verb in left if sign == "=" and left != right else ():
            found.setdefault(verb, []).append(Converse(_others(verb, right), roles))
    return {verb: tuple(several) for verb, several in found.items()}


def _role(name: str) -> str:
    return f"ARG{name}" if name.isdigit() else f"ARGM-{name}"


def _others(verb: str, others: list[str]) -> frozenset[str]:
    return frozenset((verb,) if verb in _SYMMETRIC else others)


@cache
def results() -> dict[str, frozenset[str]]:
    """Return for adjectives the verbs whose events make something so.

    Examples
    --------
    >>> sorted(results()["dead"])
    ['die', 'perish']
    """
    rows = (line.split("; ") for line in _RESULTS.strip().splitlines())
    return {adjective: frozenset(verbs.split()) for left, verbs in rows for adjective in left.split()}
