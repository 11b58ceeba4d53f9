"""How somebody feels: said by an adjective or a noun, or shown by what the person does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from symbolic_rc.graph.facts import Term
from symbolic_rc.lexicon import wordnet
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.text.clauses import subject_of
from symbolic_rc.rules.text.text_rules import nearness

#: What somebody does who feels so. Own list.
_SHOWN = {
    feeling: frozenset(verbs.split())
    for feeling, verbs in {
        "sad": "weep cry sob mourn grieve lament moan wail sigh pine tear",
        "happy": "rejoice laugh smile dance celebrate cheer beam grin sing embrace thank",
        "scared": "tremble shudder fear dread flee quake scream shriek cower shiver hide",
        "angry": "rage scold storm fume curse growl snarl stamp threaten abuse shout roar",
        "surprised": "gape wonder marvel stare gasp gaze blink",
        "jealous": "envy begrudge",
        "worried": "worry fret brood",
        "proud": "boast brag",
        "guilty": "regret repent",
        "ashamed": "blush",
        "curious": "inquire peep",
    }.items()
}
#: Adjectives of feeling that WordNet does not link to one. Own list.
_ADJECTIVES = frozenset(
    "afraid proud jealous miserable satisfied unhappy content grateful ashamed anxious nervous curious lonely"
    " desperate envious eager guilty hopeful hopeless impatient indignant joyful lonesome merry mournful"
    " sorry sorrowful suspicious uneasy wretched delighted furious cross sick upset glad sad happy angry"
    " excited confused disappointed frightened scared terrified surprised astonished amazed pleased tired"
    " bored worried relieved hurt embarrassed shocked heartbroken thankful cheerful gloomy".split()
)
_FEEL = ("feel", "react")
_FEELS = ("ARG0", "ARG1")
#: How surely a word of that kind tells a feeling.
_SAID, _NAMED, _IS_SHOWN = 1.0, 0.8, 0.75
#: What is told of somebody else tells little; of nobody in particular, more.
_ANOTHER, _NOBODY = 0.45, 0.7
#: What is lost at the other end of the story than the question asks about.
_ELSEWHEN = 0.6


def feels(case: Case) -> list[Proposal]:
    """Propose the feeling that is told of whom the question names, near what it is about."""
    syntax, asked = case.query.syntax, case.query.content
    near = nearness(case)
    if near is None or case.kind != "manner" or not any(syntax.lemmas[i] in _FEEL for i in asked):
        return []
    named = (term for fact in case.query.facts for term in fact.terms if term.role in _FEELS)
    agent = next((term for term in named if term.head >= 0), None)
    found = []
    for token, feeling, sure in _told(case):
        strength = float(near[token]) * sure * _whose(case, agent, token) * _when(case, token)
        words = case.span_text(token, token + 1)
        link = Link("feel", words, "" if feeling == words else f"who does so is {feeling}", sure)
        term = Term("ARG2", token, token + 1, token)
        found.append(Proposal(token, token + 1, feeling, strength, 0.0, Proof((), (link,), term, "nearness")))
    return found


def _told(case: Case) -> Iterator[tuple[int, str, float]]:
    """Yield the tokens that tell of a feeling, with the feeling and how surely."""
    syntax = case.facts.syntax
    for token in np.flatnonzero(case.alignment.allowed).tolist():
        part, lower = syntax.pos[token], syntax.lowers[token]
        if part in ("ADJ", "VERB") and is_feeling(lower):
            yield token, syntax.words[token], _SAID
        elif part == "NOUN" and _first_sense(syntax.lemmas[token].lower(), "n") == "noun.feeling":
            yield token, syntax.words[token], _NAMED
        elif part == "VERB" and (shown := _shown(syntax.lemmas[token].lower())):
            yield token, shown, _IS_SHOWN


def _whose(case: Case, agent: Term | None, token: int) -> float:
    """Return how well the one who feels is the one that the question names."""
    if agent is None:
        return 1.0
    subject = subject_of(case.facts.syntax, token)
    if subject < 0:
        return _NOBODY
    return _ANOTHER + (1 - _ANOTHER) * case.alignment.meets(agent, subject)


def _when(case: Case, token: int) -> float:
    """Return how well a place in the story suits what is asked for as it was at first, or in the end."""
    told = token / max(1, len(case.facts.syntax))
    return {"first": 1.0 - _ELSEWHEN * told, "last": 1.0 - _ELSEWHEN * (1.0 - told)}.get(case.query.time, 1.0)


@lru_cache(maxsize=4096)
def is_feeling(adjective: str) -> bool:
    """Tell whether an adjective, or participle, says how somebody feels."""
    if adjective in _ADJECTIVES:
        return True
    if any(_first_sense(noun, "n") == "noun.feeling" for noun in wordnet().derivations(adjective, "a")):
        return True
    base = wordnet().base(adjective, "v")
    return bool(base) and adjective.endswith(("ed", "en")) and _first_sense(base[0], "v") == "verb.emotion"


@lru_cache(maxsize=4096)
def _shown(verb: str) -> str:
    return next((feeling for feeling, verbs in _SHOWN.items() if verb in verbs), "")


@lru_cache(maxsize=16384)
def _first_sense(word: str, part: str) -> str:
    senses = wordnet().synsets(word, part)
    return wordnet().lexname(senses[0]) if senses else ""
