import numpy as np
import pytest

from symbolic_rc.core.errors import DataError
from symbolic_rc.spans import cosine_spans, each_story, overlap_spans, rouge_l_spans


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(30, 8)).astype(np.float32)
    stories = [(rng.integers(0, 30, 60), rng.integers(0, 30, (4, 5))) for _ in range(9)]

    def answer(story):
        tokens, asked = story
        found = (
            rouge_l_spans(tokens, list(asked), 6, top=2),
            overlap_spans(tokens, list(asked), 6, measure="bleu1"),
            cosine_spans(tokens, vectors, vectors[asked].sum(1), 6),
        )
        return [array.tobytes() for spans in found for array in (spans.starts, spans.ends, spans.scores)]

    alone = each_story(answer, stories)
    assert each_story(answer, stories, threads=2) == each_story(answer, stories, threads=5) == alone


def test_the_error_of_the_first_story_is_raised() -> None:
    with pytest.raises(DataError, match="tokens"):
        each_story(lambda story: rouge_l_spans(story, [[1]]), [[1], [0.5]], threads=2)
    with pytest.raises(DataError, match="threads"):
        each_story(len, [], threads=0)
