"""Fuzz the reading of files, the answering of questions, and interrupts of either.

    python -m eval.fuzz --files 20000 --questions 20000 --interrupts 1000 --data DIR

Prints the seeds, what the cases ended in, and every case that ended in a traceback or a failed story; the
exit status is 1 if there was one. Equal seeds and counts give equal cases.
"""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path

from eval.fuzz import files, interrupts, questions


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--interrupts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--data", type=Path, help="folder of data sets; else own files and bundled stories")
    parser.add_argument("--keep", type=Path, help="keep the files of findings there")
    parser.add_argument("--reader", default="symbolic", help="asked the questions")
    chosen = parser.parse_args()
    logging.disable(logging.WARNING)
    reports = []
    if chosen.questions:
        reports.append(questions.run(chosen.questions, chosen.seed, chosen.data, chosen.reader))
    if chosen.files:
        reports.append(files.run(chosen.files, chosen.seed, chosen.data, chosen.keep))
    if chosen.interrupts:
        reports.append(interrupts.run(chosen.interrupts, chosen.seed))
    logging.disable(logging.NOTSET)
    for report in reports:
        print(report)
    sys.exit(any(report.findings for report in reports))


if __name__ == "__main__":
    main()
