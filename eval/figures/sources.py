"""The commands whose figures are kept, and where in what they print the figures stand."""

from __future__ import annotations

from dataclasses import dataclass

from symbolic_rc.rules.rule import GROUPS


@dataclass(frozen=True, slots=True)
class Source:
    """A command, and where in what it prints the figures stand.

    Attributes
    ----------
    command : str
        As a reader of README would type it.
    lines : tuple of (str, str)
        A pattern and the name of what it finds, made of the pattern's named groups. The group ``pairs`` holds
        names with numbers; groups that begin with ``n_`` are numbers themselves.
    """

    command: str
    lines: tuple[tuple[str, str], ...]


SOURCES = {
    "engine": Source(
        "python -m eval.engine --data DIR",
        (
            (r"^(?P<set>\w+), cross-validated by story: (?P<pairs>.+)$", "{set}"),
            (r"^## (?P<set>\w+): \w+ [\d.]+; best baseline (?P<reader>\S+) (?P<n_baseline>[\d.]+)", "{set}"),
            (r"^MRR (?P<n_mrr>[\d.]+)$", "narrativeqa"),
        ),
    ),
    "leave-out": Source(
        "python -m eval.engine --data DIR --leave-out",
        ((r"^(?P<set>\w+), without its questions: (?P<pairs>.+)$", "{set}"),),
    ),
    "babi": Source(
        "python -m eval.babi --data DIR --part test",
        (
            (
                r"^(?P<task>\d+) +(?P<part>train|test) +(?P<n_questions>\d+) +(?P<n_right>[\d.]+) "
                r"+\S+ \(\d+\)$",
                "{part}.{task}",
            ),
        ),
    ),
    "annotation": Source(
        "python -m eval.annotation --data DIR",
        ((r"^EWT dev, gold tokens +(?P<pairs>.+)$", "EWT dev"),),
    ),
    "annotation-speed": Source(
        "python -m eval.bench.annotate --data DIR",
        ((r"^symbolic_rc: (?P<n_speed>[\d,]+) tokens/s", "tokens a second"),),
    ),
    "frames": Source(
        "python -m eval.frames --data DIR --syntax own --brief",
        (
            (r"^  predicates .*F1 +(?P<n_f1>[\d.]+)$", "predicates"),
            (r"^  rolesets +(?P<n_right>[\d.]+) %", "rolesets"),
            (r"^  arguments .*F1 +(?P<n_f1>[\d.]+)$", "arguments"),
        ),
    ),
    "litbank": Source(
        "python -m eval.coref litbank --data DIR",
        ((r"^LitBank, 16 held aside .*average (?P<n_average>[\d.]+)$", "held aside"),),
    ),
    "litbank-folds": Source(
        "python -m eval.coref folds --data DIR",
        ((r"^  mean of the folds' averages (?P<n_average>[\d.]+)", "folds"),),
    ),
    "speakers": Source(
        "python -m eval.coref speakers --data DIR",
        ((r"^Speakers, (?P<part>held aside|all): (?P<n_right>[\d.]+) % by mention", "{part}"),),
    ),
    "gap": Source(
        "python -m eval.coref gap --data DIR",
        (
            (
                r"^GAP (?P<part>\w+), 5 folds +"
                r"(?P<way>full system|choosing( or neither)?) +F1 (?P<n_f1>[\d.]+)",
                "{part}.{way}",
            ),
        ),
    ),
    "books": Source(
        "python -m eval.books --data DIR --weights W",
        (
            (
                r"^\| (?P<row>all wordings|as it stands) \| .*\| (?P<n_rouge_l>[\d.]+) \| [\d,]+ ",
                "{row}",
            ),
        ),
    ),
    "faithfulness": Source(
        "python -m eval.faithfulness --data DIR",
        ((r"^(?P<reader>symbolic(:rules)?) on (?P<set>\w+): (?P<pairs>.+)$", "{reader}.{set}"),),
    ),
    "rule-precision": Source(
        "python -m eval.rule_precision --data DIR",
        (
            (
                rf"^(?P<rule>[a-z-]+) +(?:{'|'.join(GROUPS)}) +(?P<n_proposes>\d+) +(?P<n_right>[\d.]+) %$",
                "{rule}",
            ),
        ),
    ),
    "length": Source(
        "python -m eval.bench.scale lengths",
        (
            (
                r"^\| (?P<tokens>[\d,]+) \| (?P<n_seconds>[\d.]+) \| [\d,]+ \| \d+ \| (?P<n_memory>\d+) \|$",
                "{tokens}",
            ),
        ),
    ),
    "mctest-dev": Source(
        "python -m eval.tables mctest-dev --data DIR --weights W",
        ((r"^\| `(?P<reader>[^`]+)`[^|]*\| (?P<n_mc160>[\d.]+) \| (?P<n_mc500>[\d.]+) \|", "{reader}"),),
    ),
    "foreign": Source(
        "python -m eval.foreign --data DIR",
        (
            (
                r"^(?P<set>[^(\n]+) \(\d+; [^)]+\): "
                r"symbolic (?P<n_symbolic>[\d.]+).*; \S+ (?P<n_baseline>[\d.]+)",
                "{set}",
            ),
            (r"^(?P<set>[^(\n]+) \(\d+; [^)]+\): symbolic [\d.]+ / (?P<n_second>[\d.]+)", "{set}"),
            (r"^(?P<set>mean): symbolic (?P<n_symbolic>[\d.]+)", "{set}"),
            (
                r"^(?P<reader>symbolic), confidence of 0.9 and more: (?P<n_answers>\d+) answers, "
                r"(?P<n_right>\d+) % right; expected calibration error (?P<n_error>[\d.]+)$",
                "{reader}",
            ),
        ),
    ),
    "pruning": Source(
        "python -m eval.duorc --data DIR",
        (
            (
                r"^\| half, all, neighbours \(default\) \| (?P<n_kept>[\d.]+) \| (?P<n_recall>[\d.]+) \|$",
                "half",
            ),
        ),
    ),
}
