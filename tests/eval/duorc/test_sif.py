from eval.duorc.sif import likeness, sentence_vectors

STORY = """the king rode his horse to the castle
she cooked some soup for dinner in the kitchen
rain fell on the garden all night
the ship sailed across the sea with its crew
a letter came from the lawyer about the money
the children played by the river
, zzzz"""


def test_like_sentences_stand_nearer():
    sentences = [line.split() for line in STORY.splitlines()]
    assert likeness(sentences, "did the ship with its crew sail across the sea".split()).argmax() == 3
    assert likeness(sentences, "was some soup cooked in the kitchen for dinner".split()).argmax() == 1


def test_shape():
    assert sentence_vectors([["mill"], ["river"]]).shape[0] == 2
