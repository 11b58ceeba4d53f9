"""What rules over facts propose, as the ranker takes it."""

from __future__ import annotations

import numpy as np

from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import index
from symbolic_rc.question.query import read_query
from symbolic_rc.ranker.list_features import LIST, ListFeature, facts_beside, without_facts
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.evidence import proposed_by_facts
from symbolic_rc.story import Story

TEXT = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch, a trader."


def test_the_ranker_sees_what_the_facts_state() -> None:
    story = Story.from_text(TEXT)
    proposed = proposed_by_facts(open_case(read_query("Who sold the wheel?"), story))
    texts = [index(story).span_text(int(start), int(end)) for start, end, *_ in proposed.spans]
    assert "Ada Holm" in texts
    cand = index(story).cand
    chosen = np.arange(len(cand), dtype=np.int32)
    out = np.zeros((len(cand), LIST), np.float32)
    facts_beside(cand, chosen, proposed.spans, proposed.strengths, out)
    stated = {
        index(story).span_text(int(row[C.A_START]), int(row[C.A_END])): float(found)
        for row, found in zip(cand, out[:, ListFeature.FACTS_STATE_IT], strict=True)
    }
    assert max(stated, key=stated.__getitem__) == "Ada Holm"
    assert stated["the wheel"] == 0
    gone = without_facts(out)
    assert not gone[:, ListFeature.FACTS_STATE_IT : ListFeature.FIRST_RULE_OVER_FACTS].any()


def test_nothing_is_proposed_where_nothing_is_known() -> None:
    story = Story.from_text("It rained.")
    proposed = proposed_by_facts(open_case(read_query("Who sold the wheel?"), story))
    assert len(proposed.spans) == len(proposed.strengths)
