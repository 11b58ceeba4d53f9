"""The neural readers by name, each with its task and default settings; importing it loads no PyTorch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.neural.examples import NeuralVocabulary
from symbolic_rc.neural.settings import NeuralSettings

#: PyTorch without support for graphics cards, which is a tenth of the size.
_CPU_INDEX = "https://download.pytorch.org/whl/cpu"
_CLOZE, _SPANS, _GENERATION = "cloze_readers:ClozeTask", "spans:SpanTask", "generation:GenerationTask"
_ATTENTION_SUM, _ATTENTIVE = "cloze_readers:AttentionSumReader", "cloze_readers:AttentiveReader"
_DEEP_LSTM, _GENERATOR = "cloze_readers:DeepLSTMReader", "generation:AnswerGenerator"


@dataclass(frozen=True, slots=True)
class NeuralEntry:
    """One neural reader; `name` is without ``neural:``.

    The model is a ``module:class`` of this package that takes the words' initial vectors, the settings and
    `arguments`; the task one that takes the vocabulary and the settings. `defaults` are settings that differ
    from `NeuralSettings`'s own.
    """

    name: str
    model: str
    task: str = _CLOZE
    arguments: Mapping[str, Any] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)

    def settings(self, **given: Any) -> NeuralSettings:
        """Return the default settings, replaced by those that are given.

        Raises
        ------
        SymbolicRCError
            If a reader that chooses among what it reads is to choose among the whole vocabulary.
        """
        found = replace(NeuralSettings(), **{**self.defaults, **given})
        able = [one.name for one in NEURAL if one.task == _CLOZE and one.model != _ATTENTION_SUM]
        if found.whole_vocabulary and self.name not in able:
            raise SymbolicRCError(f"{self.name}: only {', '.join(able)} choose among the whole vocabulary")
        return found

    def make_task(self, vocabulary: NeuralVocabulary, settings: NeuralSettings) -> Any:
        """Return the reader's task."""
        return _load(self.task)(vocabulary, settings)

    def make_model(self, first: Any, settings: NeuralSettings) -> Any:
        """Return the untrained model; `first` are the words' initial vectors."""
        return _load(self.model)(first, settings, **self.arguments)


def _load(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(f"symbolic_rc.neural.{module}"), name)


#: Of readers of free-form questions: paragraphs and summaries, of which there are few.
_FREE = {"hidden": 40, "dropout": 0.4, "stories": 8, "epochs": 15, "decay": 0.9, "least_count": 2}
_WORDS = {**_FREE, "most_words": 6_000}

NEURAL: tuple[NeuralEntry, ...] = (
    NeuralEntry("as-reader", _ATTENTION_SUM, arguments={"shared": True}),
    NeuralEntry("as-reader:published", _ATTENTION_SUM),
    NeuralEntry("attentive-reader", _ATTENTIVE),
    NeuralEntry("impatient-reader", "cloze_readers:ImpatientReader"),
    NeuralEntry("uniform-reader", _ATTENTIVE, arguments={"uniform": True}),
    NeuralEntry("deep-lstm-reader", _DEEP_LSTM),
    NeuralEntry("deep-lstm-reader:question-last", _DEEP_LSTM, arguments={"question_first": False}),
    NeuralEntry("bidaf", "spans:BiDAF", _SPANS, defaults=_FREE),
    NeuralEntry("qanet", "spans:QANet", _SPANS, defaults=_FREE),
    NeuralEntry("as-decoder", _GENERATOR, _GENERATION, {"copies": True}, _WORDS),
    NeuralEntry("seq2seq", _GENERATOR, _GENERATION, defaults=_WORDS),
    NeuralEntry("seq2seq:no-story", _GENERATOR, _GENERATION, {"story": False}, _WORDS),
)


def neural_entry(name: str) -> NeuralEntry:
    """Return the reader of that name, with or without ``neural:``.

    Raises
    ------
    SymbolicRCError
        If there is none; the message lists those that exist.
    """
    known = {entry.name: entry for entry in NEURAL}
    return known[check_name("neural reader", name.removeprefix("neural:"), known)]


def require_torch() -> None:
    """Check that PyTorch and safetensors are installed, else raise an error that says how to install them."""
    missing = [name for name in ("torch", "safetensors") if find_spec(name) is None]
    if missing:
        raise SymbolicRCError(
            f"neural readers need {' and '.join(missing)}: pip install 'symbolic_rc[neural]' "
            f"(CPU only, a tenth of the size: add --extra-index-url {_CPU_INDEX})"
        )
