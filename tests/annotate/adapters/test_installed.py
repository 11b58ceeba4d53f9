"""Other pipelines: by name, with their labels mapped, and clear words where they are absent."""

import pytest
import spacy
from spacy.tokens import Doc

from symbolic_rc.annotate import pipeline
from symbolic_rc.annotate.adapters.installed import ClearToUD, is_clear
from symbolic_rc.core.errors import SymbolicRCError


def clear(words, heads, deps, pos, lemmas):
    return Doc(spacy.blank("en").vocab, words=words, heads=heads, deps=deps, pos=pos, lemmas=lemmas)


def tree(doc):
    return {token.text: (token.dep_, token.head.text) for token in doc}


def test_prepositions_hang_on_their_nouns():
    doc = clear(
        ["He", "sold", "mills", "of", "stone", "in", "May"],
        [1, 1, 1, 2, 3, 1, 5],
        ["nsubj", "ROOT", "dobj", "prep", "pobj", "prep", "pobj"],
        ["PRON", "VERB", "NOUN", "ADP", "NOUN", "ADP", "PROPN"],
        ["he", "sell", "mill", "of", "stone", "in", "May"],
    )
    assert tree(ClearToUD()(doc)) == {
        "He": ("nsubj", "sold"),
        "sold": ("ROOT", "sold"),
        "mills": ("obj", "sold"),
        "of": ("case", "stone"),
        "stone": ("nmod", "mills"),
        "in": ("case", "May"),
        "May": ("obl", "sold"),
    }


def test_copulas_hang_on_their_predicates():
    doc = clear(
        ["Anna", "is", "a", "doctor"],
        [1, 1, 3, 1],
        ["nsubj", "ROOT", "det", "attr"],
        ["PROPN", "AUX", "DET", "NOUN"],
        ["Anna", "be", "a", "doctor"],
    )
    assert tree(ClearToUD()(doc)) == {
        "Anna": ("nsubj", "doctor"),
        "is": ("cop", "doctor"),
        "a": ("det", "doctor"),
        "doctor": ("ROOT", "doctor"),
    }


def test_passives_and_agents():
    doc = clear(
        ["It", "was", "sold", "by", "Anna"],
        [2, 2, 2, 2, 3],
        ["nsubjpass", "auxpass", "ROOT", "agent", "pobj"],
        ["PRON", "AUX", "VERB", "ADP", "PROPN"],
        ["it", "be", "sell", "by", "Anna"],
    )
    found = tree(ClearToUD()(doc))
    assert found["It"] == ("nsubj:pass", "sold")
    assert found["Anna"] == ("obl:agent", "sold")
    assert found["by"] == ("case", "Anna")


def test_styles_are_told_apart():
    assert is_clear(("nsubj", "dobj", "prep", "pobj"))
    assert not is_clear(("nsubj", "obj", "obl", "case"))


def test_a_stored_pipeline_is_loaded_and_its_labels_mapped(tmp_path):
    nlp = spacy.blank("en")
    parser = nlp.add_pipe("parser")
    for label in ("nsubj", "dobj", "prep", "pobj", "ROOT"):
        parser.add_label(label)
    nlp.initialize()
    nlp.to_disk(tmp_path / "model")
    loaded = pipeline(f"spacy:{tmp_path / 'model'}")
    assert loaded.pipe_names[-1] == "symbolic_rc_clear_to_ud"
    assert not {token.dep_ for token in loaded("He sold mills in May.")} & {"dobj", "prep", "pobj"}


def test_missing_pipelines_say_what_to_install():
    with pytest.raises(SymbolicRCError, match="python -m spacy download en_core_web_nosuch"):
        pipeline("spacy:en_core_web_nosuch")
    try:
        import stanza  # noqa: F401
    except ImportError:
        with pytest.raises(SymbolicRCError, match="stanza"):
            pipeline("stanza:en")
