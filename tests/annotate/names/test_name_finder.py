"""Names, dates and numbers."""

import pytest

from symbolic_rc.annotate import annotate, pipeline
from symbolic_rc.core.files.resources import lexicon_path

if not lexicon_path("annotate_names.lex").is_file():
    pytest.skip("the annotation models are not built", allow_module_level=True)


@pytest.fixture(scope="module")
def nlp():
    return pipeline()


def ents(nlp, text):
    return {(ent.text, ent.label_) for ent in nlp(text).ents}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mr. Harold Finch moved to France.", {("Mr. Harold Finch", "PERSON"), ("France", "GPE")}),
        ("They met on 3 May 1912 in the library.", {("3 May 1912", "DATE")}),
        ("She was born in 1884 and left in May.", {("1884", "DATE"), ("May", "DATE")}),
        ("It cost $5 million, not fifty cents.", {("$5 million", "MONEY"), ("fifty cents", "MONEY")}),
        ("He slept for three hours.", {("three hours", "DURATION")}),
        ("Two years ago the second mill burned.", {("Two years ago", "DATE"), ("second", "ORDINAL")}),
        ("At 10:30 p.m. we walked six miles.", {("10:30 p.m.", "TIME"), ("six miles", "QUANTITY")}),
        ("They may march again.", set()),
        ('He sang "The Miller of Dee" twice.', {("The Miller of Dee", "WORK_OF_ART")}),
    ],
)
def test_entities(nlp, text, expected):
    assert expected <= ents(nlp, text)
    if not expected:
        assert not ents(nlp, text)


def test_a_name_has_one_type_in_a_document(nlp):
    doc = nlp("Captain Oldroyd laughed. Oldroyd sat down. We waited for Oldroyd near Paris.")
    assert {ent.label_ for ent in doc.ents if "Oldroyd" in ent.text} == {"PERSON"}


def test_anonymised_names_stand_alone(nlp):
    doc = annotate("@entity1 met @entity2 @entity3 in the garden .", nlp, tokenised=True)
    assert [token.pos_ for token in doc if token.text.startswith("@")] == ["PROPN"] * 3
    assert all(len(ent) == 1 for ent in doc.ents)
