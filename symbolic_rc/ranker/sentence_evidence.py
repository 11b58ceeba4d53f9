"""Where the story speaks of the question's words: matches, coreference, sentence scores."""

from __future__ import annotations

import math

import numpy as np

from symbolic_rc.core.arrays import Flags, Ints, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.arrays import StoryArrays
from symbolic_rc.index.story_index import StoryIndex, match_words
from symbolic_rc.question.parsed import ParsedQuestion, QuestionArrays
from symbolic_rc.ranker.arrays import WordMatches

#: Entities that words of a question name, at most.
MOST_NAMED = 16
#: From here on a match is good enough for a word to name the entity that it refers to.
_NAMES = 0.85
#: From here on a match counts for how frequent a word is.
_COUNTS = 0.7


def match_question(asked: ParsedQuestion, story: StoryIndex) -> WordMatches:
    """Return which tokens of a story the content words of a question match."""
    found = match_words(story, asked.content).relation
    rows = len(asked.content[0]) + 1
    bounds = found.indptr if len(found.indptr) == rows else np.zeros(rows, np.int32)
    return WordMatches(bounds, found.positions, found.weights)


@kernel
def word_number(question: QuestionArrays, place: int) -> int:
    """Return the number of the content word that a place of `info` speaks of, or -1."""
    found = -1
    for i in range(question.words.shape[0]):
        if question.words[i] == question.info[place]:
            found = i
    return found


@kernel
def spread(story: StoryArrays, alignment: WordMatches, best: Singles, bound: Ints) -> int:
    """Write how well each token matches each content word, directly or as a mention of a matched name.

    Fills `best` (words, n), zero on entry, with the weights, `bound` (MOST_NAMED, 2) with the entity that a
    word names and the word's number; returns how many entities the question names.
    """
    tok, ent_bounds, ent_heads = story.tok, story.ent_bounds, story.ent_heads
    count = 0
    for i in range(alignment.bounds.shape[0] - 1):
        for k in range(alignment.bounds[i], alignment.bounds[i + 1]):
            t, weight = alignment.tokens[k], alignment.weights[k]
            if weight > best[i, t]:
                best[i, t] = weight
            entity = tok[C.ENTITY, t]
            if entity < 0 or weight < _NAMES or tok[C.MENTION, t] == C.M_PRONOUN:
                continue
            known = False
            for b in range(count):
                known = known or (bound[b, 0] == entity and bound[b, 1] == i)
            if not known and count < bound.shape[0]:
                bound[count, 0] = entity
                bound[count, 1] = i
                count += 1
    for b in range(count):
        entity, i = bound[b, 0], bound[b, 1]
        for k in range(ent_bounds[entity], ent_bounds[entity + 1]):
            t = ent_heads[k]
            weight = np.float32(0.75) if tok[C.MENTION, t] == C.M_PRONOUN else np.float32(0.8)
            if weight > best[i, t]:
                best[i, t] = weight
    return count


@kernel
def sentence_scores(
    story: StoryArrays, alignment: WordMatches, best: Singles, weight: Singles, own: Singles
) -> float:
    """Score every sentence by the question's words in it, rare words counting more.

    Fills `weight` (words,) with each word's weight, the logarithm of sentences over sentences with it, and
    `own` (sentences,) with the scores, from the direct matches and `best` (words, n); returns the sum of the
    words' weights.
    """
    bounds, sent = story.bounds, story.tok[C.SENT]
    sentences = bounds.shape[0] - 1
    total = 0.0
    for i in range(weight.shape[0]):
        last, frequency = -1, 0
        for k in range(alignment.bounds[i], alignment.bounds[i + 1]):
            s = sent[alignment.tokens[k]]
            if s != last and best[i, alignment.tokens[k]] >= _COUNTS:
                frequency += 1
                last = s
        weight[i] = math.log((sentences + 1.0) / (frequency + 0.5)) + 0.2
        if frequency == 0:
            weight[i] *= 0.7
        total += weight[i]
    for s in range(sentences):
        own[s] = 0.0
        for i in range(weight.shape[0]):
            most = np.float32(0.0)
            for t in range(bounds[s], bounds[s + 1]):
                if best[i, t] > most:
                    most = best[i, t]
            own[s] += most * weight[i]
    return total


@kernel
def choose_sentences(own: Singles, allowed: Flags, order: Ints) -> None:
    """Fill `order` with the best allowed sentences, neighbours counting a little; ties to the first."""
    n = own.shape[0]
    taken = np.zeros(n, np.bool_)
    for k in range(order.shape[0]):
        winner, most = -1, -1.0
        for s in range(n):
            if taken[s] or not allowed[s]:
                continue
            before = own[s - 1] if s else np.float32(0.0)
            after = own[s + 1] if s + 1 < n else np.float32(0.0)
            value = own[s] + 0.25 * before + 0.15 * after
            if value > most:
                winner, most = s, value
        taken[winner] = True
        order[k] = winner
