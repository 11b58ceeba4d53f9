"""A trained neural reader as a reader like any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.neural.catalogue import neural_entry, require_torch
from symbolic_rc.neural.examples import question_words
from symbolic_rc.neural.heat_map import AttentionStep
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from symbolic_rc.neural.training import ModelFile


def neural_reader(options: ReaderOptions, name: str) -> NeuralReader:
    """Make a neural reader with the weights of ``--weights``.

    Raises
    ------
    SymbolicRCError
        If PyTorch is missing, no weights are given, or they are of another reader.
    """
    name = neural_entry(name).name
    require_torch()
    if not options.weights:
        raise SymbolicRCError(
            f"neural:{name} needs --weights MODEL; train it with: "
            f"symbolic-rc train-neural {name} DATA --out MODEL"
        )
    from symbolic_rc.neural.training import read_model

    model = read_model(options.weights)
    if model.reader != name:
        raise SymbolicRCError(
            f"{options.weights}: these are weights of neural:{model.reader}, not neural:{name}"
        )
    return (GeneratingReader if "GenerationTask" in neural_entry(name).task else NeuralReader)(model)


class NeuralReader:
    """Answer with a trained model, on the CPU, with one thread.

    Questions of another kind than the model's get no answer.
    """

    def __init__(self, file: ModelFile) -> None:
        import torch

        torch.set_num_threads(1)
        entry = neural_entry(file.reader)
        self.name = f"neural:{entry.name}"
        self.task: Any = entry.make_task(file.vocabulary, replace(file.settings, device="cpu"))
        self.model: Any = entry.make_model(file.vocabulary.initial_vectors(0), file.settings)
        self.model.load_state_dict(file.weights)
        self.model.eval()

    def attention(self, story: Story, question: Question) -> list[AttentionStep]:
        """Return the attention over the story's tokens; empty without attention or answer.

        A reader that attends again at each word of the question has a step for each, others one.
        """
        import torch

        record = Record("", story.text, tokenised=story.tokenised)
        items = self.task.items(record, [question]) if self.task.takes(question) else []
        if not items:
            return []
        with torch.inference_mode():
            maps = self.task.attention(self.model, record, items[0][0])[0]
        words = question_words(question, story.tokenised)[-len(maps) :]
        return [AttentionStep(*pair) for pair in zip(words, maps, strict=False)]

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question."""
        import torch

        record = Record("", story.text, tokenised=story.tokenised)
        fit = [i for i, question in enumerate(questions) if self.task.takes(question)]
        found = [Answer((), rule=self.name)] * len(questions)
        if not fit or not story.text.strip():
            return found
        for item, places in self.task.items(record, [questions[i] for i in fit]):
            with torch.inference_mode():
                answers = self.task.answers(self.model, record, item)
            for place, answer in zip(places, answers, strict=True):
                found[fit[place]] = replace(answer, rule=self.name)
        return found


class GeneratingReader(NeuralReader):
    """A reader that writes its answers; it ranks given ones by their probability per word."""

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score each answer of `pool`; all alike where the reader cannot answer the question."""
        import torch

        record = Record("", story.text, tokenised=story.tokenised)
        places = {text: number for number, text in enumerate(dict.fromkeys(pool))}
        asked = [replace(question, references=((text,),), spans=()) for text in places]
        if not (self.task.takes(question) and (items := self.task.items(record, asked))):
            return np.zeros(len(pool))
        with torch.inference_mode():
            found: NDArray[np.float64] = self.task.rank(self.model, items[0][0])
        return found[[places[text] for text in pool]]
