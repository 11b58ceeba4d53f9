"""Upper bounds on Quoref: the share of gold answers that are wordings of entities that were found."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from pathlib import Path

from symbolic_rc.coref import resolve


def show_quoref(data: Path) -> None:
    """Print upper bounds: whether the gold answers are names or wordings of entities that were found."""
    from symbolic_rc.annotate import pipeline

    nlp = pipeline()
    counts: Counter[str] = Counter()
    articles = json.loads((data / "quoref/quoref-dev-v0.1.json").read_text("utf-8"))["data"]
    for paragraph in [paragraph for article in articles for paragraph in article["paragraphs"]]:
        doc = nlp(paragraph["context"])
        found = resolve(doc)
        by_text: dict[str, set[int]] = defaultdict(set)
        for mention in found.mentions:
            if mention.kind != "pronoun":
                by_text[_normal(doc[mention.start : mention.end].text)].add(mention.entity)
        for entity in found.entities:
            for name in entity.names:
                by_text[_normal(name)].add(entity.id)
        spans = [doc[m.start : m.end] for m in found.mentions]
        for qa in paragraph["qas"]:
            counts["questions"] += 1
            wanted = [by_text.get(_normal(answer["text"]), set()) for answer in qa["answers"]]
            counts["every answer is the wording of an entity"] += all(wanted)
            linked = [any(len(found.entities[e].mentions) > 1 for e in entities) for entities in wanted]
            counts["... of an entity with several mentions"] += all(linked) and all(wanted)
            places = [(a["answer_start"], a["answer_start"] + len(a["text"])) for a in qa["answers"]]
            counts["every answer is in a mention"] += all(
                any(span.start_char <= a and b <= span.end_char for span in spans) for a, b in places
            )
    total = counts.pop("questions")
    print(f"Quoref dev, {total} questions, upper bounds:")
    for name, count in counts.items():
        print(f"  {name:45s} {100 * count / total:.1f} %")


def _normal(text: str) -> str:
    words = re.sub(r"[^\w\s]", " ", text.lower()).split()
    return " ".join(word for word in words if word not in ("a", "an", "the"))
