"""Which tables there are: data, readers, figures, published rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One input of a table.

    Attributes
    ----------
    paths : tuple of str
        Under the data folder; the questions of all of them count together. ``archive.tar.xz!val`` stands for
        the files in folders ``val`` of the archive.
    format : str
    figures : mapping
        The table's figure for each of the run's metrics.
    """

    paths: tuple[str, ...]
    format: str
    figures: dict[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """One table.

    Attributes
    ----------
    name : str
    title : str
        What is measured on what.
    published : str
        The file of `eval/published`, without its ending.
    parts : tuple of Part
    readers : tuple of str
        ``file:PATH`` under the data folder stands for another system's stored predictions, ``human`` for the
        second answer scored against the first.
    split : str
        The split of the published rows that stand beside ours.
    note : str
        What a reader must know to compare.
    published_part : str
        The part of the published rows, where they are of several.
    """

    name: str
    title: str
    published: str
    parts: tuple[Part, ...]
    readers: tuple[str, ...]
    split: str
    note: str
    published_part: str = ""

    def columns(self) -> list[str]:
        """Return the figures' names in order, each once."""
        return list(dict.fromkeys(name for part in self.parts for name in part.figures.values()))


_CAPTION = {name: name for name in ("bleu1", "bleu4", "meteor", "rouge_l", "mrr")}
_SPANS = ("4gram", "8gram", "sentence")
_IR = tuple(f"ir-{measure}-{span}" for measure in ("bleu1", "rougel", "cosine") for span in _SPANS)
_ORACLES = tuple(
    f"oracle-{measure}-{span}" for measure in ("bleu1", "rougel", "cosine") for span in ("answer", "4gram")
)
#: The engine, and its unfitted rules.
_ENGINE = ("symbolic", "symbolic:rules")
_RETRIEVERS = ("tfidf", "bm25", "paraphrase", "graph", "oracle")
#: Readers on equal words, and the same on words that match.
_MATCHING = ("word-distance", "word-distance:relation", "sliding-window", "sliding-window:relation")
_DUORC = {f"{kind}{name}": f"{kind}{name}" for kind in ("span_", "") for name in ("accuracy", "f1", "bleu")}
_DUORC_READERS = (
    "max-frequency",
    "word-distance",
    "ir-bleu1",
    "ir-rougel",
    "oracle-rougel-4gram",
    "oracle-rougel-answer",
    "random",
    "python:eval.neural.stages:genmodel",
    *_ENGINE,
)

TABLES = (
    Table(
        "narrativeqa",
        "NarrativeQA, questions on summaries, valid",
        "narrativeqa_summaries",
        (Part(("narrativeqa/valid.json",), "narrativeqa", _CAPTION),),
        (
            *_IR,
            *_ORACLES,
            *_MATCHING,
            "random",
            "human",
            "file:narrativeqa/bert_base_valid_predictions.json",
            *_ENGINE,
        ),
        "valid",
        "Our copy of the data is tokenised and has lost its quotation marks, so that figures are near the "
        "paper's, not equal. The paper's oracles are lower than its definition gives: `python -m "
        "eval.analysis narrativeqa` prints every reading of it.",
    ),
    Table(
        "narrativeqa-6",
        "NarrativeQA, questions on whole books, valid (subset: 58 books, no films)",
        "narrativeqa_stories",
        (Part(("narrativeqa",), "narrativeqa-stories", _CAPTION),),
        (
            *_IR,
            *_ORACLES,
            "random",
            "human",
            *(f"neural:as-decoder@{count}-tfidf" for count in (1, 2, 5, 10, 20)),
            *(f"symbolic@20+{name}" for name in _RETRIEVERS),
            "symbolic@5+tfidf",
            "symbolic@5-tfidf",
        ),
        "valid",
        "Licences and contents are left out. `reader@N-retriever` reads N chunks of 200 tokens for each "
        "question, `reader@N+retriever` the whole book once, and answers from N chunks. Weights that never "
        "saw the books' questions come from `symbolic-rc train ... --without IDS`; `--weights` takes them. "
        "`python -m eval.neural.stages chunks` writes what an AS Reader with chunks learns from.",
    ),
    Table(
        "hermann2015",
        "CNN cloze questions, built from the dev articles",
        "hermann2015",
        (Part(("cnn/stories-dev.jsonl.xz!cloze",), "jsonl", {"cloze_accuracy": "cnn_accuracy"}),),
        (
            "max-frequency",
            "exclusive-frequency",
            "word-distance",
            "word-distance:relation",
            "frame-semantic",
            "random",
            "feature-classifier",
            *_ENGINE,
        ),
        "test",
        "Our questions are built by our own cloze builder from articles that are not the official split; "
        "`python -m eval.cloze` compares the corpus statistics. The feature classifier takes its weights "
        "from the folder of runs (`cloze/feature-classifier.lex`, by `python -m eval.cloze --train`); they "
        "are learned from CNN's text and do not ship.",
    ),
    Table(
        "hermann2015-plain",
        "The same CNN questions in plain text, without markers",
        "hermann2015",
        (Part(("cnn/stories-dev.jsonl.xz!plain-cloze",), "jsonl", {"cloze_accuracy": "cnn_accuracy"}),),
        ("max-frequency", "exclusive-frequency", "word-distance", "word-distance@capitals", "frame-semantic"),
        "test",
        "The setting in which the paper ran its frame-semantic model. Readers find the entities themselves; "
        "an answer is right as any of the names that the article has for it. `word-distance` aligns by "
        "coreference, `word-distance@capitals` by names alone.",
    ),
    Table(
        "quoref",
        "Quoref dev",
        "quoref",
        (Part(("quoref/quoref-dev-v0.1.json",), "quoref", {"em": "em", "f1": "f1"}),),
        (
            "passage-only",
            "passage-only-first",
            "passage-only-nearest",
            "max-frequency",
            "exclusive-frequency",
            "word-distance",
            "random",
            "file:quoref/tase_roberta_dev_predictions.jsonl",
            *_ENGINE,
        ),
        "dev",
        "Entities of the baselines come from capital letters; `word-distance` aligns by coreference.",
    ),
    Table(
        "mctest",
        "MCTest, train and dev",
        "mctest",
        tuple(
            Part(
                (f"mctest/{name}.train.tsv", f"mctest/{name}.dev.tsv"),
                "mctest",
                {"accuracy": f"{name}_accuracy"},
            )
            for name in ("mc160", "mc500")
        ),
        (
            *_MATCHING,
            "sliding-window-distance",
            "sliding-window-distance:relation",
            "max-frequency",
            "random",
            *_ENGINE,
        ),
        "test",
        "The published figures are on the test parts, ours on train and dev; a few of the engine's weights "
        "were set by hand on these stories.",
    ),
    Table(
        "mctest-dev",
        "MCTest, dev, weights learned from its training part",
        "mctest",
        tuple(
            Part((f"mctest/{name}.dev.tsv",), "mctest", {"accuracy": f"{name}_accuracy"})
            for name in ("mc160", "mc500")
        ),
        ("sliding-window-distance", "sliding-window-distance:relation", "symbolic", "symbolic:rules"),
        "test",
        "The published figures are on the test parts, ours on dev; a few of the engine's weights were set by "
        "hand on these stories. `symbolic-rc train mc160.train.tsv "
        "mc500.train.tsv --out W` writes the weights of the last row, `--weights W` takes them.",
    ),
    Table(
        "fairytaleqa",
        "FairytaleQA val",
        "fairytaleqa",
        (Part(("fairytaleqa/fairytaleqa.tar.xz!val",), "fairytaleqa", {"rouge_l_f1": "rouge_l_f1"}),),
        (
            *_IR,
            *_ORACLES,
            *_MATCHING,
            "max-frequency",
            "random",
            "symbolic@story",
            *(f"{name}@section" for name in (*_IR, *_MATCHING)),
            "symbolic@section",
            *_ENGINE,
        ),
        "",
        "The engine looks for answers in the sections that a question's data name; `@section` reads nothing "
        "else, `@story`, like the other readers, does not know them. No figure without a neural network is "
        "published.",
    ),
    *(
        Table(
            name,
            f"DuoRC, {part}: a small sample in its own layout",
            "duorc",
            (Part((f"format_samples/duorc_dummy_{part}_1.0.0.zip",), "duorc", _DUORC),),
            _DUORC_READERS,
            "test",
            "15 plots of all splits: enough to see that every part works, too few to compare. `python -m "
            "eval.tables duorc-4` trains on one part and tests on the other; `python -m eval.neural.stages "
            "genmodel` writes what GenModel learns from.",
            published_part=part,
        )
        for name, part in (("duorc-self", "SelfRC"), ("duorc-paraphrase", "ParaphraseRC"))
    ),
)


#: Names for several tables at once, or for one by its number.
ALIASES = {
    "duorc": ("duorc-self", "duorc-paraphrase"),
    "duorc-3": ("duorc-self", "duorc-paraphrase"),
    "narrativeqa-5": ("narrativeqa",),
    "hermann2015-5": ("hermann2015", "hermann2015-plain"),
    "quoref-3": ("quoref",),
}


def table(name: str) -> Table:
    """Return the table of that name."""
    return next(one for one in TABLES if one.name == name)
