"""The commands whose figures are kept, what of what they print is kept, and which layers make it."""

from __future__ import annotations

from dataclasses import dataclass

from symbolic_rc.rules.rule import GROUPS


@dataclass(frozen=True, slots=True)
class Source:
    """A command, and where in what it prints the figures stand.

    Attributes
    ----------
    command : str
        As a reader would type it; ``DIR`` is the folder of data, ``WORK`` one for what is made on the way.
    layers : str
        Names of `eval.figures.freshness.LAYERS`: what makes the figures, with all that these rest on.
    minutes : int
        About how long it takes on two cores, until `eval.all` has measured it.
    lines : tuple of (str, str)
        A pattern and the name of what it finds, made of the pattern's named groups. The group ``pairs`` holds
        names with numbers; groups that begin with ``n_`` are numbers themselves.
    tables : bool
        Whether the Markdown tables that it prints are kept, too, by row and column.
    before : tuple of str
        Commands whose output files it needs.
    cores : int
        How many processes it runs; two sources of one core are renewed beside each other.
    """

    command: str
    layers: str
    minutes: int
    lines: tuple[tuple[str, str], ...] = ()
    tables: bool = False
    before: tuple[str, ...] = ()
    cores: int = 1


def _table(name: str, layers: str, minutes: int, options: str = "", before: tuple[str, ...] = ()) -> Source:
    command = f"python -m eval.tables {name} --data DIR{options}"
    return Source(command, layers, minutes, tables=True, before=before, cores=1 + (name != "duorc-1"))


def _neural(part: str, minutes: int) -> Source:
    command = f"python -m eval.neural --data DIR --runs WORK --parts {part}"
    return Source(command, "ranker neural", minutes, tables=True)


def _printed(command: str, layers: str, minutes: int, *lines: tuple[str, str], cores: int = 1) -> Source:
    return Source(command, layers, minutes, lines, cores=cores)


_TRAIN = "python -m symbolic_rc train"
_BOOK_WEIGHTS = (
    "python -m eval.books --data DIR --ids > WORK/books.ids",
    f"{_TRAIN} DIR/narrativeqa/valid.json DIR/quoref/quoref-dev-v0.1.json DIR/fairytaleqa/fairytaleqa.tar.xz "
    "DIR/duorc/paraphraserc-squad-format-train.json --without WORK/books.ids --folds 2 --out WORK/books.lex",
)

#: In the order in which `eval.all` renews them: short ones first.
SOURCES = {
    "suites": _printed(
        "python -m eval.engine_suites examples tests/rules/plain.jsonl tests/rules/third.jsonl",
        "ranker",
        1,
        (
            r"^(?P<told>every question answered|refusing below [\d.]+): (?P<suite>\w+): "
            r"(?P<n_right>\d+) of (?P<n_questions>\d+)",
            "{told}, {suite}",
        ),
    ),
    "meteor": _printed(
        "python -m eval.parity --data DIR --meteor",
        "lexicons",
        3,
        (r"^  same: ours [\d.]+, theirs (?P<n_without>[\d.]+)  (?P<name>METEOR)\|", "{name}"),
        (r"^  with paraphrases the program gives (?P<n_with>[\d.]+)$", "METEOR"),
    ),
    "annotation-speed": _printed(
        "python -m eval.bench.annotate --data DIR",
        "annotation",
        10,
        (r"^symbolic_rc: (?P<n_speed>[\d,]+) tokens/s", "tokens a second"),
    ),
    "engine-speed": _printed(
        "python -m eval.bench.engine --data DIR --stories 12",
        "ranker",
        2,
        (r"^(?P<what>\w[\w ]*?) {2,}(?P<n_microseconds>\d+) microseconds a question$", "{what}"),
        (r"^(?P<what>answering): (?P<n_questions>\d+) questions a second", "{what}"),
        (r"^(?P<what>reading): (?P<n_tokens>\d+) tokens a second", "{what}"),
    ),
    "core": _printed(
        "python -m eval.bench --only rouge_l overlap cosine distance",
        "matching",
        4,
        (
            r"^\| (?P<task>[^|]+?) +\| (?P<n_rate>[\d.]+) (?P<unit>[GMk]? ?[\w ]+)/s +\| "
            r"(?P<rival>[^|]+?) +\|[^|]+\| (?P<n_ratio>[\d,]+) x ",
            "{task}, {unit} a second, beside {rival}",
        ),
    ),
    "growth": Source("python -m eval.bench.scale growth", "ranker", 5, tables=True),
    "length": Source("python -m eval.bench.scale lengths", "ranker", 4, tables=True),
    "annotation": Source("python -m eval.annotation --data DIR", "annotation", 6, tables=True),
    "frames": _printed(
        "python -m eval.frames --data DIR --syntax own --brief",
        "frames",
        2,
        (r"^  predicates .*F1 +(?P<n_f1>[\d.]+)$", "predicates"),
        (r"^  rolesets +(?P<n_right>[\d.]+) %", "rolesets"),
        (r"^  arguments .*F1 +(?P<n_f1>[\d.]+)$", "arguments"),
    ),
    "litbank": _printed(
        "python -m eval.coref litbank --data DIR",
        "coreference",
        2,
        (r"^LitBank, 16 held out .*average (?P<n_average>[\d.]+)$", "held out"),
    ),
    "speakers": _printed(
        "python -m eval.coref speakers --data DIR",
        "coreference",
        2,
        (r"^Speakers, (?P<part>held out|all): (?P<n_right>[\d.]+) % by mention", "{part}"),
    ),
    "duorc-self": _table("duorc-self", "ranker", 1),
    "duorc-paraphrase": _table("duorc-paraphrase", "ranker", 1),
    "duorc-1": _table("duorc-1", "annotation", 1),
    "mctest": _table("mctest", "ranker", 4),
    "mctest-dev": _table(
        "mctest-dev",
        "training",
        3,
        " --weights WORK/mctest.lex",
        (f"{_TRAIN} DIR/mctest/mc160.train.tsv DIR/mctest/mc500.train.tsv --out WORK/mctest.lex",),
    ),
    "quoref": _table("quoref", "ranker", 4),
    "fairytaleqa": _table("fairytaleqa", "ranker", 6),
    "narrativeqa": _table("narrativeqa", "ranker", 8),
    "hermann2015-plain": _table("hermann2015-plain", "coreference frames matching", 5),
    "hermann2015": _table(
        "hermann2015", "ranker", 12, " --runs WORK", ("python -m eval.cloze --data DIR --runs WORK --train",)
    ),
    "foreign": _printed(
        "python -m eval.foreign --data DIR/foreign --calibration",
        "ranker",
        8,
        (
            r"^(?P<set>[^(\n]+) \((?P<n_questions>\d+); [^)]+\): "
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
        (
            r"^(?P<bin>\d\.\d to \d\.\d) +(?P<n_answers>\d+) +(?P<n_mean>[\d.]+) +(?P<n_right>[\d.]+)$",
            "confidence {bin}",
        ),
    ),
    "behaviour": Source("python -m eval.behaviour --data DIR", "ranker", 12, tables=True),
    "rule-precision": _printed(
        "python -m eval.rule_precision --data DIR",
        "rules",
        2,
        (
            rf"^(?P<rule>[a-z-]+) +(?:{'|'.join(GROUPS)}) +(?P<n_proposes>\d+) +(?P<n_right>[\d.]+) %$",
            "{rule}",
        ),
        cores=2,
    ),
    "faithfulness": _printed(
        "python -m eval.faithfulness --data DIR",
        "ranker",
        5,
        (r"^(?P<reader>symbolic(:rules)?) on (?P<set>\w+): (?P<pairs>.+)$", "{reader}.{set}"),
        cores=2,
    ),
    "babi": _printed(
        "python -m eval.babi --data DIR --part test",
        "rules",
        8,
        (
            r"^(?P<task>\d+) +(?P<part>train|test) +(?P<n_questions>\d+) +(?P<n_right>[\d.]+) "
            r"+\S+ \(\d+\)$",
            "{part}.{task}",
        ),
    ),
    "pruning": Source("python -m eval.duorc --data DIR", "coreference matching", 8, tables=True),
    "retrieval": Source("python -m eval.retrieval --data DIR --cache WORK/stories", "rules", 10, tables=True),
    "gap": _printed(
        "python -m eval.coref gap --data DIR",
        "coreference training",
        10,
        (
            r"^GAP (?P<part>\w+), 5 folds +"
            r"(?P<way>full system|choosing( or neither)?) +F1 (?P<n_f1>[\d.]+)",
            "{part}.{way}",
        ),
    ),
    "litbank-folds": _printed(
        "python -m eval.coref folds --data DIR",
        "coreference training",
        15,
        (r"^  mean of the folds' averages (?P<n_average>[\d.]+)", "folds"),
    ),
    "engine": _printed(
        "python -m eval.engine --data DIR --foreign DIR/foreign --jobs 2",
        "ranker training",
        25,
        (r"^(?P<set>[\w-]+), cross-validated by story: (?P<pairs>.+)$", "{set}"),
        (r"^## (?P<set>[\w-]+): \w+ [\d.]+; best baseline \S+ (?P<n_baseline>[\d.]+)", "{set}"),
        (r"^MRR (?P<n_mrr>[\d.]+)$", "narrativeqa"),
        cores=2,
    ),
    "leave-out": _printed(
        "python -m eval.engine --data DIR --leave-out --jobs 2",
        "ranker training",
        60,
        (r"^(?P<set>\w+), without its questions: (?P<pairs>.+)$", "{set}"),
        cores=2,
    ),
    "books": Source(
        "python -m eval.books --data DIR --weights WORK/books.lex --cache WORK/stories",
        "training books",
        45,
        tables=True,
        before=_BOOK_WEIGHTS,
    ),
    "narrativeqa-6": _table(
        "narrativeqa-6", "training books", 60, " --weights WORK/books.lex --cache WORK/stories", _BOOK_WEIGHTS
    ),
    "coref-parts": Source(
        "python -m eval.coref ablation --data DIR", "coreference training", 120, tables=True
    ),
    "annotation-parts": Source(
        "python -m eval.annotation.ablation --data DIR", "annotation training", 240, tables=True
    ),
    "neural-cnn": _neural("cnn", 70),
    "neural-quoref": _neural("quoref", 20),
    "neural-narrativeqa": _neural("narrativeqa", 40),
    "neural-fairytaleqa": _neural("fairytaleqa", 20),
    "neural-curves": _neural("curves", 240),
    "neural-checks": _neural("checks", 10),
}
