"""Speed and memory of annotation: ``python -m eval.bench.annotate --data DIR [--novels N]``.

From raw text to finished `Doc`, on one core, beside spaCy's statistical pipeline of the architecture of
``en_core_web_sm`` (its public configuration, our labels, weights as initialised: only its time matters), in
one run. Then the novels one after the other in one process, and the memory after every tenth.
"""

from __future__ import annotations

import argparse
import os
import platform
import tarfile
import time
from pathlib import Path
from typing import Any

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[_name] = "1"  # before NumPy is imported

import spacy  # noqa: E402
from spacy.language import Language  # noqa: E402
from spacy.training import Example  # noqa: E402

from eval.bench.measure import seconds  # noqa: E402
from symbolic_rc.annotate import pipeline  # noqa: E402
from symbolic_rc.annotate.parser.parse_model import parse_model  # noqa: E402
from symbolic_rc.annotate.tagger.tag_model import tag_model  # noqa: E402
from symbolic_rc.core.processes import resident_memory  # noqa: E402

_LISTENER = {"@architectures": "spacy.Tok2VecListener.v1", "width": 96, "upstream": "tok2vec"}


def rival() -> Language:
    """Return spaCy's small English pipeline, untrained: tok2vec, tagger, parser, ner with its own tok2vec."""
    nlp = spacy.blank("en")
    nlp.max_length = 1 << 31
    nlp.add_pipe("tok2vec")
    tagger: Any = nlp.add_pipe(
        "tagger", config={"model": {"@architectures": "spacy.Tagger.v2", "tok2vec": _LISTENER}}
    )
    parser: Any = nlp.add_pipe(
        "parser",
        config={
            "model": {
                "@architectures": "spacy.TransitionBasedParser.v2",
                "state_type": "parser",
                "extra_state_tokens": False,
                "hidden_width": 64,
                "maxout_pieces": 2,
                "use_upper": True,
                "tok2vec": _LISTENER,
            }
        },
    )
    ner: Any = nlp.add_pipe("ner")
    for name in sorted({label.split("|")[0] for label in tag_model().linear.classes}):
        tagger.add_label(name)
    for name in parse_model().arcs.classes:
        parser.add_label(name)
    for name in ("PERSON", "ORG", "GPE", "LOC", "FAC", "DATE"):
        ner.add_label(name)
    doc = nlp.make_doc("It turned .")
    gold = {"heads": [1, 1, 1], "deps": ["nsubj", "ROOT", "punct"], "tags": ["PRP", "VBD", "."]}
    nlp.initialize(lambda: [Example.from_dict(doc, gold)])
    return nlp


def main() -> None:
    """Run from the command line."""
    options = argparse.ArgumentParser(prog="python -m eval.bench.annotate", description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--novels", type=int, default=80)
    args = options.parse_args()
    with tarfile.open(args.data / "litbank/books.tar.xz") as archive:
        names = sorted(name for name in archive.getnames() if name.endswith(".txt"))
        text = archive.extractfile(names[0]).read().decode("utf-8", "replace")  # type: ignore[union-attr]
        began = time.process_time()
        nlp = pipeline()
        nlp("Warm .")
        print(f"# Annotation on {platform.machine()}, {os.cpu_count()} cores; {names[0]}")
        print(f"load and first call, compiled code cached: {time.process_time() - began:.2f} s of processor")
        part = text[:400_000]
        count = sum(not token.is_space for token in nlp.make_doc(part))
        ours = count / seconds(lambda: nlp(part), 3.0)
        small = text[:60_000]
        small_count = sum(not token.is_space for token in nlp.make_doc(small))
        other = rival()
        parts = [small[i : i + 6000] for i in range(0, 60_000, 6000)]
        theirs = small_count / seconds(lambda: list(other.pipe(parts)), 3.0)
        print(f"symbolic_rc: {ours:,.0f} tokens/s in a book, which is parsed greedily")
        short = [part[i : i + 6000] for i in range(0, len(part), 6000)]
        searched = count / seconds(lambda: list(nlp.pipe(short)), 3.0)
        print(f"symbolic_rc: {searched:,.0f} tokens/s in short texts, where the parser searches")
        print(f"spaCy, en_core_web_sm's architecture: {theirs:,.0f} tokens/s; ratio {ours / theirs:.1f}")
        doc = nlp.make_doc(part)
        for name, component in nlp.pipeline:
            speed = count / seconds(lambda c=component: c(doc), 1.0)  # type: ignore[misc]
            print(f"  {name:<24}{speed:>12,.0f} tokens/s")
        print("\nnovels read   tokens so far   resident memory, MB")
        tokens = 0
        for number, name in enumerate(names[: args.novels], 1):
            novel = archive.extractfile(name).read().decode("utf-8", "replace")  # type: ignore[union-attr]
            tokens += len(nlp(novel))
            if number % 10 == 0 or number == 1:
                print(f"{number:>11}   {tokens:>13,}   {resident_memory() / 1e6:>19,.0f}", flush=True)


if __name__ == "__main__":
    main()
