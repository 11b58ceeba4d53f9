"""Stories to learn from: cases of templates that are not set aside, in other words than the checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symbolic_rc.behaviour.cases import make_cases
from symbolic_rc.behaviour.templates import load_templates
from symbolic_rc.core.record import Record

#: Another seed than the checks' own.
_SEED = 7


def practice(count: int) -> Iterator[Record]:
    """Yield at least `count` stories a capability; those of one template have its name as title.

    Folds of cross-validation go by title, so that what is learned is measured on other templates. Sentences
    that have nothing to do with the story are others than in the checks.
    """
    templates = [one for one in load_templates() if not one.set_aside]
    for case in make_cases(templates, count=count, seed=_SEED, asides="aside_in_practice"):
        title = f"{case.capability}: {case.template}"
        yield replace(case.record, id=f"practice/{case.id}", title=title)
