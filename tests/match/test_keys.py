"""Keys from kernels equal those that the definition looks up word by word."""

import numpy as np
import pytest

from symbolic_rc.match import Weights
from symbolic_rc.match.keys import Keys, Phrases, Word, _numbers
from tests.match.naive_keys import NaiveKeys

WORDS = """the is n't gave give given mills mill men women children oxen geese worse best better quickly
French France Rome Roman six-shooter hand-gun mother-in-law mothers-in-law two 1,000 3rd
twenty-one half-hour sold selling seller sale buys bought wolves knives boxes churches flies
flew good bad evil kind unkind medieval mediaeval colour color ran running runner killed murder
murderer died death dying married wife husband uncle gun weapon revolver house home castle big
small tall short zzyzx a_b Ål naïve 12:30 -- ' us @entity1 saw seen sees left leaves leave bore
bear born lay lain lie being went go gone did axes axis data mice feet
""".lower().split()
LEMMAS = {
    "gave": "give",
    "men": "Man",
    "saw": "see",
    "geese": "goose",
    "sold": "sell",
    "zzyzx": "zzyz",
    "best": "good",
}
SETTINGS = [
    Weights(),
    Weights(inflection=0.95, derivation=0.85, synset=0.6, paraphrase=0.6),
    Weights(vector=0.0, hypernym=0.4, steps=3, senses=2, phrase=0.5),
    Weights(paraphrase=0.0, hypernym=0.0, neighbours=10, cosine=0.5),
    Weights().only("surface", "number"),
]


@pytest.mark.parametrize("weights", SETTINGS)
def test_kernels_equal_the_plain_twin(weights):
    words = [
        Word(word, lemma, part)
        for word in WORDS
        for part in ("", *"nvar")
        for lemma in {"", LEMMAS.get(word, "")}
    ]
    words += [Word("hand_gun", part="n", phrase=True), Word("give_up", part="v", phrase=True)]
    keys = Keys(weights)
    plain = NaiveKeys(weights, lambda text: int(_numbers([text])[0]))
    offered, (starts, ends, found, weighed, kinds) = keys.offered(words), keys.sought(words)
    for i, word in enumerate(words):
        assert offered[i].tolist() == plain.offered(word), word
        own = slice(starts[i], ends[i])
        expected = plain.sought(word)
        assert found[own].tolist() == [wanted for wanted, _, _ in expected], word
        assert weighed[own].tolist() == [float(np.float32(weight)) for _, weight, _ in expected], word
        assert kinds[own].tolist() == [int(kind) for _, _, kind in expected], word


def test_what_was_known_stays_when_more_is_sought():
    keys = Keys(Weights())
    starts, ends, found, *_ = keys.sought([Word("mill")])
    before = found[starts[0] : ends[0]].copy()
    keys.sought([Word(word) for word in WORDS])
    starts, ends, found, *_ = keys.sought([Word("mill")])
    assert found[starts[0] : ends[0]].tolist() == before.tolist()


def test_entries_of_several_words():
    text = "he gave up the hand gun and his mothers - in - law in new york city".split()
    (found,) = Phrases().find([text])
    assert [(start, end, word.text) for start, end, word in found if end - start < 4] == [
        (1, 3, "give_up"),
        (4, 6, "handgun"),
        (14, 16, "new_york"),
        (14, 17, "new_york_city"),
    ]
