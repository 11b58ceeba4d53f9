"""Train the coreference model: ``python -m symbolic_rc.train coref --data DIR``.

Trains on LitBank's training documents, OntoGUM's training documents of the genres whose text is CC BY or CC
BY-SA, and GAP. Writes ``coref.lex``. The same command gives the same bytes.
"""

from __future__ import annotations

import argparse
import logging
from dataclasses import asdict
from functools import partial
from pathlib import Path

from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.coref.model import CorefModel
from symbolic_rc.train.coref import corpora
from symbolic_rc.train.coref.examples import annotator, examples, split, train_and_set_types
from symbolic_rc.train.coref.ranker import (
    BIAS,
    DROP,
    EPOCHS,
    RATE,
    SEEDS,
    SETTINGS,
    train_ranker,
    train_weights,
)
from symbolic_rc.train.coref.speakers import train_speakers

log = logging.getLogger(__name__)


def main() -> None:
    """Train on all data that may be shipped, and write the model."""
    parser = argparse.ArgumentParser(prog="python -m symbolic_rc.train coref", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of data")
    parser.add_argument("--out", type=Path, help="the file to write; coref.lex among the lexicons by default")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    annotate = annotator(for_training=True)
    litbank, _ = split(examples(corpora.litbank(options.data), annotate))
    open_text = [d for d in corpora.ontogum(options.data, "train") if d.genre in corpora.OPEN_GENRES]
    snippets = [*corpora.gap(options.data, "development"), *corpora.gap(options.data, "validation")]
    others = examples([*open_text, *snippets], annotate)
    types = train_and_set_types(litbank, others)
    ranker = train_ranker([*litbank, *others])
    speakers = train_speakers(litbank, partial(train_weights, seeds=SEEDS[:1]))
    about = {
        "name": "coref",
        "version": "3",
        "source": "LitBank (64 documents), OntoGUM train (academic, bio, court, interview, "
        "news, voyage), GAP",
        "licence": "CC BY 4.0, CC BY-SA; Apache-2.0",
        "options": {"epochs": EPOCHS, "rate": RATE, "drop": DROP, "bias": BIAS, "seeds": SEEDS},
        "trees": asdict(SETTINGS),
    }
    path = options.out or lexicon_path("coref.lex")
    CorefModel(ranker, types, about, speakers).save(path)
    log.info("%s: %d bytes", path, path.stat().st_size)
