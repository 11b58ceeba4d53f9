"""Where sentences of plain text end, and which tokens they have."""

from __future__ import annotations

from functools import cache

from spacy.language import Language

from eval.plain_text.cases import kinds
from symbolic_rc.annotate.pipeline import classical


@cache
def senter() -> Language:
    """Return the pipeline up to sentences."""
    return classical(
        disable=["symbolic_rc_tagger", "symbolic_rc_parser", "symbolic_rc_lemmatizer", "symbolic_rc_ner"]
    )


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text."""
    found = (sentence.text.strip() for sentence in senter()(text).sents)
    return tuple(sentence for sentence in found if sentence)


def tokens(text: str) -> tuple[str, ...]:
    """Return the tokens of a text that are not white space."""
    return tuple(token.text for token in senter()(text) if not token.is_space)


_SENTENCES = {
    (1, "closing mark then comma"): (
        '"{say}!", he {said}. | {any}.',
        "“{say}!”, {said} {name}. | {any}.",
        '"{say}?", {said} Mr. {last}. | {any}.',
        '{name} shouted "{say}!", and {name2} {did}. | {new}.',
        "‘{say}!’, {said} {name}. | {any}.",
        '"{say}!" — and {name} {did}. | {any}.',
        "“{say}!”; that was all. | {any}.",
    ),
    (2, "single capital at the end"): (
        "The train stops at gate {letter}. | {any}.",
        "He chose plan {letter}. | {any}.",
        "{name} is in group {letter}. | {any}.",
        "It holds vitamin {letter}. | {new}.",
        "The answer is {letter}. | {new}.",
        "Turn to section {letter}. | {new}.",
        "{name} got a {letter}. | {new}.",
        "They met at Platform {letter}. | {any}.",
    ),
    (3, "I at the end"): (
        "They saw you and I. | {any}.",
        "We are a team, {name} and I. | {any}.",
        "{name} is taller than I. | {new}.",
        "So {did} my friend and I. | {new}.",
        "It was I. | {new}.",
        "{name} I. {last} {did}. | {any}.",
    ),
    (4, "clock time before a name"): (
        "{name} left at {hour} {am} | Mr. {last} {did}.",
        "The shop closed at {hour} {am} | {name} {did}.",
        "At {hour} {am} Mr. {last} {did}. | {any}.",
        "At {hour}:30 {am} {name} {did}. | {any}.",
        "{name} came at {hour} {am} | {new}.",
        "They met at {hour} {am} on Monday. | {any}.",
        "The {hour} {am} train was late. | {any}.",
        "By {hour} {am} Dr. {last} {did}. | {any}.",
        "It rained until {hour} P.M. | Mrs. {last} {did}.",
    ),
    (5, "streets, saints and doctors"): (
        "He lived in {last} St. | {new}.",
        "{name} drove along {last} Ave. | {new}.",
        "St. {last} is a village. | {any}.",
        "They live at {n} {last} Dr. | {new}.",
        "{name} met Dr. {last} there. | {any}.",
        "The shop in {last} Rd. | was shut.".replace(" |", ""),
        "{name} climbed Mt. {last} alone. | {any}.",
        "He saw St. {name} in the church. | {any}.",
    ),
    (6, "enumerators in running text"): (
        "1. {Do}. | 2. {Do2}. | 3. {Do3}.",
        "1. {Do} | 2. {Do2} | 3. {Do3}",
        "1) {Do} | 2) {Do2}",
        "1.) {Do}. | 2.) {Do2}.",
        "a. {Do} | b. {Do2} | c. {Do3}",
        "a) {Do}. | b) {Do2}.",
        "• {Do} | • {Do2} | • {Do3}",
        "(1) {Do}. | (2) {Do2}. | (3) {Do3}.",
        "i. {Do}. | ii. {Do2}. | iii. {Do3}.",
        "A. {Do}. | B. {Do2}.",
        "He had {n}. | {new}.",
        "Do this: | 1. {Do}. | 2. {Do2}.".replace(" |", "", 1),
        "• 1. {Do} | • 2. {Do2}",
    ),
    (7, "abbreviation before a number"): (
        "See ch. {n} of the book. | {any}.",
        "This follows from Eq. {n} and Eq. {n2}. | {any}.",
        "It breaks art. {n} of the law. | {any}.",
        "Turn to p. {n}. | {any}.",
        "Read pp. {n}–{n2} first. | {any}.",
        "{name} wore no. {n} that day. | {any}.",
        "As Fig. {n} shows, {name} {did}. | {any}.",
        "{name} lost Vol. {n} of it. | {any}.",
        "The judge read sec. {n}. | {any}.",
        "See Vol. IV for it. | {any}.",
        "He ate a fig. | {any}.",
        "She said no. | {any}.",
        "Born c. {year}, {name} {did}. | {any}.",
        "{name} {did} on Jan. {n} of that year. | {any}.",
        "Look at Tab. {n} and App. {n2}. | {new}.",
    ),
    (8, "units"): (
        "It weighs {n} lbs. {n2} oz. in all. | {any}.",
        "The board is {n} ft. {n2} in. long. | {any}.",
        "{name} bought {n} oz. of tea. | {any}.",
        "It holds {n} gal. | {any}.",
        "The road is {n} mi. long. | {any}.",
        "It weighs {n} lbs. | {any}.",
        "He ran {n} km. | {any}.",
        "{name} ran for {n} min. {n2} sec. in the rain. | {any}.",
        "The child came in. | {any}.",
    ),
    (9, "et al. and other citations"): (
        "{last} et al. ({year}) saw it. | {any}.",
        "This was seen by {last} et al. | {new}.",
        "{last} et al. found a {noun}. | {any}.",
        "Some fruit (e.g. Apples) is cheap. | {any}.",
        "It was cheap, i.e. {name} paid. | {any}.",
        "They sold cups, plates, etc. | {any}.",
        "Cf. {last} ({year}) on this. | {any}.",
        "{name} said so ({last} {n}). | {any}.",
        "It was {last} vs. {last2} again. | {any}.",
    ),
    (10, "ellipses"): (
        "He waited... | Then he left.",
        "It was ... well ... late. | {any}.",
        "{name} {did} . . . and wept. | {any}.",
        "“I ... I saw it,” he said. | {any}.",
        "{name} {did}.... | {any}.",
        "{name} {did}. . . . | {any}.",
        "But . . . I don't know. | {any}.",
        "So…he came. | {any}.",
        "{name} {did}… | {new}.",
        "He said [...] that it rained. | {any}.",
    ),
    (11, "quotation at the sentence end"): (
        '{name} turned to him, "{say}." | {any}.',
        "{name} said, “{say}.” | {any}.",
        "“{say}.” | {name} {did}.",
        '"{say}!" {name} {said}. | {any}.',
        "“{say}?” {said} {name}. | {any}.",
        "'{say}!' {said} {name}. | {any}.",
        "She called it “the {noun}”. | {any}.",
        "“{say}. | {say2},” {said} {name}. | {any}.",
        "{name} {said}: “{say}.” | {any}.",
        "“{say},” {name} {said}, “and wait.” | {any}.",
    ),
    (12, "web addresses"): (
        "See {site}. | {any}.",
        "The page is {site}/a. | {any}.",
        "It is at {site}, and {name} {did}. | {any}.",
        "Write to {word}@{word2}.org. | {any}.",
        "Ask {name}.{last}@{word}.com about it. | {any}.",
        "He owns {site} (and {name} knows). | {any}.",
        "Is it {site}? | {any}.",
    ),
    (13, "initials and titles"): (
        "{letter}. {letter2}. {last} {did}. | {any}.",
        "{name} {letter}. {last} {did}. | {any}.",
        "{title} {last} met {title} {last2}. | {any}.",
        "The book is by {letter}. {last}. | {any}.",
        "{name} {last} Jr. {did}. | {any}.",
        "{name} met {last} Sr. | {new}.",
        "Sen. {last} and Gov. {last2} {did}. | {any}.",
        "{title} {letter}. {last}, Ph.D., {did}. | {any}.",
        "They wrote to {letter}.{letter2}. {last} twice. | {any}.",
        "{name} works for {last} Inc. | {new}.",
        "{last} & Co. sold it. | {any}.",
        "{last} Ltd. bought it. | {any}.",
        "She lives in the U.S. | {new}.",
        "The U.S. Army came. | {any}.",
        "He has a Ph.D. | {new}.",
        "{name} came from Washington, D.C. | {new}.",
    ),
    (14, "decimals, versions, prices, places"): (
        "It costs ${n}.50 now. | {any}.",
        "It costs ${n}.00. | {any}.",
        "We use version {n}.5.1. | {any}.",
        "It rose by {n}.4%. | {any}.",
        "The house lies at {n}° N. {n2}° W. of here. | {any}.",
        "It is {n}.{n2}. | {any}.",
        "The ship is at {n}.5°N, {n2}.1°W. | {any}.",
        "Look under N°. {n}.{n2}. | {any}.",
        "{name} ran v. {n}.{n2} of it. | {any}.",
        "The file is {word}.txt. | {any}.",
        "It uses {word}.js for that. | {any}.",
    ),
    (15, "parentheses"): (
        "{name} {did} (she {did2}.) at last. | {any}.",
        "{name} {did} (it was late). | {any}.",
        "{name} {did}. | (It was late.) | {any}.",
        "{name} (born {year}) {did}. | {any}.",
        "{name} {did} (was it late?) and {did2}. | {any}.",
        "{name} {did}. [1] | {any}.",
    ),
    (16, "names that hold a mark"): (
        "{name} works at Yahoo! in the city. | {any}.",
        "{name} watched Jeopardy! with {name2}. | {any}.",
        "They read Yahoo! News daily. | {any}.",
        "Who is there?! | {any}.",
        "Hello!! | {any}.",
        "What?? | {any}.",
        "{name} sold Yahoo! | {new}.",
    ),
    (17, "wiki notes"): (
        "{name} left.[1] | {any}.",
        "It was a protest.[note {n}] | {any}.",
        "He called it “a {noun}.”[{n}] | {any}.",
        "It was old[{n}] and {name} {did}.[{n2}][3] | {any}.",
        "{name} left.[a] | {any}.",
        '"{say}."[note {n}] | {any}.',
        "The {noun} burnt.[citation needed] | {any}.",
        "{name} {did},[{n}] and {name2} wept. | {any}.",
    ),
}
SENTENCES = kinds(sentences, _SENTENCES)

_TOKENS = {
    (20, "a mark after a web address"): (
        "See {site}. => See | {site} | .",
        "Is it {site}? => Is | it | {site} | ?",
        "On {site}/a, yes. => On | {site}/a | , | yes | .",
        "He ({site}) left. => He | ( | {site} | ) | left | .",
        "“{site}!” => “ | {site} | ! | ”",
        "At {site}; no. => At | {site} | ; | no | .",
        "See {site}/?a=1&b=2. => See | {site}/?a=1&b=2 | .",
        "To {word}@{word2}.org, yes. => To | {word}@{word2}.org | , | yes | .",
        "See {site}/{word}_(a). => See | {site}/{word}_(a) | .",
        "At {site}: a => At | {site} | : | a",
    ),
    (21, "wiki notes as tokens"): (
        "He left.[{n}] She => He | left | . | [ | {n} | ] | She",
        "A {noun}[{n}] fell. => A | {noun} | [ | {n} | ] | fell | .",
        '"{noun}."[{n}] => " | {noun} | . | " | [ | {n} | ]',
        "It.[note {n}] No => It | . | [ | note | {n} | ] | No",
        "He,[{n}][{n2}] a => He | , | [ | {n} | ] | [ | {n2} | ] | a",
    ),
    (22, "numbers and times as tokens"): (
        "It was {hour}:30. => It | was | {hour}:30 | .",
        "v{n}.2.1. => v{n}.2.1 | .",
        "${n}.50. => $ | {n}.50 | .",
        "{n}-{n2} won. => {n} | - | {n2} | won | .",
        "On {n}/12/{year}. => On | {n}/12/{year} | .",
        "It is {n}%. => It | is | {n} | % | .",
    ),
}
TOKENS = kinds(tokens, _TOKENS)
