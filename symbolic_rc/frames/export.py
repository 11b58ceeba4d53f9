"""Export of frames: JSON, CoNLL-2012-like columns, rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from spacy.tokens import Doc

from symbolic_rc.core.entity import Frame


def as_json(doc: Doc, frames: Sequence[Frame]) -> list[dict[str, Any]]:
    """Return frames as plain lists and dictionaries; offsets count tokens and characters."""
    return [
        {
            "roleset": frame.roleset,
            "kind": frame.kind,
            "negated": frame.negated,
            "modality": frame.modality,
            "predicate": _span(doc, frame.start, frame.end),
            "arguments": [
                {"role": a.role, "head": a.head, **_span(doc, a.start, a.end)} for a in frame.arguments
            ],
        }
        for frame in frames
    ]


def _span(doc: Doc, start: int, end: int) -> dict[str, Any]:
    span = doc[start:end]
    return {
        "start": start, "end": end, "start_char": span.start_char, "end_char": span.end_char,
        "text": span.text,
    }  # fmt: skip


def as_conll(doc: Doc, frames: Sequence[Frame], name: str = "story") -> str:
    """Return columns like CoNLL-2012's: document, part, word number, word, tag, lemma, sense, arguments.

    Lemma and sense are separate columns, as there; each predicate has its column of brackets.
    """
    lines = []
    for sentence in doc.sents:
        own = [frame for frame in frames if sentence.start <= frame.head < sentence.end]
        columns = [_brackets(frame, sentence.start, sentence.end) for frame in own]
        at = {frame.head: frame for frame in own}
        for i, token in enumerate(sentence):
            lemma, _, sense = at[token.i].roleset.rpartition(".") if token.i in at else ("-", "", "-")
            word = token.text.strip() or "_"
            row = [name, "0", str(i), word, token.tag_ or "-", lemma, sense]
            lines.append("\t".join([*row, *(column[i] for column in columns)]))
        lines.append("")
    return "\n".join([f"#begin document ({name}); part 000", *lines, "#end document", ""])


def _brackets(frame: Frame, start: int, end: int) -> list[str]:
    """Return one predicate's column: brackets around its arguments and itself."""
    cells = ["*"] * (end - start)
    spans = [(a.role, a.start, a.end) for a in frame.arguments]
    if not any(i <= frame.head < j for _, i, j in spans):
        spans.append(("V", frame.head, frame.head + 1))
    for role, i, j in spans:
        if start <= i < j <= end:
            cells[i - start] = f"({role}{cells[i - start]}"
            cells[j - 1 - start] += ")"
    return cells


def as_rows(doc: Doc, frames: Sequence[Frame]) -> Iterator[tuple[str, str, str]]:
    """Yield (roleset, predicate, arguments) as texts, for a table."""
    for frame in frames:
        parts = [f"{a.role}: {doc[a.start : a.end].text}" for a in frame.arguments]
        marks = [*(["not"] if frame.negated else []), *([frame.modality] if frame.modality else [])]
        predicate = doc[frame.start : frame.end].text + (f" ({', '.join(marks)})" if marks else "")
        yield frame.roleset, predicate, "; ".join(parts)
