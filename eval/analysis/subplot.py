"""DuoRC's plots cut to what a question needs: oracle subplots, and the spans that GenModel learns from.

Saha et al. 2018: sections 6 and 5. An oracle subplot is as long as SelfRC's plots are on average, and the
answer stands at a random place of it. Where an answer is no span of the plot, GenModel's second stage learns
from the longest common subsequence of plot and question; here that is the shortest part that holds one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean

from eval.analysis.rows import beside, lines
from eval.duorc import places
from eval.tables.measure import scored
from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import Tokens, tokens
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.metrics import metrics_for
from symbolic_rc.readers import Reader, ReaderOptions, load_reader
from symbolic_rc.readers.excerpts import ExcerptReader, Ranges, Selector, pruned_as_duorc, whole
from symbolic_rc.story import Story
from symbolic_rc.train.shared import records_of

#: Samples of both parts below the folder of data.
PARTS = {
    "selfrc": "format_samples/duorc_dummy_SelfRC_1.0.0.zip",
    "paraphraserc": "format_samples/duorc_dummy_ParaphraseRC_1.0.0.zip",
}
_READERS = ("symbolic", "symbolic:rules", "word-distance")
_FIGURES = ("span_accuracy", "span_f1", "span_bleu")


def answers(question: Question) -> list[str]:
    """Return the texts of a question's references."""
    return [text for one in question.references for text in one]


def lcs_window(document: Sequence[str], question: Sequence[str]) -> tuple[int, int]:
    """Return the shortest part of a document that holds a longest common subsequence with a question.

    Returns
    -------
    tuple of int
        Its first word and the one after its last; (0, 0) if no word is shared.

    Examples
    --------
    >>> lcs_window("he sold it . Ada then sold the old mill . Ada left".split(), "Ada sold what mill".split())
    (4, 10)
    """
    # by question word: length of the subsequence up to it, and the latest place where that begins
    best = [(0, 0)] * (len(question) + 1)
    found = (0, 0, 0)  # length, less the size, where it ends
    for place, word in enumerate(document):
        row = [(0, 0)]
        for number, asked in enumerate(question):
            option = max(best[number + 1], row[number])
            if asked == word:
                length, begin = best[number]
                option = max(option, (length + 1, begin if length else place))
            row.append(option)
        best = row
        length, begin = best[-1]
        if length:
            found = max(found, (length, begin - place - 1, place + 1))
    return found[2] + found[1], found[2]


def genmodel_span(plot: Tokens, question: Question) -> tuple[int, int]:
    """Return the tokens that GenModel writes an answer from: the answer's own, where they are there."""
    if known := places(plot, answers(question)):
        return known[0]
    asked = [word.lower() for word in tokens(question.text).words]
    return lcs_window([word.lower() for word in plot.words], asked)


def spans_table(parts: Mapping[str, Sequence[Record]]) -> Iterator[str]:
    """Yield how long the parts of a plot are that an answer is learned from, and what of it they hold."""
    ways: dict[str, Callable[[Tokens, Question], tuple[int, int]]] = {
        "entire plot": lambda plot, _: (0, len(plot)),
        "longest common subsequence with the question": genmodel_span,
    }
    rows = []
    for part, stories in parts.items():
        for name, way in ways.items():
            sizes, shares = list[int](), list[float]()
            for record in stories:
                plot = tokens(record.text, record.tokenised)
                for question in record.questions:
                    if not answers(question) or places(plot, answers(question)):
                        continue
                    first, last = way(plot, question)
                    sizes.append(last - first)
                    words = [one.lower() for one in tokens(answers(question)[0]).words]
                    wanted = {one for one in words if one[0].isalnum() and one not in FUNCTION_WORDS}
                    held = wanted & {one.lower() for one in plot.words[first:last]}
                    shares.append(100.0 * len(held) / len(wanted) if wanted else 100.0)
            values = (f"{mean(sizes):.1f}", f"{mean(shares):.1f}") if sizes else ("", "")
            rows.append([f"{part}: {name}", str(len(sizes)), *values])
    yield from lines(["span", "answers", "tokens", "% of the answer's words"], rows)


def window(span: tuple[int, int], size: int, total: int, chance: random.Random) -> tuple[int, int]:
    """Return `size` of `total` tokens around a span, which is at a random place of them.

    Examples
    --------
    >>> window((5, 8), 100, 50, random.Random(0))
    (0, 50)
    """
    first, last = span
    begin = first - chance.randint(0, max(0, size - (last - first)))
    begin = min(max(0, begin), max(0, total - size), first)
    return begin, min(total, max(begin + size, last))


def oracle_subplots(size: int) -> Selector:
    """Return the selector of oracle subplots; a question whose answer is no span gets the whole plot."""

    def select(story: Story, questions: Sequence[Question]) -> list[Ranges]:
        found = whole(story, questions)
        for number, question in enumerate(questions):
            if spans := places(story.tokens, answers(question)):
                found[number] = [window(spans[0], size, len(story.tokens), random.Random(question.id))]
        return found

    return select


def subplot_table(data: Path) -> Iterator[str]:
    """Yield readers on ParaphraseRC's whole plots, on pruned ones, and on oracle subplots: the Span Test."""
    plots = {name: list(records_of(data / path, part="")) for name, path in PARTS.items()}
    size = round(mean(len(tokens(one.text, one.tokenised)) for one in plots["selfrc"]))
    ways = {"whole plot": whole, "pruned as the paper does": pruned_as_duorc}
    ways |= {f"oracle subplot of {size} tokens": oracle_subplots(size)}
    rows = []
    for name in _READERS:
        reader = load_reader(name, ReaderOptions(format="duorc"))
        for label, select in ways.items():
            chosen = reader if select is whole else ExcerptReader(reader, select)
            found = _scores(chosen, plots["paraphraserc"])
            rows.append([f"`{name}`, {label}", *(f"{found[one]:.2f}" for one in _FIGURES)])
    metric = next(one for one in metrics_for("duorc") if one.name == "span_f1")
    asked = sum(metric.applies(question) for one in plots["paraphraserc"] for question in one.questions)
    yield f"Ours on the {asked} questions of ParaphraseRC's sample whose answer is a span of the plot.\n"
    yield from lines(["reader and plot", *_FIGURES], rows)
    yield "The paper's difference, in points, by training on such plots:\n"
    yield from beside("duorc_data", "section 6", {}, {})


def _scores(reader: Reader, stories: Sequence[Record]) -> dict[str, float]:
    pairs = []
    for record in stories:
        story = Story(record)
        given = reader.answer_all(story, record.questions)
        pairs += [(one.texts, question) for one, question in zip(given, record.questions, strict=True)]
    return scored(pairs, "duorc")
