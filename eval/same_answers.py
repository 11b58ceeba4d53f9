"""Do all readers still answer the same? ``python -m eval.same_answers save|compare FOLDER --data DIR``.

Writes what every reader answers to the bundled stories and to a few stories of each data set: texts, spans,
scores, rules and traces, what the engine gives a pool of answers, and the checksums of weights that are
fitted to a small sample. ``compare`` answers again and prints what differs. For changes
that should change nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.core.files.container import read_container
from symbolic_rc.core.record import Record
from symbolic_rc.readers import ReaderOptions, load_reader, reader_names
from symbolic_rc.story import Story
from symbolic_rc.train.engine import train_from
from symbolic_rc.train.shared import records_of

#: Where each data set is, its format, and how many of its stories are read.
SETS = (
    ("examples", "jsonl", 11),
    ("tests/rules/plain.jsonl", "jsonl", 20),
    ("narrativeqa/valid.json", "narrativeqa", 2),
    ("quoref/quoref-dev-v0.1.json", "quoref", 8),
    ("duorc/paraphraserc-squad-format-train.json", "duorc", 1),
    ("fairytaleqa/fairytaleqa.tar.xz", "fairytaleqa", 1),
    ("bipar/Monolingual_EN_valid.json", "squad", 5),
    ("mctest/mc160.dev.tsv", "mctest", 5),
    ("cnn/stories-dev.jsonl.xz", "cnn", 5),
    ("babi/en.tar.xz", "babi", 8),
)
#: What tells two lines of answers apart.
_KEY = ("set", "story", "id", "reader")
#: Questions of a story that are asked, at most.
_ASKED = 12
#: Readers that nothing ships for.
_ABSENT = ("feature-classifier", "transformers")
_FITTED = ("narrativeqa/valid.json", "quoref/quoref-dev-v0.1.json", "mctest/mc160.dev.tsv")


def _path(data: Path, name: str) -> str:
    return name if name == "examples" or name.startswith("tests/") else str(data / name)


def _records(data: Path, name: str, form: str, most: int) -> list[Record]:
    return list(islice(records_of(_path(data, name), form, ""), most))


def lines(data: Path, only: str = "", chosen: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """Yield one line a reader and question, with the answer and all that goes with it."""
    nlp = default_pipeline()
    for name, form, most in SETS:
        if only not in name or not most:
            continue
        records = _records(data, name, form, most)
        readers = {
            one: load_reader(one, ReaderOptions(format=form))
            for one in chosen or reader_names()
            if one not in _ABSENT
        }
        for record in records:
            story, questions = Story(record, nlp), record.questions[:_ASKED]
            for reader, made in readers.items():
                answers = made.answer_all(story, questions)
                for question, answer in zip(questions, answers, strict=True):
                    line = {
                        "set": name, "story": record.id, "id": question.id, "reader": reader,
                        "texts": answer.texts, "spans": answer.spans, "score": answer.score,
                        "rule": answer.rule, "trace": str(answer.trace) if answer.trace is not None else "",
                    }  # fmt: skip
                    if reader == "symbolic":
                        pool = list(dict.fromkeys(t for q in questions for one in q.references for t in one))[
                            :20
                        ]
                        line["rank"] = made.rank(story, question, pool).tolist()  # type: ignore[attr-defined]
                    yield json.loads(json.dumps(line))


def fitted(data: Path) -> dict[str, str]:
    """Return the checksums of the arrays that are fitted to a small sample."""
    with tempfile.TemporaryDirectory() as folder:
        inputs = []
        for name in _FITTED:
            if name.endswith(".tsv"):
                inputs.append(str(data / name))
                continue
            whole, cut = data / name, Path(folder) / Path(name).name
            cut.write_text(json.dumps(_cut(json.loads(whole.read_text(encoding="utf-8")))), encoding="utf-8")
            inputs.append(str(cut))
        out = Path(folder) / "engine.lex"
        train_from(inputs, out, {"folds": 2, "epochs": 2, "rounds": 12, "bits": 16}, lambda line: None)
        container = read_container(out, "")
        found = {
            name: hashlib.sha256(array.tobytes()).hexdigest()[:16] for name, array in container.arrays.items()
        }
        for name in ("refuse", "choices", "several", "cross-validated"):
            found[name] = json.dumps(container.about.get(name), sort_keys=True)
        return found


def _cut(whole: Any) -> Any:
    """Return the first stories of a data set's JSON."""
    if isinstance(whole, dict) and "data" in whole:
        return {**whole, "data": [{**one, "paragraphs": one["paragraphs"][:2]} for one in whole["data"][:8]]}
    return whole[:120] if isinstance(whole, list) else whole


def differences(old: dict[str, Any], new: dict[str, Any], renamed: Sequence[str]) -> list[str]:
    """Return in what two lines differ, names that were changed on purpose aside."""
    found = []
    for key in old:
        before, after = old[key], new.get(key)
        for pair in renamed:
            was, _, now = pair.partition("->")
            before = before.replace(was, now) if isinstance(before, str) else before
        if before != after:
            found.append(key)
    return found


def compare(data: Path, folder: Path, only: str, chosen: Sequence[str], renamed: Sequence[str]) -> int:
    """Print what differs from what was saved; return how much does."""
    counts, shown, count = Counter[str](), Counter[str](), 0
    out = sys.stdout.write
    saved = {}
    for text in (folder / "answers.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        saved[tuple(line[name] for name in _KEY)] = line
    for new in lines(data, only, chosen):
        old = saved.get(tuple(new[name] for name in _KEY))
        if old is None:
            counts["new"] += 1
            continue
        count += 1
        for key in differences(old, new, renamed):
            counts[key] += 1
            if shown[key] < 3:
                shown[key] += 1
                out(f"{old['set']} {old['id']} {old['reader']}: {key}\n  - {old[key]}\n  + {new.get(key)}\n")
    out(f"{count} answers; different: {dict(counts) or 'none'}\n")
    counts.pop("new", None)
    if not only:
        before, after = json.loads((folder / "fitted.json").read_text(encoding="utf-8")), fitted(data)
        changed = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
        counts.update(changed)
        out(f"{len(before)} fitted arrays; different: {', '.join(changed) or 'none'}\n")
    return sum(counts.values())


def main(arguments: Sequence[str] | None = None) -> None:
    """Save or compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("do", choices=("save", "compare"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", default="", help="of the data sets, those whose path has this in it")
    parser.add_argument("--reader", action="append", default=[], help="these readers alone")
    parser.add_argument(
        "--renamed", action="append", default=[], metavar="OLD->NEW", help="in what was saved"
    )
    options = parser.parse_args(arguments)
    begun = time.process_time()
    different = 0
    if options.do == "save":
        options.folder.mkdir(parents=True, exist_ok=True)
        with open(options.folder / "answers.jsonl", "w", encoding="utf-8") as file:
            for line in lines(options.data, options.only, options.reader):
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        if not options.only:
            text = json.dumps(fitted(options.data), indent=1)
            (options.folder / "fitted.json").write_text(text + "\n", encoding="utf-8")
    else:
        different = compare(options.data, options.folder, options.only, options.reader, options.renamed)
    sys.stdout.write(f"{time.process_time() - begun:.0f} seconds of one core\n")
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
