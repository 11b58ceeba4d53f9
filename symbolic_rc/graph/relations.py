"""Relations that a text states between entities: kinship, roles, possession, place, parts, being the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.frame import Frame
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.places import MentionIndex
from symbolic_rc.lexicon import kinship

#: Relations and what they are seen from the other side; kinship and roles bring their own.
INVERSES = {
    "owns": "belongs to",
    "located in": "location of",
    "part of": "has part",
    "is": "is",
    "member of": "has member",
    "spouse": "spouse",
}

_PLACES = frozenset({"GPE", "LOC", "FAC"})
#: Verbs whose frames state a relation between ARG0 (or ARG1) and another argument.
_VERBS = {
    "own": "owns", "possess": "owns", "have": "owns", "belong": "belongs to", "marry": "spouse",
    "wed": "spouse", "live": "located in", "dwell": "located in", "reside": "located in",
    "stay": "located in", "inhabit": "located in",
}  # fmt: skip
_IN = frozenset("in at on near within inside by upon under outside".split())


@dataclass(frozen=True, slots=True)
class Stated:
    """A relation: entity `source` is the `label` of entity `target`, whose inverse is `inverse`."""

    source: int
    target: int
    label: str
    inverse: str
    kind: str
    sentence: int
    token: int


def relations_of(
    syntax: Syntax, mentions: Sequence[Mention], entities: Sequence[Entity], frames: Sequence[Frame]
) -> list[Stated]:
    """Return the stated relations, in order of the text, each (source, target, label) once a sentence."""
    index = MentionIndex(mentions)
    found: dict[tuple[int, int, str, int], Stated] = {}
    for stated in [
        *_phrases(syntax, mentions, entities, index),
        *_clauses(syntax, mentions, entities, frames, index),
    ]:
        if stated.source != stated.target:
            found.setdefault((stated.source, stated.target, stated.label, stated.sentence), stated)
    return sorted(found.values(), key=lambda stated: (stated.token, stated.source, stated.target))


def _phrases(
    syntax: Syntax, mentions: Sequence[Mention], entities: Sequence[Entity], index: MentionIndex
) -> Iterator[Stated]:
    known = kinship()
    for mention in mentions:
        if mention.kind == "pronoun":
            continue
        head = mention.head
        sentence = int(syntax.sentences[head])
        holders = [mention.entity]
        deps = syntax.deps[head]
        children = syntax.children_of(head)
        same = -1
        if deps.startswith("appos"):
            same = index.at_head(int(syntax.heads[head]))
        elif any(syntax.deps[child] == "cop" for child in children):
            subject = [child for child in children if syntax.deps[child].startswith("nsubj")]
            same = index.at_head(subject[0]) if subject else -1
            if any(syntax.lowers[child] in ("not", "n't", "never") for child in children):
                same = -1
        if same >= 0 and mentions[same].entity != mention.entity:
            holders.append(mentions[same].entity)
            yield Stated(mentions[same].entity, mention.entity, "is", "is", "equivalence", sentence, head)
        relation = known.get(syntax.lemmas[head])
        for child in children:
            other = index.at_head(child)
            if other < 0 or mentions[other].entity == mention.entity:
                continue
            target = mentions[other].entity
            dep = syntax.deps[child]
            cases = [syntax.lowers[c] for c in syntax.children_of(child) if syntax.deps[c] == "case"]
            case = cases[0] if cases else ""
            genitive = dep == "nmod:poss" or (dep == "nmod" and case in ("of", "to"))
            if genitive and relation is not None:
                for holder in holders:
                    yield Stated(
                        holder, target, relation.relation, relation.inverse,
                        "kinship" if relation.kind == "kin" else "role", sentence, head,
                    )  # fmt: skip
            elif dep == "nmod:poss":
                yield Stated(target, mention.entity, "owns", "belongs to", "possession", sentence, head)
            elif dep == "nmod" and case == "of":
                yield Stated(mention.entity, target, "part of", "has part", "part", sentence, head)
            elif dep == "nmod" and case in _IN and entities[target].type in _PLACES:
                yield Stated(mention.entity, target, "located in", "location of", "location", sentence, head)


def _clauses(
    syntax: Syntax,
    mentions: Sequence[Mention],
    entities: Sequence[Entity],
    frames: Sequence[Frame],
    index: MentionIndex,
) -> Iterator[Stated]:
    for frame in frames:
        label = _VERBS.get(frame.lemma)
        if frame.kind != "verb" or frame.negated:
            continue
        sentence = int(syntax.sentences[frame.head])
        roles: dict[str, int] = {}
        for argument in frame.arguments:
            mention = index.of(argument)
            if mention >= 0:
                roles.setdefault(argument.role, mentions[mention].entity)
        subject = roles.get("ARG0", roles.get("ARG1"))
        place = roles.get("ARGM-LOC")
        if subject is None:
            continue
        if place is not None and entities[place].type in _PLACES:
            yield Stated(subject, place, "located in", "location of", "location", sentence, frame.head)
        if label is None or frame.modality:
            continue
        other = roles.get("ARG1") if "ARG0" in roles else roles.get("ARG2")
        if other is not None and label != "located in":
            inverse = INVERSES.get(label) or next(k for k, v in INVERSES.items() if v == label)
            kind = "kinship" if label == "spouse" else "possession"
            yield Stated(subject, other, label, inverse, kind, sentence, frame.head)
