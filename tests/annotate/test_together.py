"""Texts annotated together are annotated as each is alone."""

from __future__ import annotations

from symbolic_rc.annotate import default_pipeline, tokenise_together

TEXTS = (
    "Who met Ada Holm in Kells, Meath?",
    "Holm had two mills. Which one burned on 3 May 1902,",
    "",
    "what did the kells say of ada?",
    'Where is "The Long Winter',
    'Night" kept? HOLM says nothing',
    "in the spring of 1903 the Kells Mill Company sold it to May",
)
ATTRIBUTES = [
    "ORTH",
    "SPACY",
    "TAG",
    "POS",
    "MORPH",
    "LEMMA",
    "HEAD",
    "DEP",
    "ENT_IOB",
    "ENT_TYPE",
    "SENT_START",
]


def test_each_text_is_annotated_as_it_is_alone() -> None:
    nlp = default_pipeline()
    together, bounds = tokenise_together(TEXTS, nlp)
    together = nlp(together)
    for text, start, end in zip(TEXTS, bounds, bounds[1:], strict=False):
        alone = nlp(text)
        assert end - start == len(alone)
        if len(alone):
            assert together.to_array(ATTRIBUTES)[start:end].tolist() == alone.to_array(ATTRIBUTES).tolist()
