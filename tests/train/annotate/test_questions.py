"""Questions made from statements, and their trees."""

import numpy as np
import pytest

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.train.annotate.questions import make_questions

TAGS = (
    "NNP|PROPN VBD|VERB VBZ|VERB VB|VERB VBN|VERB VBD|AUX VBZ|AUX DT|DET NN|NOUN JJ|ADJ IN|ADP .|PUNCT "
    "WP|PRON WP$|PRON WDT|PRON WDT|DET WRB|ADV PRP$|PRON RB|ADV"
).split()


def sentence(*rows):
    words, lemmas, tags, heads, relations = zip(*(row.split() for row in rows), strict=True)
    none = ("_",) * len(words)
    return Sentence(
        words, lemmas, tuple(tag.partition("|")[2] for tag in tags),
        tuple(tag.partition("|")[0] for tag in tags), none, tuple(int(head) - 1 for head in heads),
        relations, (True,) * len(words),
    ), [TAGS.index(tag) for tag in tags]  # fmt: skip


SOLD = (
    "Yesterday yesterday RB|ADV 3 advmod", "Ada Ada NNP|PROPN 3 nsubj", "sold sell VBD|VERB 0 root",
    "the the DT|DET 6 det", "old old JJ|ADJ 6 amod", "mill mill NN|NOUN 3 obj",
    "to to IN|ADP 8 case", "Bo Bo NNP|PROPN 3 obl", ". . .|PUNCT 3 punct",
)  # fmt: skip
BORN = (
    "Her her PRP$|PRON 2 nmod:poss", "mother mother NN|NOUN 4 nsubj:pass", "was be VBD|AUX 4 aux:pass",
    "born bear VBN|VERB 0 root", "in in IN|ADP 6 case", "Oslo Oslo NNP|PROPN 4 obl",
)  # fmt: skip


def made(*rows, seeds=12):
    """Return the questions of some seeds by their texts."""
    own, tags = sentence(*rows)
    found = {}
    for seed in range(seeds):
        questions, codes = make_questions([own], np.array(tags, np.int32), TAGS, seed=seed)
        assert len(codes) == sum(len(question.words) for question in questions)
        found |= {" ".join(question.words): question for question in questions}
    return found


def arcs(question):
    words = (*question.words, "ROOT")
    rows = zip(question.words, question.heads, question.relations, strict=True)
    return {(word, relation, words[head]) for word, head, relation in rows}


def test_a_statement_gives_questions_of_each_kind():
    found = made(*SOLD)
    assert {
        "Who sold the old mill to Bo ?",
        "What did Ada sell to Bo ?",
        "Did Ada sell the old mill to Bo ?",
    } < set(found)
    assert any(text.endswith("did Ada sell the old mill to ?") for text in found)
    assert any(text.startswith(("Where did Ada", "When did Ada", "How did Ada")) for text in found)
    assert any(text.startswith("What is the") and "who sold the old mill to Bo" in text for text in found)


def test_words_keep_their_heads_and_a_preposition_left_behind_hangs_on_what_is_asked():
    found = made(*SOLD)
    assert arcs(found["What did Ada sell to Bo ?"]) == {
        ("What", "obj", "sell"), ("did", "aux", "sell"), ("Ada", "nsubj", "sell"), ("sell", "root", "ROOT"),
        ("to", "case", "Bo"), ("Bo", "obl", "sell"), ("?", "punct", "sell"),
    }  # fmt: skip
    left = found["Who did Ada sell the old mill to ?"]
    assert {("Who", "obl", "sell"), ("to", "case", "Who")} < arcs(left)


def test_the_owner_of_a_subject_is_asked_for_by_whose():
    found = made(*BORN)
    text = next(text for text in found if "whose mother was born in Oslo" in text)
    assert {
        ("What", "root", "ROOT"), ("name", "nsubj", "What"), ("person", "nmod", "name"),
        ("born", "acl:relcl", "person"), ("mother", "nsubj:pass", "born"), ("whose", "nmod:poss", "mother"),
    } < arcs(found[text])  # fmt: skip
    assert any(text.endswith("was her mother born in ?") for text in found)


@pytest.mark.parametrize("rows", [SOLD, BORN])
def test_each_question_is_a_tree(rows):
    for question in made(*rows).values():
        assert sum(head < 0 for head in question.heads) == 1
        assert question.words[0][0].isupper()
        for word in range(len(question.words)):
            for _ in question.words:
                word = question.heads[word] if word >= 0 else word
            assert word < 0


def test_questions_are_not_asked_again():
    rows = (*SOLD[:-1], "? ? .|PUNCT 3 punct")
    assert not made(*rows)
