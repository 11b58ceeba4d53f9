"""On what the neural readers are trained and measured, and what their papers had."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from eval.tables.measure import Place, input_path
from symbolic_rc.core.record import Record
from symbolic_rc.neural.settings import fold_of
from symbolic_rc.train.shared import records_of


@dataclass(frozen=True, slots=True)
class DataSet:
    """One data set.

    Attributes
    ----------
    name, title : str
    train, test : str
        Inputs, as `eval.tables` names them.
    format : str
        Of the test input, which says how answers are measured.
    metric, label : str
    folds : int
        Parts by story of a data set that is both: each is answered by models that learned from the others.
    readers : tuple of str
        Without ``neural:``.
    plain : tuple of str
        Readers that need no training.
    curves : tuple of str
        Readers that are trained on parts of the training questions, too.
    engine : tuple of (str, str)
        Where `figures.json` has the engine's figure, for as long as the engine was not run here.
    """

    name: str
    title: str
    train: str
    test: str
    format: str
    metric: str
    label: str
    folds: int
    readers: tuple[str, ...]
    plain: tuple[str, ...]
    curves: tuple[str, ...]
    engine: tuple[str, str]


#: The suffix of rows of readers that choose among the whole vocabulary, as Hermann et al.'s did.
WHOLE = ":whole-vocabulary"
_CLOZE = (
    "as-reader",
    "as-reader:published",
    "attentive-reader",
    "impatient-reader",
    "uniform-reader",
    "deep-lstm-reader",
    "deep-lstm-reader:question-last",
    *(f"{name}{WHOLE}" for name in ("attentive-reader", "impatient-reader", "uniform-reader")),
    f"deep-lstm-reader{WHOLE}",
)
_FREE = ("bidaf", "qanet", "as-decoder", "seq2seq", "seq2seq:no-story")

SETS: tuple[DataSet, ...] = (
    DataSet(
        "cnn",
        "CNN cloze questions, dev",
        "cnn/stories-train.jsonl.xz!cloze",
        "cnn/stories-dev.jsonl.xz!cloze",
        "cnn",
        "accuracy",
        "accuracy",
        0,
        _CLOZE,
        ("symbolic", "word-distance"),
        ("feature-classifier", "as-reader"),
        ("hermann2015", "symbolic/cnn_accuracy"),
    ),
    DataSet(
        "quoref",
        "Quoref dev",
        "quoref/quoref-dev-v0.1.json",
        "quoref/quoref-dev-v0.1.json",
        "quoref",
        "f1",
        "F1",
        3,
        _FREE,
        ("exclusive-frequency",),
        ("bidaf",),
        ("engine", "quoref.f1"),
    ),
    DataSet(
        "narrativeqa",
        "NarrativeQA valid, summaries",
        "narrativeqa/valid.json",
        "narrativeqa/valid.json",
        "narrativeqa",
        "rouge_l",
        "ROUGE-L",
        3,
        _FREE,
        ("ir-bleu1",),
        (),
        ("engine", "narrativeqa.rouge_l"),
    ),
    DataSet(
        "fairytaleqa",
        "FairytaleQA val",
        "fairytaleqa/fairytaleqa.tar.xz!train",
        "fairytaleqa/fairytaleqa.tar.xz!val",
        "fairytaleqa",
        "rouge_l_f1",
        "ROUGE-L F1",
        0,
        _FREE,
        ("symbolic",),
        (),
        ("fairytaleqa", "symbolic/rouge_l_f1"),
    ),
)

_SUMMARIES = ("narrativeqa_summaries", "valid", "rouge_l", 32_747)
#: What papers print: data set, reader -> row, table of `eval/published`, split, figure, training questions.
PUBLISHED = {
    ("cnn", "attentive-reader"): ("Attentive Reader", "hermann2015", "valid", "cnn_accuracy", 380_298),
    ("cnn", "impatient-reader"): ("Impatient Reader", "hermann2015", "valid", "cnn_accuracy", 380_298),
    ("cnn", "uniform-reader"): ("Uniform Reader", "hermann2015", "valid", "cnn_accuracy", 380_298),
    ("cnn", "deep-lstm-reader"): ("Deep LSTM Reader", "hermann2015", "valid", "cnn_accuracy", 380_298),
    ("quoref", "qanet"): ("QANet", "quoref", "dev", "f1", 19_399),
    ("narrativeqa", "bidaf"): ("Span Prediction", *_SUMMARIES),
    ("narrativeqa", "as-decoder"): ("Attention Sum Reader", *_SUMMARIES),
    ("narrativeqa", "seq2seq:no-story"): ("Seq2Seq (no context)", *_SUMMARIES),
}

#: After how many updates a reader's training is cut off on a CPU, so that all together take hours, not days:
#: (data set, reader) -> updates, of `WHOLE` the same. The page says where a training was cut off. The others
#: end by themselves.
UPDATES = {
    ("cnn", "as-reader:published"): 1000,
    ("cnn", "attentive-reader"): 800,
    ("cnn", "uniform-reader"): 1600,
    ("cnn", "impatient-reader"): 500,
    ("cnn", "deep-lstm-reader"): 500,
    ("cnn", "deep-lstm-reader:question-last"): 500,
    **{("quoref", name): count for name, count in zip(_FREE, (400, 30, 150, 150, 600), strict=True)},
    **{("narrativeqa", name): count for name, count in zip(_FREE, (500, 20, 150, 150, 600), strict=True)},
    **{("fairytaleqa", name): count for name, count in zip(_FREE, (1200, 150, 600, 400, 600), strict=True)},
}

#: Shares of the training stories and seeds of the learning curves.
SHARES, SEEDS = (0.01, 0.03, 0.1, 0.3, 1.0), (0, 1, 2)


#: What can be done and shown by itself.
PARTS = (*(one.name for one in SETS), "curves", "checks")


def data_set(name: str) -> DataSet:
    """Return the data set of that name."""
    return next(one for one in SETS if one.name == name)


@cache
def test_records(place: Place, name: str) -> tuple[Record, ...]:
    """Return the stories that are answered, read once."""
    return tuple(records_of(input_path(place, data_set(name).test), part=""))


def in_fold(record: Record, one: DataSet, fold: int) -> bool:
    """Return whether a story is answered by the models of a fold; of all, where there are no folds."""
    return not one.folds or fold_of(record, one.folds) == fold
