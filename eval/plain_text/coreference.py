"""Coreference of plain text: which phrases of a text are one thing, and which are two."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from spacy.tokens import Span

from eval.plain_text.cases import Reading, Text, fills, kinds
from symbolic_rc.story import Story

_MARKED = re.compile(r"\[([\d?]) ([^]]+)\]")


def marked(text: str) -> tuple[str, list[tuple[int, int, str]]]:
    """Return a text without its marks "[1 the lamp]", and the span and the label of each."""
    plain, spans, last = "", list[tuple[int, int, str]](), 0
    for match in _MARKED.finditer(text):
        plain += text[last : match.start()]
        spans.append((len(plain), len(plain) + len(match[2]), match[1]))
        plain, last = plain + match[2], match.end()
    return plain + text[last:], spans


def entities(text: str) -> tuple[str, ...]:
    """Return, for each marked phrase, the label of the first of its entity; "?" where it is no mention.

    A phrase is the mention of its span; where there is none, the one of its head.
    """
    plain, spans = marked(text)
    story = Story.from_text(plain)
    first: dict[int, str] = {}
    found = []
    for start, end, label in spans:
        phrase = story.doc.char_span(start, end, alignment_mode="expand")
        entity = -1 if phrase is None else _entity(story, phrase)
        found.append(first.setdefault(entity, label.replace("?", "!")) if entity >= 0 else "?")
    return tuple(found)


def _entity(story: Story, phrase: Span) -> int:
    same = [one for one in story.mentions if (one.start, one.end) == (phrase.start, phrase.end)]
    headed = [one for one in story.mentions if one.head == phrase.root.i]
    return next((one.entity for one in (*same, *headed)), -1)


def _texts(templates: Sequence[str], read: Reading, random: Random) -> Iterator[Text]:
    for text in fills(templates, random):
        yield Text(text, tuple(label for _, _, label in marked(text)[1]), read)


#: Texts whose marked phrases are one entity where their labels are the same.
_COREFERENCE = {
    (60, "opposite modifiers"): (
        "{name} found [1 the old {noun}] in the attic. [2 The new {noun}] was in the cellar.",
        "{name} found [1 the small {noun}] in the attic. [2 The big {noun}] was in the cellar.",
        "[1 The left {noun}] was locked, and [2 the right {noun}] was open."
        " {name} tried [1 the left {noun}].",
        "[1 The heavy {noun}] fell. [2 The light {noun}] was on the table.",
        "[1 The front {noun}] was locked. {name} tried [2 the back {noun}].",
        "[1 The {nation} army] marched north. [2 The {nation2} army] waited at the river.",
        "[1 The {first} {noun}] was heavy. {name} carried it home. [2 The {first2} {noun}] was lost.",
        "There was [1 a {colour} {noun}] on the table. {name} took [2 a {colour2} {noun}] instead.",
    ),
    (61, "the same thing again"): (
        "{name} bought [1 an old {noun}]. [1 The {noun}] was in the attic.",
        "{name} bought [1 a {colour} {noun}]. Then {name2} sold [1 the {colour} {noun}].",
        "[1 The {nation} army] marched north. At night [1 the army] rested.",
        "{name} lost [1 the {first} {noun}]. {name2} found [1 it].",
    ),
    (62, "two roles and a pronoun"): (
        "[1 The {role}] opened the shop early. [1 He] {did}. Then [2 the {role2}] came in and {did2}.",
        "[1 The {role}] met [2 the {role2}] at the gate. Then [2 the {role2}] {did}.",
        "[1 The {role}] {did}. [1 He] was tired. [2 The {role2}] {did2}.",
        "[1 A {role}] {did}. [1 The {role}] was tired. [2 A {role2}] {did2}.",
    ),
    (63, "whose one is"): (
        "[1 The {kin} of {name}] {did}. [2 The {kin} of {name2}] {did2}.",
        "[1 {name}'s {kin}] {did}. [2 {name2}'s {kin}] {did2}.",
        "[1 {name}'s {noun}] was old. [2 {name2}'s {noun}] was new.",
        "[1 The {kin} of {name}] {did}. [1 {name}'s {kin}] {did2}.",
        "{name} took [1 her {noun}], and {name2} took [2 his {noun}].",
    ),
    (64, "names with titles and particles"): (
        "[1 Mr. {last}] {did}. [2 Mrs. {last}] {did2}.",
        "[1 {man} {last}] {did}. [1 Mr. {last}] {did2}.",
        "[1 {man} {last}] {did}. [2 Mrs. {last}] {did2}.",
        "[1 Sir {man} {last}] {did}. [1 Sir {man}] {did2}.",
        "[1 {man} van {last}] {did}. [1 Van {last}] {did2}.",
        "[1 {man} de {last}] {did}. Then [1 De {last}] {did2}.",
        "[1 {man} van der {last}] {did}. [1 Van der {last}] {did2}.",
        "[1 {man} {last}] {did}. [2 {man2} {last}] {did2}. [1 {man}] was tired.",
    ),
    (65, "odd first names"): (
        "[1 {odd} {last}] {did}. [1 She] was tired. [1 {odd}] {did2}.",
        "[1 {odd}] met {man} at the gate. [1 She] {did}.",
    ),
    (67, "it of the weather and the time"): (
        "{name} sold [1 the {noun}]. [? It] was {late}, and {name2} {did2}.",
        "[1 The {noun}] fell. [? It] {rained} all night.",
        "{name} bought [1 a {noun}]. [? It] was {cold} outside.",
        "{name} found [1 a {noun}]. [? It] was {Hour}.",
        "{name} found [1 a {noun}]. [1 It] was {colour} and heavy.",
        "{name} found [1 the {noun}]. [? It] was {late}. {name} sold [1 it].",
    ),
    (66, "several and the two"): (
        "[1 {man} and {woman}] {did}. [1 They] were tired.",
        "[1 {man} and {woman}] came to the inn. [1 The two] {did}.",
        "[1 {man} and {woman}] {did}. Later [1 both of them] {did2}.",
        "[1 The {role} and the {role2}] {did}. [1 They] were tired.",
    ),
}
COREFERENCE = kinds(entities, _COREFERENCE, _texts)
