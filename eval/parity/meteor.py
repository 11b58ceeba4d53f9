"""METEOR beside the official program."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from eval.parity.answers import narrativeqa_answers, told_equal
from symbolic_rc.metrics.caption import caption_pair
from symbolic_rc.metrics.meteor import Meteor, MeteorProgram, counts_in_order, meteor_scores


def meteor(data: Path) -> bool:
    """Compare with the official program, without its paraphrase stage and with it."""
    asked, answers = narrativeqa_answers(data)
    metric, program, full = Meteor(), MeteorProgram("-m", "exact stem synonym"), MeteorProgram()
    pairs = [caption_pair((answers[key],), question) for key, question in asked.items()]
    ours = np.array([metric.statistics((answers[key],), question) for key, question in asked.items()])
    theirs = np.array([counts_in_order(program.counts(*pair)) for pair in pairs])
    whole = np.array([counts_in_order(full.counts(*pair)) for pair in pairs])
    different = int((np.abs(meteor_scores(ours) - meteor_scores(theirs)) > 1e-12).sum())
    print(f"METEOR: {different} of {len(ours):,} answers differ from the program without paraphrases")
    same = told_equal(str(metric), metric.score(ours), 100 * float(meteor_scores(theirs.sum(axis=0))))
    print(f"  with paraphrases the program gives {100 * float(meteor_scores(whole.sum(axis=0))):.4f}")
    return same and different == 0
