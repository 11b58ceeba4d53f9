"""Capitals on words that no dictionary has stay names, whatever the tree would have."""

from symbolic_rc.annotate import default_pipeline


def test_a_family_is_named():
    doc = default_pipeline()("Mr. Harling kept the bridge. The Harlings were not rich.")
    assert {token.pos_ for token in doc if token.text.startswith("Harling")} == {"PROPN"}
