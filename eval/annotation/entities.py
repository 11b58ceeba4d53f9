"""Named entities on LitBank, beside runs of capitalised words."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc

from eval.annotation.treebanks import f1
from symbolic_rc.train.annotate.names import document_of, litbank

#: Entity types that LitBank has too.
COMMON = ("PERSON", "ORG", "GPE", "LOC", "FAC")


def capital_runs(doc: Doc) -> dict[tuple[int, int], str]:
    """Return the baseline's entities: runs of capitalised words, not of one that opens a sentence."""
    out: dict[tuple[int, int], str] = {}
    for sentence in doc.sents:
        i = sentence.start
        while i < sentence.end:
            j = i
            while j < sentence.end and doc[j].text[:1].isupper() and doc[j].is_alpha:
                j += 1
            if j > i and (i > sentence.start or j - i > 1):
                out[i, j] = "PERSON"
            i = max(j, i + 1)
    return out


def entity_table(nlp: Language, data: Path) -> dict[str, tuple[int, float, float, float, float]]:
    """Return count, precision, recall, F1 and the baseline's F1 of each type, on held-out LitBank.

    ``any`` counts spans whatever their type.
    """
    counts: dict[str, Counter[str]] = {
        name: Counter() for name in ("own", "right", "base", "base right", "gold")
    }
    for sentences, mentions in litbank(data, held_out=True):
        doc = document_of(nlp, sentences)
        offsets = [0]
        for sentence in sentences:
            offsets.append(offsets[-1] + len(sentence))
        gold = {(offsets[s] + a, offsets[s] + b): kind for (s, a, b), kind in mentions.items() if kind != "O"}
        found = {(ent.start, ent.end): ent.label_ for ent in doc.ents if ent.label_ in COMMON}
        for name, spans in (("own", found), ("base", capital_runs(doc))):
            for span, kind in spans.items():
                counts[name][kind] += 1
                counts[name]["any"] += 1
                right = "right" if name == "own" else "base right"
                counts[right][kind] += gold.get(span) == kind
                counts[right]["all"] += gold.get(span) == kind
                counts[right]["any"] += span in gold
        for kind in gold.values():
            counts["gold"][kind] += 1
            counts["gold"]["any"] += 1
    for name in ("own", "base", "gold"):
        counts[name]["all"] = counts[name]["any"]
    return {
        kind: (
            counts["gold"][kind],
            counts["right"][kind] / max(1, counts["own"][kind]),
            counts["right"][kind] / max(1, counts["gold"][kind]),
            f1(counts["right"][kind], counts["own"][kind], counts["gold"][kind]),
            f1(counts["base right"][kind], counts["base"][kind], counts["gold"][kind]),
        )
        for kind in (*COMMON, "all", "any")
    }
