"""Coreference, speakers and Quoref's upper bound: ``python -m eval.coref PART --data DIR``.

Parts: ``litbank`` (16 held-out documents), ``folds`` (LitBank five-fold), ``ontogum`` (dev, by genre),
``gap`` (folds over the pages of both parts, and each part by a model that was trained on the other),
``speakers``, ``quoref``, or ``all``; and ``ablation``, which trains without each part of the ranker. Own
annotation throughout.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from eval.coref.ablation import print_ablation
from eval.coref.clusters import show_folds, show_litbank, show_ontogum
from eval.coref.gap import show_gap
from eval.coref.quoref import show_quoref
from eval.coref.speakers import show_speakers
from symbolic_rc.train.annotate.raw import FREE_GENRES
from symbolic_rc.train.coref import corpora
from symbolic_rc.train.coref.examples import CorefExample, annotator, examples

#: Parts for which models are trained.
TRAINING = {"folds", "gap", "ablation"}


def main(arguments: Iterable[str] | None = None) -> None:
    """Run the requested parts."""
    parser = argparse.ArgumentParser(prog="python -m eval.coref", description=__doc__)
    parts = ["litbank", "folds", "ontogum", "gap", "speakers", "quoref"]
    parser.add_argument("part", nargs="?", default="all", choices=[*parts, "ablation", "all"])
    parser.add_argument("--data", type=Path, required=True, help="the folder of data")
    options = parser.parse_args(None if arguments is None else list(arguments))
    wanted = set(parts) if options.part == "all" else {options.part}
    annotate = annotator()
    for_training = annotator(for_training=True) if wanted & TRAINING else None
    litbank: list[CorefExample] = []
    open_text: list[CorefExample] = []
    if wanted & {"litbank", "folds", "gap", "speakers", "ablation"}:
        litbank = examples(corpora.litbank(options.data), annotate, for_training)
    if wanted & TRAINING:
        train = corpora.ontogum(options.data, "train")
        open_text = examples([d for d in train if d.genre in FREE_GENRES], annotate, for_training)
    if "litbank" in wanted:
        show_litbank(litbank)
    if "speakers" in wanted:
        show_speakers(litbank)
    if "ontogum" in wanted:
        show_ontogum(examples(corpora.ontogum(options.data, "dev"), annotate))
    if "quoref" in wanted:
        show_quoref(options.data)
    if wanted & TRAINING:
        snippets = {
            name: examples(corpora.gap(options.data, name), annotate, for_training)
            for name in ("validation", "development")
        }
        if "gap" in wanted:
            show_gap(litbank, open_text, snippets)
        if "ablation" in wanted:
            ontogum = examples(corpora.ontogum(options.data, "dev"), annotate)
            print_ablation(litbank, open_text, ontogum, snippets)
        if "folds" in wanted:
            show_folds(litbank, [*open_text, *(e for part in snippets.values() for e in part)])


if __name__ == "__main__":
    main()
