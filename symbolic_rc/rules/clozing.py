"""Learning which entity fills a placeholder: questions for persons become statements with a gap."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.question import Question
from symbolic_rc.rules.asked import Asked
from symbolic_rc.rules.cloze import cloze_features, entities_of
from symbolic_rc.rules.index import StoryIndex
from symbolic_rc.rules.resolve import open_case
from symbolic_rc.rules.weights import empty

GAP = "@placeholder"
_PERSON = "person|man|woman|boy|girl|character|individual|one|actor|actress|singer|author|officer"
_WHO = re.compile(r"^who (?!did |does |do |else |all )(?P<rest>.+?)[\s?.]*$", re.IGNORECASE)
_NAMED = re.compile(
    rf"^what(?:'s| is| was) the (?:first |last |full )?name of the (?:{_PERSON})(?:,? who|,? that) "
    r"(?P<rest>.+?)[\s?.]*$",
    re.IGNORECASE,
)


def as_cloze(question: Question) -> Question | None:
    """Turn a question for a person into a statement with a placeholder; None where that is not plain.

    Examples
    --------
    >>> as_cloze(Question("1", "What is the name of the man who sold the mill?")).text
    '@placeholder sold the mill .'
    >>> as_cloze(Question("1", "Who did Marta meet?")) is None
    True
    """
    found = _WHO.match(question.text.strip()) or _NAMED.match(question.text.strip())
    if found is None:
        return None
    return replace(question, text=f"{GAP} {found['rest']} .", placeholder=GAP)


@dataclass(frozen=True, slots=True)
class Gap:
    """A statement with a placeholder, and which of the story's entities fill it."""

    story: StoryIndex
    asked: Asked
    right: tuple[int, ...]


def gap_of(story: StoryIndex, asked: Asked) -> Gap | None:
    """Return what can be learned from a statement; None when the story names no entity like its answer."""
    wanted = {text.strip().lower().rstrip(" .") for one in asked.question.references for text in one}
    right = []
    entities = entities_of(story)
    for e, spans in enumerate(entities.values()):
        called = {story.span_text(*span).lower() for span in spans}
        words = {word for name in called for word in name.split()}
        if called & wanted or (words & {text for text in wanted if " " not in text}):
            right.append(e)
    return Gap(story, asked, tuple(right)) if right and len(right) < len(entities) else None


def fit(gaps: Sequence[Gap], strength: float = 0.05) -> list[float]:
    """Fit the weights of `cloze.CLOZE_NAMES` by logistic regression on right less wrong entities."""
    from sklearn.linear_model import LogisticRegression

    rows: list[NDArray[np.float64]] = []
    for gap in gaps:
        features = cloze_features(open_case(gap.story, gap.asked, empty()), entities_of(gap.story))
        wrong = np.setdiff1d(np.arange(len(features)), gap.right)
        # one right entity, whichever is named most, against each wrong one
        best = max(gap.right, key=lambda e: features[e, 0])
        rows += list(features[best] - features[wrong])
    differences = np.array(rows)
    scale = np.sqrt((differences**2).mean(axis=0))
    scale[scale == 0] = 1.0
    both = np.concatenate([differences, -differences]) / scale
    labels = np.repeat([1, 0], len(differences))
    model = LogisticRegression(C=strength, fit_intercept=False, max_iter=1000).fit(both, labels)
    return [float(value) for value in model.coef_[0] / scale]
