"""How much words of an answer overlap with references, and the span that overlaps most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

#: What articles and marks are worth: nothing.
_NOTHING = frozenset("a an the . , ; : ! ? ' \" ` '' `` -".split())


def overlap(words: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """Return the greatest F1 of words with a reference, articles and marks aside.

    Examples
    --------
    >>> overlap(["the", "old", "mill"], [["a", "mill"], ["barn"]])
    0.6666666666666666
    """
    own = Counter(word for word in words if word not in _NOTHING)
    return max((_f1(own, Counter(w for w in one if w not in _NOTHING)) for one in references), default=0.0)


def _f1(own: Counter[str], other: Counter[str]) -> float:
    common = sum((own & other).values())
    return 2 * common / (own.total() + other.total()) if common else float(own == other)


def best_span(words: Sequence[str], references: Sequence[Sequence[str]], longest: int) -> tuple[int, int]:
    """Return the first and last word of the span that overlaps with a reference most; the first of equals.

    Parameters
    ----------
    words : sequence of str
    references : sequence of sequence of str
    longest : int
        Words in the longest span.

    Returns
    -------
    tuple of (int, int)
        -1 and -1 where no word is shared.

    Examples
    --------
    >>> best_span("she sold the old mill to Bo".split(), [["the", "mill"]], 5)
    (4, 4)
    """
    best, found = 0.0, (-1, -1)
    for reference in references:
        wanted = Counter(word for word in reference if word not in _NOTHING)
        places = [i for i, word in enumerate(words) if word in wanted]
        for number, start in enumerate(places):
            own: Counter[str] = Counter()
            size = common = 0
            previous = start - 1
            for end in places[number:]:
                if end - start >= longest:
                    break
                size += sum(word not in _NOTHING for word in words[previous + 1 : end + 1])
                own[words[end]] += 1
                common += own[words[end]] <= wanted[words[end]]
                previous = end
                score = 2 * common / (size + wanted.total())
                if score > best:
                    best, found = score, (start, end)
    return found
