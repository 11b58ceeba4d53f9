"""BLEU, ROUGE-L and METEOR of the caption toolkit; the figures were printed by it (pycocoevalcap 1.2)."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Question
from symbolic_rc.metrics import metrics_for
from symbolic_rc.metrics.bleu import CaptionBleu, DuoRCBleu, bleu_scores, bleu_statistics
from symbolic_rc.metrics.caption import caption_tokens
from symbolic_rc.metrics.meteor import Meteor, align, meteor_tokens
from symbolic_rc.metrics.rouge import CaptionRougeL, RougeLF1, lcs

PAIRS = [
    ("the old miller of Harrow Ford .", ("Matthias , the old miller .", "an old man who kept the mill")),
    (
        "She mended the sluice with her own hands",
        ("She laughed and mended the sluice herself .", "by mending the sluice with her hands ."),
    ),
    ("rain", ("the second flood", "a flood")),
    (
        "Four hundred crowns and a grey mare .",
        ("four hundred crowns and a grey mare .", "400 crowns and a horse"),
    ),
]
QUESTIONS = [
    Question(str(n), "?", tuple((one,) for one in references)) for n, (_, references) in enumerate(PAIRS)
]

needs_wordnet = pytest.mark.skipif(not lexicon_path("wordnet.lex").is_file(), reason="no wordnet.lex")


def rows(metric):
    return np.array(
        [
            metric.statistics((answer,), question)
            for (answer, _), question in zip(PAIRS, QUESTIONS, strict=True)
        ]
    )


@pytest.mark.parametrize(
    ("order", "figure"),
    [(1, 0.7727272726921488), (2, 0.717740562529024), (3, 0.6761277236686054), (4, 0.5990578279578664)],
)
def test_corpus_bleu_is_the_toolkits(order, figure):
    metric = CaptionBleu(order)
    assert metric.score(rows(metric)) == pytest.approx(100 * figure, rel=1e-13)


def test_rouge_l_is_the_toolkits():
    metric = CaptionRougeL()
    assert metric.score(rows(metric)) == pytest.approx(55.73310539018503, rel=1e-13)
    assert rows(metric)[:, 0] == pytest.approx([0.55454545, 0.67477876, 0.0, 1.0], abs=1e-8)


@pytest.mark.parametrize(
    ("stem", "figures"),
    [(True, [0.6, 0.7999999999999999, 0.0, 1.0]), (False, [0.6, 0.6666666666666666, 0.0, 1.0])],
)
def test_rouge_l_f1_is_rouge_scores(stem, figures):
    metric = RougeLF1(stem)
    assert rows(metric)[:, 0].tolist() == figures
    assert ("porter" in str(metric)) is stem


@needs_wordnet
def test_meteor_is_the_official_programs():
    metric = Meteor()
    found = rows(metric)
    each = [metric.score(row) / 100 for row in found]
    assert each == pytest.approx([0.3168982917560726, 0.4162256267504613, 0.0, 1.0], rel=1e-13)
    assert metric.score(found) == pytest.approx(41.11942607300442, rel=1e-13)


@needs_wordnet
def test_meteor_takes_a_lone_stem_only_where_nothing_competes():
    # the program rounds a stem's weight down to nothing, so a match with two readings must not cost a chunk
    assert align(["bullet"], ["the", "bullets"]) == ()
    assert align(["the", "bullet"], ["the", "bullets"]) == ((0, 0, 0), (1, 1, 1))


def test_meteors_tokens():
    assert meteor_tokens("yale-new haven".split()) == ["yale", "new", "haven"]
    assert meteor_tokens("did n't ( jr. )".split()) == ["did", "n", "'t", "(", "jr", ".", ")"]
    assert meteor_tokens("1,000 crowns , paid".split()) == ["1,000", "crowns", ",", "paid"]


def test_the_final_full_stop_goes_and_case_too():
    assert caption_tokens("He said so .") == caption_tokens("he said so")
    assert caption_tokens("") == []


def test_an_answer_from_untokenised_text_is_split():
    question = Question("q", "?", (("the mill , the wheel",),), tags={"tokenised": "no"})
    assert CaptionRougeL().value(("the mill, the wheel.",), question) == 1.0


def test_metrics_of_nothing_are_zero_and_finite():
    empty = Question("q", "?", (("rain",),))
    for metric in (CaptionBleu(4), CaptionRougeL(), RougeLF1(), DuoRCBleu()):
        assert metric.score(metric.statistics((), empty)) == pytest.approx(0.0, abs=1e-5)
        assert metric.score(np.zeros_like(metric.statistics((), empty))) == 0.0


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=8), min_size=2, max_size=6))
def test_scores_of_many_sums_are_the_scores_of_each(texts):
    counts = np.array([bleu_statistics(text, texts[:2], 4) for text in texts])
    together = bleu_scores(counts, 4)
    assert together.shape == (len(texts),)
    np.testing.assert_allclose([float(bleu_scores(row, 4)) for row in counts], together, rtol=1e-12)
    assert all(0.0 <= value <= 100.0 + 1e-6 and math.isfinite(value) for value in together)


@given(st.text("ab", max_size=12), st.text("ab", max_size=12))
def test_the_common_subsequence_is_the_longest(a, b):
    def slow(i, j):
        if i == len(a) or j == len(b):
            return 0
        if a[i] == b[j]:
            return 1 + slow(i + 1, j + 1)
        key = (i, j)
        if key not in seen:
            seen[key] = max(slow(i + 1, j), slow(i, j + 1))
        return seen[key]

    seen = {}
    assert lcs(a, b) == slow(0, 0)


def test_the_signature_says_which_meteor():
    own, jar = (
        next(str(metric) for metric in metrics_for("narrativeqa", meteor) if metric.name == "meteor")
        for meteor in ("own", "jar")
    )
    assert "paraphrases:no" in own
    assert "program:jar" in jar
