"""Coreference, speakers and Quoref's upper bound, measured: ``python -m eval.coref PART --data DIR``.

Parts: ``litbank`` (16 documents held aside), ``folds`` (LitBank five-fold), ``ontogum`` (dev, by genre),
``gap`` (folds over the pages of both parts, and each part by a model that learned from the other),
``speakers``, ``quoref``, or ``all``. Own annotation throughout.
"""

from __future__ import annotations

import argparse
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref import resolve
from symbolic_rc.coref.linking import Links, deferred, link, link_all, surely
from symbolic_rc.coref.mentions.attributes import KIND, NAME, PRO, PRONOUN, QUOTE, START
from symbolic_rc.coref.model import model
from symbolic_rc.coref.scoring import CorefScore, GapScore
from symbolic_rc.coref.train import corpora, gold
from symbolic_rc.coref.train.corpora import GapSnippet, GoldDocument
from symbolic_rc.coref.train.fit import (
    BIAS,
    Example,
    annotator,
    examples,
    held_aside,
    set_types,
    train_ranker,
    type_everything,
)

PERSONS = {"first": (1, 6), "second": (2,), "third": (3, 4, 5, 7)}


@dataclass(frozen=True, slots=True)
class Weights:
    """A ranker's weights and its bias."""

    weights: NDArray[np.float32]
    bias: float

    def link(self, example: Example) -> Links:
        """Link an example's mentions."""
        return link_all(surely(example.reading), self.weights, self.bias)


def trained(training: Sequence[Example]) -> Weights:
    """Train a ranker as the shipped one is trained."""
    return Weights(train_ranker(training), BIAS)


def show_score(name: str, score: CorefScore) -> None:
    """Print one line of all measures."""
    measures = {
        "mentions": score.mentions, "coreferent": score.coreferent, "MUC": score.muc, "B3": score.b3,
        "CEAFe": score.ceafe,
    }  # fmt: skip
    parts = [
        f"{label} {100 * t.precision:.1f}/{100 * t.recall:.1f}/{100 * t.f1:.1f}"
        for label, t in measures.items()
    ]
    print(f"{name:28s} {'  '.join(parts)}  average {100 * score.average:.2f}")


def clusters(documents: Sequence[Example], weights: Weights) -> CorefScore:
    """Score clusters as CoNLL-2012 does."""
    score = CorefScore()
    for example in documents:
        document = example.document
        assert isinstance(document, GoldDocument)
        assert example.aligned is not None
        found = gold.response(example.reading, weights.link(example), example.aligned, document)
        score.add(document.clusters.values(), found)
    return score


def pronouns(documents: Sequence[Example], weights: Weights) -> dict[str, tuple[int, int]]:
    """Count gold pronouns whose cluster's gold entity, by majority of its other mentions, is theirs."""
    counts = {name: [0, 0] for name in PERSONS}
    for example in documents:
        entity = weights.link(example).entity
        labels = example.labels.gold
        table = example.reading.mentions.table
        votes: dict[int, Counter[int]] = defaultdict(Counter)
        for m, e in enumerate(entity.tolist()):
            if labels[m] >= 0:
                votes[e][int(labels[m])] += 1
        for m in np.flatnonzero((table[:, KIND] == PRONOUN) & (labels >= 0)).tolist():
            person = next((name for name, groups in PERSONS.items() if table[m, PRO] in groups), "")
            if not person:
                continue
            others = votes[int(entity[m])].copy()
            others[int(labels[m])] -= 1
            best = max(others, key=lambda g: (others[g], -g))
            counts[person][0] += others[best] > 0 and best == labels[m]
            counts[person][1] += 1
    return {name: (right, total) for name, (right, total) in counts.items()}


def show_litbank(litbank: Sequence[Example]) -> None:
    """Print the measures on the documents held aside, by the shipped model."""
    shipped = Weights(model().weights, model().bias)
    _, test = held_aside(litbank)
    for example in test:
        set_types(example, model().types)
    show_score("LitBank, 16 held aside", clusters(test, shipped))
    found = pronouns(test, shipped)
    print(
        "  pronouns by person:",
        ", ".join(f"{k} {100 * a / max(n, 1):.1f} ({n})" for k, (a, n) in found.items()),
    )


def show_folds(litbank: Sequence[Example], others: Sequence[Example]) -> None:
    """Print five-fold figures: each document by a model that did not see it."""
    averages = []
    for fold in range(corpora.HELD_ASIDE):
        training, test = held_aside(litbank, fold)
        type_everything(training, [*test, *others])
        score = clusters(test, trained([*training, *others]))
        show_score(f"LitBank, fold {fold + 1}", score)
        averages.append(100 * score.average)
    print(
        f"  mean of the folds' averages {np.mean(averages):.2f} (standard deviation {np.std(averages):.2f})"
    )


def show_ontogum(documents: Sequence[Example]) -> None:
    """Print OntoGUM dev by genre, by the shipped model."""
    shipped = Weights(model().weights, model().bias)
    for example in documents:
        set_types(example, model().types)
    show_score("OntoGUM dev", clusters(documents, shipped))
    for genre in sorted({example.document.genre for example in documents}):  # type: ignore[union-attr]
        own = [e for e in documents if e.document.genre == genre]  # type: ignore[union-attr]
        print(f"  {genre:14s} {100 * clusters(own, shipped).average:.2f}")


def gap_scores(snippets: Sequence[Example], weights: Weights) -> tuple[GapScore, GapScore]:
    """Return GAP's score as a full system, and when choosing between the two names."""
    free, choosing = GapScore(), GapScore()
    for example in snippets:
        snippet = example.document
        assert isinstance(snippet, GapSnippet)
        pronoun, *names = gold.gap_mentions(example.reading, snippet, example.starts)
        entity = weights.link(example).entity
        found = _together(entity, pronoun, names)
        free.add(snippet.gender, snippet.labels, found)
        if min(pronoun, *names) >= 0:
            choice = (pronoun, names[0], names[1])
            reading = deferred(surely(example.reading), choice)
            entity = link(reading, weights.weights, weights.bias, choice=choice).entity
            found = _together(entity, pronoun, names)
        else:
            found = (names[0] >= 0, names[1] >= 0 > names[0])
        choosing.add(snippet.gender, snippet.labels, found)
    return free, choosing


def _together(entity: NDArray[np.int32], pronoun: int, names: Sequence[int]) -> tuple[bool, bool]:
    if pronoun < 0:
        return False, False
    first, second = (name >= 0 and bool(entity[name] == entity[pronoun]) for name in names)
    return first, second


def show_gap(
    litbank: Sequence[Example], others: Sequence[Example], parts: dict[str, Sequence[Example]]
) -> None:
    """Print GAP's scores on each part, by models that saw neither a snippet nor another of its page.

    First by five folds over the pages of both parts, so that each snippet is judged by a model that learned
    from LitBank, OntoGUM and four fifths of GAP; then learned from the other part alone.
    """
    training, test = held_aside(litbank)
    snippets = [(name, example) for name, part in parts.items() for example in part]
    type_everything(training, [*test, *others, *(example for _, example in snippets)])
    for _, example in snippets:
        example.relabel()
    scores = {name: (GapScore(), GapScore()) for name in parts}
    folds = [zlib.crc32(page_of(example).encode()) % GAP_FOLDS for _, example in snippets]
    for fold in range(GAP_FOLDS):
        rest = [example for (_, example), own in zip(snippets, folds, strict=True) if own != fold]
        weights = trained([*training, *others, *rest])
        for name, totals in scores.items():
            own = [e for (part, e), f in zip(snippets, folds, strict=True) if f == fold and part == name]
            for total, score in zip(totals, gap_scores(own, weights), strict=True):
                total.merge(score)
    for name, totals in scores.items():
        _show_gap(f"{name}, {GAP_FOLDS} folds", totals)
    for name, part in parts.items():
        pages = {page_of(example) for example in part}
        rest = [e for other, e in snippets if other != name and page_of(e) not in pages]
        _show_gap(f"{name}, by the other part", gap_scores(part, trained([*training, *others, *rest])))


#: Folds over GAP's pages.
GAP_FOLDS = 5


def page_of(example: Example) -> str:
    """Return the address of the page that a snippet was taken from."""
    assert isinstance(example.document, GapSnippet)
    return example.document.page


def _show_gap(name: str, scores: tuple[GapScore, GapScore]) -> None:
    for label, score in zip(("full system", "choosing"), scores, strict=True):
        print(
            f"GAP {name:28s} {label:12s} F1 {100 * score.f1():.1f}  masculine {100 * score.f1('M'):.1f}  "
            f"feminine {100 * score.f1('F'):.1f}  feminine / masculine {score.bias:.2f}"
        )


def show_speakers(litbank: Sequence[Example]) -> None:
    """Print the accuracy of attribution on LitBank's quotations, beside the last name mentioned."""
    shipped = Weights(model().weights, model().bias)
    training, test = held_aside(litbank)
    for name, documents in (("held aside", test), ("all", [*training, *test])):
        right, by_entity, baseline, total = 0, 0, 0, 0
        rules: dict[str, Counter[bool]] = defaultdict(Counter)
        for example in documents:
            set_types(example, model().types)
            document, aligned, reading = example.document, example.aligned, example.reading
            assert isinstance(document, GoldDocument)
            assert aligned is not None
            numbers = {key: i for i, key in enumerate(document.clusters)}
            labels, table = example.labels.gold, reading.mentions.table
            entity = shipped.link(example).entity
            votes: dict[int, Counter[int]] = defaultdict(Counter)
            for m in np.flatnonzero(labels >= 0).tolist():
                votes[int(entity[m])][int(labels[m])] += 1
            own = [(*aligned.to_gold(q.start, q.end), q) for q in reading.quotes]
            starts = [aligned.to_gold(start, start + 1)[0] for start in table[:, START].tolist()]
            named = np.flatnonzero((table[:, KIND] == NAME) & (table[:, QUOTE] < 0))
            for quote in document.quotes:
                speaker = numbers.get(quote.speaker, -2)
                total += 1
                before = [m for m in named.tolist() if starts[m] < quote.start]
                baseline += bool(before) and labels[before[-1]] == speaker
                touching = [x for x in own if x[0] < quote.end and quote.start < x[1]]
                if not touching:
                    rules["(no quotation found)"][False] += 1
                    continue
                found = max(touching, key=lambda x: min(x[1], quote.end) - max(x[0], quote.start))[2]
                hit = found.speaker >= 0 and labels[found.speaker] == speaker
                right += hit
                rules[found.rule][bool(hit)] += 1
                if found.speaker >= 0 and (vote := votes[int(entity[found.speaker])]):
                    by_entity += max(vote, key=lambda g: (vote[g], -g)) == speaker
        print(
            f"Speakers, {name}: {100 * right / total:.1f} % by mention, "
            f"{100 * by_entity / total:.1f} % by entity; "
            f"last name mentioned {100 * baseline / total:.1f} % ({total})"
        )
        for rule, counts in sorted(rules.items(), key=lambda item: -sum(item[1].values())):
            print(f"  {rule or '(no speaker)':30s} {counts[True]:4d} of {sum(counts.values())}")


def show_quoref(data: Path) -> None:
    """Print upper bounds: whether the gold answers are names or wordings of entities that were found."""
    from symbolic_rc.annotate import pipeline

    nlp = pipeline()
    counts: Counter[str] = Counter()
    for context, questions in corpora.quoref(data):
        doc = nlp(context)
        found = resolve(doc)
        by_text: dict[str, set[int]] = defaultdict(set)
        for mention in found.mentions:
            if mention.kind != "pronoun":
                by_text[_normal(doc[mention.start : mention.end].text)].add(mention.entity)
        for entity in found.entities:
            for name in entity.names:
                by_text[_normal(name)].add(entity.id)
        for _, texts, spans in questions:
            counts["questions"] += 1
            wanted = [by_text.get(_normal(text), set()) for text in texts]
            counts["every answer is the wording of an entity"] += all(wanted)
            linked = [any(len(found.entities[e].mentions) > 1 for e in entities) for entities in wanted]
            counts["... of an entity with several mentions"] += all(linked) and all(wanted)
            counts["every answer is in a mention"] += all(
                any(
                    doc[m.start].idx <= a and b <= doc[m.end - 1].idx + len(doc[m.end - 1])
                    for m in found.mentions
                )
                for a, b in spans
            )
    total = counts.pop("questions")
    print(f"Quoref dev, {total} questions, upper bounds:")
    for name, count in counts.items():
        print(f"  {name:45s} {100 * count / total:.1f} %")


def _normal(text: str) -> str:
    words = re.sub(r"[^\w\s]", " ", text.lower()).split()
    return " ".join(word for word in words if word not in ("a", "an", "the"))


def main(arguments: Iterable[str] | None = None) -> None:
    """Run the parts that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parts = ["litbank", "folds", "ontogum", "gap", "speakers", "quoref"]
    parser.add_argument("part", nargs="?", default="all", choices=[*parts, "all"])
    parser.add_argument("--data", type=Path, required=True, help="the folder of data")
    options = parser.parse_args(None if arguments is None else list(arguments))
    wanted = set(parts) if options.part == "all" else {options.part}
    annotate = annotator()
    litbank: list[Example] = []
    open_text: list[Example] = []
    if wanted & {"litbank", "folds", "gap", "speakers"}:
        litbank = examples(corpora.litbank(options.data), annotate)
    if wanted & {"folds", "gap"}:
        train = corpora.ontogum(options.data, "train")
        open_text = examples([d for d in train if d.genre in corpora.OPEN_GENRES], annotate)
    if "litbank" in wanted:
        show_litbank(litbank)
    if "speakers" in wanted:
        show_speakers(litbank)
    if "ontogum" in wanted:
        show_ontogum(examples(corpora.ontogum(options.data, "dev"), annotate))
    if "quoref" in wanted:
        show_quoref(options.data)
    if wanted & {"gap", "folds"}:
        snippets = {
            name: examples(corpora.gap(options.data, name), annotate)
            for name in ("validation", "development")
        }
        if "gap" in wanted:
            show_gap(litbank, open_text, snippets)
        if "folds" in wanted:
            show_folds(litbank, [*open_text, *(e for part in snippets.values() for e in part)])


if __name__ == "__main__":
    main()
