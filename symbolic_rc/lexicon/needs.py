"""What people need, and where they go for it: a small table of our own."""

from __future__ import annotations

from functools import cache

#: Need: the places where it is met, most probable first; our own common knowledge.
_NEEDS = """
hungry: kitchen, pantry, restaurant, table, dining room
starving: kitchen, pantry, restaurant, table, dining room
thirsty: kitchen, well, spring, tap, bar
tired: bedroom, bed, sofa, couch
sleepy: bedroom, bed, sofa, couch
exhausted: bedroom, bed, sofa, couch
weary: bedroom, bed, inn
bored: garden, park, playground, cinema, theatre
restless: garden, park
sick: hospital, doctor, bed
ill: hospital, doctor, bed
hurt: hospital, doctor
injured: hospital, doctor
cold: fire, fireplace, stove, house
dirty: bathroom, bath, river
curious: library
"""


@cache
def needs() -> dict[str, tuple[str, ...]]:
    """Return each need with the places where it is met.

    Examples
    --------
    >>> needs()["sleepy"][0]
    'bedroom'
    """
    lines = (line.partition(": ") for line in _NEEDS.strip().splitlines())
    return {need: tuple(places.split(", ")) for need, _, places in lines}
