"""An adapter for extractive question-answering models that the user already has on disk (Hugging Face).

It is here for comparison only: the engine never uses it. Nothing is downloaded, and no code that comes with a
model is run.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Flags, Singles
from symbolic_rc.core.errors import MissingExtraError, SymbolicRCError
from symbolic_rc.core.record import Answer, Question
from symbolic_rc.readers.reader import ReaderOptions, among_choices
from symbolic_rc.story import Story


def transformers_reader(options: ReaderOptions, name: str = "transformers") -> TransformersReader:
    """Return the reader; `options.weights` names the model's folder."""
    if not options.weights or not Path(options.weights).is_dir():
        raise SymbolicRCError("the reader transformers needs --weights FOLDER, a model's folder on this disk")
    return TransformersReader(Path(options.weights))


#: Tokens in a window, how many neighbouring windows share (Devlin et al. 2019), tokens of the longest answer.
_LENGTH, _STRIDE, _LONGEST = 384, 128, 30


class TransformersReader:
    """Answer with the span of highest start and end logits over overlapping windows of the story.

    The folder holds the model's configuration, weights and fast tokenizer.
    """

    name = "transformers"

    def __init__(self, folder: Path) -> None:
        try:
            import torch
            from transformers import AutoModelForQuestionAnswering, AutoTokenizer
        except ImportError as error:
            raise MissingExtraError("transformers", "transformers") from error
        try:
            self._tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
            self._model = AutoModelForQuestionAnswering.from_pretrained(folder, local_files_only=True).eval()
        except (OSError, ValueError, KeyError) as error:
            raise SymbolicRCError(f"{folder}: no question-answering model ({error})") from error
        if not self._tokenizer.is_fast:
            where = "(tokenizer.json), for the places of words"
            raise SymbolicRCError(f"{folder}: needs a fast tokenizer {where}")
        self._torch = torch
        positions = getattr(self._model.config, "max_position_embeddings", _LENGTH) or _LENGTH
        self._length = min(_LENGTH, positions)

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question."""
        return [among_choices(question, self._answer(story.text, question)) for question in questions]

    def _answer(self, text: str, question: Question) -> Answer:
        windows = self._tokenizer(
            question.text,
            text,
            truncation="only_second",
            max_length=self._length,
            stride=min(_STRIDE, self._length // 3),
            return_overflowing_tokens=True,
            return_offsets_mapping=True,
            padding=True,
            return_tensors="pt",
        )
        offsets = windows.pop("offset_mapping").numpy()
        windows.pop("overflow_to_sample_mapping", None)
        parts: list[Any] = [windows.sequence_ids(i) for i in range(len(offsets))]
        with self._torch.inference_mode():
            found = self._model(**windows)
        best = (-np.inf, 0, 0)
        for i, part in enumerate(parts):
            inside = np.array([one == 1 for one in part])
            starts, ends = (logits[i].float().numpy() for logits in (found.start_logits, found.end_logits))
            score, first, last = best_span(starts, ends, inside, _LONGEST)
            if score > best[0]:
                best = (score, int(offsets[i][first][0]), int(offsets[i][last][1]))
        score, start, end = best
        if not np.isfinite(score):
            return Answer((), rule=self.name)
        return Answer((text[start:end],), ((start, end),), float(score), self.name)


def best_span(starts: Singles, ends: Singles, inside: Flags, longest: int) -> tuple[float, int, int]:
    """Return the score, first and last token of the best span inside the story; the first of equals.

    Logits of starts and ends, and which tokens belong to the story, have the shape (n,).

    Examples
    --------
    >>> logits = np.array([9, 0, 2, 1], np.float32)
    >>> best_span(logits, logits, np.array([False, True, True, True]), 2)
    (4.0, 2, 2)
    """
    table = np.add.outer(np.where(inside, starts, -np.inf), np.where(inside, ends, -np.inf))
    place = np.arange(len(starts))
    length = place[None, :] - place[:, None]
    table[(length < 0) | (length >= longest)] = -np.inf
    first, last = divmod(int(np.argmax(table)), len(starts))
    return float(table[first, last]), first, last
