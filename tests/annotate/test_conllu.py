"""CoNLL-U is read as nltk reads it; ours also keeps spaces, contractions and where a document begins."""

from nltk.parse import DependencyGraph

from symbolic_rc.annotate.conllu import read_conllu

ROWS = [
    ("Ada", "Ada", "PROPN", "NNP", 2, "nsubj"),
    ("sold", "sell", "VERB", "VBD", 0, "root"),
    ("the", "the", "DET", "DT", 5, "det"),
    ("old", "old", "ADJ", "JJ", 5, "amod"),
    ("wheel", "wheel", "NOUN", "NN", 2, "obj"),
]
LINES = [
    f"{i}\t{word}\t{lemma}\t{tag}\t{own}\t_\t{head}\t{relation}\t_\t_"
    for i, (word, lemma, tag, own, head, relation) in enumerate(ROWS, 1)
]


def test_words_tags_and_heads_are_nltks():
    (ours,) = read_conllu([*LINES, ""])
    graph = DependencyGraph("\n".join(LINES), top_relation_label="root")
    theirs = [graph.nodes[i] for i in range(1, len(ROWS) + 1)]
    assert list(ours.words) == [node["word"] for node in theirs]
    assert list(ours.lemmas) == [node["lemma"] for node in theirs]
    assert list(ours.tags) == [node["ctag"] for node in theirs]
    assert list(ours.xtags) == [node["tag"] for node in theirs]
    assert [head + 1 for head in ours.heads] == [node["head"] for node in theirs]
    assert list(ours.relations) == [node["rel"] for node in theirs]
