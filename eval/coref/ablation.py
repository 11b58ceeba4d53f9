"""Ablation of the ranker: trained and evaluated without each of its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from unittest import mock

from eval.coref.clusters import clusters
from eval.coref.gap import gap_scores, page_of
from symbolic_rc.coref.linking import assemble
from symbolic_rc.coref.model import EntityRanker
from symbolic_rc.train.coref.examples import CorefExample, split, train_and_set_types, training_versions
from symbolic_rc.train.coref.main import train_ranker, train_weights


def print_ablation(
    litbank: Sequence[CorefExample],
    open_text: Sequence[CorefExample],
    ontogum: Sequence[CorefExample],
    snippets: Mapping[str, Sequence[CorefExample]],
) -> None:
    """Train and evaluate with and without each part, and print the table.

    Parameters
    ----------
    litbank, open_text, ontogum : sequence of CorefExample
        LitBank, OntoGUM's training part of open genres, and its dev part.
    snippets : mapping of str to sequence of CorefExample
        GAP's ``validation`` and ``development``.
    """
    training, test = split(litbank)
    judged = snippets["validation"]
    pages = {page_of(example) for example in judged}
    others = [*open_text, *(e for e in snippets["development"] if page_of(e) not in pages)]
    train_and_set_types(training, [*test, *others, *ontogum, *judged])
    for part in snippets.values():
        for example in part:
            example.relabel()
    train = [*training, *others]
    every = [*train, *training_versions(train), *test, *ontogum, *judged]
    documents = [example.document for example in every]

    def row(name: str, trainer: Callable[[Sequence[CorefExample]], EntityRanker] = train_ranker) -> None:
        ranker = trainer(train)
        free, choosing = gap_scores(judged, ranker)
        scores = (clusters(test, ranker).average, clusters(ontogum, ranker).average, free.f1(), choosing.f1())
        print(f"| {name} | " + " | ".join(f"{100 * score:.1f}" for score in scores) + " |", flush=True)

    print("|  | LitBank | OntoGUM | GAP, full | GAP, choosing |\n| --- |" + " ---: |" * 4)
    row("all of it")
    row("no trees: the sum of weights decides", train_weights)
    with mock.patch("symbolic_rc.coref.linking._later_subject", return_value=-1):
        for example, document in zip(every, documents, strict=True):
            example.document = assemble(document.syntax, document.mentions, document.quotes)
    row("no pronoun is linked after a later subject")
    row("... and no trees", train_weights)
    for example, document in zip(every, documents, strict=True):
        example.document = document
    with mock.patch("eval.coref.response.litbank_span", lambda syntax, c: (c.start, c.end)):
        row("LitBank's mentions with the detected spans, not those of its guidelines")
