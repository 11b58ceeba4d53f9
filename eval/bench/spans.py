"""All spans of up to 20 tokens of a story of 2,000: ROUGE-L, F1, BLEU-1, cosine, against public libraries.

RapidFuzz gets its spans as packed strings made before; so with one reference a call ours gets the story
indexed before. With many references the index is made in the call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from eval.bench.measure import VOCABULARY, Row, references, seconds, story
from symbolic_rc import spans as S

TOKENS, LONGEST, REFERENCE, QUESTIONS, DIMENSIONS = 2_000, 20, 10, 30, 300
BOUNDS = [(i, i + size) for size in range(1, LONGEST + 1) for i in range(TOKENS - size + 1)]
SPANS = len(BOUNDS)
STARTS, ENDS = np.array(BOUNDS, np.int32).T
SIZES = ENDS - STARTS
Ints = NDArray[np.int32]


def _packed(tokens: Ints) -> str:
    return "".join(chr(0x100 + word) for word in tokens.tolist())


def _by_rapidfuzz(
    arranged: Callable[[Ints], Ints] = lambda words: words,
) -> tuple[Ints, list[Ints], NDArray[np.uint8], float, float]:
    """Return a story, questions, what each shares with every span by RapidFuzz, and its seconds.

    These are of all questions and of one; the words of spans and questions are arranged before.
    """
    from rapidfuzz.distance import LCSseq
    from rapidfuzz.process import cdist

    tokens = story(TOKENS)
    asked = references(tokens, QUESTIONS, REFERENCE)
    packed = [_packed(arranged(tokens[i:j])) for i, j in BOUNDS]
    wanted = [_packed(arranged(one)) for one in asked]

    def fuzz(count: int) -> NDArray[np.uint8]:
        return cdist(wanted[:count], packed, scorer=LCSseq.similarity, dtype=np.uint8, workers=1)

    every = fuzz(QUESTIONS)
    return tokens, asked, every, seconds(lambda: fuzz(QUESTIONS)), seconds(lambda: fuzz(1))


def rouge_l() -> Iterator[Row]:
    """ROUGE-L against RapidFuzz (packed strings, `cdist`) and rouge-score."""
    from rouge_score.rouge_scorer import RougeScorer

    tokens, asked, shared, theirs, alone = _by_rapidfuzz()
    ours = S.rouge_l_spans(tokens, asked, LONGEST)
    for row, one in enumerate(asked):
        values = 2.0 * shared[row] / (SIZES + REFERENCE)
        np.testing.assert_allclose(S.rouge_l_given(tokens, STARTS, ENDS, [one])[0], values, atol=1e-12)
        assert ours.scores[row, 0] == values.max()
    batch = seconds(lambda: S.rouge_l_spans(tokens, asked, LONGEST))
    index = S.index_tokens(tokens)
    single = seconds(lambda: S.rouge_l_spans(index, asked[:1], LONGEST))
    top = seconds(lambda: S.rouge_l_spans(tokens, asked, LONGEST, top=10))
    rival, many = "RapidFuzz LCSseq cdist", SPANS * QUESTIONS
    yield Row("ROUGE-L, best span, 30 references a call", "spans", batch, many, rival, theirs, many, 40)
    yield Row("ROUGE-L, best span, 1 reference a call", "spans", single, SPANS, rival, alone, SPANS, 40)
    yield Row("ROUGE-L, 10 best spans, 30 references", "spans", top, many, rival, theirs, many, 40)

    scorer = RougeScorer(["rougeL"])
    some = BOUNDS[15_000:15_300]
    text = " ".join(f"w{word}" for word in asked[0])
    spans = [" ".join(f"w{word}" for word in tokens[i:j]) for i, j in some]
    values = [scorer.score(text, span)["rougeL"].fmeasure for span in spans]
    np.testing.assert_allclose(
        S.rouge_l_given(tokens, *zip(*some, strict=True), asked[:1])[0], values, atol=1e-12
    )
    slow = seconds(lambda: [scorer.score(text, span) for span in spans])
    yield Row(
        "ROUGE-L, best span, 30 references a call", "spans", batch, many, "rouge-score", slow, 300, 10_000
    )


def overlap() -> Iterator[Row]:
    """Token F1 and BLEU-1 against the quickest way that public libraries offer.

    The tokens that two sequences share are the longest common subsequence of the two sorted, so RapidFuzz can
    count them; scikit-learn can from distances of counts.
    """
    import logging

    import sacrebleu

    tokens, asked, shared, theirs, alone = _by_rapidfuzz(np.sort)
    brevity = np.minimum(1.0, np.exp(1.0 - REFERENCE / SIZES))
    formulas = {"f1": 2.0 * shared / (SIZES + REFERENCE), "bleu1": shared / SIZES * brevity}
    rival = "RapidFuzz LCSseq cdist, words sorted before"
    index = S.index_tokens(tokens)
    for measure, name in (("f1", "Token F1"), ("bleu1", "BLEU-1")):
        best = S.overlap_spans(tokens, asked, LONGEST, measure=measure)
        for row, one in enumerate(asked):
            values = S.overlap_given(tokens, STARTS, ENDS, [one], measure=measure)[0]
            np.testing.assert_allclose(values, formulas[measure][row], atol=1e-12)
            assert best.scores[row, 0] == values.max()
        many = SPANS * QUESTIONS
        batch = seconds(lambda measure=measure: S.overlap_spans(tokens, asked, LONGEST, measure=measure))
        single = seconds(lambda measure=measure: S.overlap_spans(index, asked[:1], LONGEST, measure=measure))
        yield Row(f"{name}, best span, 30 references a call", "spans", batch, many, rival, theirs, many, 100)
        yield Row(f"{name}, best span, 1 reference a call", "spans", single, SPANS, rival, alone, SPANS, 100)
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)  # advice on smoothing, once a sentence
    scorer = sacrebleu.BLEU(max_ngram_order=1, smooth_method="none", tokenize="none", effective_order=False)
    text = [" ".join(f"w{word}" for word in asked[0])]
    spans = [" ".join(f"w{word}" for word in tokens[i:j]) for i, j in BOUNDS[15_000:15_300]]
    values = [scorer.sentence_score(span, text).score / 100 for span in spans]
    np.testing.assert_allclose(formulas["bleu1"][0][15_000:15_300], values, atol=1e-9)
    slow = seconds(lambda: [scorer.sentence_score(span, text) for span in spans])
    yield Row("BLEU-1, best span, 30 references a call", "spans", batch, many, "sacrebleu", slow, 300, 100)


def cosine() -> Iterator[Row]:
    """Cosine of summed word vectors against scikit-learn, with and without the time to sum them."""
    from sklearn.metrics.pairwise import cosine_similarity

    tokens = story(TOKENS)
    for dimensions, wanted in ((DIMENSIONS, 100), (50, 0)):
        rng = np.random.default_rng(3)
        vectors = rng.normal(size=(VOCABULARY, dimensions)).astype(np.float32)
        asked = np.array([vectors[one].sum(0) for one in references(tokens, QUESTIONS, REFERENCE)])

        def sums(vectors: NDArray[np.float32] = vectors) -> NDArray[np.float32]:
            prefix = np.zeros((TOKENS + 1, vectors.shape[1]), np.float32)
            np.cumsum(vectors[tokens], axis=0, out=prefix[1:])
            return np.concatenate([prefix[size:] - prefix[:-size] for size in range(1, LONGEST + 1)])

        every = sums()
        found = S.cosine_spans(tokens, vectors, asked, LONGEST)
        values = cosine_similarity(asked, every)
        np.testing.assert_allclose(
            S.cosine_given(tokens, vectors, STARTS, ENDS, asked[:1])[0], values[0], atol=2e-4
        )
        np.testing.assert_allclose(found.scores[:, 0], values.max(1), atol=2e-4)
        batch = seconds(lambda v=vectors, a=asked: S.cosine_spans(tokens, v, a, LONGEST))
        single = seconds(lambda v=vectors, a=asked: S.cosine_spans(tokens, v, a[:1], LONGEST))
        summed = seconds(sums)
        many = SPANS * QUESTIONS
        for count, ours in ((QUESTIONS, batch), (1, single)):
            theirs = seconds(lambda a=asked[:count], e=every: cosine_similarity(a, e).argmax(1))
            task = f"Cosine ({dimensions} dimensions), best span, {count} question(s) a call"
            units = many if count > 1 else SPANS
            rival = "scikit-learn cosine_similarity"
            yield Row(task, "spans", ours, units, f"{rival} and NumPy sums", summed + theirs, units, wanted)
            yield Row(task, "spans", ours, units, f"{rival} alone", theirs, units, 0)
