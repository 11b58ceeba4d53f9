"""Small cloze questions that are made, not written."""

import random

from symbolic_rc.core.record import Question, Record

_ACTS = "bought sold built painted left found".split()
_THINGS = "mill boat bridge house farm inn".split()


def made(seed: int, stories: int, facts: int = 3) -> list[Record]:
    """Return stories in which entities do something with things, and cloze questions who did."""
    chance = random.Random(seed)
    found = []
    for number in range(stories):
        things, names = chance.sample(_THINGS, facts), chance.sample(range(10), facts)
        said = [(f"@entity{n}", chance.choice(_ACTS), t) for n, t in zip(names, things, strict=True)]
        text = " ".join(f"{name} {act} the {thing} in spring ." for name, act, thing in said)
        questions = tuple(
            Question(
                f"{number}-{i}", f"@placeholder {act} the {thing}", ((name,),), placeholder="@placeholder"
            )
            for i, (name, act, thing) in enumerate(said[:2])
        )
        found.append(Record(f"s{number}", text, questions, tokenised=True))
    return found
