"""What of a question stands where: the words that rules bind their variables to."""

from __future__ import annotations

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.case import RankedCase


def text_of(case: RankedCase, token: int) -> str:
    """Return a token's text."""
    return case.story.span_text(token, token + 1)


def head_of(case: RankedCase, row: int) -> int:
    """Return a candidate's head."""
    return int(case.view.cand[row, C.TOP])


def matched_words(case: RankedCase) -> dict[int, tuple[str, float]]:
    """Return for each token that the question matches the word of the question, and how well."""
    bounds, tokens, weights = case.alignment
    found: dict[int, tuple[str, float]] = {}
    for i, word in enumerate(case.asked.words.tolist()):
        for k in range(int(bounds[i]), int(bounds[i + 1])):
            token = int(tokens[k])
            if token not in found or weights[k] > found[token][1]:
                found[token] = (case.asked.texts[word], float(weights[k]))
    return found


def bind_edges(case: RankedCase, row: int) -> dict[str, str]:
    """Return the words at a candidate's left edge, which tell place, time, reason and manner."""
    start, sentence = int(case.view.cand[row, C.START]), int(case.view.cand[row, C.C_SENT])
    before = text_of(case, start - 1) if start > case.story.bounds[sentence] else ""
    return {"before": before, "first": text_of(case, start), **bind_sentence(case, row)}


def bind_sentence(case: RankedCase, row: int) -> dict[str, str]:
    """Return the place of a candidate's sentence among the best."""
    return {"sentence": f"{int(case.view.col('rank')[row]) + 1} of the best"}


def bind_words(case: RankedCase, row: int) -> dict[str, str]:
    """Return the words of a candidate's sentence that match the question's."""
    sentence = int(case.view.cand[row, C.C_SENT])
    first, last = int(case.story.bounds[sentence]), int(case.story.bounds[sentence + 1])
    found = []
    for token, (word, _) in sorted(matched_words(case).items()):
        if first <= token < last:
            there = text_of(case, token)
            found.append(word if word.lower() == there.lower() else f"{word}~{there}")
    return {"words": " ".join(dict.fromkeys(found))}
