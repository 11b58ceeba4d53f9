"""Hold our metrics equal to the field's own scorers on real answers.

``python -m eval.parity --data DIR [--meteor]``

1. Quoref: the stored exact match and F1 of every one of TASE's predictions.
2. NarrativeQA valid, BERT's predictions: BLEU-1 to 4 and ROUGE-L of ``pycocoevalcap``, which is the toolkit
   that the data's authors used, for the corpus and (ROUGE-L) question by question.
3. The same answers, and TASE's, by SQuAD 2.0's official functions, as ``transformers`` carries them; DuoRC's
   scorer is SQuAD 1.1's, which differs for empty answers only.
4. FairytaleQA val, one annotator's answers against the other's: ``rouge-score``.
5. With ``--meteor``: our METEOR against the official program without its paraphrase stage, question by
   question, and what the stage adds.

It ends with status 1 if anything differs. Needs ``pip install 'symbolic_rc[meteor]' rouge-score``, and Java
for 5.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eval.parity.meteor import meteor
from eval.parity.overlap import fairytaleqa, narrativeqa, quoref, squad


def main() -> int:
    """Run every comparison; return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m eval.parity", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--meteor", action="store_true", help="compare METEOR too (needs Java)")
    options = parser.parse_args()
    checks = [quoref, narrativeqa, squad, fairytaleqa, *([meteor] if options.meteor else [])]
    passed = [check(options.data) for check in checks]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
