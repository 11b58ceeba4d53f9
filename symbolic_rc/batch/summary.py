"""A run as text for the terminal."""

from __future__ import annotations

import json
from itertools import islice

from symbolic_rc.batch.manifest import MANIFEST, PREDICTIONS
from symbolic_rc.batch.run import Run
from symbolic_rc.datasets.overlap import describe_questions, describe_text

#: Failed stories that are named; the manifest names all.
_NAMED = 5


def failures(run: Run) -> str:
    """Return one line that names a run's failed stories with the reasons, or nothing if none failed.

    Parameters
    ----------
    run : Run
        The run whose manifest tells what failed.
    """
    if not run.failed:
        return ""
    named = [f"{story} ({reason})" for story, reason in islice(run.failed.items(), _NAMED)]
    more = [f"{len(run.failed) - _NAMED} more in {MANIFEST}"] if len(run.failed) > _NAMED else []
    return (
        f"failed and scored as unanswered: {len(run.failed)} of {run.manifest['counts']['stories']} stories: "
        f"{'; '.join(named + more)}\n"
    )


def show_run(run: Run, answers: int = 5) -> str:
    """Return the first answers of a run, its counts and its metrics with their signatures.

    Parameters
    ----------
    run : Run
        The run.
    answers : int
        How many answers are shown.
    """
    lines = []
    with open(run.path / PREDICTIONS, "rb") as file:
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
    said = [describe_questions(run.manifest.get("learned")), describe_text(run.manifest.get("raw_text"))]
    lines += [line for line in said if line]
    lines.append(f"written to {run.path}")
    return "\n".join(lines).lstrip("\n") + "\n"
