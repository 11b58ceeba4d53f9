"""Hold our metrics equal to the field's own scorers on real answers.

``python -m eval.parity --data DIR [--meteor]``

1. Quoref: the stored exact match and F1 of every one of TASE's predictions.
2. NarrativeQA valid, BERT's predictions: BLEU-1 to 4 and ROUGE-L of ``pycocoevalcap``, which is the toolkit
that
   the data's authors used, for the corpus and (ROUGE-L) question by question.
3. The same answers, and TASE's, by SQuAD 2.0's official functions, as ``transformers`` carries them;
DuoRC's scorer
   is SQuAD 1.1's, which differs for empty answers only.
4. FairytaleQA val, one annotator's answers against the other's: ``rouge-score``.
5. With ``--meteor``: our METEOR against the official program without its paraphrase stage, question by
   question, and what the stage adds.

It ends with status 1 if anything differs. Needs ``pip install 'symbolic_rc[meteor]' rouge-score``, and Java
for 4.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path

import numpy as np

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.metrics.bleu import CaptionBleu
from symbolic_rc.metrics.caption import caption_pair
from symbolic_rc.metrics.drop import DropEM, DropF1
from symbolic_rc.metrics.meteor import Meteor, meteor_scores
from symbolic_rc.metrics.meteor_jar import MeteorProgram, counts_in_order
from symbolic_rc.metrics.normalise import squad_normalised
from symbolic_rc.metrics.rouge import CaptionRougeL, RougeLF1, rouge_score_f1
from symbolic_rc.metrics.squad import exact, token_f1


def questions(path: Path, form: str = "auto") -> dict[str, Question]:
    """Return every question of a data set by its id."""
    records = (found for found in read(path, form, strict=True) if isinstance(found, Record))
    return {question.id: question for record in records for question in record.questions}


def quoref(data: Path) -> bool:
    """Compare with the exact match and F1 stored beside TASE's predictions."""
    asked = questions(data / "quoref")
    exact, f1 = DropEM(), DropF1()
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

    asked, answers = _narrativeqa(data)
    pairs = {key: caption_pair((answers[key],), question) for key, question in asked.items()}
    found = {key: [" ".join(tokens)] for key, (tokens, _) in pairs.items()}
    wanted = {key: [" ".join(one) for one in references] for key, (_, references) in pairs.items()}
    theirs = Bleu(4).compute_score(wanted, found, verbose=0)[0]
    same = True
    print(f"NarrativeQA valid, BERT: {len(asked):,} answers")
    for order in (1, 2, 3, 4):
        metric = CaptionBleu(order)
        rows = [metric.statistics((answers[key],), question) for key, question in asked.items()]
        same &= _equal(str(metric), metric.score(rows), 100 * theirs[order - 1])
    rouge = CaptionRougeL()
    theirs_rouge, each = Rouge().compute_score(wanted, found)
    values = np.array([rouge.value((answers[key],), question) for key, question in asked.items()])
    same &= _equal(str(rouge), 100 * values.mean(), 100 * theirs_rouge)
    different = int((np.abs(values - each) > 1e-12).sum())
    print(f"  ROUGE-L: {different} of {len(values):,} answers differ")
    return same and different == 0


def _narrativeqa(data: Path) -> tuple[dict[str, Question], dict[str, str]]:
    path = data / "narrativeqa" / "bert_base_valid_predictions.json"
    return questions(data / "narrativeqa" / "valid.json"), json.loads(path.read_text(encoding="utf-8"))


def _equal(name: str, ours: float, theirs: float) -> bool:
    same = math.isclose(ours, theirs, rel_tol=1e-12)
    print(f"  {'same' if same else 'DIFFERENT'}: ours {ours:.10f}, theirs {theirs:.10f}  {name}")
    return same


def squad(data: Path) -> bool:
    """Compare with SQuAD 2.0's functions on single-span predictions of both data sets."""
    from transformers.data.metrics.squad_metrics import compute_exact, compute_f1

    asked, answers = _narrativeqa(data)
    pairs = [(answers[key], one[0]) for key, question in asked.items() for one in question.references]
    pairs += [(answer, "") for answer in list(answers.values())[:200]] + [("", "the"), ("the", "a mill")]
    theirs = [(float(compute_exact(gold, answer)), float(compute_f1(gold, answer))) for answer, gold in pairs]
    ours = [(exact(answer, gold), token_f1(answer, gold, empty=True)) for answer, gold in pairs]
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


def meteor(data: Path) -> bool:
    """Compare with the official program, without its paraphrase stage and with it."""
    asked, answers = _narrativeqa(data)
    metric, program, full = Meteor(), MeteorProgram("-m", "exact stem synonym"), MeteorProgram()
    pairs = [caption_pair((answers[key],), question) for key, question in asked.items()]
    ours = np.array([metric.statistics((answers[key],), question) for key, question in asked.items()])
    theirs = np.array([counts_in_order(program.counts(*pair)) for pair in pairs])
    whole = np.array([counts_in_order(full.counts(*pair)) for pair in pairs])
    different = int((np.abs(meteor_scores(ours) - meteor_scores(theirs)) > 1e-12).sum())
    print(f"METEOR: {different} of {len(ours):,} answers differ from the program without paraphrases")
    same = _equal(str(metric), metric.score(ours), 100 * float(meteor_scores(theirs.sum(axis=0))))
    print(f"  with paraphrases the program gives {100 * float(meteor_scores(whole.sum(axis=0))):.4f}")
    return same and different == 0


def main() -> int:
    """Run every comparison; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--meteor", action="store_true", help="compare METEOR too (needs Java)")
    options = parser.parse_args()
    checks = [quoref, narrativeqa, squad, fairytaleqa, *([meteor] if options.meteor else [])]
    passed = [check(options.data) for check in checks]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
