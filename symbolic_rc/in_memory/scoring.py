"""A reader over a data set in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symbolic_rc.batch.scoring import Scoring
from symbolic_rc.core.answer import Answer
from symbolic_rc.in_memory.rows import records_of
from symbolic_rc.in_memory.scored import Scored
from symbolic_rc.layout import readable
from symbolic_rc.readers import Reader, ReaderOptions, load_reader
from symbolic_rc.story import Story


def score(
    data: Any,
    reader: str | Reader = "symbolic",
    format: str = "auto",
    name: str = "",
    **options: Any,
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
        raise TypeError(f"options are for readers by name, not for one that is made: {', '.join(options)}")
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
