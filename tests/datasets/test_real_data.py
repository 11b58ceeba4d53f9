"""Each format on the real thing: the counts that the data's own description gives."""

import pytest

from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read, recognised

pytestmark = pytest.mark.data


@pytest.mark.parametrize(
    ("path", "form", "stories", "questions", "first"),
    [
        ("quoref", "quoref", 454, 2418, "ec2a96d8f3e8e6cb2fbfd921e0046ac69093c216"),
        ("narrativeqa/valid.json", "narrativeqa", 115, 3461, "00fb61fa7bee266ad995e52190ebb73606b60b70_0"),
        ("mctest", "mctest", 450, 1800, "mc160.dev.0.0"),
        ("mctest/mc500.dev.tsv", "mctest", 50, 200, "mc500.dev.0.0"),
        ("fairytaleqa/fairytaleqa.tar.xz", "fairytaleqa", 255, 9573, "Snow-man.1"),
        ("duorc", "duorc", 12, 127, "d94a42693350473581ff79dc91c91e04"),
        ("bipar", "bipar", 375, 1500, "VALID_liao_bu_qi_de_gai_ci_bi_5_QUERY_0_EN"),
        ("babi/en.tar.xz", "babi", 40000, 40000, "qa10_indefinite-knowledge_test.0.3"),
        ("format_samples/duorc_dummy_SelfRC_1.0.0.zip", "duorc", 15, 267, None),
        ("format_samples/duorc_dummy_ParaphraseRC_1.0.0.zip", "duorc", 15, 226, None),
        ("format_samples/narrativeqa_dummy_0.0.0.zip", "narrativeqa", 3, 3, None),
        ("format_samples/quoref_dummy_0.1.0.zip", "quoref", 2, 3, None),
    ],
)
def test_all_of_it_is_read(data_dir, path, form, stories, questions, first):
    assert recognised(data_dir / path) == [form]
    records = list(read(data_dir / path))
    assert [found for found in records if not isinstance(found, Record)] == []
    asked = [question for record in records for question in record.questions]
    assert (len(records), len(asked)) == (stories, questions)
    assert len({question.id for question in asked}) == questions
    assert first in (None, asked[0].id)
    assert all(question.references for question in asked)


def test_full_stories_stand_beside_the_questions(data_dir):
    for path in ("narrativeqa", "narrativeqa/valid.json"):
        records = list(read(data_dir / path, format="narrativeqa-stories"))
        assert len(records) == 58
        assert min(len(record.text) for record in records) > 10_000
