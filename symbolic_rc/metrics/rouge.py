"""ROUGE-L in the two definitions that are confused: the caption toolkit's, and rouge-score's."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from functools import lru_cache

from symbolic_rc.core.record import Question
from symbolic_rc.metrics.caption import caption_pair
from symbolic_rc.metrics.metric import Mean, harmonic_f1, joined, wordings

#: Longer words are stemmed, as in rouge-score.
_UNSTEMMED = 3

_BETA = 1.2
_NOT_WORD = re.compile(r"[^a-z0-9]+")


def lcs(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """Return the length of the longest common subsequence, by dynamic programming."""
    row = [0] * (len(b) + 1)
    for x in a:
        diagonal = 0
        for j, y in enumerate(b):
            diagonal, row[j + 1] = row[j + 1], diagonal + 1 if x == y else max(row[j], row[j + 1])
    return row[-1]


def caption_rouge_l(tokens: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """Return ROUGE-L as the caption toolkit has it: best precision and best recall, beta = 1.2.

    Precision and recall are the best over the references each for itself. An empty text counts as one empty
    token, as the toolkit splits at single spaces.
    """
    tokens, wanted = tokens or [""], [one or [""] for one in references]
    shared = [lcs(one, tokens) for one in wanted]
    precision = max(shared) / len(tokens)
    recall = max(same / len(one) for same, one in zip(shared, wanted, strict=True))
    if precision == 0 or recall == 0:
        return 0.0
    return ((1 + _BETA**2) * precision * recall) / float(recall + _BETA**2 * precision)


@lru_cache(65_536)
def _stemmed(word: str) -> str:
    from nltk.stem.porter import PorterStemmer

    return str(PorterStemmer().stem(word)) if len(word) > _UNSTEMMED else word


def rouge_score_tokens(text: str, stem: bool) -> list[str]:
    """Tokenise as rouge-score does: runs of ASCII letters and digits; Porter's stems of longer words."""
    words = _NOT_WORD.sub(" ", text.lower()).split()
    return [_stemmed(word) for word in words] if stem else words


def rouge_score_f1(prediction: str, reference: str, stem: bool) -> float:
    """Return the F1 of rouge-score's ``rougeL``."""
    found, wanted = rouge_score_tokens(prediction, stem), rouge_score_tokens(reference, stem)
    return harmonic_f1(lcs(wanted, found), len(found), len(wanted))


class CaptionRougeL(Mean):
    """ROUGE-L of the caption-evaluation toolkit, as NarrativeQA reports it: mean over questions."""

    name = "rouge_l"
    signature = "ROUGE-L|scorer:caption|beta:1.2|lower|no-final-stop|tok:space|best-reference"

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return ROUGE-L, 0 to 1."""
        return caption_rouge_l(*caption_pair(texts, question))


class RougeLF1(Mean):
    """ROUGE-L F1 of rouge-score, as FairytaleQA reports it: the best over the references."""

    name = "rouge_l_f1"

    def __init__(self, stem: bool = True) -> None:
        self._stem = stem
        stemmer = "porter" if stem else "none"
        self.signature = f"ROUGE-L-F1|scorer:rouge-score|stem:{stemmer}|best-reference"

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return the F1, 0 to 1."""
        return max(rouge_score_f1(joined(texts), one, self._stem) for one in wordings(question))
