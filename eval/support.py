"""Are the verdicts on given answers right? ``python -m eval.support --data DIR --weights FILE --only IDS``.

Judges the stored answers of two neural readers, TASE on Quoref and BERT on NarrativeQA, those of neural
readers that `python -m eval.neural --runs RUNS` trained (``--runs RUNS``), and those of our own readers, with
probabilities learned on our own readers' answers alone, cross-validated by story. FILE is the
engine's weights that `symbolic-rc train … --without IDS` wrote, IDS the stories that they did not learn from:
these are judged. Prints the area under the ROC curve beside two baselines - the share of question and answer
in the best sentence, and the overlap with the engine's own answer -, the accuracy of all and of the best
supported half, and the calibration error, as it is and for this reader's share of right answers; then how
right and wrong answers to questions about generated stories are called, and right and wrong statements.
``--behaviour`` prints only the latter, by the weights that ship, and needs no data. Answers a second are
counted with reading the stories and, ``read already``, without: as many answers to each question as given.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

import symbolic_rc
from eval.first_things import KINDS, drawn
from eval.first_things.kinds import Case
from eval.neural.pieces import answers_path, pieces
from eval.tables.measure import Place
from symbolic_rc.compare.statistics import roc_area
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.record import Question
from symbolic_rc.core.tokens import tokens
from symbolic_rc.engine import Engine
from symbolic_rc.lexicon.english import content_words
from symbolic_rc.metrics.rouge import caption_rouge_l
from symbolic_rc.ranker.weights import load_weights
from symbolic_rc.train.rules import calibration_error
from symbolic_rc.train.shared import records_of
from symbolic_rc.train.support import Example, at_share, examples_of, names_of, unseen

#: The sets with their readers, and the share that a right answer has of a reference.
SETS = {"quoref": "quoref/quoref-dev-v0.1.json", "narrativeqa": "narrativeqa/valid.json"}
_TASE, _BERT = "quoref/tase_roberta_dev_predictions.jsonl", "narrativeqa/bert_base_valid_predictions.json"
_RIGHT, _FEWEST = 0.5, 50


def stored(data: Path) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the neural readers' answers by the question's id."""
    lines = [json.loads(line) for line in read_text(data / _TASE).splitlines()]
    bert = json.loads(read_text(data / _BERT))
    values = {line["query_id"]: line["answer"]["value"] for line in lines}
    tase = {key: (one,) if isinstance(one, str) else tuple(one) for key, one in values.items()}
    return {"TASE": tase, "BERT": {key: (one,) for key, one in bert.items()}}


def trained_here(runs: Path) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the answers of the neural readers that were trained here, all folds, by the question's id."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for piece in pieces(SETS):
        path = answers_path(piece, Place(Path(), runs))
        if piece.trained and path.exists():
            lines = map(json.loads, read_text(path).splitlines()[1:])  # the first one has the cost
            answers = found.setdefault(f"neural:{piece.reader}, {piece.data}", {})
            answers.update((line["id"], tuple(line["answers"])) for line in lines)
    return found


def best_sentence(text: str, question: str, answer: str) -> float:
    """Return the largest share of a question's and an answer's content words that one sentence has."""
    found = tokens(text.lower())
    words = {*content_words(question), *content_words(answer)}
    sentences = (set(found.words[start:end]) for start, end in pairwise(found.sentences.tolist()))
    return max((len(words & one) / len(words) for one in sentences), default=0.0)


def is_right(example: Example, form: str) -> bool:
    """Whether an answer has half of a reference: by ROUGE-L of NarrativeQA, else by token F1."""
    if form != "narrativeqa":
        return example.right
    split = re.compile(r"[a-z0-9]+").findall
    references = [split(" ".join(one).lower()) for one in example.question.references]
    return caption_rouge_l(split(" ".join(example.answer).lower()), references) >= _RIGHT


def report(name: str, scores: Sequence[NDArray[np.float64]], right: NDArray[np.bool_]) -> str:
    """Return a line of the table: AUC of support, of overlap and of agreement; accuracies; calibration."""
    found = scores[0]
    best = np.argsort(-found, kind="stable")[: len(found) // 2]
    areas = " | ".join(f"{roc_area(one, right):.3f}" for one in scores)
    known = found, at_share(found, float(right.mean()))
    errors = ", ".join(f"{calibration_error(one, right.astype(float)):.3f}" for one in known)
    every, half = 100.0 * float(right.mean()), 100.0 * float(right[best].mean())
    return f"| {name} | {len(right)} | {areas} | {every:.1f} | {half:.1f} ({half - every:+.1f}) | {errors} |"


def judge_stored(
    data: Path, runs: Path | None, weights: str, only: frozenset[str], cache: str, show: int
) -> Iterator[str]:
    """Yield the tables of the stored and our own readers' answers, their speed, and the worst errors."""
    others = stored(data) | (trained_here(runs) if runs else {})
    examples, forms, texts = list[Example](), list[str](), dict[str, str]()
    seconds, known = 0.0, load_weights(weights).tables
    for form, path in SETS.items():
        records = [one for one in records_of(data / path) if not only or one.id in only]
        texts |= {one.id: one.text for one in records}
        engine = Engine(weights=weights, profile=form if form in known else "")
        start, count = perf_counter(), len(examples)
        examples += examples_of(records, engine, form, cache, others)
        seconds += perf_counter() - start
        forms += [form] * (len(examples) - count)
    right = np.array([is_right(one, form) for one, form in zip(examples, forms, strict=True)])
    own = [one.reader not in others for one in examples]
    names = names_of(examples)
    overlap = [best_sentence(texts[one.story], one.question.text, ", ".join(one.answer)) for one in examples]
    scores = [
        unseen(examples, names, own),
        np.array(overlap),
        np.array([one.features["own overlap"] for one in examples]),
    ]
    yield f"{len(examples)} answers with our readers', {len(examples) / seconds:.0f} a second with reading"
    yield "| answers | number | support | overlap | agreement | right % | best half | calibration error |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    readers = np.array([one.reader for one in examples])
    for reader in (*others, *sorted(set(readers) - set(others))):
        mine = readers == reader
        if reader not in others:  # leave one reader out
            scores[0] = unseen(examples, names, [it and not left for it, left in zip(own, mine, strict=True)])
        if mine.sum() >= _FEWEST and 0 < right[mine].mean() < 1:
            yield report(reader, [one[mine] for one in scores], right[mine])
        if reader in others:
            worst = np.argsort(-np.abs(scores[0] - right) * mine)[:show]
            for one, sure in ((examples[i], scores[0][i]) for i in worst.tolist()):
                references = " / ".join(", ".join(texts) for texts in one.question.references)
                yield f"    {sure:.2f} {one.question.text} {', '.join(one.answer)} | {references}"


def wrong_answer(case: Case, cases: Sequence[Case], chance: random.Random) -> str:
    """Return a wrong answer of the kind of the right one: another of the story's, of other cases', or not."""
    rights = {text.lower() for one in case.question.references for text in one}
    right = " and ".join(case.question.references[0])
    if right.lower() in ("yes", "no"):
        return "no" if right.lower() == "yes" else "yes"
    if case.question.choices:
        return next((one for one in case.question.choices if one.lower() not in rights), "a green umbrella")
    if right.isdigit():
        return str(int(right) + chance.randint(1, 5))
    told = set(case.question.text.lower().replace("?", "").split())
    others = {" and ".join(one.question.references[0]) for one in cases if one.question.references[0]}
    others |= set(re.findall(r"(?<=[a-z,] )[A-Z][a-z]+", case.text)) if right[:1].isupper() else set()
    taken = {word for right in rights for word in content_words(right)} | {"yes", "no"}
    usable = [one for one in sorted(others) if one and one.lower() not in told]
    usable = [one for one in usable if taken.isdisjoint(content_words(one))]
    alike = [one for one in usable if one[:1].isupper() == right[:1].isupper()]
    return chance.choice(alike or usable or ["a green umbrella"])


def judge_generated(count: int, show: int) -> Iterator[str]:
    """Yield for each kind of generated stories how right and wrong answers are called."""
    engine, chance = symbolic_rc.load(), random.Random(0)
    engine.support(engine.read("Ada sang."), "Who sang?", "Ada")  # loads what it needs before time is taken
    total, start, judging = Counter[str](), perf_counter(), 0.0
    yield "| kind | cases | right supported % | wrong contradicted or not found % |"
    yield "| --- | ---: | ---: | ---: |"
    for kind in KINDS:
        cases = [one for one in drawn(kind, count) if any(one.question.references) and one.most >= 1.0]
        tally, bad = Counter[str](), list[str]()
        for case in cases:
            answers = " and ".join(case.question.references[0]), wrong_answer(case, cases, chance)
            question = Question("q", case.question.text, choices=case.question.choices)
            story = engine.read(case.text)
            engine.answer(story, "Who?")  # reads what is read when it is first asked
            begun = perf_counter()
            judged = engine.support_all(story, [(question, one) for one in answers])
            judging += perf_counter() - begun
            tally["n"] += 1
            for name, one in zip(("right", "wrong"), judged, strict=True):
                good = (one.verdict == "supported") == (name == "right")
                tally[name] += good
                told = f"{one.answer!r} ({name}): {one.verdict} {one.confidence:.2f}"
                bad += [f"    {case.text} {question.text} {told}"] * (not good)
        total += tally
        if tally["n"]:
            yield _line(kind.name, tally)
        yield from bad[:show]
    yield _line("all", total)
    rates = (f"{2 * total['n'] / one:.0f}" for one in (perf_counter() - start, judging))
    yield "{} answers a second with reading, {} read already, two to a question".format(*rates)


_NAMES = ("Ada", "Tom", "Clara", "Hugo", "Olga", "Peter", "Rita", "Sven")
_GIVEN = (("gave", "given"), ("sold", "sold"), ("lent", "lent"))
#: Pairs of placeholders of the story and of statements about it, with what fills them.
_FILLED = {
    "t u": ("lamp", "boat", "clock", "violin", "cart", "saddle"),
    "sang slept": ("sang", "slept", "laughed", "danced"),
    "miller nurse": ("trader", "miller", "nurse", "tailor", "sailor"),
    "oslo riga": ("Oslo", "Riga", "Turku"),
    "two six": ("two", "four", "six", "nine"),
    "may june": ("May", "June", "March"),
}
_TOLD = (
    "{a} {gave} the {t} to {b} in {may}. {b}, a {miller} from {oslo}, paid {two} crowns for it. {c} was tall."
    " {c} carried the {t} home and {sang}. {a} did not wait."
)
#: Statements about the story above, by what they are of: right ones, then wrong ones.
_RIGHT_ONES = {
    "roles": ("{a} {gave} the {t} to {b}.", "{c} carried the {t} home."),
    "voice": ("The {t} was {given} to {b} by {a}.",),
    "numbers and times": ("{b} paid {two} crowns.", "{a} {gave} the {t} in {may}."),
    "attributes": ("{b} is a {miller}.", "{c} was tall.", "{b} is from {oslo}."),
    "denials": ("{a} did not wait.",),
    "clauses": (
        "{a} {gave} the {t} to {b}, and {c} carried it home.",
        "{c} carried the {t} and {sang}.",
        "{b}, who is a {miller}, paid {two} crowns.",
    ),
}
_WRONG_ONES = {
    "roles": ("{b} {gave} the {t} to {a}.", "{a} {gave} the {u} to {b}.", "{c} paid {two} crowns."),
    "voice": ("The {t} was {given} to {a} by {b}.",),
    "numbers and times": ("{b} paid {six} crowns.", "{a} {gave} the {t} in {june}."),
    "attributes": ("{b} is a {nurse}.", "{c} was short.", "{b} is from {riga}.", "{c} is a {miller}."),
    "denials": ("{a} waited.", "{c} was not tall.", "{c} did not carry the {t} home."),
    "clauses": (
        "{a} {gave} the {t} to {b}, and {d} carried it home.",
        "{c} carried the {t} and {slept}.",
        "{b}, who is a {nurse}, paid {two} crowns.",
    ),
}


def judge_statements(count: int, show: int) -> Iterator[str]:
    """Yield for each kind of statement about generated stories how right and wrong ones are called."""
    engine, chance, sure, right = symbolic_rc.load(), random.Random(0), list[float](), list[float]()
    tallies, bad = {kind: Counter[str]() for kind in _RIGHT_ONES}, list[str]()
    for _ in range(count):
        fill = dict(zip("abcd", chance.sample(_NAMES, 4), strict=True))
        fill |= zip(("gave", "given"), chance.choice(_GIVEN), strict=True)
        for names, values in _FILLED.items():
            fill |= zip(names.split(), chance.sample(values, 2), strict=True)
        story = engine.read(_TOLD.format(**fill))
        for name, kinds in (("right", _RIGHT_ONES), ("wrong", _WRONG_ONES)):
            for kind, told in kinds.items():
                for one in engine.support_text(story, " ".join(told).format(**fill)):
                    good = (one.verdict == "supported") == (name == "right")
                    tallies[kind].update({f"{name} n": 1, name: good})
                    sure.append(one.confidence)
                    right.append(float(name == "right"))
                    bad += [f"    {story.text} {one.answer!r} ({name}): {one.verdict}"] * (not good)
    yield "| statements | number | right supported % | wrong contradicted or not found % |"
    yield "| --- | ---: | ---: | ---: |"
    for kind, tally in (*tallies.items(), ("all", sum(tallies.values(), Counter[str]()))):
        shares = (f"{100.0 * tally[name] / max(1, tally[f'{name} n']):.1f}" for name in ("right", "wrong"))
        yield f"| {kind} | {tally['right n'] + tally['wrong n']} | {' | '.join(shares)} |"
    yield f"calibration error of statements {calibration_error(np.array(sure), np.array(right)):.3f}"
    yield from bad[:show]


def _line(name: str, tally: Counter[str]) -> str:
    """Return a line of the table of generated stories."""
    shares = (f"{100.0 * tally[which] / max(1, tally['n']):.1f}" for which in ("right", "wrong"))
    return f"| {name} | {tally['n']} | {' | '.join(shares)} |"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.support", description=__doc__)
    parser.add_argument("--data", type=Path, help="the folder of data")
    parser.add_argument(
        "--runs", type=Path, help="of `python -m eval.neural`: judges its readers' answers, too"
    )
    parser.add_argument("--weights", default="", help="the engine's, which did not learn from the stories")
    parser.add_argument("--only", type=Path, help="a file of the stories' ids")
    parser.add_argument("--cache", default="", help="a folder where read stories are kept")
    parser.add_argument("--behaviour", action="store_true", help="generated stories alone")
    parser.add_argument("--cases", type=int, default=20, help="generated cases of each kind")
    parser.add_argument(
        "--show", type=int, default=0, help="wrong verdicts of each kind, or reader, to print"
    )
    chosen = parser.parse_args()
    if chosen.data and not chosen.behaviour:
        only = frozenset(read_text(chosen.only).split() if chosen.only else ())
        for line in judge_stored(chosen.data, chosen.runs, chosen.weights, only, chosen.cache, chosen.show):
            print(line, flush=True)
    generated = (judge(chosen.cases, chosen.show) for judge in (judge_generated, judge_statements))
    for line in chain.from_iterable(generated):
        print(line, flush=True)


if __name__ == "__main__":
    main()
