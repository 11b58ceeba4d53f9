"""Repairs of parse trees."""

import random

import numpy as np
import pytest

import symbolic_rc
from symbolic_rc.annotate import default_pipeline
from symbolic_rc.annotate.parser.repairs import Tree, repair

RELATIONS = (
    "root", "nsubj", "obj", "obl", "conj", "cc", "punct", "case", "det", "cop", "xcomp", "mark", "advcl",
    "nsubj:pass", "aux:pass", "aux", "compound", "iobj", "nmod", "amod", "obl:agent",
    "acl:relcl", "ccomp", "nmod:poss", "appos", "nummod", "advmod", "acl", "obl:unmarked", "flat",
)  # fmt: skip


def tree(text):
    """Make a tree of lines "word TAG head relation", heads counted from 1."""
    rows = [line.split() for line in text.strip().splitlines()]
    heads = np.array([int(row[2]) - 1 for row in rows], np.int32)
    labels = np.array([RELATIONS.index(row[3]) for row in rows], np.int32)
    return Tree([row[0] for row in rows], [row[1] for row in rows], heads, labels, RELATIONS)


def dependencies(one):
    return [
        f"{word}<{one.words[head] if head >= 0 else ''}:{one.dep(i)}"
        for i, (word, head) in enumerate(zip(one.words, one.heads.tolist(), strict=True))
    ]


def test_a_clause_with_who_may_end_the_text():
    one = tree("""
        opened VBD 0 root
        by IN 3 case
        ada NNP 1 obl
        , , 3 punct
        who WP 6 nsubj
        cried VBD 3 acl:relcl
    """)
    before = dependencies(one)
    repair(one)
    assert dependencies(one) == before


def test_a_list_is_joined():
    one = tree("""
        stefan NNP 2 nsubj
        packed VBD 0 root
        a DT 4 det
        kettle NN 2 obj
        , , 7 punct
        a DT 7 det
        ladder NN 2 obl
        and CC 9 cc
        drum NN 7 conj
    """)
    repair(one)
    assert dependencies(one)[6] == "ladder<kettle:conj"


def test_a_clause_in_front_is_no_main_clause():
    one = tree("""
        before IN 2 case
        ada NNP 3 nsubj
        came VBD 0 root
        , , 6 punct
        bo NNP 6 nsubj
        left VBD 3 conj
        . . 3 punct
    """)
    repair(one)
    assert dependencies(one) == [
        "before<came:mark",
        "ada<came:nsubj",
        "came<left:advcl",
        ",<left:punct",
        "bo<left:nsubj",
        "left<:root",
        ".<left:punct",
    ]


@pytest.mark.parametrize(
    ("rows", "place", "right"),
    [
        ("ada NNP 2 nsubj|taught VBD 0 root|bo NNP 4 compound|chess NN 2 obj", 2, "bo<taught:iobj"),
        ("ada NNP 2 nsubj|sold VBD 0 root|bo NNP 4 compound|shares NNS 2 obj", 2, "bo<shares:compound"),
        ("ada NNP 2 nsubj|told VBD 0 root|him PRP 2 iobj|tales NNS 2 iobj", 3, "tales<told:obj"),
        ("said VBD 0 root|ada NNP 1 nsubj|to IN 4 case|bo NNP 2 nmod", 3, "bo<said:obl"),
    ],
)
def test_roles_that_a_tree_shows_to_be_others(rows, place, right):
    one = tree(rows.replace("|", "\n"))
    repair(one)
    assert dependencies(one)[place] == right


@pytest.mark.parametrize(
    "text",
    [
        "Ada and Bo left.",
        "Ada saw Bo, and left.",
        "When Ada came, Bo left.",
        "",
        "Ada sold the hat, the coat.",
    ],
)
def test_sound_trees_stay_trees(text):
    doc = default_pipeline()(text)
    for token in doc:
        seen = {token.i}
        while token.head.i != token.i:
            token = token.head
            assert token.i not in seen
            seen.add(token.i)


@pytest.mark.parametrize("weights", ["", None])
def test_what_was_repaired_has_clauses_to_answer_with(weights):
    engine = symbolic_rc.load(weights=weights, refuse_below=0.2)
    story = engine.read(
        "Before the house became a museum, it was a school. Ada packed a hat on Monday, a coat and a plum."
    )
    for question in (
        "What did the house become?",
        "Why did the house become a museum?",
        "What did Ada pack?",
    ):
        engine.answer(story, question)
    for token in story.doc:
        between = range(min(token.i, token.head.i) + 1, max(token.i, token.head.i))
        assert all(token.head.is_ancestor(story.doc[i]) or token.head.i == i for i in between)


def test_the_former_is_the_subject():
    one = tree("""
        the DT 5 det
        former JJ 5 amod
        was VBD 5 cop
        a DT 5 det
        cook NN 0 root
    """)
    repair(one)
    assert dependencies(one)[:2] == ["the<former:det", "former<cook:nsubj"]


def test_a_time_is_parted_from_a_name():
    one = tree("""
        at IN 3 case
        first JJ 3 amod
        ada NNP 5 nsubj
        was VBD 5 cop
        calm JJ 0 root
    """)
    repair(one)
    assert dependencies(one)[:3] == ["at<first:case", "first<calm:obl", "ada<calm:nsubj"]


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        ("In the end Ada was worried.", "Who was worried?", "Ada"),
        ("Every day Mina fed the goat.", "Who fed the goat?", "Mina"),
        ("The rope was twenty feet long.", "How long was the rope?", "twenty feet"),
        ("On the wall hung a clock.", "What hung on the wall?", "a clock"),
        ("Ada baked Tom three cakes.", "What did Ada bake Tom?", "three cakes"),
        ("All the children but Mina could swim.", "Could Mina swim?", "no"),
        ("The horse that Ada bought ran away.", "What ran away?", "The horse"),
        ("Ada and Bo own a mill. Both hate mud.", "Who hates mud?", "Ada and Bo"),
        ("»I fell«, shouted Bo.", "Who shouted?", "Bo"),
        ("The moat is 9 km long and 2.5 m wide.", "How wide is the moat?", "2.5 m"),
        ("Menu\n1. Nine eels\n2. Six pears\n\nUwe ate.", "How many pears were there?", "Six"),
    ],
)
def test_trees_of_plain_sentences_answer(text, question, right):
    engine = symbolic_rc.load(weights=None)
    assert engine.answer(engine.read(text), question).text == right


def test_a_name_given_is_no_object():
    one = tree("""
        it PRP 3 nsubj:pass
        was VBD 3 aux:pass
        called VBN 0 root
        the DT 5 det
        swan NNP 3 obj
    """)
    repair(one)
    assert dependencies(one)[4] == "swan<called:xcomp"


def test_what_the_latter_is():
    one = tree("""
        the DT 2 det
        former JJ 5 nsubj
        was VBD 5 cop
        a DT 5 det
        cook NN 8 nsubj
        , , 5 punct
        the DT 8 det
        latter JJ 0 root
        a DT 10 det
        thief NN 8 obl:unmarked
        . . 8 punct
    """)
    repair(one)
    assert one.dep(4) == "root"
    assert dependencies(one)[5:] == [
        ",<thief:punct",
        "the<latter:det",
        "latter<thief:nsubj",
        "a<thief:det",
        "thief<cook:conj",
        ".<cook:punct",
    ]


def test_a_first_name_heads_its_last_name():
    one = tree("""
        is VBZ 5 cop
        ada NNP 3 compound
        finch NNP 5 nsubj
        a DT 5 det
        trader NN 0 root
    """)
    repair(one)
    assert dependencies(one)[1:3] == ["ada<trader:nsubj", "finch<ada:flat"]
    place = tree("""
        victoria NNP 2 compound
        station NNP 3 nsubj
        burned VBD 0 root
    """)
    repair(place)
    assert dependencies(place)[:2] == ["victoria<station:compound", "station<burned:nsubj"]


_WORDS = (
    "ada bo may monday gave sold sent was to of at in on half past six ten - or before after the a which"
    " whose latter boat tickets asked called last two ago , . but long feet and did not 1987"
).split()
_TAGS = "NNP NN NNS VBD VBZ VBN VBG TO IN CD DT JJ RB , . CC WP$ PRP ''".split()
_RELATIONS = (
    *RELATIONS, "obl:unmarked", "nmod:unmarked", "case", "advcl", "parataxis", "dep", "expl", "csubj",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(20))
def test_no_repair_makes_a_circle(seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(60):
        n = choose.randrange(4, 16)
        order = choose.sample(range(n), n)
        heads = np.full(n, -1, np.int32)
        for place, token in enumerate(order[1:], 1):
            heads[token] = order[choose.randrange(place)]
        labels = np.array([choose.randrange(1, len(_RELATIONS)) for _ in range(n)], np.int32)
        labels[order[0]] = 0
        words, tags = choose.choices(_WORDS, k=n), choose.choices(_TAGS, k=n)
        repair(Tree(words, tags, heads, labels, _RELATIONS))
        for token in range(n):
            at, steps = token, 0
            while at >= 0 and steps <= n:
                at, steps = int(heads[at]), steps + 1
            assert steps <= n, (words, heads)
