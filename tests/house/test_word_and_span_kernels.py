"""Kernels over words and spans: compiled, they do what they do as plain Python, on drawn arrays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc import spans
from symbolic_rc.core.files.container import Container
from symbolic_rc.lexicon import strings
from symbolic_rc.lexicon.strings import StringTable, pack_table
from symbolic_rc.match import Matcher, Weights
from symbolic_rc.match.keys import Keys, Phrases, Word

pytestmark = pytest.mark.slow  # `python -m eval.house --kernels` runs them
few = settings(settings.get_profile("kernels"), max_examples=8)
seeds = st.integers(0, 2**32 - 1)
WORDS = (
    "the gave mills women oxen better quickly Roman six-shooter mothers-in-law selling wolves boxes flew "
    "evil killed married gun weapon tall ran-away Ål zzyzx left axes wheel broke good bad hot cold"
).split()
stories = st.lists(st.integers(0, 5), min_size=1, max_size=20)


@few
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), st.integers(0, 4))
def test_keys_of_words(kernels_agree, words, first) -> None:
    """The lexicons' arrays are large: a few words at a time, each in every part of speech."""
    weights = (Weights(), Weights(vector=0.0, hypernym=0.4, steps=3, senses=2))[first % 2]
    keys = Keys(weights)
    asked = [Word(word.lower(), part=part) for word in words for part in ("", *"nvar")]
    asked.append(Word("give_up", part="v", phrase=True))
    assert len(keys.offered(asked)) == len(keys.sought(asked)[0])
    assert len(Phrases().find([[*words, "hand", "gun"]])[0]) >= 1


@few
@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), st.lists(st.sampled_from(WORDS), max_size=4)
)
def test_matches(kernels_agree, story, question) -> None:
    match = Matcher(Weights())
    relation = match.relate(question, match.story(story * 30))
    assert len(relation.indptr) == len(question) + 1
    places = [0, len(story) - 1]
    assert len(spans.word_distance(relation, [0, 1, 2], places, cap=9).best) == 2


def test_more_keys_and_matches_than_there_is_room_for_at_first(kernels_agree) -> None:
    keys = Keys(Weights(senses=90, hypernym=0.4, steps=8))
    assert keys.sought([Word("break")])[1][0] > 512
    match = Matcher(Weights())
    assert len(match.relate(["gun", "weapon"], match.story(["gun"] * 300)).positions) == 600


@few
@given(st.lists(st.text(max_size=6), max_size=8, unique=True), st.lists(st.text(max_size=6), max_size=8))
def test_tables_of_strings(kernels_agree, known, asked) -> None:
    table = StringTable(Container({}, pack_table("words", known)), "words").arrays
    data = [text.encode("utf-8", "surrogatepass") for text in asked]
    ends = np.cumsum([len(text) for text in data], dtype=np.int64)
    found = np.empty(len(data), np.int32)
    strings.find_all(table, np.frombuffer(b"".join(data), np.uint8), ends, False, found)
    assert found.tolist() == [known.index(text) if text in known else -1 for text in asked]


@few
@given(
    stories, st.lists(stories, min_size=1, max_size=2), st.sampled_from(("f1", "bleu1")), st.integers(1, 3)
)
def test_overlaps_of_spans(kernels_agree, story, asked, measure, top) -> None:
    starts, ends = np.array([0, len(story) // 2]), np.array([len(story), len(story)])
    assert spans.overlap_spans(story, asked, 9, measure=measure, top=top).starts.shape == (len(asked), top)
    assert spans.overlap_given(story, starts, ends, asked, measure=measure).shape == (len(asked), 2)
    assert spans.rouge_l_spans(story, asked, 9, top=top).starts.shape == (len(asked), top)
    assert spans.rouge_l_given(story, starts, ends, asked).shape == (len(asked), 2)


def test_a_reference_of_more_words_than_a_machine_word_has_bits(kernels_agree) -> None:
    random = np.random.default_rng(1)
    story, asked = random.integers(0, 9, 90), [random.integers(0, 9, 70)]
    assert spans.rouge_l_spans(story, asked, 80).scores.max() > 0.5
    assert spans.rouge_l_given(story, [0], [90], asked).shape == (1, 1)


@few
@given(st.lists(st.integers(-1, 5), min_size=1, max_size=20), seeds, st.integers(1, 3))
def test_cosines_of_spans(kernels_agree, story, seed, top) -> None:
    random = np.random.default_rng(seed)
    vectors, queries = random.normal(size=(6, 5)).astype(np.float32), random.normal(size=(3, 5))
    assert spans.cosine_spans(story, vectors, queries, 6, top=top).starts.shape == (3, top)
    assert spans.cosine_given(story, vectors, [0], [len(story)], queries).shape == (3, 1)
