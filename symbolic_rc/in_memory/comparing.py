"""Systems side by side, in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from symbolic_rc.compare.comparison import CompareOptions, Comparison
from symbolic_rc.compare.predictions import gather
from symbolic_rc.compare.report import compare_records, distinct
from symbolic_rc.compare.systems import System, read_system
from symbolic_rc.core.answer import Answer
from symbolic_rc.core.errors import DataError
from symbolic_rc.in_memory.rows import records_of
from symbolic_rc.in_memory.scored import Scored


def compare(
    systems: Mapping[str, Any],
    gold: Any,
    format: str = "auto",
    slices: Sequence[str] = (),
    published: str = "",
    **options: Any,
) -> Comparison:
    """Compare systems by their predictions: scores with intervals, paired tests, slices, examples.

    Parameters
    ----------
    systems : mapping
        How to call each system to what it answers: a `Scored`; a mapping from question id to a text, a list
        of texts or an `Answer`; a frame or rows with an id and an answer; or the path of a run or of a file
        of predictions.
    gold : Scored, or anything that `records_of` takes
        The questions with their answers.
    format : str
        Whose metrics are wanted; ``auto`` for those of `gold`.
    slices : sequence of str
        The user's own: ``name=expression``, or ``field:count`` for equal parts of a number.
    published : str
        The table of published figures to compare with, such as ``quoref``.
    **options
        As `CompareOptions` has them: ``missing="wrong"``, ``resamples=``, ``seed=``, ...

    Raises
    ------
    SymbolicRCError
        If predictions have no form that is known, or answer none of the questions.

    Examples
    --------
    >>> import symbolic_rc
    >>> gold = [{"id": "1", "context": "Ann sold it to Bob.", "question": "Who got it?", "answers": "Bob"}]
    >>> print(symbolic_rc.compare({"ours": {"1": "Bob"}, "theirs": {"1": "Ann"}}, gold))  # doctest: +ELLIPSIS
    1 questions
    <BLANKLINE>
                em      f1
    ours    100.00  100.00
    theirs    0.00    0.00
    ...
    """
    if not systems:
        raise DataError(
            "no system was given: name each, as in compare({'ours': run, 'bert': predictions}, gold)"
        )
    if isinstance(gold, Scored):
        records, known = gold.records, gold.format if format == "auto" else format
    else:
        records, known = records_of(gold, format)
    found = distinct([_system(name, given) for name, given in systems.items()])
    told = CompareOptions(**options)
    return compare_records("data", records, found, known, slices, published, told)


def _system(name: str, given: Any) -> System:
    """Return a system by what it answers, in whatever form."""
    place = Path(name)
    if isinstance(given, str | Path):
        return read_system(given, name)
    if isinstance(given, Scored):
        scores = {key: answer.confidence or answer.score for key, answer in given.answers.items()}
        rules = {key: answer.rule for key, answer in given.answers.items() if answer.rule}
        return System(name, place, {key: one.texts for key, one in given.answers.items()}, rules, scores)
    if isinstance(given, Mapping):
        return _gathered(name, ((None, str(key), _plain(one)) for key, one in given.items()))
    if hasattr(given, "iter_rows"):  # Polars
        given = given.iter_rows(named=True)
    elif hasattr(given, "to_dict") and hasattr(given, "columns"):  # pandas
        given = given.to_dict("records")
    rows = list(given)
    if not all(isinstance(row, Mapping) and "id" in row for row in rows):
        raise DataError("a row without an id; expected fields 'id' and 'answer'", name)
    return _gathered(name, ((None, str(row["id"]), _plain(row)) for row in rows))


def _gathered(name: str, entries: Iterable[tuple[None, str, Any]]) -> System:
    found = gather(entries, name)
    return System(name, Path(name), found.answers, found.rules, found.scores)


def _plain(given: Any) -> Any:
    """Return a prediction as JSON has it: the texts of an `Answer`, arrays as lists."""
    if isinstance(given, Answer):
        return list(given.texts)
    if isinstance(given, Mapping):
        return {key: _plain(one) for key, one in given.items()}
    return given.tolist() if hasattr(given, "tolist") else given
