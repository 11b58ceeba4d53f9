"""How likely the answer to a yes-or-no question is yes, and how likely a text answers another one.

Symbolic features of the question and of the sentence that holds most of it - what is met and what is not, by
part of speech; what denies, excludes, allows or contrasts there; how question and sentence hang together.
Boosted trees over them say yes or no where the story proves neither, a logistic regression whether a question
that may have no answer has one. ``python -m symbolic_rc.train polar`` learns both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files.container import BoostedTrees, Column, Part, Strings, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.lexicon import vectors
from symbolic_rc.lexicon.english import BE, DO, HAVE, MODALS, NEGATIONS, word_set
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.models.trees import Trees
from symbolic_rc.rules.case import Case

#: The file that ships.
SHIPPED = "polar.lex"
#: A word of the question is in a sentence that has one so near to it, or is met by that one.
PRESENT = 0.6
#: The least probability for the answer yes: most questions about a text are true of it, and a guess must not
#: say so of all.
YES = 0.55
#: What is left of a question's share for a denial that it alone has, and for each name or number.
_DENIED_ALONE, _AMISS = 0.2, 0.5
#: The arrays of the logistic regression, each with one value a feature, and the most deviations that count.
LINEAR = ("answerable.mean", "answerable.scale", "answerable.weights")
_FAR = 3.0
#: How many steps apart in the tree two words hang together.
_TOGETHER = 2
_FARTHEST = 9


#: What a sentence may say beside the question's words, by kind, as words or lemmas.
CUES = {
    "negation": NEGATIONS | word_set("n’t without cannot rarely"),
    "failure": word_set("""fail lack prohibit ban illegal forbid prevent deny refuse reject false untrue
        incorrect impossible invalid unlawful cancel end lose avoid exclude restrict limit unlike"""),
    "contrast": word_set("""but however although though while whereas despite instead rather yet contrary
        otherwise differ different difference distinct separate distinguish"""),
    "exclusion": word_set("only solely exclusively just sole merely except unless until besides"),
    "past": word_set("formerly former previously once originally defunct was were had ago earlier"),
    "modal": MODALS,
    "permission": word_set("""allow permit legal lawful able eligible enable available possible entitle
        authorize include require"""),
    "identity": word_set("""also or call know refer commonly sometimes usually generally typically often both
        include such as"""),
    "degree": word_set("most many some several few all every any each second third"),
}
#: What a question may ask with.
ASKED = {
    "negation": CUES["negation"],
    "sameness": word_set("same equal identical interchangeable synonymous"),
    "reality": word_set("real true actual actually really fact story"),
    "all": word_set("all every always everyone only necessarily must whole entire"),
    "any": word_set("any anyone ever anything possible someone"),
    "comparison": word_set("than more less most largest biggest first last only"),
    "need": word_set("need have require must"),
}
BEGINS = {
    "be": BE,
    "do": DO,
    "have": HAVE,
    "can": word_set("can could may might"),
    "past": word_set("was were did had"),
}
SUBJECTS = {"there": word_set("there"), "it": word_set("it they he she this these"), "the": word_set("the")}
_PARTS = ("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM")


@dataclass(frozen=True)
class _Nearest:
    """A question, how well each sentence holds its content words, and the sentence that holds most of it."""

    case: Case
    held: NDArray[np.float64]

    @cached_property
    def cover(self) -> NDArray[np.float64]:
        """The share of the question that each sentence holds, rare words first."""
        return (self.held * self.rarity[:, None]).sum(axis=0)

    @cached_property
    def rarity(self) -> NDArray[np.float64]:
        """How rare each word is among the sentences, as shares."""
        having = (self.held >= PRESENT).sum(axis=1)
        rare = np.maximum(np.log((self.held.shape[1] + 1.0) / (having + 0.5)), 0.2)
        return rare / rare.sum()

    @cached_property
    def sentence(self) -> int:
        """Its number."""
        return int(self.cover.argmax())

    @cached_property
    def tokens(self) -> range:
        """Its tokens."""
        start, end = np.searchsorted(self.case.facts.syntax.sentences, (self.sentence, self.sentence + 1))
        return range(int(start), int(end))

    @cached_property
    def met(self) -> dict[int, int]:
        """The token of the sentence that meets each content word of the question, where one does."""
        own = self.case.alignment.best[:, self.tokens.start : self.tokens.stop]
        best = own.argmax(axis=1)
        rows = [(t, r) for r, t in enumerate(self.case.query.content) if own[r, best[r]] >= PRESENT]
        return {token: self.tokens.start + int(best[row]) for token, row in rows}

    @cached_property
    def above(self) -> dict[int, list[int]]:
        """Each token of the sentence with those above it in its tree, nearest first."""
        heads = self.case.facts.syntax.heads
        return {token: [token, *tokens_above(heads, token)] for token in self.tokens}

    def apart(self, one: int, other: int) -> int:
        """How many steps of the tree lie between two tokens of the sentence."""
        first, second = self.above[one], self.above[other]
        steps = (first.index(token) + second.index(token) for token in first if token in second)
        return min(steps, default=_FARTHEST)


def polar_features(case: Case) -> dict[str, float]:
    """Return the features of a yes-or-no question by name."""
    query, story = case.query, case.facts.syntax
    opening = [*query.question.text.lower().split(), "", ""]
    words, lemmas = (one[query.start : query.end] for one in (query.syntax.words, query.syntax.lemmas))
    own = {word.lower() for word in (*words, *lemmas)}
    found = {f"begins with {name}": float(opening[0] in words) for name, words in BEGINS.items()}
    found |= {f"subject: {name}": float(opening[1] in words) for name, words in SUBJECTS.items()}
    found |= {f"asks: {name}": float(not own.isdisjoint(asked)) for name, asked in ASKED.items()}
    found["words asked"] = len(query.content)
    found["names asked"] = sum(query.syntax.pos[i] == "PROPN" for i in query.content)
    found["sentences"], found["tokens"] = case.alignment.by_sentence.shape[1], len(story)
    told = [{low, lemma.lower()} for low, lemma in zip(story.lowers, story.lemmas, strict=True)]
    cues = {name: np.array([not words.isdisjoint(one) for one in told]) for name, words in CUES.items()}
    found |= {f"rate of {name}": float(said.mean()) if len(said) else 0.0 for name, said in cues.items()}
    if query.content and len(story):
        near = _Nearest(case, case.alignment.by_sentence.astype(np.float64))
        found |= _coverage(near) | _missing(near) | _structure(near) | _beside(near, cues) | _numbers(near)
    return found


def _coverage(near: _Nearest) -> dict[str, float]:
    """Return how much of the question the sentence, and the story, holds."""
    query, cover, held = near.case.query, near.cover, near.held
    syntax = query.syntax
    best, rest = cover[near.sentence], np.delete(cover, near.sentence)
    found = {
        "cover": best,
        "cover ahead": best - rest.max(initial=0.0),
        "cover of all": held.max(axis=1) @ near.rarity,
        "place": near.sentence / len(cover),
    }
    tokens = range(query.start, query.end)
    root = next((i for i in tokens if syntax.heads[i] == i), -1)
    subject = next((i for i in tokens if syntax.heads[i] == root and syntax.deps[i].startswith("nsubj")), -1)
    rows: dict[str, list[int]] = {"subject": [], "predicate": []}
    for row, token in enumerate(query.content):
        of_subject = subject in (token, *tokens_above(syntax.heads, token))
        if token != root:
            rows["subject" if of_subject else "predicate"].append(row)
    for name, own in rows.items():
        found[f"cover of {name}"] = held[own, near.sentence].mean() if own else 1.0
        found[f"cover of {name}, all"] = held[own].max(axis=1).mean() if own else 1.0
    return {name: float(value) for name, value in found.items()}


def _missing(near: _Nearest) -> dict[str, float]:
    """Return what of the question the sentence and the story lack: how many words, and what is like them."""
    query, story, found = near.case.query, near.case.facts.syntax, {}
    known, here = vectors(), near.held >= PRESENT
    for name, holds, tokens in (
        ("the sentence", here[:, near.sentence], near.tokens),
        ("the story", here.max(axis=1), range(len(story))),
    ):
        words = [token for token, held in zip(query.content, holds.tolist(), strict=True) if not held]
        for part in _PARTS:
            found[f"{part} not in {name}"] = float(sum(query.syntax.pos[i] == part for i in words))
        others = sorted({story.lowers[i] for i in tokens if story.lowers[i].isalpha()})
        lacking = (query.syntax.lowers[i] for i in words)
        like = [max((known.similarity(one, o) for o in others), default=0.0) for one in lacking]
        found[f"nearest in {name}"] = float(np.mean(like)) if like else 1.0
    return found


def _structure(near: _Nearest) -> dict[str, float]:
    """Return how what is met hangs together in the sentence as it does in the question."""
    query, met = near.case.query, near.met
    content, heads = near.case.alignment.row, query.syntax.heads
    above = ((i, next((one for one in tokens_above(heads, i) if one in content), -1)) for i in query.content)
    edges = [pair for pair in above if pair[1] >= 0]
    steps = [near.apart(met[i], met[head]) for i, head in edges if i in met and head in met]
    places = sorted(set(met.values()))
    pairs = [near.apart(one, other) for k, one in enumerate(places) for other in places[:k]]
    together = sum(step <= _TOGETHER for step in steps)
    return {
        "edges": float(len(edges)),
        "edges met": together / max(1, len(edges)),
        "edges apart": (len(steps) - together) / max(1, len(edges)),
        "spread in the tree": float(np.mean(pairs)) if pairs else 0.0,
        "tokens of the sentence": float(len(near.tokens)),
    }


def tokens_above(heads: NDArray[np.int32], token: int) -> Iterator[int]:
    """Yield the tokens above one in its tree, nearest first."""
    while int(heads[token]) != token:
        token = int(heads[token])
        yield token


def _beside(near: _Nearest, cues: Mapping[str, NDArray[np.bool_]]) -> dict[str, float]:
    """Return what cues the sentence has, beside what is met or anywhere, and what others it names."""
    story, tokens, places = near.case.facts.syntax, near.tokens, set(near.met.values())
    around = {above for place in places for above in near.above[place][:3]}
    found = {}
    for name, said in cues.items():
        own = [i for i in tokens if said[i]]
        found[f"{name} in the sentence"] = float(bool(own))
        found[f"{name} beside"] = float(any(int(story.heads[i]) in around for i in own))
    found["other names"] = float(sum(story.pos[i] == "PROPN" and i not in places for i in tokens))
    return found


def _numbers(near: _Nearest) -> dict[str, float]:
    """Return whether the sentence has the question's numbers, or others."""
    query, story = near.case.query.syntax, near.case.facts.syntax
    asked = {value_of(query.words[i]) for i in near.case.query.content if query.pos[i] == "NUM"}
    told = {value_of(story.words[i]) for i in near.tokens if story.pos[i] == "NUM"}
    return {
        "numbers agree": float(bool(asked) and asked <= told),
        "numbers differ": float(bool(asked and told) and not asked <= told),
    }


@lru_cache
def _model(name: str) -> tuple[list[str], Trees, NDArray[np.float32]]:
    """Return the names of features, the trees over them, and what `LINEAR` names, where a file has it."""
    linear = [one for one in LINEAR if name == SHIPPED]
    schema: tuple[Part, ...] = (
        Strings("names"), BoostedTrees(), *(Column(one, "f", like="names") for one in linear)
    )  # fmt: skip
    rebuild = f"python -m symbolic_rc.train {name.removesuffix('.lex')}"
    file = read_container(lexicon_path(name), rebuild, schema)
    columns = [file.arrays[one] for one in linear]
    return file.strings("names"), Trees.of(file.arrays), np.array(columns, np.float32)


def learned_probability(name: str, features: Mapping[str, float]) -> float:
    """Return the chance, 0 to 1, that the trees in a file that ships give to features."""
    names, trees, _ = _model(name)
    margin = float(trees.scores(row_of(features, names))[0])
    return 1.0 / (1.0 + float(np.exp(-margin)))


def row_of(features: Mapping[str, float], names: list[str]) -> NDArray[np.float32]:
    """Return features as a row, 0 where there are none of a name; float32, shape (1, names)."""
    return np.array([[features.get(name, 0.0) for name in names]], np.float32)


def probability_of_yes(case: Case) -> float:
    """Return how likely the answer is yes, 0 to 1."""
    return learned_probability(SHIPPED, polar_features(case))


def probability_of_answer(case: Case) -> float:
    """Return how likely the story answers a question that may have no answer there, 0 to 1."""
    names, _, linear = _model(SHIPPED)
    found = polar_features(case)
    return float(answerable(row_of(found, names), linear)[0]) * share_held(found)


def answerable(rows: NDArray[np.float32], linear: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the logistic regression of rows of features by the arrays `LINEAR`; shape (rows,)."""
    mean, scale, weights = linear
    return 1.0 / (1.0 + np.exp(-np.clip((rows - mean) / scale, -_FAR, _FAR) @ weights))


def share_held(found: Mapping[str, float]) -> float:
    """Return how much of a question the sentence nearest to it holds, by their features, 0 to 1.

    By rare words and by the subject. A denial that is asked and not said, a name that is missing and another
    number count against it more than other words.
    """
    share = found.get("cover", 0.0) * (1.0 + found.get("cover of subject", 0.0)) / 2.0
    if found.get("asks: negation") and not found.get("negation in the sentence"):
        share *= _DENIED_ALONE
    share *= _AMISS ** (found.get("PROPN not in the sentence", 0.0) + found.get("numbers differ", 0.0))
    return min(1.0, share)
