"""Triples and exports of hand-written frames."""

from spacy.tokens import Doc
from spacy.vocab import Vocab

from symbolic_rc.core.entity import Argument, Frame
from symbolic_rc.readers.baselines.frame_semantic import triples
from symbolic_rc.show.notebook import as_conll, as_json, as_rows

WORDS = ["Anna", "sold", "the", "<b>", "to", "Tom"]
FRAME = Frame(
    "sell.01", 1, 1, 2, "verb",
    (Argument("ARG0", 0, 1, 0), Argument("ARG1", 2, 4, 3), Argument("ARG2", 4, 6, 5)),
)  # fmt: skip


def doc():
    return Doc(Vocab(), words=WORDS, sent_starts=[True] + [False] * 5)


def test_triples_pair_arguments_in_order_of_their_roles():
    assert [(left.role, right.role) for left, _, right in triples([FRAME])] == [
        ("ARG0", "ARG1"),
        ("ARG0", "ARG2"),
        ("ARG1", "ARG2"),
    ]


def test_conll_has_a_column_for_each_predicate():
    rows = [line.split("\t") for line in as_conll(doc(), [FRAME]).splitlines() if "\t" in line]
    assert [row[-1] for row in rows] == ["(ARG0*)", "(V*)", "(ARG1*", "*)", "(ARG2*", "*)"]
    assert rows[1][5:7] == ["sell", "01"]


def test_json_and_rows():
    (made,) = as_json(doc(), [FRAME])
    assert made["arguments"][1] == {
        "role": "ARG1", "head": 3, "start": 2, "end": 4, "start_char": 10, "end_char": 17, "text": "the <b>",
    }  # fmt: skip
    assert list(as_rows(doc(), [FRAME])) == [("sell.01", "sold", "ARG0: Anna; ARG1: the <b>; ARG2: to Tom")]
