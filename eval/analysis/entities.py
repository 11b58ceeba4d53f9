"""How far a question's entities are from its answer: the figures of DuoRC's table 1 (Saha et al. 2018)."""

from __future__ import annotations

from collections import Counter
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
_OF_NON_STOP = "the same in per cent of the Query's non-stop words"
_GAPS = "the same with gaps between the words"
_BOTH = "% of instances where both Query & Answer entities were found in passage"
_QUERY = "% of instances where Only Query entities were found in passage"
_NOUNS = frozenset({"NOUN", "PROPN", "NUM"})
_MODIFIERS = frozenset({"compound", "amod", "nummod", "flat"})


@dataclass(slots=True)
class Distances:
    """Figures of some questions, by what they are about.

    Attributes
    ----------
    words, sentences, needed : list of float
        By question whose entities and answer are found: distances, how many sentences hold them all.
    common, own_share, gaps : list of float
        Of every question in percent: the longest contiguous run of its non-stop words among those of the
        plot, of all its words, of its non-stop words; and their longest common subsequence, of the latter.
    found : dict
        How many questions have each row's entities in the plot, all of them.
    questions : int
    """

    words: list[float] = field(default_factory=list)
    sentences: list[float] = field(default_factory=list)
    needed: list[float] = field(default_factory=list)
    common: list[float] = field(default_factory=list)
    own_share: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    found: Counter[str] = field(default_factory=Counter)
    questions: int = 0

    def rows(self) -> dict[str, float]:
        """Return the figures by the labels of the paper's rows."""
        share = 100.0 / max(1, self.questions)
        return {
            "Avg. word distance": _mean(self.words),
            "Avg. sentence distance": _mean(self.sentences),
            "Number of sentences for inferencing": _mean(self.needed),
            _COMMON: _mean(self.common),
            _OF_NON_STOP: _mean(self.own_share),
            _GAPS: _mean(self.gaps),
            **{
                row: share * self.found[row]
                for way in ("", ", as whole phrases")
                for row in (_BOTH + way, _QUERY + way)
            },
        }


def distances(stories: Iterable[tuple[Story, Sequence[Question]]]) -> Distances:
    """Count over stories with their questions.

    An entity is the head of a noun or verb phrase, or a name; it is found where the story has its lemma; as a
    whole phrase, where the story has its words, and those of its modifiers before it, one after the other.
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
        text = f" {' '.join(token.lower_ for token in story.doc)} "
        plot = [token.lower_ for token in story.doc if _counts(token.lower_)]
        run_text = f" {' '.join(plot)} "
        for question in questions:
            answers = [" ".join(one) for one in question.references if one]
            if not answers:
                continue
            said = [word for word in words_of(question.text.lower()) if _counts(word)]
            if said:
                run = 100.0 * longest_run(said, run_text)
                found.common.append(run / len(words_of(question.text)))
                found.own_share.append(run / len(said))
                found.gaps.append(100.0 * lcs(said, plot) / len(said))
            asked, answer = nlp(question.text), nlp(answers[0])
            _add(found, entities(asked), entities(answer), where, sentence)
            whole = [all(f" {one} " in text for one in phrases(doc)) for doc in (asked, answer)]
            found.found[_QUERY + ", as whole phrases"] += whole[0]
            found.found[_BOTH + ", as whole phrases"] += all(whole)
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
    found.found[_BOTH] += all_asked and all_answer
    found.found[_QUERY] += all_asked
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


def phrases(doc: Doc) -> list[str]:
    """Return the same as whole phrases: each head with the modifiers before it, in lower case.

    Examples
    --------
    >>> from symbolic_rc.annotate import default_pipeline
    >>> phrases(default_pipeline()("Who sold the old wheel to Brack?"))
    ['sold', 'old wheel', 'brack']
    """
    found = []
    for token in doc:
        if (token.pos_ in _NOUNS and token.dep_ not in ("compound", "flat")) or token.pos_ == "VERB":
            own = [token.i, *(one.i for one in token.children if one.dep_ in _MODIFIERS)]
            if token.pos_ != "VERB" or _counts(token.lower_):
                found.append(" ".join(one.lower_ for one in doc[min(own) : max(own) + 1]))
    return list(dict.fromkeys(found))


def longest_run(words: Sequence[str], text: str) -> int:
    """Return how many of the words stand one after the other in a text of words between blanks, at most.

    Examples
    --------
    >>> longest_run(["old", "wheel", "brack"], " ada sold old wheel brack ")
    3
    """
    starts = range(len(words))
    runs = (
        end - start
        for start in starts
        for end in range(start + 1, len(words) + 1)
        if f" {' '.join(words[start:end])} " in text
    )
    return max(runs, default=0)


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
