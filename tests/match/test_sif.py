from symbolic_rc.match.sif import likeness, sentence_vectors


def test_like_sentences_stand_nearer():
    sentences = ["the king rode his horse".split(), "she cooked some soup for dinner".split(), [",", "zzzz"]]
    found = likeness(sentences, "which ruler rode a pony".split())
    assert found[0] > found[1]


def test_shape():
    assert sentence_vectors([["mill"], ["river"]]).shape[0] == 2
