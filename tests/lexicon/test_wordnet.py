"""Look-ups in WordNet; the sample is frozen from nltk's reader, and the whole is compared if it has data."""

from itertools import islice
from pathlib import Path

import pytest

from symbolic_rc.lexicon.wordnet import wordnet


def test_base_forms():
    words = wordnet()
    assert words.base("gave", "v") == ("give",)
    assert words.base("men", "n") == ("men", "man")
    assert words.base("happier", "a") == ("happy",)
    assert words.base("xyzzy", "n") == ()


def test_synsets_in_order_of_frequency():
    words = wordnet()
    found = words.synsets("revolver")
    assert [words.lemmas(synset) for synset in found] == [
        ("revolver", "six-gun", "six-shooter"),
        ("revolving_door", "revolver"),
    ]
    assert [words.lexname(synset) for synset in found] == ["noun.artifact", "noun.artifact"]


def test_relations():
    words = wordnet()
    names = [words.lemmas(synset)[0] for synset in words.ancestors(words.synsets("revolver")[0])]
    assert names[:3] == ["revolver", "pistol", "firearm"]
    assert "evil" in words.antonyms("good", "a")
    assert "destruction" in words.derivations("destroy", "v")
    assert words.linked("french", "a", "pertainym")[0][0] == "France"


@pytest.fixture(scope="module")
def reader():
    """Nltk's reader on the same database; skipped where the Debian package is not installed."""
    folder = Path("/usr/share/wordnet")
    if not (folder / "data.noun").exists():
        pytest.skip(f"WordNet's database is not at {folder}")
    from lexicons.build.wordnet import open_reader

    with open_reader(folder) as opened:
        yield opened


def own(words, synset):
    return words.find(synset.pos(), synset.offset())


def test_every_lemma_as_nltk_has_it(reader):
    words = wordnet()
    names = sorted(reader.all_lemma_names())
    assert len(set(names)) == len(words.names)
    for name in names:
        for part in "nvar":
            entries = [reader.synset_from_pos_and_offset(part, o) for o in _offsets(reader, name, part)]
            assert words.entries(name, part) == tuple(own(words, synset) for synset in entries)


def _offsets(reader, name, part):
    return reader._lemma_pos_offset_map[name].get(part, ())


def test_relations_as_nltk_has_them(reader):
    words = wordnet()
    for part in "nvar":
        for synset in islice(reader.all_synsets(part), 0, None, 23):
            here = own(words, synset)
            assert words.lemmas(here) == tuple(synset.lemma_names())
            assert words.lexname(here) == synset.lexname()
            assert words.part(here) == synset.pos()
            for relation, theirs in (
                (("hypernym",), synset.hypernyms()),
                (("instance_hypernym",), synset.instance_hypernyms()),
                (("entailment",), synset.entailments()),
                (("verb_group",), synset.verb_groups()),
                (("similar",), synset.similar_tos()),
            ):
                assert set(words.related(here, *relation)) == {own(words, each) for each in theirs}
            for lemma in synset.lemmas():
                counts = dict(
                    zip(words.entries(lemma.name(), part), words.counts(lemma.name(), part), strict=True)
                )
                assert counts[here] == lemma.count()
                for relation, theirs in (
                    ("antonym", lemma.antonyms()),
                    ("derivation", lemma.derivationally_related_forms()),
                    ("pertainym", lemma.pertainyms()),
                ):
                    linked = set(words.linked(lemma.name(), part, relation))
                    assert {(each.name(), own(words, each.synset())) for each in theirs} <= linked


def test_forms_as_nltk_takes_them_apart(reader):
    words = wordnet()
    forms = "gave men mice better happiest running flies axes lives wolves saw left studies was".split()
    names = sorted(reader.all_lemma_names())[::97]
    for form in (*forms, *names, *(name + "s" for name in names), *(name + "ing" for name in names)):
        for part in "nvar":
            assert words.base(form, part) == tuple(reader._morphy(form, part))
            assert words.synsets(form, part) == tuple(own(words, s) for s in reader.synsets(form, part))
