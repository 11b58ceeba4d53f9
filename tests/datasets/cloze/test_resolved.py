"""Names joined by coreference in place of their forms."""

import pytest

from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.datasets.cloze import Article, ClozeDocument, ClozeOptions, questions

pytestmark = pytest.mark.skipif(
    not all(lexicon_path(f"{name}.lex").is_file() for name in ("wordnet", "names", "coref")),
    reason="wordnet.lex, names.lex and coref.lex are not built",
)

ARTICLE = Article(
    "mill",
    "The mayor Ada Holm opened the bridge on Friday. Holm thanked the builders from Bergen.\n\n"
    "The old captain Oskar Lind came from Bergen as well. Lind praised Holm, who smiled.",
    ("Ada Holm opens the bridge", "Captain Lind praises her"),
)


def forms(coreference):
    document = ClozeDocument(ARTICLE, coreference=coreference)
    found = {}
    for each in document.mentions:
        for name, entity in each:
            found.setdefault(entity, set()).add(name.text)
    return sorted(map(sorted, found.values()))


def test_full_and_short_names_of_article_and_highlights_are_joined():
    assert forms(coreference=True) == [["Ada Holm", "Holm"], ["Bergen"], ["Lind", "Oskar Lind"]]


def test_the_option_reaches_the_questions():
    record = questions(ARTICLE, ClozeOptions(coreference=True))
    assert record is not None
    assert len(record.questions) == 2
    assert all(reference in record.text for one in record.questions for (reference,) in one.references)


def test_the_layer_decides_where_forms_say_otherwise(monkeypatch):
    from symbolic_rc.story import Story

    def apart(story):
        """Read every name as an entity of its own."""
        return tuple(one for one in original(story) if one.kind != "name")

    original = Story.mentions.fget
    monkeypatch.setattr(Story, "mentions", property(apart))
    assert ["Holm"] in forms(coreference=True)
    assert ["Ada Holm", "Holm"] in forms(coreference=False)
