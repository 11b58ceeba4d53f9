"""Corpus figures of DuoRC's table 1 (Saha et al. 2018, section 3) for any data set that is read.

python -m eval.corpus INPUT [INPUT ...] [--format F]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from eval.duorc import places
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import Tokens, tokens
from symbolic_rc.datasets import Problem, read
from symbolic_rc.match.approximate import common_subsequence
from symbolic_rc.match.prune import content_words


@dataclass(frozen=True, slots=True)
class Figures:
    """Table 1 for one data set; distances are means over questions whose entities and answer are found.

    Attributes
    ----------
    word_distance, sentence_distance : float
        From the answer to the nearest mention of each entity of the question, the mean over entities.
    sentences : float
        The least number of sentences that hold the answer and every entity of the question that is found.
    both, question_only : float
        Share of questions in percent: entities and answer found in the story; entities only.
    common : float
        Longest common subsequence of content words of question and a sentence, in percent of the question.
    questions : int
    """

    word_distance: float
    sentence_distance: float
    sentences: float
    both: float
    question_only: float
    common: float
    questions: int


def entities(question: Sequence[str], story: Tokens) -> list[list[int]]:
    """Return, for each name or number of a question that the story holds, where it stands (tokens).

    A name is a run of capitalised words; the question's first word counts only if the story writes it with
    a capital inside a sentence. A run that is not found as a whole counts word by word.
    """
    starts = set(story.sentences[:-1].tolist())
    capitals = {word for i, word in enumerate(story.words) if word[0].isupper() and i not in starts}
    where: dict[str, list[int]] = {}
    for i, word in enumerate(story.words):
        where.setdefault(word.lower(), []).append(i)
    content = set(content_words(question))
    found = []
    for i, word in enumerate(question):
        name = word[0].isupper() and i in content and (i > 0 or word in capitals)
        if (name or word[0].isdigit()) and word.lower() in where:
            found.append(where[word.lower()])
    return found


def cover(groups: Sequence[set[int]]) -> int:
    """Return how many sentences hold a member of every group, chosen greedily, the most useful first."""
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


def figures(records: Iterable[Record]) -> Figures:
    """Return table 1's figures over all questions of some stories."""
    words_away, sentences_away, needed, common = [], [], [], []
    asked = both = only = 0
    for record in records:
        story = tokens(record.text, record.tokenised)
        sentence = np.repeat(np.arange(len(story.sentences) - 1), np.diff(story.sentences))
        contents = [_content(story.words[a:b]) for a, b in pairwise(story.sentences.tolist())]
        for question in record.questions:
            asked += 1
            said = tokens(question.text).words
            content = _content(said)
            if content:
                best = max((common_subsequence(content, each) for each in contents), default=0)
                common.append(100 * best / len(content))
            mentions, spans = entities(said, story), places(story, _answers(question))
            both += bool(mentions and spans)
            only += bool(mentions and not spans)
            if not mentions or not spans:
                continue
            away = [[min(_gap(place, span) for place in mention) for mention in mentions] for span in spans]
            nearest = min(range(len(spans)), key=lambda i: sum(away[i]))
            words_away.append(float(np.mean(away[nearest])))
            home = int(sentence[spans[nearest][0]])
            sentences_away.append(
                float(np.mean([min(abs(int(sentence[p]) - home) for p in mention) for mention in mentions]))
            )
            held = [{int(sentence[place]) for place in mention} for mention in mentions]
            needed.append(cover([{int(sentence[start]) for start, _ in spans}, *held]))
    share = 100 / max(1, asked)
    return Figures(
        _mean(words_away),
        _mean(sentences_away),
        _mean(needed),
        share * both,
        share * only,
        _mean(common),
        asked,
    )


def _content(words: Sequence[str]) -> list[str]:
    return [words[i].lower() for i in content_words(words)]


def _answers(question: Question) -> list[str]:
    return [text for texts in question.references for text in texts]


def _gap(place: int, span: tuple[int, int]) -> int:
    return max(span[0] - place, place - span[1] + 1, 0)


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else float("nan")


def table(inputs: Sequence[str], format: str = "auto") -> Iterator[str]:
    """Yield the table in Markdown, one row a data set."""
    yield (
        "| data | word distance | sentence distance | sentences needed | both found % | question only % "
        "| common sequence % | questions |"
    )
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for name in inputs:
        found = figures(each for each in read(name, format) if not isinstance(each, Problem))
        yield (
            f"| {name.rsplit('/', 1)[-1]} | {found.word_distance:.2f} | {found.sentence_distance:.2f} "
            f"| {found.sentences:.2f} | {found.both:.2f} | {found.question_only:.2f} | {found.common:.2f} "
            f"| {found.questions} |"
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("input", nargs="+")
    parser.add_argument("--format", default="auto")
    given = parser.parse_args()
    for line in table(given.input, given.format):
        print(line, flush=True)


if __name__ == "__main__":
    main()
