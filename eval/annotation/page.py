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
per cent, of the shipped models, with their own tags throughout. The pipelines differ in their parsers, and
the best in a second look at tags: `classical:quick` decides greedily; `classical`, the usual one, searches
with a beam, as here, but in texts of more than 20,000 words; `classical:best` compares the trees that
searches end with as a whole, for four readings of the tags, and takes, with its tags, the one that most of
the trees' probability agrees with. What is tuned there (what a search's score and a tag's, of either look,
count, how often a feature must be seen, the temperature of the probabilities, what the parser's score of a
relation counts) was chosen with an eye on EWT dev. GUM's copy has no tags or lemmas, and the words of its
reddit part are masked. Data sets' questions have no trees; of the right shape are those whose root is a
verb, where they begin with a question word and a form of *do*; whose clause with *whose* describes the
person whose name is asked for; and whose verbs have one subject.
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

Models of one seed, each with one thing more than the one before, then those that ship (the mean of three
taggers and of two parsers), and these with the rules that mend tags and trees. Parsers are given the shipped
tagger's tags. GUM's free genres are those whose text is CC BY or CC BY-SA. The prose is of LitBank's novels,
without the annotated pages, and of FairytaleQA's training tales, 1.2 million words with the trees that the
best parser finds. Trained by `python -m eval.annotation --data DATA --ablate`.
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
        "\n## Entities\n\nLitBank, held aside; the last column takes runs of capitals for persons.\n\n",
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
