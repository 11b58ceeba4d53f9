"""The texts of corpora."""

from symbolic_rc.train.coref.corpora import line_starts

CONLLU = """1\tFinal\t_\t_\t_\t_\t2\tamod\t_\t_
2\tdays\t_\t_\t_\t_\t0\troot\t_\t_

1\tHe\t_\t_\t_\t_\t2\tnsubj\t_\t_
2\tleft\t_\t_\t_\t_\t0\troot\t_\t_
3\t.\t_\t_\t_\t_\t2\tpunct\t_\t_

1\tShe\t_\t_\t_\t_\t2\tnsubj\t_\t_
2\tstayed\t_\t_\t_\t_\t0\troot\t_\t_
"""


def test_a_sentence_without_final_punctuation_is_a_line() -> None:
    tokens = "Final days He left . She stayed".split()
    assert line_starts(CONLLU, tokens) == {2}


def test_other_tokens_have_no_lines() -> None:
    assert line_starts(CONLLU, "Final days".split()) == set()
    assert line_starts("", ["He"]) == set()
