"""A run as text for the terminal."""

from __future__ import annotations

import json
from itertools import islice

from symbolic_rc.batch.folder import PREDICTIONS
from symbolic_rc.batch.run import Run


def show_run(run: Run, answers: int = 5) -> str:
    """Return the first answers of a run, its counts and its metrics with their signatures."""
    lines = []
    with open(run.path / PREDICTIONS, encoding="utf-8") as file:
        for line in islice(file, answers):
            found = json.loads(line)
            lines.append(f"{found['id']}: {found['answer'] or '(no answer)'}  [{found['rule']}]")
    counts = run.manifest["counts"]
    troubles = [f"{counts['malformed']} malformed records"] if counts["malformed"] else []
    troubles += [f"{len(counts['failed'])} failed stories"] if counts["failed"] else []
    lines += [
        "",
        f"{counts['questions']} questions, {counts['stories']} stories"
        + (f" ({', '.join(troubles)}: see manifest.json)" if troubles else ""),
    ]
    width = max((len(name) for name in run.metrics), default=0)
    for name, entry in run.metrics.items():
        lines.append(f"{name:<{width}}  {entry['value']:8.3f}  {entry['signature']}")
    lines.append(f"written to {run.path}")
    return "\n".join(lines).lstrip("\n") + "\n"
