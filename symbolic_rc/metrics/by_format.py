"""Which metrics belong to which data set."""

from __future__ import annotations

from symbolic_rc.core.errors import check_name
from symbolic_rc.metrics.accuracy import Accuracy, BalancedAccuracy, SeveralChoices
from symbolic_rc.metrics.bleu import CaptionBleu, DuoRCBleu
from symbolic_rc.metrics.drop import Drop
from symbolic_rc.metrics.meteor import Meteor, MeteorJar
from symbolic_rc.metrics.metric import Metric
from symbolic_rc.metrics.rouge import CaptionRougeL, RougeLF1
from symbolic_rc.metrics.squad import CoQA, DuoRC, HotpotQA, Squad

_CHOICES = (Accuracy("choice"), Accuracy("cloze"))
_SQUAD = (Squad("em"), Squad("f1"))
_NARRATIVEQA = (CaptionBleu(1), CaptionBleu(4), Meteor(), CaptionRougeL())
_MIXED = (*_CHOICES, Drop("em", free_only=True), Drop("f1", free_only=True))
_METRICS: dict[str, tuple[Metric, ...]] = {
    "squad": (*_SQUAD, Squad("em", "has_answer"), Squad("f1", "has_answer"), Squad("em", "no_answer")),
    "hf": (*_CHOICES, *_SQUAD),
    "quoref": (Drop("em"), Drop("f1")),
    **dict.fromkeys(("narrativeqa", "narrativeqa-stories"), _NARRATIVEQA),
    "duorc": (
        *(DuoRC("accuracy"), DuoRC("f1"), DuoRCBleu()),
        *(DuoRC("accuracy", True), DuoRC("f1", True), DuoRCBleu(True)),
    ),
    "fairytaleqa": (RougeLF1(),),
    **dict.fromkeys("mctest cnn clutrr dream mcscript quail race recam".split(), (Accuracy(),)),
    "boolq": (Accuracy(), BalancedAccuracy()),
    "coqa": (CoQA("em"), CoQA("f1")),
    "drop": (Drop("em"), Drop("f1")),
    **dict.fromkeys(("hotpotqa", "hotpotqa-supporting"), (HotpotQA("em"), HotpotQA("f1"))),
    "multirc": (SeveralChoices("f1a"), SeveralChoices("f1m"), SeveralChoices("em"), SeveralChoices("p1")),
    **dict.fromkeys(("bipar", "ropes"), _SQUAD),
    **dict.fromkeys(("babi", "jsonl"), _MIXED),
}
#: The formats that have metrics; mixed data sets are measured as `jsonl`.
FORMATS = tuple(_METRICS)


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
    found = _METRICS.get(format, _MIXED)
    return [MeteorJar() if isinstance(one, Meteor) and meteor == "jar" else one for one in found]
