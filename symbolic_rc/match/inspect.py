"""Why two words match, or why not, in lines for people."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.core.tokens import tokens
from symbolic_rc.lexicon.vectors import NEIGHBOURS, vectors
from symbolic_rc.lexicon.wordnet import PARTS, wordnet
from symbolic_rc.match.kinds import REASONS, Kind
from symbolic_rc.match.matcher import Matcher, matcher


def explain(question: str, story: str, match: Matcher | None = None) -> Iterator[str]:
    """Yield lines on how the words of a question match those of a story, each way that is known.

    Parameters
    ----------
    question, story : str
        Words, entries of several words, or whole sentences.
    match : Matcher, optional
    """
    match = match or matcher()
    asked, told = tokens(question).words, tokens(story).words
    found = match.matches(asked, told)
    hits = 0
    for row, word in enumerate(asked):
        for token, kind, weight in found.reasons(row):
            hits += 1
            yield f"{word} ~ {told[token]}: {weight:.2f}, {REASONS[kind]}{_detail(word, told[token], kind)}"
    for row, token in found.opposed:
        yield f"{asked[row]} ~ {told[token]}: no match, {REASONS[Kind.ANTONYM]}"
    if not hits:
        yield f"{question!r} does not match {story!r}"
        for text in dict.fromkeys((question, story)):
            yield from _known(text)
        yield f"cosine of their vectors: {vectors().similarity(question, story):.2f}"


def _detail(first: str, second: str, kind: Kind) -> str:
    words = wordnet()
    if kind == Kind.INFLECTION:
        return f" ({', '.join(sorted(_bases(first) & _bases(second)))})"
    if kind == Kind.VECTOR:
        return f" (cosine {vectors().similarity(first, second):.2f})"
    if kind == Kind.SYNSET:
        shared = set(words.synsets(first)) & set(words.synsets(second))
        return f" ({'; '.join(', '.join(words.lemmas(synset)) for synset in sorted(shared)[:2])})"
    if kind == Kind.HYPERNYM:
        return _path(first, second) or _path(second, first)
    return ""


def _bases(word: str) -> set[str]:
    return {base for part in PARTS for base in wordnet().base(word, part)}


def _path(special: str, general: str) -> str:
    words = wordnet()
    wanted = set(words.synsets(general))
    for synset in words.synsets(special):
        for ancestor, steps in words.ancestors(synset, 3).items():
            if steps and ancestor in wanted:
                return f" ({words.lemmas(synset)[0]} is a kind of {words.lemmas(ancestor)[0]}, {steps} up)"
    return ""


def _known(text: str) -> Iterator[str]:
    words = wordnet()
    if not (found := words.synsets(text)):
        yield f"{text}: not in WordNet"
    for synset in found[:3]:
        ups = ", ".join(words.lemmas(up)[0] for up in words.hypernyms(synset))
        yield f"{text}: {', '.join(words.lemmas(synset))} [{words.lexname(synset)}]" + (
            f" < {ups}" if ups else ""
        )
    near = ", ".join(word for word, _ in vectors().neighbours(text, min(8, NEIGHBOURS)))
    yield f"{text}: nearest words {near}" if near else f"{text}: no vector"
