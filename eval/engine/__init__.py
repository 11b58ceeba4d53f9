"""The engine's figures, cross-validated by story: ``python -m eval.engine --data DIR``.

Prints, for each data set that may train what ships: the official metrics of answers by weights that never saw
the story; the best baseline reader beside them, on the same text, with a paired permutation test; the rank of
the right answer among the story's; how each rule fared and what is lost without it; where answers were lost,
with fifty errors. With ``--leave-out`` instead what weights give that learned from none of the data set's
questions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from eval.engine.ablation import lost_without, rules_table
from eval.engine.errors import errors
from eval.engine.judged import add_judged
from lexicons.build.learned import SHIPPED_SETS
from symbolic_rc.annotate import default_pipeline
from symbolic_rc.behaviour import load_templates, make_cases
from symbolic_rc.compare.statistics import permutation_test
from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.metrics import metrics_for, reciprocal_rank
from symbolic_rc.question.parsed import context_of
from symbolic_rc.ranker.choices import score_pool
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.readers import Reader, ReaderOptions, load_reader
from symbolic_rc.rules.rulebook import Rulebook, default_rulebook
from symbolic_rc.story import Story
from symbolic_rc.train.engine import Trained, train, train_and_write, training_set_of
from symbolic_rc.train.ranker.cross_validate import Answered, answer_each, figures, statistics
from symbolic_rc.train.ranker.fit import PRACTICE, RankerSettings, TrainingSet, combined, gather
from symbolic_rc.train.shared import records_of

#: Data that no weights learned from, beside the data sets that are left out in turn.
BIPAR = Path("bipar", "Monolingual_EN_valid.json")
#: The baseline readers of each data set that come nearest, and the metric that is tested.
BASELINES = {
    "narrativeqa": (("ir-bleu1", "ir-cosine"), "rouge_l"),
    "quoref": (("exclusive-frequency", "passage-only-nearest"), "f1"),
    "fairytaleqa": (("ir-bleu1", "ir-cosine"), "rouge_l_f1"),
    "squad": (("ir-bleu1", "ir-cosine", "exclusive-frequency"), "f1"),
    "duorc": (("ir-bleu1", "ir-cosine", "exclusive-frequency"), "f1"),
}


#: Of practice stories; different from the seed of the checks.
PRACTICE_SEED = 7


def practice(count: int) -> Iterator[Record]:
    """Yield at least `count` training stories per capability, of templates that are not set aside.

    Stories of one template have its name as title, by which cross-validation folds are made. Their unrelated
    sentences differ from those of the checks.
    """
    templates = [one for one in load_templates() if not one.set_aside]
    for case in make_cases(templates, count=count, seed=PRACTICE_SEED, distractors="aside_in_practice"):
        title = f"{case.capability}: {case.template}"
        yield replace(case.record, id=f"practice/{case.id}", title=title)


def answers_of(reader: Reader, record: Record, questions: Sequence[Question]) -> list[Answer]:
    """Return a reader's answers; where the data say which sections a question is about, from those alone."""
    nlp = default_pipeline()
    found: dict[str, Answer] = {}
    for places in dict.fromkeys(context_of(q) for q in questions):
        own = [q for q in questions if context_of(q) == places]
        text = "\n\n".join(record.text[a:b] for a, b in places) if places else record.text
        story = Story(replace(record, text=text, questions=()), nlp)
        bare = [replace(q, tags={}) for q in own]
        found.update(zip((q.id for q in own), reader.answer_all(story, bare), strict=True))
    return [found[q.id] for q in questions]


def baseline_rows(
    training_set: TrainingSet, group: str, reader: str, metric_name: str
) -> NDArray[np.float64]:
    """Return a baseline reader's statistics on the training set's questions of a group."""
    found, metric = load_reader(reader), next(m for m in metrics_for(group) if m.name == metric_name)
    by_story: dict[str, list[int]] = {}
    for i, x in enumerate(training_set.examples):
        if x.group == group:
            by_story.setdefault(training_set.stories[i], []).append(i)
    rows = {}
    for name, members in by_story.items():
        questions = [training_set.examples[i].asked.question for i in members]
        for i, q, a in zip(
            members, questions, answers_of(found, training_set.records[name], questions), strict=True
        ):
            rows[i] = metric.statistics(a.texts, q)
    return np.array([rows[i] for i in sorted(rows)])


def mean_reciprocal_rank(
    training_set: TrainingSet, settings: RankerSettings, trained: Trained, group: str
) -> float:
    """Return the MRR of the right answer among all answers to the story's questions (Kočiský et al. 2018).

    No weights saw the story.
    """
    by_story = dict[str, list[int]]()
    for i, x in enumerate(training_set.examples):
        if x.group == group:
            by_story.setdefault(training_set.stories[i], []).append(i)
    ranks = []
    for members in by_story.values():
        weights = trained.folds[training_set.fold(members[0], settings.folds)]
        pool = [one[0] for i in members for one in training_set.examples[i].asked.question.references]
        for i in members:
            x = training_set.examples[i]
            own = {one[0] for one in x.asked.question.references}
            right = [p for p, text in enumerate(pool) if text in own]
            scores = score_pool(rank(x.story, x.asked, weights, x.group, proposed=x.proposed), pool)
            ranks.append(reciprocal_rank(scores, right))
    return float(np.mean(ranks))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="of the shipped sets, those whose path has this in it")
    parser.add_argument(
        "--ablate", type=int, default=400, help="questions of a set on which rules are ablated"
    )
    parser.add_argument("--out", type=Path, help="write the weights there, as `symbolic-rc train` does")
    parser.add_argument(
        "--practice", type=int, default=36, help="made-up stories of each capability to learn from, too"
    )
    parser.add_argument(
        "--foreign", type=Path, help="the folder with samples of other sets, to learn how right answers are"
    )
    parser.add_argument("--held-out", type=Path, help="with --out: write the cross-validated runs there")
    parser.add_argument(
        "--leave-out", action="store_true", help="instead: each data set by weights without its questions"
    )
    options = parser.parse_args(arguments)

    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    paths = [str(options.data / path) for path in SHIPPED_SETS if options.only in path]
    training_set = training_set_of(paths, say)
    if options.practice:
        count = gather(practice(options.practice), PRACTICE, default_pipeline(), training_set)
        say(f"made up, of the checks' templates that are not set aside: {count} questions")
    judged = add_judged(training_set, options.foreign, say) if options.foreign else []
    settings = RankerSettings(folds=options.folds, rounds=options.rounds, jobs=options.jobs)
    if options.leave_out:
        for group in sorted({x.group for x in training_set.examples} - {PRACTICE, *training_set.judged}):
            leave_out(training_set, group, settings, say)
        never_learned(options.data / BIPAR, say)
        return
    if options.out:
        sources = [*(Path(path).name for path in paths), *judged]
        trained = train_and_write(training_set, sources, settings, options.out, say, options.held_out)
    else:
        trained = train(training_set, settings, say)
    report(training_set, settings, trained, options.ablate, say)


def report(training_set: TrainingSet, settings: RankerSettings, trained: Trained, ablated: int, say) -> None:  # type: ignore[no-untyped-def]
    """Print the tables of one cross-validated training."""
    rows = statistics(training_set, trained.answered)
    for group in sorted(rows.keys() & BASELINES.keys() - training_set.judged):
        readers, name = BASELINES[group]
        metric = next(m for m in metrics_for(group) if m.name == name)
        others = {reader: baseline_rows(training_set, group, reader, name) for reader in readers}
        best = max(others, key=lambda reader: metric.score(others[reader]))
        p = permutation_test(rows[group][name], others[best], metric.scores)
        own = metric.score(rows[group][name])
        theirs = metric.score(others[best])
        say(f"\n## {group}: {name} {own:.2f}; best baseline {best} {theirs:.2f}, p = {p:.4f}")
        if group == "narrativeqa":
            say(f"MRR {mean_reciprocal_rank(training_set, settings, trained, group):.3f}")
        answers = [a for a in trained.answered if training_set.examples[a.example].group == group]
        for line in rules_table(training_set, answers, group):
            say(line)
        if ablated:
            which = [a.example for a in answers[:: max(1, len(answers) // ablated)]]

            def answer(book: Rulebook, which: list[int] = which) -> list[Answered]:
                found = []
                for fold in range(settings.folds):
                    weights = trained.folds[fold]
                    own = [i for i in which if training_set.fold(i, settings.folds) == fold]
                    found += answer_each(training_set, own, weights, book)
                return found

            for line in lost_without(training_set, answer, group):
                say(line)
        for line in errors(training_set, settings, trained, group):
            say(line)


def never_learned(path: Path, say) -> None:  # type: ignore[no-untyped-def]
    """Print what the shipped weights give on BiPaR, which nothing learned from, as text of no known kind."""
    reader = load_reader("symbolic", ReaderOptions(profile="plain"))
    rows: dict[str, list[NDArray[np.float64]]] = {}
    for record in records_of(path, part=""):
        answers = answers_of(reader, record, record.questions)
        for metric in metrics_for("squad"):
            told = [metric.statistics(a.texts, q) for q, a in zip(record.questions, answers, strict=True)]
            rows.setdefault(metric.name, []).extend(told)
    scores = [f"{m.name} {m.score(np.array(rows[m.name])):.2f}" for m in metrics_for("squad")]
    say(f"bipar, without its questions: {', '.join(scores)}, questions {len(rows['f1'])}")


def leave_out(training_set: TrainingSet, group: str, settings: RankerSettings, say) -> None:  # type: ignore[no-untyped-def]
    """Print what weights give that learned from no question of a data set, read as text of no known kind."""
    seen = TrainingSet(records=training_set.records, read=training_set.read, judged=training_set.judged)
    examples = [replace(x, group="") for x in training_set.examples]
    plain = TrainingSet(examples, training_set.stories, training_set.records, read=training_set.read)
    unseen = [i for i, x in enumerate(training_set.examples) if x.group == group]
    for i, x in enumerate(training_set.examples):
        if x.group != group:
            seen.examples.append(x)
            seen.stories.append(training_set.stories[i])
    found = train(seen, replace(settings, folds=2), lambda line: None)
    about = {"several": found.several, "rules": found.rules}
    weights = EngineWeights(combined(found.tables), found.reranker, about)
    scores = figures(training_set, answer_each(plain, unseen, weights, default_rulebook()))[group]
    say(f"{group}, without its questions: " + ", ".join(f"{k} {v:.2f}" for k, v in scores.items()))
