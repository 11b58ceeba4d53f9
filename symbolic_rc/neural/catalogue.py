"""The neural readers by name, each with its task and its usual settings; nothing of PyTorch is imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from symbolic_rc.core.errors import check_name
from symbolic_rc.core.record import Record
from symbolic_rc.neural.examples.words import tokenised
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.vocabulary import Vocabulary, vocabulary_of

_CLOZE = "symbolic_rc.neural.cloze.task:ClozeTask"
_SPANS = "symbolic_rc.neural.spans.task:SpanTask"
_WRITING = "symbolic_rc.neural.generation.task:WritingTask"
_WRITER = "symbolic_rc.neural.generation.seq2seq:AnswerWriter"


@dataclass(frozen=True, slots=True)
class NeuralEntry:
    """One neural reader.

    Attributes
    ----------
    name : str
        As the list of readers has it, without ``neural:``.
    model : str
        ``module:class``; takes the words' first vectors, the settings and `arguments`.
    task : str
        ``module:class``; takes the vocabulary and the settings.
    arguments : mapping
        Given to the model by name.
    usual : mapping
        Settings that differ from `NeuralSettings`'s own.
    """

    name: str
    model: str
    task: str = _CLOZE
    arguments: Mapping[str, Any] = field(default_factory=dict)
    usual: Mapping[str, Any] = field(default_factory=dict)

    def settings(self, **given: Any) -> NeuralSettings:
        """Return the usual settings with those that are given in their place."""
        return replace(NeuralSettings(), **{**self.usual, **given})

    def vocabulary(self, records: Sequence[Record], settings: NeuralSettings) -> Vocabulary:
        """Return the words of stories and questions that the reader learns from."""
        texts = (words for record in records for words in tokenised(record))
        return vocabulary_of(texts, settings.most_words, settings.least_count, settings.markers)

    def make_task(self, vocabulary: Vocabulary, settings: NeuralSettings) -> Any:
        """Return the reader's task."""
        return _named(self.task)(vocabulary, settings)

    def make_model(self, first: Any, settings: NeuralSettings) -> Any:
        """Return the reader with weights drawn at random but for the words' vectors."""
        return _named(self.model)(first, settings, **self.arguments)


def _named(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(module), name)


#: Of readers of free-form questions: paragraphs and summaries, of which there are few.
_FREE = {"hidden": 40, "dropout": 0.4, "stories": 8, "epochs": 15, "decay": 0.9, "least_count": 2}
_WORDS = {**_FREE, "most_words": 6_000}

NEURAL: tuple[NeuralEntry, ...] = (
    NeuralEntry(
        "as-reader", "symbolic_rc.neural.cloze.attention_sum:AttentionSumReader", arguments={"shared": True}
    ),
    NeuralEntry("as-reader:published", "symbolic_rc.neural.cloze.attention_sum:AttentionSumReader"),
    NeuralEntry("attentive-reader", "symbolic_rc.neural.cloze.attentive:AttentiveReader"),
    NeuralEntry("impatient-reader", "symbolic_rc.neural.cloze.attentive:ImpatientReader"),
    NeuralEntry(
        "uniform-reader", "symbolic_rc.neural.cloze.attentive:AttentiveReader", arguments={"uniform": True}
    ),
    NeuralEntry("deep-lstm-reader", "symbolic_rc.neural.cloze.deep_lstm:DeepLSTMReader"),
    NeuralEntry(
        "deep-lstm-reader:question-last",
        "symbolic_rc.neural.cloze.deep_lstm:DeepLSTMReader",
        arguments={"question_first": False},
    ),
    NeuralEntry("bidaf", "symbolic_rc.neural.spans.bidaf:BiDAF", _SPANS, usual=_FREE),
    NeuralEntry("qanet", "symbolic_rc.neural.spans.qanet:QANet", _SPANS, usual=_FREE),
    NeuralEntry("as-decoder", _WRITER, _WRITING, {"copies": True}, _WORDS),
    NeuralEntry("seq2seq", _WRITER, _WRITING, usual=_WORDS),
    NeuralEntry("seq2seq:no-story", _WRITER, _WRITING, {"story": False}, _WORDS),
)


def neural_entry(name: str) -> NeuralEntry:
    """Return the reader of that name, with or without ``neural:``.

    Raises
    ------
    SymbolicRCError
        If there is none; the message names those that there are.
    """
    known = {entry.name: entry for entry in NEURAL}
    return known[check_name("neural reader", name.removeprefix("neural:"), known)]
