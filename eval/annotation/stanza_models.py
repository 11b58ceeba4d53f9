"""Small models of Stanza's, trained on EWT by Stanza's own trainers, beside our pipeline.

Stanza's published models cannot be had everywhere, and are trained on more than EWT. These see EWT's training
part and nothing else: no word vectors, no character models, small layers, and the minutes that are given.
Every twentieth document is left out of training, and the state that does best there is kept; EWT dev is seen
by none. Words and sentences are given: what is compared is tags, lemmas and trees.

python -m eval.annotation.stanza_models --data DATA --out models [--minutes 8]
"""

from __future__ import annotations

import argparse
import contextlib
import json
import lzma
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from eval.annotation.page import percent, rows_of
from eval.annotation.treebanks import gold_token_table
from symbolic_rc.annotate import pipeline
from symbolic_rc.annotate.adapters.installed import stanza_pipeline
from symbolic_rc.annotate.conllu import read_treebank

#: One document of so many is left to choose the best state of a model.
_HELD = 20
_SMALL = (
    "--lang en --no_pretrain --num_layers 1 --hidden_dim 150 --word_emb_dim 100 --char_hidden_dim 50 "
    "--char_emb_dim 50 --deep_biaff_hidden_dim 100 --eval_interval 100"
).split()
#: Stanza's trainers, and what makes their models small.
TRAINERS = {
    "lemma": ("lemmatizer", ["--dict_only"]),
    "pos": ("tagger", [*_SMALL, "--batch_size", "30"]),
    "depparse": ("parser", [*_SMALL, "--batch_size", "400"]),
}


def split(source: Path, folder: Path) -> dict[str, Path]:
    """Write the documents to train on and those to choose by; return their files."""
    with lzma.open(source, "rt", encoding="utf-8") as file:
        documents = file.read().split("# newdoc id")[1:]
    parts = {"train": [one for i, one in enumerate(documents) if i % _HELD], "held": documents[::_HELD]}
    files = {}
    for part, chosen in parts.items():
        files[part] = folder / f"{part}.conllu"
        files[part].write_text("".join(f"# newdoc id{one}" for one in chosen), encoding="utf-8")
    return files


def train(
    files: dict[str, Path],
    models: Path,
    minutes: float,
    options_of: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, float]:
    """Train every model that is not there yet; return the minutes that each took.

    Parameters
    ----------
    files : dict
        ``train`` and ``held``, as `split` returns them.
    models : Path
    minutes : float
        At most, for each.
    options_of : mapping, optional
        By model, further options for its trainer.
    """
    took = {}
    for name, (trainer, options) in TRAINERS.items():
        target = models / "en" / name / "ewt.pt"
        if target.exists():
            continue
        command = [sys.executable, "-m", f"stanza.models.{trainer}", *options, "--shorthand", "en_ewt"]
        command += ["--train_file", str(files["train"]), "--eval_file", str(files["held"])]
        command += (options_of or {}).get(name, ())
        command += ["--save_dir", str(target.parent), "--save_name", target.name]
        began = time.monotonic()
        with contextlib.suppress(subprocess.TimeoutExpired):  # the best state so far is kept
            subprocess.run(command, check=True, timeout=60 * minutes)
        took[name] = (time.monotonic() - began) / 60
    return took


def describe(models: Path) -> None:
    """Write the file by which Stanza knows which models there are."""
    names = dict.fromkeys(TRAINERS, "ewt")
    language = {name: {"ewt": {}} for name in TRAINERS}
    english = {**language, "packages": {"default": names}, "lang_name": "English"}
    (models / "resources.json").write_text(json.dumps({"en": english}, indent=1), encoding="utf-8")


def main() -> None:
    """Train, compare, and print the table."""
    options = argparse.ArgumentParser(prog="python -m eval.annotation.stanza_models", description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--out", type=Path, required=True, help="folder for the models")
    options.add_argument("--minutes", type=float, default=8, help="at most for each trainer")
    args = options.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    files = split(args.data / "ewt/en_ewt-ud-train.conllu.xz", args.out)
    for name, minutes in train(files, args.out, args.minutes).items():
        print(f"{name}: {minutes:.1f} minutes", flush=True)
    describe(args.out)
    gold = read_treebank(args.data / "ewt/en_ewt-ud-dev.conllu.xz")
    rows = []
    for title, nlp in (
        ("ours", pipeline("classical")),
        ("Stanza, small", stanza_pipeline("en", folder=args.out)),
    ):
        found = gold_token_table(nlp, gold)
        rows.append([title, *map(percent, found.values())])
    print(rows_of(["EWT dev, gold tokens", *found], rows))


if __name__ == "__main__":
    main()
