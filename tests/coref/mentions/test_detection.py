"""Mention detection: which phrases are mentions, and their spans."""

import pytest


@pytest.mark.parametrize(
    ("text", "mention", "kind"),
    [
        ("She studied at the University of California.", "the University of California", "name"),
        ("She studied at the University of California.", "California", "name"),
        ("He met the Secretary of State.", "the Secretary of State", "name"),
        ("He met the Secretary of State.", "State", "name"),
        ("They found the second quartile (Q2) at once.", "the second quartile (Q2)", ""),
        ("He wrote down the word “ding” again.", "the word “ding”", ""),
        ("Many of the men left.", "Many of the men", "nominal"),
        ("One of the riders fell.", "One of the riders", "nominal"),
        ("She knew most of them.", "most of them", "nominal"),
        ("Let's go home.", "'s", "pronoun"),
    ],
)
def test_mentions(prepared, text: str, mention: str, kind: str) -> None:
    document = prepared(text)
    found = {"".join(document.syntax.words[c.start : c.end]): c.kind for c in document.mentions.candidates}
    solid = mention.replace(" ", "")
    assert found[solid] == kind or not kind
    assert not solid.startswith("the") or solid.removeprefix("the") not in found
