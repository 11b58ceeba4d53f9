"""Trees of questions: those of treebanks, and what shows of the trees of the data sets' questions."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Token

from eval.annotation.treebanks import gold_token_table
from symbolic_rc.annotate import tokenise_together
from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.lexicon.english import DO, QUESTION_WORDS
from symbolic_rc.train.shared import records_of

#: Data sets whose questions are looked at, without their answers.
SETS = {"NarrativeQA valid": "narrativeqa/valid.json", "Quoref dev": "quoref/quoref-dev-v0.1.json"}


def question_table(nlp: Language, sentences: Sequence[Sentence]) -> Mapping[str, float | None]:
    """Return the right heads and relations of the questions that begin with a question word."""
    asked = [s for s in sentences if s.words[-1] == "?" and s.words[0].lower() in QUESTION_WORDS]
    table = gold_token_table(nlp, asked)
    return {name: table[name] for name in ("UAS", "LAS")}


def shape_table(nlp: Language, data: Path, path: str) -> dict[str, float | None]:
    """Return the shares of questions whose trees have the shape that they must have.

    After a form of *do*, a verb is the root (``do``); in "the name of the person whose …" the clause hangs on
    a noun (``whose``); no verb has two subjects (``subjects``).
    """
    texts = [question.text for record in records_of(data / path, part="") for question in record.questions]
    doc, bounds = tokenise_together(texts, nlp)
    doc = nlp(doc)
    seen: dict[str, list[bool]] = {"do": [], "whose": [], "subjects": []}
    for start, end in itertools.pairwise(bounds):
        tokens = list(doc[start:end])
        words = [token.lower_ for token in tokens]
        if len(words) > 3 and words[0] in QUESTION_WORDS and words[1] in DO:
            seen["do"].append(any(token.dep_ == "ROOT" and token.pos_ == "VERB" for token in tokens))
        if "whose" in words and "name" in words[: words.index("whose")]:
            seen["whose"].append(_described(tokens[words.index("whose")]))
        heads = [token.head.i for token in tokens if token.dep_ in ("nsubj", "nsubj:pass")]
        seen["subjects"].append(len(heads) == len(set(heads)))
    return {name: sum(found) / len(found) if found else None for name, found in seen.items()}


def _described(token: Token) -> bool:
    """Tell whether a word stands in a clause that describes a noun."""
    while token.dep_ not in ("ROOT", "acl:relcl") and token.head.i != token.i:
        token = token.head
    return token.dep_ == "acl:relcl"
