"""The page of annotation, ``eval/ANNOTATION.md``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from eval.annotation.ablation import KEPT

PAGE = Path(__file__).parent.with_name("ANNOTATION.md")
#: What `eval.annotation.stanza_models` found last.
STANZA = Path(__file__).with_name("stanza.json")
_HEAD = """# Annotation

Written by `python -m eval.annotation --data DATA --write`; change the code, not this page. All figures are
per cent, of the shipped models, with their own tags throughout. `classical:quick` tags once and parses
greedily. `classical`, the usual pipeline, re-tags low-confidence tags, reranks whole trees from a beam search
over up to three tag sequences, and takes the tree of minimum Bayes risk, with its tags; it treats texts of
more than 20,000 words as `classical:quick` does, though not here. `classical:best` compares twice as many
trees, over up to four tag sequences. Hyperparameters of these (weights of the search's and the taggers'
scores, feature thresholds, the temperature, the number of trees) were chosen on EWT dev.
GUM's copy has no tags or lemmas, and the words of its reddit part are masked. Data sets' questions have no
gold trees. Their trees have the right shape if the root is a verb, where a question word and a form of *do*
come first; if the clause with *whose* modifies the person whose name is wanted; and if no verb has two
subjects.
"""
_STANZA = """
## Beside Stanza

Small models without word vectors, trained on EWT alone by Stanza's own trainers, four minutes each
beside other work, some 200 updates of the tagger and 380 of the parser, which is no more than a beginning:
`python -m eval.annotation.stanza_models --data DATA --out models --minutes 4 --write`. Stanza's published
models learned far longer, from more, with word vectors, and are better.
"""
_ABLATION = """
## What is it worth?

Models of one seed, each with one thing more than the one before; then the shipped ones (the mean of three
taggers and of two parsers), and these with the rules that correct tags and trees. Parsers get the shipped
tagger's tags. GUM's free genres are those whose text is CC BY or CC BY-SA. Trained by
`python -m eval.annotation --data DATA --ablate`.
"""


#: The figures of each pipeline.
Tables = dict[str, Mapping[str, float | None]]


def percent(value: float | None) -> str:
    """Return a share as per cent, or a dash."""
    return "-" if value is None else f"{100 * value:.2f}"


def rows_of(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown; all columns but the first are numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def write(
    treebanks: Mapping[str, Tables],
    entities: Mapping[str, tuple[int, float, float, float, float]],
) -> None:
    """Write the page: treebanks, entities, and the ablation as it was kept last."""
    parts = [_HEAD, "\n## Tags and trees\n"]
    for title, tables in treebanks.items():
        columns = list(next(iter(tables.values())))
        rows = [
            [f"`{name}`", *(percent(table[column]) for column in columns)] for name, table in tables.items()
        ]
        parts += [f"\n{title}:\n\n", rows_of(["pipeline", *columns], rows)]
    parts += [
        "\n## Entities\n\nLitBank, held out; the last column takes runs of capitals for persons.\n\n",
        rows_of(
            ["type", "gold", "P", "R", "F1", "capitals F1"],
            [[kind, str(count), *map(percent, shares)] for kind, (count, *shares) in entities.items()],
        ),
    ]
    if STANZA.exists():
        names, compared = json.loads(STANZA.read_text("utf-8"))
        parts += [_STANZA, "\n", rows_of(["EWT dev, gold tokens", *names], compared)]
    if KEPT.exists():
        kept = json.loads(KEPT.read_text("utf-8"))
        parts += [
            _ABLATION,
            "\n",
            rows_of(
                ["model", "EWT dev UPOS", "UAS", "LAS", "GUM dev UAS", "LAS"],
                [[title, *map(percent, figures)] for title, figures in kept],
            ),
        ]
    PAGE.write_text("".join(parts), "utf-8")
