"""Look-ups in WordNet; the sample is frozen from nltk's reader, and the whole is compared if it has data."""

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
