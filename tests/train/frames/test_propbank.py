"""Reading of PropBank's skeletons and frame files, and joining with words."""

import pytest

from symbolic_rc.core.errors import DataError
from symbolic_rc.train.frames.propbank import GoldPredicate, join, predicates_of, read_examples, read_skeleton

WORDS = """# sent_id = tale-mill-0001
1\tAnna\tAnna\tPROPN\tNNP\t_\t2\tnsubj\t_\t_
2\tsold\tsell\tVERB\tVBD\t_\t0\troot\t_\t_
3\tthe\tthe\tDET\tDT\t_\t4\tdet\t_\t_
4\tmill\tmill\tNOUN\tNN\t_\t2\tobj\t_\t_

# sent_id = tale-mill-0002
1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\t_
"""
SKELETON = """google/ewt/tale/00/mill.xml 0 0 [WORD] NNP (S(NP*) - - (ARG0*)
google/ewt/tale/00/mill.xml 0 1 [WORD] VBD (VP* sell sell.01 (V*)
google/ewt/tale/00/mill.xml 0 2 [WORD] DT (NP* - - (ARG1*
google/ewt/tale/00/mill.xml 0 3 [WORD] NN *))) - - *)

google/ewt/tale/00/mill.xml 1 0 [WORD] PRP (S(NP*) - -
google/ewt/tale/00/mill.xml 1 1 [WORD] VBD (VP*)) - -
google/ewt/tale/00/mill.xml 1 2 [WORD] . *) - -
"""


def test_join(tmp_path):
    words, skeleton = tmp_path / "words.conllu", tmp_path / "frames.gold_skel"
    words.write_text(WORDS, "utf-8")
    skeleton.write_text(SKELETON, "utf-8")
    sentences, counts = join(words, skeleton)
    assert counts == {"joined": 1, "lengths differ": 1, "sentence missing": 0, "document not annotated": 0}
    (sentence,) = sentences
    assert sentence.words == ("Anna", "sold", "the", "mill")
    assert sentence.heads == (1, 1, 3, 1)
    assert sentence.predicates == (GoldPredicate(1, "sell.01", (("ARG0", 0, 1), ("ARG1", 2, 4))),)


def test_short_line_is_named(tmp_path):
    skeleton = tmp_path / "bad.gold_skel"
    skeleton.write_text("google/ewt/tale/00/mill.xml 0 0 [WORD] NNP\n", "utf-8")
    with pytest.raises(DataError, match=r"bad.gold_skel:1: .*eight columns"):
        list(read_skeleton(skeleton))


def test_predicates_of_adjacent_arguments():
    rows = [
        f"d 0 {i} [WORD] X * - - {cell}".split() for i, cell in enumerate(["(ARG0*)", "*", "(ARG1*", "*)"])
    ]
    rows[1][7] = "see.01"
    rows[1][8] = "(V*)"
    assert predicates_of(rows) == (GoldPredicate(1, "see.01", (("ARG0", 0, 1), ("ARG1", 2, 4))),)


@pytest.mark.data
def test_shared_treebank_joins_nearly_whole(data_dir):
    _, counts = join(data_dir / "ewt/en_ewt-ud-dev.conllu.xz", data_dir / "propbank_ewt/ewt-dev.gold_skel.xz")
    assert counts["joined"] >= 1966
    assert counts["document not annotated"] == 21


@pytest.mark.data
def test_examples_hold_no_treebank_sentence(data_dir):
    examples = read_examples(data_dir / "propbank_frames/frames.tar.xz")
    assert len(examples) > 20_000
    assert all(not word.startswith("*T*") for example in examples for word in example.words)
