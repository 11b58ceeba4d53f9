"""Quote attribution on LitBank."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from eval.coref.clusters import gold_votes, linked_with_speakers
from symbolic_rc.coref.mentions.attributes import KIND, NAME, QUOTE, START
from symbolic_rc.coref.model import model
from symbolic_rc.train.coref.corpora import GoldDocument
from symbolic_rc.train.coref.examples import CorefExample, set_types, split
from symbolic_rc.train.coref.main import match_quotations


def show_speakers(litbank: Sequence[CorefExample]) -> None:
    """Print the accuracy of attribution on LitBank's quotations, and of the last name mentioned."""
    installed = model()
    training, test = split(litbank)
    for name, documents in (("held out", test), ("all", [*training, *test])):
        right, by_entity, baseline, total = 0, 0, 0, 0
        rules: dict[str, Counter[bool]] = defaultdict(Counter)
        for example in documents:
            set_types(example, installed.types)
            gold, aligned = example.gold, example.aligned
            assert isinstance(gold, GoldDocument)
            assert aligned is not None
            document, links = linked_with_speakers(example, installed)
            labels, table = example.labels.gold, document.mentions.table
            votes = gold_votes(links.entity, labels)
            own = match_quotations(gold, aligned, document.quotes)
            starts = [aligned.to_gold(start, start + 1)[0] for start in table[:, START].tolist()]
            named = np.flatnonzero((table[:, KIND] == NAME) & (table[:, QUOTE] < 0))
            for quote, (i, speaker) in zip(gold.quotes, own, strict=True):
                total += 1
                before = [m for m in named.tolist() if starts[m] < quote.start]
                baseline += bool(before) and labels[before[-1]] == speaker
                if i < 0:
                    rules["(no quotation found)"][False] += 1
                    continue
                found = document.quotes[i]
                hit = found.speaker >= 0 and labels[found.speaker] == speaker
                right += hit
                rules[found.rule][bool(hit)] += 1
                if found.speaker >= 0 and (vote := votes[int(links.entity[found.speaker])]):
                    by_entity += max(vote, key=lambda g: (vote[g], -g)) == speaker
        print(
            f"Speakers, {name}: {100 * right / total:.1f} % by mention, "
            f"{100 * by_entity / total:.1f} % by entity; "
            f"last name mentioned {100 * baseline / total:.1f} % ({total})"
        )
        for rule, counts in sorted(rules.items(), key=lambda item: -sum(item[1].values())):
            print(f"  {rule or '(no speaker)':30s} {counts[True]:4d} of {sum(counts.values())}")
