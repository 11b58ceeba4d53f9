"""Where a story has an answer as a span."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.core.tokens import Tokens, tokens


def places(story: Tokens, answers: Sequence[str]) -> list[tuple[int, int]]:
    """Return the token spans of a story that are one of the answers, but for case and marks."""
    words, where = [], []
    for i, word in enumerate(story.words):
        if word[0].isalnum():
            words.append(word.lower())
            where.append(i)
    found = []
    for answer in answers:
        wanted = [word.lower() for word in tokens(answer).words if word[0].isalnum()]
        while wanted and wanted[0] in ("the", "a", "an"):
            del wanted[0]
        for i in range(len(words) - len(wanted) + 1) if wanted else ():
            if words[i : i + len(wanted)] == wanted:
                found.append((where[i], where[i + len(wanted) - 1] + 1))
    return found
