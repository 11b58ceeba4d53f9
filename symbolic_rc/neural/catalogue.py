"""The neural readers by name, each with its task and its usual settings; nothing of PyTorch is imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Record
from symbolic_rc.neural.examples.words import tokenised
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.vocabulary import Vocabulary, vocabulary_of

_CLOZE = "symbolic_rc.neural.cloze.task:ClozeTask"


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
        markers = settings.markers if self.task == _CLOZE else 0
        return vocabulary_of(texts, settings.most_words, settings.least_count, markers)

    def make_task(self, vocabulary: Vocabulary, settings: NeuralSettings) -> Any:
        """Return the reader's task."""
        return _named(self.task)(vocabulary, settings)

    def make_model(self, first: Any, settings: NeuralSettings) -> Any:
        """Return the reader with weights drawn at random but for the words' vectors."""
        return _named(self.model)(first, settings, **self.arguments)


def _named(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(module), name)


NEURAL: tuple[NeuralEntry, ...] = (
    NeuralEntry(
        "as-reader", "symbolic_rc.neural.cloze.attention_sum:AttentionSumReader", arguments={"shared": True}
    ),
    NeuralEntry("as-reader:published", "symbolic_rc.neural.cloze.attention_sum:AttentionSumReader"),
)


def neural_entry(name: str) -> NeuralEntry:
    """Return the reader of that name, with or without ``neural:``.

    Raises
    ------
    SymbolicRCError
        If there is none; the message names those that there are.
    """
    bare = name.removeprefix("neural:")
    for entry in NEURAL:
        if entry.name == bare:
            return entry
    names = [entry.name for entry in NEURAL]
    near = get_close_matches(bare, names, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
    raise SymbolicRCError(f"there is no neural reader {bare!r}; {hint}")
