"""What states tell: where a need is met, and which events make something so. Small lists of our own."""

from __future__ import annotations

_NEEDS = """
hungry starving: kitchen, pantry, restaurant, table, dining room
thirsty: kitchen, well, spring, tap, bar
tired sleepy exhausted: bedroom, bed, sofa, couch
weary: bedroom, bed, inn
bored: garden, park, playground, cinema, theatre
restless: garden, park
sick ill: hospital, doctor, bed
hurt injured: hospital, doctor
cold: fire, fireplace, stove, house
dirty: bathroom, bath, river
curious: library
"""
#: Only where the verb is none that looks like the adjective.
_RESULTS = """
dead: die perish
awake: wake awaken
asleep: sleep
gone: go leave depart vanish disappear
lost missing: lose vanish disappear
free: free release liberate
safe: rescue save
hot warm: heat warm
cold cool: cool chill freeze
full: fill
shut closed: shut close
dirty: soil stain
wet: wet soak
hurt: hurt injure wound
ill sick: sicken
born: bear
"""


def _table(text: str) -> dict[str, str]:
    rows = (line.split(": ") for line in text.strip().splitlines())
    return {state: told for states, told in rows for state in states.split()}


#: Needs, with the places where they are met, most probable first; adjectives, with the verbs that make it so.
NEEDS = {need: tuple(places.split(", ")) for need, places in _table(_NEEDS).items()}
RESULTS = {adjective: frozenset(verbs.split()) for adjective, verbs in _table(_RESULTS).items()}
