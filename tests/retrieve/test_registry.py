from itertools import pairwise

import numpy as np
import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Question
from symbolic_rc.readers import ReaderOptions, load_reader
from symbolic_rc.retrieve import RETRIEVERS, cut, load_retriever, top_chunks
from symbolic_rc.retrieve.lexical import all_words, bm25, tf_idf
from symbolic_rc.retrieve.similarity import SpanSimilarity
from symbolic_rc.story import Story

FILL = "The wind blew over the grey fields and nobody came along the road that day. " * 30
SALE = "Old Marta sold her lighthouse to a sailor for nine silver spoons. "
STORY = Story.from_text(FILL + SALE + FILL + "Osric baked bread. " + FILL)
QUESTION = Question("q", "To whom did Marta sell the lighthouse?", (("a sailor",),))
WHERE = STORY.text.index("Old Marta")


def holding_chunk(chunks):
    token = int(np.searchsorted(STORY.tokens.starts, WHERE))
    return int(np.searchsorted(chunks.bounds, token, side="right")) - 1


def test_chunks_cover_the_story():
    chunks = cut(STORY)
    assert chunks.bounds[0] == 0
    assert chunks.bounds[-1] == len(STORY.tokens)
    assert set(np.diff(chunks.bounds)[:-1]) == {200}
    assert 100 <= np.diff(chunks.bounds)[-1] < 300


@pytest.mark.parametrize("count", [0, 1, 99, 100, 199, 200, 299, 300, 301])
def test_no_chunk_is_a_small_rest(count):
    bounds = cut(Story.from_text("word " * count)).bounds.tolist()
    assert bounds == sorted(set(bounds))
    assert bounds[-1] == count
    assert len(bounds) == 1 + (0 if not count else max(1, (count + 99) // 200))


@pytest.mark.parametrize("name", [name for name in RETRIEVERS if name not in {"lda", "vectors", "graph"}])
def test_each_finds_the_chunk(name):
    chunks = cut(STORY)
    scores = load_retriever(name)(chunks, [QUESTION, Question("r", "What did Osric bake?", (("bread",),))])
    assert scores.shape == (2, len(chunks))
    assert int(scores[0].argmax()) == holding_chunk(chunks)


@pytest.mark.parametrize("name", [name for name in RETRIEVERS if name not in {"vectors", "graph"}])
def test_each_is_deterministic_and_finite(name):
    scores = [load_retriever(name)(cut(STORY), [QUESTION]) for _ in range(2)]
    assert np.array_equal(*scores)
    assert np.isfinite(scores[0]).all()


def test_tf_idf_is_the_cosine_by_definition():
    chunks = cut(STORY, 40)
    words = [list(chunks.words[i:j]) for i, j in zip(chunks.bounds[:-1], chunks.bounds[1:], strict=True)]
    asked = chunks.query_words(QUESTION.text)
    known = [chunks.vocabulary[i] for i in range(len(chunks.vocabulary))]
    idf = {w: np.log(len(words) / sum(w in one for one in words)) for w in known}
    query = np.array([asked.count(w) * idf[w] for w in known])
    for score, one in zip(tf_idf(chunks, [QUESTION])[0], words, strict=True):
        vector = np.array([one.count(w) * idf[w] for w in known])
        norms = np.linalg.norm(vector) * np.linalg.norm(query)
        assert score == pytest.approx(vector @ query / norms if norms else 0.0)


def test_bm25_by_definition():
    chunks = cut(STORY, 40)
    counts = chunks.counts.toarray()
    lengths, holding = counts.sum(1), (counts > 0).sum(0)
    expected = np.zeros(len(chunks))
    for word in set(chunks.query_words(QUESTION.text)):
        if (i := chunks.vocabulary.find(word)) >= 0:
            rarity = np.log(1 + (len(chunks) - holding[i] + 0.5) / (holding[i] + 0.5))
            tf = counts[:, i]
            expected += rarity * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * lengths / lengths.mean()))
    assert bm25(chunks, [QUESTION])[0] == pytest.approx(expected)


def test_the_best_chunks_stand_in_story_order_and_the_first_of_equals_wins():
    assert top_chunks(np.array([0.1, 0.9, 0.5, 0.9, 0.5]), 3).tolist() == [1, 2, 3]


def test_an_unknown_retriever_is_told():
    with pytest.raises(SymbolicRCError, match="bm25"):
        load_retriever("bm26")


def test_a_reader_behind_chunks_answers_with_spans_of_the_whole_story():
    reader = load_reader("ir-bleu1", ReaderOptions(chunks=1, retriever="bm25"))
    answer = reader.answer_all(STORY, [QUESTION])[0]
    assert "sailor" in answer.text
    assert [STORY.text[i:j] for i, j in answer.spans] == [answer.text]


def test_a_short_story_is_read_whole():
    story = Story.from_text("Ada sold a hat. Brack wept.")
    question = Question("q", "What did Ada sell?")
    plain = load_reader("ir-bleu1").answer_all(story, [question])
    assert load_reader("ir-bleu1", ReaderOptions(chunks=5)).answer_all(story, [question]) == plain


def test_ranking_goes_through_the_stage():
    reader = load_reader("word-distance", ReaderOptions(chunks=2))
    assert len(reader.rank(STORY, QUESTION, ["a sailor", "bread"])) == 2


def test_an_empty_story_is_no_trouble():
    for options in (ReaderOptions(chunks=2), ReaderOptions(prune="half"), ReaderOptions(prune="duorc")):
        answers = load_reader("ir-bleu1", options).answer_all(Story.from_text(""), [QUESTION])
        assert answers[0].texts == ()


@pytest.mark.skipif(
    not all(lexicon_path(f"{name}.lex").is_file() for name in ("annotate_parser", "frames", "coref")),
    reason="the models are not built",
)
def test_the_graph_finds_the_event_behind_a_pronoun():
    filler = "The wind blew over the grey fields. Nobody came along the road. "
    text = (
        f"Marta lived in Brack. {filler * 3}"
        f"Marta rose early that day. She sold the mill to a stranger. {filler * 3}"
        f"Osric sold a horse in Brack. {filler * 3}"
    )
    chunks = cut(Story.from_text(text), 20)
    scores = load_retriever("graph")(chunks, [Question("q", "What did Marta sell?")])
    found = int(scores[0].argmax())
    part = chunks.story.tokens
    held = text[part.starts[chunks.bounds[found]] : part.ends[chunks.bounds[found + 1] - 1]]
    assert "sold the mill" in held


@pytest.mark.parametrize(("name", "measure"), [("bleu1", "bleu1"), ("rougel", "rougel")])
@pytest.mark.parametrize(
    "text", [STORY.text, "Ada left.", "One two three four five six seven eight nine. " * 60]
)
def test_chunks_have_the_likeness_of_their_best_span(name, measure, text):
    chunks = cut(Story.from_text(text))
    asked = [QUESTION, Question("r", "one nine ?")]
    alike = SpanSimilarity(measure, chunks.words)
    sentences = chunks.story.tokens.sentences.tolist()
    expected = np.zeros((2, len(chunks)))
    for c, (start, end) in enumerate(pairwise(chunks.bounds.tolist())):
        if measure == "bleu1":
            spans = [(i, min(i + 8, end)) for i in range(start, max(start + 1, end - 7))]
        else:
            spans = [(max(i, start), min(j, end)) for i, j in pairwise(sentences) if i < end and j > start]
        queries = [[all_words(chunks.story, one.text)] for one in asked]
        expected[:, c] = alike.given(queries, *zip(*spans, strict=True)).max(axis=1)
    np.testing.assert_array_equal(load_retriever(name)(chunks, asked), expected)


def test_a_chunk_with_one_close_span_comes_before_one_with_the_words_spread():
    spread = "Marta slept. " + "The rain fell. " * 20 + "He sold bread to a man. " + "Rain fell again. " * 20
    close = "Fog came. " * 45 + "To whom did Marta sell the lighthouse? Fog came. " + "Fog came. " * 20
    chunks = cut(Story.from_text(spread + close))
    for name in ("bleu1", "rougel"):
        assert load_retriever(name)(chunks, [QUESTION])[0].argmax() == 1
        assert load_retriever(f"{name}-whole")(chunks, [QUESTION]).shape == (1, len(chunks))


@pytest.mark.parametrize("name", ["bleu1", "rougel"])
def test_an_empty_story_has_no_chunks_to_score(name):
    assert load_retriever(name)(cut(Story.from_text("")), [QUESTION]).shape == (1, 0)
