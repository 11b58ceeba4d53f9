"""Facts of comparisons: who is older than whom, who is the oldest, who is as old as whom."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.graph.facts.fact import Fact
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.scales import adjective_of

_DIRECTIONS = {"more": "more", "less": "less", "fewer": "less", "most": "most", "least": "least"}


def comparison_facts(source: Source) -> Iterator[Fact]:
    """Yield a fact for each comparative, superlative and equative; ids are not set."""
    syntax = source.syntax
    for token in range(len(syntax)):
        if syntax.pos[token] not in ("ADJ", "ADV", "NOUN"):
            continue
        degree = degree_of(source, token)
        if not degree:
            continue
        subject, link = _subject(source, token)
        if subject < 0:
            continue
        terms = [source.term("subject", subject, link)]
        standard = _standard(source, token, degree)
        if standard >= 0:
            terms.append(
                source.term("standard" if degree in ("more", "less", "equal") else "among", standard)
            )
        elif degree in ("more", "less", "equal"):
            continue
        denied, modality, speaker = source.manner(token)
        yield Fact(
            -1, "comparison", base_of(syntax.lemmas[token], syntax.lowers[token]), degree, tuple(terms),
            token, int(syntax.sentences[token]), denied, modality, speaker,
        )  # fmt: skip


def degree_of(source: Source, token: int) -> str:
    """Return ``more``, ``less``, ``equal``, ``most`` or ``least`` for a compared word, else empty."""
    syntax = source.syntax
    if syntax.tags[token] in ("JJR", "RBR") and syntax.lowers[token] not in _DIRECTIONS:
        return "more"
    if syntax.tags[token] in ("JJS", "RBS") and syntax.lowers[token] not in _DIRECTIONS:
        return "most"
    for child in syntax.children_of(token):
        if child < token and syntax.lowers[child] in _DIRECTIONS and syntax.deps[child] in ("advmod", "amod"):
            return _DIRECTIONS[syntax.lowers[child]]
        if child < token and syntax.lowers[child] == "as" and syntax.deps[child] == "advmod":
            return "equal"
    return ""


def base_of(lemma: str, form: str) -> str:
    """Return the positive of a compared adjective or adverb: ``old`` of "older", ``slow`` of "slowly"."""
    lemma, form = lemma.lower(), form.lower()
    found = adjective_of(form)
    if found != form:
        return found
    return lemma if wordnet().has(lemma, "a") or wordnet().has(lemma, "n") else form


def _subject(source: Source, token: int) -> tuple[int, str]:
    """Return who is compared: the subject of the copula or verb, or the noun that the adjective modifies."""
    syntax = source.syntax
    if source.child(token, "cop") >= 0 and (own := source.subject(token))[0] >= 0:
        return own
    above, dep = int(syntax.heads[token]), syntax.deps[token].partition(":")[0]
    if dep in ("amod", "nmod"):
        return source.subject(above) if source.child(above, "cop") >= 0 else (above, "")
    if dep in ("advmod", "xcomp", "obl", "obj", "root", "conj", "ccomp"):
        own = source.subject(token)
        return own if own[0] >= 0 else source.subject(above)
    return -1, ""


def _standard(source: Source, token: int, degree: str) -> int:
    """Return the token with which is compared ("than Ada"), or the group ("of the three"); or -1."""
    syntax = source.syntax
    wanted = ("than", "as") if degree in ("more", "less", "equal") else ("of", "in", "among", "on", "at")
    above = int(syntax.heads[token])
    for head in (token, above):
        for child in syntax.children_of(head):
            if child <= token or child == token:
                continue
            marks = [c for c in syntax.children_of(child) if syntax.lowers[c] in wanted and c < child]
            if marks and syntax.deps[child].partition(":")[0] in (
                "obl",
                "nmod",
                "advcl",
                "acl",
                "ccomp",
                "obj",
            ):
                inner = source.child(child, "nsubj")
                return inner if inner >= 0 else child
    return -1
