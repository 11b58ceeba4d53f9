"""Who says each of LitBank's quotations."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from eval.coref.clusters import linked
from symbolic_rc.coref.mentions.attributes import KIND, NAME, QUOTE, START
from symbolic_rc.coref.model import model
from symbolic_rc.coref.train.corpora import GoldDocument
from symbolic_rc.coref.train.examples import (
    Example,
    held_aside,
    set_types,
)


def show_speakers(litbank: Sequence[Example]) -> None:
    """Print the accuracy of attribution on LitBank's quotations, beside the last name mentioned."""
    shipped = model().ranker
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
            entity = linked(example, shipped).entity
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
