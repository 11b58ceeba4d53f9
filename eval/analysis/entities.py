"""How far a question's entities are from its answer: the figures of DuoRC's table 1 (Saha et al. 2018)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from spacy.tokens import Doc

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.core.record import Question
from symbolic_rc.core.tokens import words_of
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.metrics.rouge import lcs
from symbolic_rc.story import Story

_COMMON = "% Length of the Longest Common sequence of non-stop words in Query (w.r.t Query Length) and Plot"
_NOUNS = frozenset({"NOUN", "PROPN", "NUM"})


@dataclass(slots=True)
class Distances:
    """Figures of some questions, by what they are about.

    Attributes
    ----------
    words, sentences, needed, common : list of float
        By question whose entities and answer are found: distances, how many sentences hold them all; the
        longest common subsequence in percent of the question, of every question.
    both, query : int
        Questions all of whose entities and all of whose answer's are found; all of whose own are.
    questions : int
    """

    words: list[float] = field(default_factory=list)
    sentences: list[float] = field(default_factory=list)
    needed: list[float] = field(default_factory=list)
    common: list[float] = field(default_factory=list)
    both: int = 0
    query: int = 0
    questions: int = 0

    def rows(self) -> dict[str, float]:
        """Return the figures by the labels of the paper's rows."""
        share = 100.0 / max(1, self.questions)
        return {
            "Avg. word distance": _mean(self.words),
            "Avg. sentence distance": _mean(self.sentences),
            "Number of sentences for inferencing": _mean(self.needed),
            "% of instances where both Query & Answer entities were found in passage": share * self.both,
            "% of instances where Only Query entities were found in passage": share * self.query,
            _COMMON: _mean(self.common),
        }


def distances(stories: Iterable[tuple[Story, Sequence[Question]]]) -> Distances:
    """Count over stories with their questions.

    An entity is the head of a noun or verb phrase, or a name; it is found where the story has its lemma.
    Distances are from each of the question's entities that are found to the nearest of the answer's, the mean
    over the question's entities.
    """
    nlp, found = default_pipeline(), Distances()
    for story, questions in stories:
        where: dict[str, list[int]] = {}
        for token in story.doc:
            where.setdefault(_lemma(token), []).append(token.i)
        sentence = np.zeros(len(story.doc), np.int64)
        for number, sent in enumerate(story.doc.sents):
            sentence[sent.start : sent.end] = number
        plot = [token.lower_ for token in story.doc if _counts(token.lower_)]
        for question in questions:
            answers = [" ".join(one) for one in question.references if one]
            if not answers:
                continue
            said = [word for word in words_of(question.text.lower()) if _counts(word)]
            if said:
                found.common.append(100.0 * lcs(said, plot) / len(said))
            _add(found, entities(nlp(question.text)), entities(nlp(answers[0])), where, sentence)
    return found


def _add(
    found: Distances,
    asked: Sequence[str],
    answer: Sequence[str],
    where: dict[str, list[int]],
    sentence: np.ndarray,
) -> None:
    found.questions += 1
    ours = [np.array(where[one]) for one in asked if one in where]
    theirs = [np.array(where[one]) for one in answer if one in where]
    all_asked, all_answer = len(ours) == len(asked) > 0, len(theirs) == len(answer) > 0
    found.both += all_asked and all_answer
    found.query += all_asked
    if not ours or not theirs:
        return
    ends = np.concatenate(theirs)
    found.words.append(_mean([np.abs(one[:, None] - ends[None, :]).min() for one in ours]))
    homes = sentence[ends]
    found.sentences.append(_mean([np.abs(sentence[one][:, None] - homes[None, :]).min() for one in ours]))
    found.needed.append(cover([set(sentence[one].tolist()) for one in (*ours, *theirs)]))


def entities(doc: Doc) -> list[str]:
    """Return the lemmas of the heads of noun phrases and verb phrases, and of names, each once, in order.

    Examples
    --------
    >>> from symbolic_rc.annotate import default_pipeline
    >>> entities(default_pipeline()("Who sold the old wheel to Brack?"))
    ['sell', 'wheel', 'brack']
    """
    kept = [
        token
        for token in doc
        if (token.pos_ in _NOUNS and token.dep_ not in ("compound", "flat"))
        or (token.pos_ == "VERB" and _counts(token.lower_))
        or token.ent_type_
    ]
    return list(dict.fromkeys(_lemma(token) for token in kept if _counts(token.lower_)))


def cover(groups: Sequence[set[int]]) -> int:
    """Return how many sentences hold a member of every group, chosen greedily, the most useful first.

    Examples
    --------
    >>> cover([{0, 1}, {1}, {4}])
    2
    """
    left, count = [group for group in groups if group], 0
    while left:
        tally: dict[int, int] = {}
        for group in left:
            for sentence in group:
                tally[sentence] = tally.get(sentence, 0) + 1
        best = min(tally, key=lambda sentence: (-tally[sentence], sentence))
        left = [group for group in left if best not in group]
        count += 1
    return count


def _lemma(token) -> str:  # type: ignore[no-untyped-def]
    return (token.lemma_ or token.text).lower()


def _counts(word: str) -> bool:
    return word[:1].isalnum() and word not in FUNCTION_WORDS


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else float("nan")
