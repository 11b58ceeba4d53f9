"""Who says each of LitBank's quotations."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from eval.coref.clusters import linked_twice
from symbolic_rc.coref.mentions.attributes import KIND, NAME, QUOTE, START
from symbolic_rc.coref.model import model
from symbolic_rc.coref.train.corpora import GoldDocument
from symbolic_rc.coref.train.examples import (
    Example,
    held_aside,
    set_types,
)
from symbolic_rc.coref.train.speakers import spoken


def show_speakers(litbank: Sequence[Example]) -> None:
    """Print the accuracy of attribution on LitBank's quotations, beside the last name mentioned."""
    shipped = model()
    training, test = held_aside(litbank)
    for name, documents in (("held aside", test), ("all", [*training, *test])):
        right, by_entity, baseline, total = 0, 0, 0, 0
        rules: dict[str, Counter[bool]] = defaultdict(Counter)
        for example in documents:
            set_types(example, shipped.types)
            document, aligned = example.document, example.aligned
            assert isinstance(document, GoldDocument)
            assert aligned is not None
            reading, links = linked_twice(example, shipped)
            labels, table, entity = example.labels.gold, reading.mentions.table, links.entity
            votes: dict[int, Counter[int]] = defaultdict(Counter)
            for m in np.flatnonzero(labels >= 0).tolist():
                votes[int(entity[m])][int(labels[m])] += 1
            own = spoken(document, aligned, reading.quotes)
            starts = [aligned.to_gold(start, start + 1)[0] for start in table[:, START].tolist()]
            named = np.flatnonzero((table[:, KIND] == NAME) & (table[:, QUOTE] < 0))
            for quote, (i, speaker) in zip(document.quotes, own, strict=True):
                total += 1
                before = [m for m in named.tolist() if starts[m] < quote.start]
                baseline += bool(before) and labels[before[-1]] == speaker
                if i < 0:
                    rules["(no quotation found)"][False] += 1
                    continue
                found = reading.quotes[i]
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
