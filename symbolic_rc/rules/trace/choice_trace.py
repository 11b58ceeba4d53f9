"""Traces of answer choices: how a choice is supported by what the rules prove, and by what is near."""

from __future__ import annotations

from dataclasses import fields
from functools import partial

import numpy as np

from symbolic_rc.core.trace import Evidence, Step, Trace
from symbolic_rc.index.story_index import word_matcher
from symbolic_rc.question.query import Query
from symbolic_rc.rules.case import Case, open_case
from symbolic_rc.rules.choices import choice_scores, content
from symbolic_rc.rules.families.text import nearness, sources
from symbolic_rc.rules.resolve import resolve
from symbolic_rc.rules.trace.cited import tokens_of
from symbolic_rc.rules.trace.proof_trace import ProofTrace, proof_trace
from symbolic_rc.rules.trace.replay_proof import part_of_sentences
from symbolic_rc.story import Story

RULE = "choice"


def choice_trace(query: Query, story: Story, choice: str, why_not: str = "") -> ProofTrace:
    """Return the trace of a question with choices, of which one was chosen; `why_not` as in `proof_trace`."""
    case = open_case(query, story)
    resolution = resolve(case)
    found = proof_trace(case, resolution, why_not=why_not)
    words = _near_words(case, choice)
    shared = [word for word in content(choice) if word in content(resolution.text)]
    sentences = case.facts.syntax.sentences
    marks = [_part(case, i, i + 1, "mention") for i in words]
    marks += [_part(case, *tokens_of(case.facts, int(sentences[i])), "sentence") for i in words]
    evidence = sorted({*found.evidence, *marks}, key=lambda one: (one.start, -one.end, one.kind))
    proof = [_line(case, choice, resolution.text, shared, words), *found.proof]
    kept = {one.name: getattr(found, one.name) for one in fields(Trace)}
    kept |= {
        "answer": (choice,),
        "rule": RULE,
        "steps": (*found.steps, Step(RULE, True, "", {}, (choice,), len(query.question.choices))),
        "proof": tuple(proof),
        "evidence": tuple(evidence),
    }
    return ProofTrace(**kept, again=partial(_again, case, tuple(evidence)), said=choice)


def _part(case: Case, start: int, end: int, kind: str) -> Evidence:
    return Evidence(int(case.story.chars[start, 0]), int(case.story.chars[end - 1, 1]), kind)


def _near_words(case: Case, choice: str) -> list[int]:
    """Return the tokens that support a choice: its words that are nearest to the question's, and those."""
    near = nearness(case)
    words = content(choice)
    if near is None or not words:
        return []
    relation = word_matcher().relate(words, case.index.words)
    found: set[int] = set()
    for row in range(len(words)):
        span = slice(int(relation.indptr[row]), int(relation.indptr[row + 1]))
        weighed = relation.weights[span] * near[relation.positions[span]]
        if len(weighed) and weighed.max() > 0:
            token = int(relation.positions[span][int(weighed.argmax())])
            found |= {token, *sources(case, token)}
    return sorted(found)


def _line(case: Case, choice: str, answer: str, shared: list[str], words: list[int]) -> str:
    """Return how a choice is supported, in words."""
    if content(choice) == content(answer):
        return f'the choice "{choice}" is what the rules find'
    if shared:
        return f'the choice "{choice}" shares "{" ".join(shared)}" with what the rules find, "{answer}"'
    syntax = case.facts.syntax
    near = [f'"{syntax.words[i]}" (sentence {syntax.sentences[i] + 1})' for i in words]
    if not near:
        return f'nothing supports a choice; "{choice}" is the first'
    return f'no choice shares a word with what the rules find; nearest is "{choice}": {", ".join(near)}'


def _again(case: Case, evidence: tuple[Evidence, ...]) -> str:
    """Return the choice that what is cited supports best."""
    starts = [one.start for one in evidence if one.kind == "sentence"]
    tokens = np.searchsorted(case.story.chars[:, 0], starts)
    part = part_of_sentences(case, {int(case.facts.syntax.sentences[token]) for token in tokens})
    choices = case.query.question.choices
    return choices[int(choice_scores(part, choices, resolve(part).text).argmax())]
