"""BLEU as the caption-evaluation toolkit computes it, over a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from symbolic_rc.core.record import Question
from symbolic_rc.metrics.caption import caption_pair
from symbolic_rc.metrics.metric import Metric, Statistics, joined
from symbolic_rc.metrics.squad import duorc_references, squad_normalised

_TINY, _SMALL = 1e-15, 1e-9


def bleu_statistics(tokens: Sequence[str], references: Sequence[Sequence[str]], order: int) -> Statistics:
    """Count what BLEU needs of one answer.

    Returns
    -------
    ndarray of float64, shape (2 + 2 * order,)
        Length of the answer, length of the closest reference (the shorter of equally close ones), then for
        n = 1 to `order` the answer's n-grams and how many of them are in a reference (clipped).
    """
    found = [float(len(tokens))]
    found.append(float(min((abs(len(one) - len(tokens)), len(one)) for one in references)[1]))
    for n in range(1, order + 1):
        most: Counter[tuple[str, ...]] = Counter()
        for one in references:
            most |= _grams(one, n)
        own = _grams(tokens, n)
        found += [float(max(0, len(tokens) - n + 1)), float(sum((own & most).values()))]
    return np.array(found)


def _grams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def bleu_scores(sums: ArrayLike, order: int) -> Statistics:
    """Return corpus BLEU in percent of sums of `bleu_statistics`: (..., k) to (...).

    The toolkit's own arithmetic: counts smoothed by 1e-15 above and 1e-9 below the line, and the brevity
    penalty on the summed lengths (Papineni et al. 2002).
    """
    array = np.asarray(sums, dtype=np.float64)
    product = np.ones(array.shape[:-1])
    for n in range(order):
        product = product * ((array[..., 3 + 2 * n] + _TINY) / (array[..., 2 + 2 * n] + _SMALL))
    ratio = (array[..., 0] + _TINY) / (array[..., 1] + _SMALL)
    with np.errstate(divide="ignore", over="ignore"):
        penalty = np.where(ratio < 1, np.exp(1 - 1 / np.maximum(ratio, 1e-300)), 1.0)
    found: Statistics = 100.0 * product ** (1.0 / order) * penalty
    return np.where(array[..., 1] > 0, found, 0.0)


class CaptionBleu(Metric):
    """Corpus BLEU-n of the caption-evaluation toolkit, as NarrativeQA reports it."""

    def __init__(self, order: int = 4) -> None:
        self._order, self.name = order, f"bleu{order}"
        self.signature = f"BLEU-{order}|scorer:caption|corpus|length:closest|lower|no-final-stop|tok:space"

    def statistics(self, texts: tuple[str, ...], question: Question) -> Statistics:
        """Return lengths and n-gram counts; float64, shape (2 + 2 * order,)."""
        tokens, references = caption_pair(texts, question)
        return bleu_statistics(tokens, references, self._order)

    def scores(self, sums: ArrayLike) -> Statistics:
        """Return the BLEU of many sums, in percent."""
        return bleu_scores(sums, self._order)


class DuoRCBleu(CaptionBleu):
    """Corpus BLEU-4 for DuoRC, over SQuAD-normalised tokens, with ``NA`` for ``not answerable``."""

    def __init__(self, spans_only: bool = False) -> None:
        super().__init__()
        self.part, self.name = ("span", "span_bleu") if spans_only else ("all", "bleu")
        self.signature = f"BLEU-4|scorer:caption|corpus|length:closest|norm:squad-1.1|questions:{self.part}"

    def statistics(self, texts: tuple[str, ...], question: Question) -> Statistics:
        """Return lengths and n-gram counts; float64, shape (10,)."""
        answer = squad_normalised(joined(texts) if texts else "NA").split()
        references = [squad_normalised(one).split() for one in duorc_references(question)]
        return bleu_statistics(answer, references, self._order)
