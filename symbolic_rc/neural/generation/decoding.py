"""Writing an answer: the most probable sequence of words, by beam search."""

from __future__ import annotations

import torch
from torch import Tensor

from symbolic_rc.neural.generation.seq2seq import AnswerWriter, Read
from symbolic_rc.neural.vocabulary import BEGIN, END, PADDING


def written(model: AnswerWriter, read: Read, beam: int, longest: int) -> list[tuple[list[int], float]]:
    """Return each question's answer as words' integers, with its log probability a word.

    Parameters
    ----------
    model : AnswerWriter
    read : Read
    beam : int
        Sequences that are followed; 1 is greedy.
    longest : int
        Words in the longest answer.
    """
    places = range(len(read.mask))
    return [
        _best(model, read.rows(torch.tensor([i], device=read.mask.device)), beam, longest) for i in places
    ]


def _best(model: AnswerWriter, read: Read, beam: int, longest: int) -> tuple[list[int], float]:
    device = read.mask.device
    words = torch.full((1, 1), BEGIN, dtype=torch.int64, device=device)
    sums, state = torch.zeros(1, device=device), read.begin
    ended: list[tuple[float, list[int]]] = []
    for length in range(1, longest + 1):
        rows = read.rows(torch.zeros(len(words), dtype=torch.int64, device=device))
        chances, state = model.step(rows, words[:, -1], state)
        chances[:, [PADDING, BEGIN]] = float("-inf")
        values, places = torch.topk((sums[:, None] + chances).flatten(), beam)
        rows_of, chosen = places // chances.shape[1], places % chances.shape[1]
        going = []
        for value, row, word in zip(values.tolist(), rows_of.tolist(), chosen.tolist(), strict=True):
            if word == END:
                ended.append((value / length, words[row, 1:].tolist()))
            else:
                going.append((value, row, word))
        if not going or len(ended) >= beam:
            break
        words, sums, state = _go_on(words, state, going)
    if not ended:
        ended = [(float(sums[0]) / longest, words[0, 1:].tolist())]
    score, found = max(ended, key=lambda one: one[0])
    return found, score


def _go_on(
    words: Tensor, state: tuple[Tensor, Tensor], going: list[tuple[float, int, int]]
) -> tuple[Tensor, Tensor, tuple[Tensor, Tensor]]:
    """Return the sequences that are followed on, their sums and states."""
    rows = torch.tensor([row for _, row, _ in going], device=words.device)
    new = torch.tensor([[word] for *_, word in going], device=words.device)
    sums = torch.tensor([value for value, *_ in going], device=words.device)
    return torch.cat([words[rows], new], dim=1), sums, (state[0][rows], state[1][rows])
