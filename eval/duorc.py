"""DuoRC's sentence pruning by kind of match (Saha et al. 2018, section 4)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from eval.sif import similarity
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import Tokens, tokens
from symbolic_rc.match import Matcher, StoryWords, Weights
from symbolic_rc.match.matcher import AROUND, DUORC, MOST, best_share, duorc_matcher, prune
from symbolic_rc.story import Story
from symbolic_rc.train.shared import records_of


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


#: A way to prune: (story, the question's words) -> which sentences are kept.
Stage = Callable[["Prepared", Sequence[str]], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A story as tokens, with one prepared form for each matcher."""

    tokens: Tokens
    sentences: tuple[tuple[str, ...], ...]
    words: dict[int, StoryWords]
    record: Record | None = None


def stages() -> dict[str, Stage]:
    """Return every way to prune, by its name: the paper's rule for growing sets of match kinds, and ours."""

    def thresholds(weights: Weights) -> Stage:
        match = Matcher(weights)
        return lambda story, question: prune(story.tokens, question, _words(story, match), DUORC, match)

    def half(weights: Weights, around: float) -> Stage:
        match = Matcher(weights)
        return lambda story, question: prune(
            story.tokens, question, _words(story, match), MOST, match, around
        )

    kinds: tuple[str, ...] = ()
    found: dict[str, Stage] = {}
    steps = {
        "surface": ("surface", "number"),
        "+ inflection": ("inflection",),
        "+ derivation": ("derivation",),
        "+ phrases": ("phrase",),
        "+ synonyms": ("synset", "verb_group"),
        "+ PPDB": ("paraphrase",),
        "+ hypernyms": ("hypernym",),
        "+ vectors": ("vector",),
    }
    for name, more in steps.items():
        kinds += more
        found[f"thresholds, {name}"] = thresholds(Weights().only(*kinds))
    surface = Weights().only("surface", "number")
    forms = Weights().only("surface", "number", "inflection", "derivation", "phrase")
    found["half, surface"] = half(surface, 0.0)
    found["half, forms"] = half(forms, 0.0)
    found["half, all"] = half(Weights(), 0.0)
    found["half, all, neighbours (default)"] = half(Weights(), AROUND)
    match = Matcher(Weights())
    found["thresholds, + vectors, resolved"] = lambda story, question: prune(
        _resolved(story), question, _resolved_words(story, match), DUORC, match
    )
    found["half, all, neighbours, resolved"] = lambda story, question: prune(
        _resolved(story), question, _resolved_words(story, match), MOST, match
    )
    as_published = duorc_matcher()
    found["duorc, not resolved"] = lambda story, question: prune(
        story.tokens, question, _words(story, as_published), DUORC, as_published
    )
    found["duorc (--prune duorc)"] = lambda story, question: prune(
        _resolved(story), question, _resolved_words(story, as_published), DUORC, as_published
    )
    found["half, SIF"] = _sif
    found["half, first sentences"] = lambda story, _: best_share(
        -np.arange(len(story.sentences), dtype=np.float64), np.diff(story.tokens.sentences).astype(np.int64)
    )
    return found


def _words(story: Prepared, match: Matcher) -> StoryWords:
    found = story.words.get(id(match))
    if found is None:
        found = story.words[id(match)] = match.story(story.tokens.words)
    return found


@lru_cache(maxsize=4)
def _reading(text: str, tokenised: bool) -> Tokens:
    return Story(Record("story", text, tokenised=tokenised)).resolved_tokens


def _resolved(story: Prepared) -> Tokens:
    """Return the story's tokens with pronouns replaced by the names that they refer to."""
    assert story.record is not None
    return _reading(story.record.text, story.record.tokenised)


def _resolved_words(story: Prepared, match: Matcher) -> StoryWords:
    key = -id(match)
    found = story.words.get(key)
    if found is None:
        found = story.words[key] = match.story(_resolved(story).words)
    return found


def _sif(story: Prepared, question: Sequence[str]) -> NDArray[np.bool_]:
    scores = similarity(story.sentences, [word.lower() for word in question])
    return best_share(scores, np.diff(story.tokens.sentences).astype(np.int64))


def prepared(record: Record) -> Prepared:
    """Return a record's story as tokens and lower-cased sentences."""
    story = tokens(record.text, record.tokenised)
    bounds = story.sentences.tolist()
    sentences = tuple(tuple(word.lower() for word in story.words[a:b]) for a, b in pairwise(bounds))
    return Prepared(story, sentences, {}, record)


#: Figures of the paper, for comparison: share of the plot that is kept, recall of the answer, in percent.
PUBLISHED = (
    ("paper: WordNet and GloVe", 30.0, 66.51),
    ("paper: with coreference", 50.0, 84.10),
    ("paper: Skip-thought", 48.0, 85.0),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: share of tokens kept and recall of answers that are spans, in percent."""

    name: str
    kept: float
    recall: float
    questions: int


def data_sets(data: Path) -> dict[str, Path]:
    """Return the data sets that the pruning is measured on."""
    return {
        "narrativeqa": data / "narrativeqa" / "valid.json",
        "duorc-paraphrase-sample": data / "format_samples" / "duorc_dummy_ParaphraseRC_1.0.0.zip",
        "duorc-self-sample": data / "format_samples" / "duorc_dummy_SelfRC_1.0.0.zip",
        "duorc-paraphrase-squad": data / "duorc" / "paraphraserc-squad-format-train.json",
    }


def measure(path: Path, chosen: dict[str, Stage]) -> list[Row]:
    """Prune every story of a data set for every question, in every way."""
    kept = {name: [0.0, 0.0] for name in chosen}
    asked = answerable = 0
    for record in records_of(path, part=""):
        story = prepared(record)
        lengths = np.diff(story.tokens.sentences)
        sentence_of = np.repeat(np.arange(len(lengths)), lengths)
        for question in record.questions:
            words = tokens(question.text).words
            spans = places(story.tokens, [text for texts in question.references for text in texts])
            asked += 1
            answerable += bool(spans)
            for name, stage in chosen.items():
                mask = stage(story, words)
                kept[name][0] += float(lengths[mask].sum() / lengths.sum())
                kept[name][1] += any(mask[sentence_of[a:b]].all() for a, b in spans)
    return [
        Row(name, 100 * share / max(1, asked), 100 * hits / max(1, answerable), answerable)
        for name, (share, hits) in kept.items()
    ]


def table(data: Path, only: Sequence[str] = ()) -> Iterator[str]:
    """Yield the table of the pruning, a line at a time, in Markdown."""
    for name, path in data_sets(data).items():
        if only and name not in only:
            continue
        rows = measure(path, stages())
        yield f"\n{name}: {rows[0].questions} questions whose answer is a span\n"
        yield f"| {name} | kept % | recall % |"
        yield "| --- | --- | --- |"
        for row in rows:
            yield f"| {row.name} | {row.kept:.1f} | {row.recall:.1f} |"
    yield "\nSaha et al. (2018), ParaphraseRC:\n"
    yield "| published | kept % | recall % |"
    yield "| --- | --- | --- |"
    for label, share, recall in PUBLISHED:
        yield f"| {label} | {share:.1f} | {recall:.1f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m eval.duorc", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", action="append", default=[], help="a data set; all by default")
    given = parser.parse_args()
    for line in table(given.data, given.only):
        print(line, flush=True)


if __name__ == "__main__":
    main()
