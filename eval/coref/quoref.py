"""Upper bounds on Quoref: how many gold answers are wordings of entities that were found."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path

from symbolic_rc.coref import resolve
from symbolic_rc.coref.train import corpora


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
