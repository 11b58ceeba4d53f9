"""What engine and neural readers get right of the behavioural checks, by capability (`symbolic-rc check`)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from eval.neural.pieces import Piece, Say, model_path
from eval.tables.measure import Place
from symbolic_rc.behaviour import check_reader, load_templates, make_cases
from symbolic_rc.behaviour.report import rows
from symbolic_rc.readers import ReaderOptions, load_reader

#: The models that are checked, each as trained for its row without its first part.
CHECKED = (Piece("quoref", "bidaf"), Piece("fairytaleqa", "bidaf"))


def check(place: Place, cases: int, say: Say) -> None:
    """Check the engine and the models that are there; what was checked before is kept.

    The cases are of templates that are set aside: the engine practises those of the others.
    """
    templates = [one for one in load_templates() if one.set_aside]
    made = make_cases(templates, "mft", cases, 0)
    path = kept(place)
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    found = found if found.get("cases") == cases else {"cases": cases, "right": {}}
    wanted = [("symbolic", "")]
    wanted += [
        (f"neural:{one.reader}, {one.data}", str(model_path(one, place)))
        for one in CHECKED
        if model_path(one, place).exists()
    ]
    for name, weights in wanted:
        if name not in found["right"]:
            say(f"checking {name}: {len(made):,} cases")
            reader = load_reader(name.partition(",")[0], ReaderOptions(weights=weights, format="jsonl"))
            summed = rows(check_reader(reader, made))
            found["right"][name] = {row.capability: round(100 - row.share, 1) for row in summed}
            path.write_text(json.dumps(found, indent=1), encoding="utf-8")


def kept(place: Place) -> Path:
    """Return where the shares are kept."""
    return place.runs / "neural" / "capabilities.json"


def capability_lines(place: Place) -> Iterator[str]:
    """Yield the table: the share of cases that each reader gets wholly right."""
    if not kept(place).exists():
        yield "Not checked: `--check CASES` does."
        return
    found = json.loads(kept(place).read_text(encoding="utf-8"))
    names = list(found["right"])
    yield (
        f"Cases that are answered wholly right, in percent, at most {found['cases']} of each capability, of "
        "templates that\nare set aside. The engine's weights come partly from made-up stories of the other "
        "templates, a neural\nreader's do not; and a reader of spans can say neither yes or no nor that "
        "something is not told.\n"
    )
    yield "| capability | " + " | ".join(f"`{name}`" for name in names) + " |"
    yield "| --- |" + " ---: |" * len(names)
    for capability in found["right"][names[0]]:
        shares = (found["right"][name].get(capability) for name in names)
        cells = " | ".join("" if share is None else f"{share:.1f}" for share in shares)
        yield f"| {capability} | {cells} |"
