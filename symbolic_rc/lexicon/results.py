"""Adjectives, and verbs whose events make something so: *dead* of "die". Own list."""

from __future__ import annotations

from functools import cache

#: Only where the verb is none that looks like the adjective.
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
