"""Which metrics belong to which data set."""

from __future__ import annotations

from symbolic_rc.core.errors import check_name
from symbolic_rc.metrics.accuracy import Accuracy
from symbolic_rc.metrics.bleu import CaptionBleu, DuoRCBleu
from symbolic_rc.metrics.drop import DropEM, DropF1
from symbolic_rc.metrics.meteor import Meteor
from symbolic_rc.metrics.meteor_jar import MeteorJar
from symbolic_rc.metrics.metric import Metric
from symbolic_rc.metrics.rouge import CaptionRougeL, RougeLF1
from symbolic_rc.metrics.squad import DuoRC, SquadEM, SquadF1

#: The formats that have metrics; data sets of several are measured as `jsonl`.
FORMATS = (
    "squad",
    "bipar",
    "hf",
    "quoref",
    "narrativeqa",
    "narrativeqa-stories",
    "duorc",
    "fairytaleqa",
    "mctest",
    "cnn",
    "babi",
    "jsonl",
)


def metrics_for(format: str, meteor: str = "own") -> list[Metric]:
    """Return the official metrics of a data set, by its format's name.

    Each counts the questions that it applies to. Unknown names get the metrics of `jsonl`: accuracy for
    choices and cloze, the DROP scorer's exact match and F1 for free answers.

    Parameters
    ----------
    format : str
    meteor : {"own", "jar"}
        Whether METEOR is ours (exact, stem and synonym stages) or the official program's (the extra
        ``meteor``), which has the paraphrase stage.

    Examples
    --------
    >>> [metric.name for metric in metrics_for("quoref")]
    ['em', 'f1']
    """
    check_name("METEOR", meteor, ("own", "jar"))
    if format == "quoref":
        return [DropEM(), DropF1()]
    if format in ("squad", "bipar"):
        return [SquadEM(), SquadF1()]
    if format == "hf":
        return [Accuracy("choice"), Accuracy("cloze"), SquadEM(), SquadF1()]
    if format in ("narrativeqa", "narrativeqa-stories"):
        return [CaptionBleu(1), CaptionBleu(4), MeteorJar() if meteor == "jar" else Meteor(), CaptionRougeL()]
    if format == "duorc":
        found: list[Metric] = []
        for spans_only in (False, True):
            found += [DuoRC("accuracy", spans_only), DuoRC("f1", spans_only), DuoRCBleu(spans_only)]
        return found
    if format == "fairytaleqa":
        return [RougeLF1()]
    if format in ("mctest", "cnn"):
        return [Accuracy()]
    return [Accuracy("choice"), Accuracy("cloze"), DropEM(free_only=True), DropF1(free_only=True)]
