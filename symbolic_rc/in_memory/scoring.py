"""Scoring a reader, and comparing systems, in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from symbolic_rc.batch.scoring import Scoring
from symbolic_rc.compare.comparison import CompareOptions, Comparison
from symbolic_rc.compare.predictions import gather
from symbolic_rc.compare.report import compare_records, distinct
from symbolic_rc.compare.support import judge as judge_systems
from symbolic_rc.compare.support import judge_rows, rows_of_file
from symbolic_rc.compare.systems import System, read_system
from symbolic_rc.core.errors import ArgumentError, DataError, SymbolicRCError
from symbolic_rc.core.record import Answer, Record
from symbolic_rc.engine import Engine
from symbolic_rc.in_memory.rows import plain_row, records_of, rows_in, rows_of
from symbolic_rc.layout import readable
from symbolic_rc.metrics import metrics_for
from symbolic_rc.readers import Reader, ReaderOptions, load_reader
from symbolic_rc.story import Story


@dataclass(frozen=True, slots=True, repr=False)
class Scored:
    """A reader's answers to a data set, with their scores.

    Attributes
    ----------
    name : str
        The reader's, or the user's choice.
    format : str
        The data set's format, which determines the metrics.
    records : tuple of Record
        The stories with their questions.
    answers : mapping
        Question id to `Answer`, in the order of the data.
    measured : mapping
        As ``metrics.json`` has them: metric to ``value``, ``questions`` and ``signature``.
    """

    name: str
    format: str
    records: tuple[Record, ...]
    answers: Mapping[str, Answer]
    measured: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def metrics(self) -> dict[str, float]:
        """Metric to value."""
        return {name: float(entry["value"]) for name, entry in self.measured.items()}

    @property
    def signatures(self) -> dict[str, str]:
        """Metric to its signature."""
        return {name: str(entry["signature"]) for name, entry in self.measured.items()}

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one row per question: the question, its answer, and its score under each metric."""
        metrics = [metric for metric in metrics_for(self.format) if metric.name in self.measured]
        found = []
        for record, question in ((one, asked) for one in self.records for asked in one.questions):
            answer = self.answers[question.id]
            start, end = answer.spans[0] if answer.spans else (None, None)
            row: dict[str, Any] = {
                "id": question.id,
                "story_id": record.id,
                "question": question.text,
                "answer": answer.text,
                "answers": list(answer.texts),
                "references": [list(one) for one in question.references],
                "start": start,
                "end": end,
                "rule": answer.rule,
                "confidence": answer.confidence,
            }
            for one in metrics:
                applies = one.applies(question)
                row[one.name] = one.score(one.statistics(answer.texts, question)) if applies else None
            found.append(row)
        return found

    def to_pandas(self) -> Any:
        """Return `to_dicts` as a pandas DataFrame; an error if pandas is not installed."""
        try:
            import pandas
        except ImportError:
            raise SymbolicRCError("pandas is not installed: pip install pandas") from None
        return pandas.DataFrame(self.to_dicts())

    def compare(self, other: Any, name: str = "other", **options: Any) -> Comparison:
        """Compare these answers with others to the same questions.

        Parameters
        ----------
        other : Scored, mapping, DataFrame, str or Path
            See `symbolic_rc.compare`.
        name : str
            How to call it, where it has no name of its own.
        **options
            As `symbolic_rc.compare` takes them.
        """
        second = other.name if isinstance(other, Scored) else name
        if second == self.name:
            second = f"{second} (2)"
        return compare({self.name: self, second: other}, self, **options)

    def __repr__(self) -> str:
        shown = "".join(f", {name}={value:.2f}" for name, value in self.metrics.items())
        return f"Scored({self.name!r}, {len(self.answers)} questions{shown})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{escape(name)}</th><td>{value:.2f}</td><td><code>{escape(self.signatures[name])}</code></td></tr>"
            for name, value in self.metrics.items()
        )
        return f"<p><b>{escape(self.name)}</b>: {len(self.answers)} questions</p><table>{rows}</table>"


def score(
    data: Any, reader: str | Reader = "symbolic", format: str = "auto", name: str = "", **options: Any
) -> Scored:
    """Answer every question of a data set and measure the answers, all in memory.

    Parameters
    ----------
    data : iterable of dict or Record, pandas or Polars DataFrame, Hugging Face Dataset, str or Path
        See `records_of`. Questions without answers are answered and not measured.
    reader : str or Reader
        A name out of `reader_names`, or any object with ``answer_all(story, questions)``: an `Engine`.
    format : str
        Whose metrics and way of answering are wanted, such as ``quoref``; ``auto`` for those of what the rows
        look like.
    name : str
        How to call it in comparisons; the reader's name by default.
    **options
        As `ReaderOptions` has them: ``weights=``, ``profile=``, ``chunks=``, ``refuse_below=``, ...

    Raises
    ------
    SymbolicRCError
        If there is no such reader, or a row does not have the form it should have.

    Examples
    --------
    >>> import symbolic_rc
    >>> text = "Ann sold the mill to Bob."
    >>> rows = [{"context": text, "question": "Who sold the mill?", "answers": ["Ann"]}]
    >>> run = symbolic_rc.score(rows)
    >>> run.metrics
    {'em': 100.0, 'f1': 100.0}
    >>> run.answers["data.0.0"].text
    'Ann'
    """
    records, known = records_of(data, format)
    made = reader
    if isinstance(reader, str):
        chosen = ReaderOptions(**options)
        made = load_reader(reader, replace(chosen, format=chosen.format or known))
    elif options:
        raise ArgumentError(f"options are for readers by name, not one that is made: {', '.join(options)}")
    assert isinstance(made, Reader)
    own = name or (reader if isinstance(reader, str) else type(made).__name__)
    scoring, answers = Scoring(known), dict[str, Answer]()
    for record in records:
        body, part = readable(record)
        found = made.answer_all(Story(body), record.questions)
        if part is not None:
            found = [part.back(answer) for answer in found]
        scoring.add(scoring.sums(record, found))
        answers.update(zip((question.id for question in record.questions), found, strict=True))
    return Scored(own, known, records, answers, scoring.metrics())


def judge(data: Any, engine: Engine | None = None) -> list[dict[str, Any]]:
    """Judge the answers in rows: does each row's text support its answer?

    Parameters
    ----------
    data : iterable of dict, pandas or Polars DataFrame, Hugging Face Dataset, str or Path
        Rows with a text (``context``, ``story``, ...), a ``question`` and an answer as files of predictions
        have it (``answer``, ``prediction``, ``response``, ...); or a file of such rows.
    engine : Engine, optional
        As `symbolic_rc.load` returns it.

    Returns
    -------
    list of dict
        Each row with ``support`` (supported, contradicted, not found), ``support_confidence``,
        ``support_reason``, ``_instead``, ``_missing``, ``_proof``, ``_sentences`` and ``_parts``.

    Raises
    ------
    DataError
        If a row lacks one of the three; names the row, counted from 1.

    Examples
    --------
    >>> import symbolic_rc
    >>> rows = [{"context": "Ann sold it to Bob.", "question": "Who sold it?", "answer": "Ann"}]
    >>> symbolic_rc.judge(rows)[0]["support"]
    'supported'
    """
    if isinstance(data, str | Path):
        return list(judge_rows(engine or Engine(), *rows_of_file(str(data))))
    rows = enumerate(map(plain_row, rows_in(data)), 1)
    return list(judge_rows(engine or Engine(), rows, "data"))


def compare(
    systems: Mapping[str, Any],
    gold: Any,
    format: str = "auto",
    support: bool | Engine = False,
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
    support : bool or Engine
        Judge whether the texts support the answers, too, by this engine or the default one: the comparison
        then has `Comparison.support`, and slices by the verdicts.
    **options
        As `CompareOptions` has them: ``missing="wrong"``, ``slices=``, ``published=``, ``resamples=``, ...

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
    engine = support if isinstance(support, Engine) else Engine() if support else None
    judge = partial(judge_systems, engine, None) if engine is not None else None
    return compare_records("data", records, found, known, CompareOptions(**options), judge)


def _system(name: str, given: Any) -> System:
    """Return a system by what it answers, in whatever form."""
    place = Path(name)
    if isinstance(given, str | Path):
        return read_system(given, name)
    if isinstance(given, Scored):
        scores = {key: answer.confidence or answer.score for key, answer in given.answers.items()}
        rules = {key: answer.rule for key, answer in given.answers.items() if answer.rule}
        return System(name, place, {key: one.texts for key, one in given.answers.items()}, rules, scores)
    found = gather(((None, str(key), _as_json(one)) for key, one in _by_id(name, given)), name)
    return System(name, place, found.answers, found.rules, found.scores)


def _by_id(name: str, given: Any) -> Iterable[tuple[Any, Any]]:
    """Return predictions by question id, out of a mapping, a frame, or rows."""
    if isinstance(given, Mapping):
        return given.items()
    rows = rows_of(given)
    rows = list(rows) if isinstance(rows, Iterable) else [rows]
    if not all(isinstance(row, Mapping) and "id" in row for row in rows):
        raise DataError("a row without an id; expected fields 'id' and 'answer'", name)
    return [(row["id"], row) for row in rows]


def _as_json(given: Any) -> Any:
    """Return a prediction as JSON has it: the texts of an `Answer`, arrays as lists."""
    if isinstance(given, Answer):
        return list(given.texts)
    if isinstance(given, Mapping):
        return {key: _as_json(one) for key, one in given.items()}
    return given.tolist() if hasattr(given, "tolist") else given
