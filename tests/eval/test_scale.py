"""Reading, inference and answering grow linearly with a story, as `eval.bench.scale growth` measures them."""

import pytest

from eval.bench import scale


def test_the_exponent_is_that_of_the_power():
    assert scale.exponent([10, 100, 1000], [3, 300, 30_000]) == pytest.approx(2)


@pytest.mark.slow
def test_stages_grow_linearly():
    short, middle, long = (scale.stages(tokens) for tokens in (2_000, 8_000, 32_000))
    for stage in scale.STAGES:
        rows = [(one["tokens"], one[stage]) for one in (short, middle, long)]
        assert scale.exponent(*zip(*rows, strict=True)) < 1.2, (stage, rows)  # 1.05 without noise
