"""Stanza's own trainers make small models, the adapter reads them, and both pipelines are compared alike."""

import random

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed (extra: stanza)")
pytest.importorskip("stanza", reason="Stanza is not installed (extra: stanza)")

from eval.annotation import stanza_models
from eval.annotation.treebanks import gold_token_table
from symbolic_rc.annotate.adapters.installed import stanza_pipeline
from symbolic_rc.annotate.conllu import read_treebank

NAMES, NOUNS = ["Ada", "Bo", "Karl", "Esther"], ["mill", "wheel", "horse", "letter"]
VERBS = [("sold", "sell"), ("kept", "keep"), ("found", "find")]


def sentence(names, nouns, verbs, choose):
    name, noun, (verb, lemma) = choose(names), choose(nouns), choose(verbs)
    rows = [
        (name, name, "PROPN", "NNP", 2, "nsubj"),
        (verb, lemma, "VERB", "VBD", 0, "root"),
        ("the", "the", "DET", "DT", 4, "det"),
        (noun, noun, "NOUN", "NN", 2, "obj"),
        (".", ".", "PUNCT", ".", 2, "punct"),
    ]
    lines = [f"{i}\t{w}\t{m}\t{u}\t{x}\t_\t{h}\t{r}\t_\t_" for i, (w, m, u, x, h, r) in enumerate(rows, 1)]
    text = " ".join(row[0] for row in rows)
    return "\n".join([f"# text = {text}", *lines]) + "\n\n"


def test_models_that_stanza_trains_are_read_and_compared(tmp_path):
    choose = random.Random(5).choice
    files = {part: tmp_path / f"{part}.conllu" for part in ("train", "held")}
    for part, count in (("train", 120), ("held", 20)):
        files[part].write_text("".join(sentence(NAMES, NOUNS, VERBS, choose) for _ in range(count)))
    short = ["--max_steps", "60", "--eval_interval", "20", "--hidden_dim", "30", "--char_hidden_dim", "10"]
    stanza_models.train(files, tmp_path / "models", 3, {"pos": short, "depparse": short})
    stanza_models.describe(tmp_path / "models")
    nlp = stanza_pipeline("en", tmp_path / "models")
    found = gold_token_table(nlp, read_treebank(files["held"]))
    assert found["lemmas"] > 0.9
    assert found["UPOS"] > 0.9
    assert found["UAS"] > 0.9
