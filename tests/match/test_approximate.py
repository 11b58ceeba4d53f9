import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.tokens import tokens
from symbolic_rc.match.approximate import approximate_span, common_subsequence

STORY = tokens(
    "Ann found an old lamp. The lamp was sold for six silver coins at the market. "
    "Later Ben gave Ann six coins of gold for the cow."
)


def text(span):
    return " ".join(STORY.words[span.start : span.end])


@pytest.mark.parametrize("by", ["subsequence", "retrieval"])
def test_sentence_of_the_question_is_preferred(by):
    asked = "For how many coins was the lamp sold ?".split()
    found = approximate_span(STORY, asked, "six coins".split(), by, least=0.3)
    assert found is not None
    assert text(found) == "six coins"
    found = approximate_span(STORY, asked, "coins".split(), by)
    assert found.start == STORY.words.index("coins")
    asked = "What did Ben give Ann for the cow ?".split()
    found = approximate_span(STORY, asked, "coins".split(), by)
    assert found.start > 17


def test_free_wording_takes_the_nearest_span():
    found = approximate_span(STORY, "What did Ben give ?".split(), "six golden coins".split())
    assert text(found) == "six coins"
    assert found.f1 == pytest.approx(0.8)


def test_nothing_like_the_answer():
    assert approximate_span(STORY, "Who ?".split(), "a green dragon".split()) is None
    assert approximate_span(STORY, "Who ?".split(), ["."]) is None


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_common_subsequence_against_all_subsequences(first, second):
    def subsequences(word):
        return {
            "".join(letter for i, letter in enumerate(word) if bits >> i & 1)
            for bits in range(1 << len(word))
        }

    longest = max(len(each) for each in subsequences(first) & subsequences(second))
    assert common_subsequence(first, second) == longest
