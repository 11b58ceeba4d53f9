"""Frames on the English Web Treebank's dev part: ``python -m eval.frames --data DIR``.

Predicates, rolesets and arguments of the installed parser, on own annotation of gold tokens and on gold
syntax; arguments are scored as in CoNLL-2005. Then the open argument of the questions written for the project
(with ``--questions`` alone: only these, without data), and the model's size.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eval.frames.arguments import score
from eval.frames.open_argument import questions
from symbolic_rc.annotate.pipeline import SETTINGS
from symbolic_rc.core.files.container import read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.frames import EXACT, READING
from symbolic_rc.frames.model import FILE, FrameModel, frame_model
from symbolic_rc.train.frames.main import gold_docs, own_docs
from symbolic_rc.train.frames.propbank import concatenated, join


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m eval.frames", description=__doc__)
    parser.add_argument("--data", type=Path, help="the folder of data")
    parser.add_argument("--questions", action="store_true", help="the open argument of questions alone")
    parser.add_argument("--syntax", choices=("own", "gold", "both"), default="both")
    parser.add_argument("--pipeline", choices=tuple(SETTINGS), default="classical")
    parser.add_argument("--brief", action="store_true", help="without the rows of roles and kinds")
    parser.add_argument("--model", type=Path, help="another model file than the installed one")
    options = parser.parse_args()
    if options.questions:
        questions()
        return
    if options.data is None:
        parser.error("--data is needed, or --questions")
    model = FrameModel.of(read_container(options.model)) if options.model else frame_model()
    sentences, counts = join(
        options.data / "ewt/en_ewt-ud-dev.conllu.xz", options.data / "propbank_ewt/ewt-dev.gold_skel.xz"
    )
    sentences = concatenated(sentences)
    print("EWT dev:", ", ".join(f"{name} {n}" for name, n in counts.items()))
    for name in ("own", "gold"):
        if options.syntax in (name, "both"):
            docs = list(gold_docs(sentences) if name == "gold" else own_docs(sentences, options.pipeline))
            table, speed = score(sentences, docs, model, EXACT)
            table.show(f"{name} syntax ({speed:,.0f} tokens/s on top of annotation)", not options.brief)
            score(sentences, docs, model, READING)[0].show_arguments("for readers")
    file = options.model or lexicon_path(FILE)
    print(f"model: {file.stat().st_size / 1e6:.1f} MB")
    if options.model is None:
        questions()


if __name__ == "__main__":
    main()
