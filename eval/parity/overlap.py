"""Exact match, F1, BLEU and ROUGE-L beside the data sets' own scorers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from eval.parity.answers import narrativeqa_answers, questions, told_equal
from symbolic_rc.metrics.bleu import CaptionBleu
from symbolic_rc.metrics.caption import caption_pair
from symbolic_rc.metrics.drop import Drop
from symbolic_rc.metrics.rouge import CaptionRougeL, RougeLF1, rouge_score_f1
from symbolic_rc.metrics.squad import exact_match, squad_normalised, token_f1


def quoref(data: Path) -> bool:
    """Compare with the exact match and F1 stored beside TASE's predictions."""
    asked = questions(data / "quoref")
    exact, f1 = Drop("em"), Drop("f1")
    ours, stored, different = [], [], 0
    with open(data / "quoref" / "tase_roberta_dev_predictions.jsonl", encoding="utf-8") as file:
        for line in file:
            prediction = json.loads(line)
            value = prediction["answer"]["value"]
            texts = tuple(value) if isinstance(value, list) else (value,)
            question = asked[prediction["query_id"]]
            ours.append((exact.value(texts, question), f1.value(texts, question)))
            stored.append((prediction["em"], prediction["f1"]))
            different += ours[-1] != stored[-1]
    means = 100 * np.mean(ours, axis=0)
    print(f"Quoref, TASE: {len(ours):,} predictions, {different} differ; EM {means[0]:.2f} F1 {means[1]:.2f}")
    print(f"  {exact}\n  {f1}")
    return different == 0 and len(ours) == len(asked)


def narrativeqa(data: Path) -> bool:
    """Compare with the caption toolkit on BERT's answers."""
    from pycocoevalcap.bleu.bleu import Bleu
    from pycocoevalcap.rouge.rouge import Rouge

    asked, answers = narrativeqa_answers(data)
    pairs = {key: caption_pair((answers[key],), question) for key, question in asked.items()}
    found = {key: [" ".join(tokens)] for key, (tokens, _) in pairs.items()}
    wanted = {key: [" ".join(one) for one in references] for key, (_, references) in pairs.items()}
    theirs = Bleu(4).compute_score(wanted, found, verbose=0)[0]
    same = True
    print(f"NarrativeQA valid, BERT: {len(asked):,} answers")
    for order in (1, 2, 3, 4):
        metric = CaptionBleu(order)
        rows = [metric.statistics((answers[key],), question) for key, question in asked.items()]
        same &= told_equal(str(metric), metric.score(rows), 100 * theirs[order - 1])
    rouge = CaptionRougeL()
    theirs_rouge, each = Rouge().compute_score(wanted, found)
    values = np.array([rouge.value((answers[key],), question) for key, question in asked.items()])
    same &= told_equal(str(rouge), 100 * values.mean(), 100 * theirs_rouge)
    different = int((np.abs(values - each) > 1e-12).sum())
    print(f"  ROUGE-L: {different} of {len(values):,} answers differ")
    return same and different == 0


def squad(data: Path) -> bool:
    """Compare with SQuAD 2.0's functions on single-span predictions of both data sets."""
    from transformers.data.metrics.squad_metrics import compute_exact, compute_f1

    asked, answers = narrativeqa_answers(data)
    pairs = [(answers[key], one[0]) for key, question in asked.items() for one in question.references]
    pairs += [(answer, "") for answer in list(answers.values())[:200]] + [("", "the"), ("the", "a mill")]
    theirs = [(float(compute_exact(gold, answer)), float(compute_f1(gold, answer))) for answer, gold in pairs]
    ours = [(exact_match(answer, gold), token_f1(answer, gold, empty=True)) for answer, gold in pairs]
    different = sum(a != b for a, b in zip(ours, theirs, strict=True))
    full = [pair for pair in pairs if all(squad_normalised(text) for text in pair)]
    changed = sum(token_f1(*pair) != token_f1(*pair, empty=True) for pair in full)
    print(
        f"SQuAD: {len(pairs):,} pairs, {different} differ; 1.1 and 2.0 differ on {changed} that are not empty"
    )
    return different == 0 and changed == 0


def fairytaleqa(data: Path) -> bool:
    """Compare with rouge-score, taking the second annotator's answer as the prediction."""
    from rouge_score.rouge_scorer import RougeScorer

    asked = questions(data / "fairytaleqa" / "fairytaleqa.tar.xz")
    pairs = [
        (question.references[1][0], question.references[0][0])
        for question in asked.values()
        if len(question.references) > 1
    ]
    same = True
    for stem in (True, False):
        scorer = RougeScorer(["rougeL"], use_stemmer=stem)
        theirs = [scorer.score(reference, answer)["rougeL"].fmeasure for answer, reference in pairs]
        ours = [rouge_score_f1(answer, reference, stem) for answer, reference in pairs]
        different = int((np.abs(np.subtract(ours, theirs)) > 1e-12).sum())
        mean = 100 * np.mean(ours)
        print(f"FairytaleQA: {len(pairs):,} pairs, {different} differ; {mean:.4f}  {RougeLF1(stem)}")
        same &= different == 0
    return same
