"""A small parsed story, built by hand so that no model is needed."""

from dataclasses import replace

import spacy
from spacy.tokens import Doc

from symbolic_rc.core.entity import Argument, Entity, Frame, Mention
from symbolic_rc.core.record import Question
from symbolic_rc.index.encode import token_rows
from symbolic_rc.index.story_index import build
from symbolic_rc.question.parsed import parse_question
from symbolic_rc.question.statement import as_statement
from symbolic_rc.question.understanding import understand

# word, tag, part, lemma, head (in the sentence), relation
STORY = (
    (
        ("Marta", "NNP", "PROPN", "Marta", 1, "nsubj"),
        ("sold", "VBD", "VERB", "sell", 1, "root"),
        ("the", "DT", "DET", "the", 4, "det"),
        ("old", "JJ", "ADJ", "old", 4, "amod"),
        ("mill", "NN", "NOUN", "mill", 1, "obj"),
        ("to", "IN", "ADP", "to", 6, "case"),
        ("Jonas", "NNP", "PROPN", "Jonas", 1, "obl"),
        (".", ".", "PUNCT", ".", 1, "punct"),
    ),
    (
        ("Then", "RB", "ADV", "then", 2, "advmod"),
        ("she", "PRP", "PRON", "she", 2, "nsubj"),
        ("went", "VBD", "VERB", "go", 2, "root"),
        ("to", "IN", "ADP", "to", 4, "case"),
        ("sea", "NN", "NOUN", "sea", 2, "obl"),
        ("because", "IN", "SCONJ", "because", 7, "mark"),
        ("she", "PRP", "PRON", "she", 7, "nsubj"),
        ("missed", "VBD", "VERB", "miss", 2, "advcl"),
        ("it", "PRP", "PRON", "it", 7, "obj"),
        (".", ".", "PUNCT", ".", 2, "punct"),
    ),
)
QUESTION = (
    (
        ("Who", "WP", "PRON", "who", 1, "nsubj"),
        ("sold", "VBD", "VERB", "sell", 1, "root"),
        ("the", "DT", "DET", "the", 3, "det"),
        ("mill", "NN", "NOUN", "mill", 1, "obj"),
        ("?", ".", "PUNCT", "?", 1, "punct"),
    ),
)


def parsed(sentences) -> Doc:
    """Make a document of sentences written as rows."""
    rows = [row for sentence in sentences for row in sentence]
    base, heads, starts = 0, [], []
    for sentence in sentences:
        heads += [base + row[4] for row in sentence]
        starts += [i == 0 for i in range(len(sentence))]
        base += len(sentence)
    return Doc(
        spacy.blank("en").vocab,
        words=[row[0] for row in rows],
        tags=[row[1] for row in rows],
        pos=[row[2] for row in rows],
        lemmas=[row[3] for row in rows],
        heads=heads,
        deps=[row[5] for row in rows],
        sent_starts=starts,
    )


def small_story():
    """Marta sells a mill, and goes to sea; "she" is Marta."""
    mentions = (
        Mention(0, 1, 0, "name", 0),
        Mention(2, 5, 4, "nominal", 1),
        Mention(6, 7, 6, "name", 2),
        Mention(9, 10, 9, "pronoun", 0, 0),
        Mention(14, 15, 14, "pronoun", 0, 3),
    )
    entities = (
        Entity(0, (0, 3, 4), "Marta", ("Marta",), "PERSON", "feminine", "singular"),
        Entity(1, (1,), "the old mill"),
        Entity(2, (2,), "Jonas", ("Jonas",), "PERSON", "masculine", "singular"),
    )
    frames = (
        Frame(
            "sell.01", 1, 1, 2, "verb",
            (Argument("ARG0", 0, 1, 0), Argument("ARG1", 2, 5, 4), Argument("ARG2", 5, 7, 6)),
        ),
        Frame("go.01", 10, 10, 11, "verb", (Argument("ARG1", 9, 10, 9), Argument("ARG4", 11, 13, 12))),
    )  # fmt: skip
    return build(parsed(STORY), mentions, entities, frames)


def asked_of(question, doc):
    """Return the arrays of a question that was annotated as it stands."""
    texts = [(token.lower_, token.lemma_) for token in doc]
    found = parse_question(question, understand(question), token_rows(doc)[0], texts)
    return replace(found, statement=as_statement(doc))


def small_question():
    """Who sold the mill?"""
    return asked_of(Question("1", "Who sold the mill?"), parsed(QUESTION))
