"""Interrupts at random moments of reading and answering.

Each case reads or asks until it is interrupted: by a timer, by a signal that another thread sends, or by
another thread's `_thread.interrupt_main`. The work must end in KeyboardInterrupt, and the engine, asked again
about the story that it was interrupted at, must answer as it did before. Everything runs in a process of its
own, so that one that dies is a finding.
"""

from __future__ import annotations

import _thread
import functools
import gc
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from eval.fuzz.report import Report, told

#: Seconds within which interrupts come, and after which one that never came up is a finding.
_WITHIN, _LOST = {"cold": 1.5, "unread": 0.15, "asked before": 0.06}, 10.0
#: Interrupts between two rounds in which all questions are asked again.
_ROUND = 25

TEXTS = (
    "Old Marta Quill sold the mill to Ada Holm, a trader from Kells, in 1902. Ada gave it to her "
    "brother, Bo. Bo was taller than his sister. "
    "He kept the wheel, because it was made of oak, and sold the stones. "
    '"I shall never sell the mill," said Bo to Marta. She laughed and went to the harbour.',
    "Osric lent his lamp to Nell before the storm. Nell walked to the quarry and dropped the lamp there. "
    "When the boat came back, Osric asked for his lamp. Nell had to buy another one for three coins.",
)
QUESTIONS = (
    ("Who sold the mill?", "Where was Ada from?", "Why did Bo keep the wheel?", "When was the mill sold?",
     "Who is taller than Ada?", "What did Bo sya to Marta?"),
    ("Who lent Nell the lamp?", "Where did Nell drop the lamp?", "How many coins did Nell pay?",
     "When did Osric ask for his lamp?"),
)  # fmt: skip


class Interrupted(KeyboardInterrupt):
    """What the handlers here raise."""


def _by_timer(delay: float) -> Callable[[], object]:
    signal.setitimer(signal.ITIMER_REAL, delay)
    return lambda: signal.setitimer(signal.ITIMER_REAL, 0)


def _by_thread(delay: float, send: Callable[[], object]) -> Callable[[], object]:
    timer = threading.Timer(delay, send)
    timer.start()
    return timer.join


#: Ways to interrupt the main thread after some seconds; each returns what waits for it, or calls it off.
WAYS: tuple[Callable[[float], Callable[[], object]], ...] = (
    _by_timer,
    lambda delay: _by_thread(delay, lambda: os.kill(os.getpid(), signal.SIGINT)),
    lambda delay: _by_thread(delay, _thread.interrupt_main),
)


#: What the engine knows when the work begins: nothing, all but the story, or the answers, too.
STATES = ("cold", *["unread"] * 4, *["asked before"] * 5)


def forget() -> None:
    """Drop what was loaded or computed once: lexicons, models, all that functions remember."""
    from symbolic_rc.lexicon.files import Once

    for kept in gc.get_objects():
        if isinstance(kept, Once):
            kept.forget()
        elif isinstance(kept, functools._lru_cache_wrapper):
            place = kept.__module__
            if place.startswith("symbolic_rc.") and not place.startswith("symbolic_rc.core."):
                kept.cache_clear()


def _answers(engine: Any, story: Any, number: int) -> list[Any]:
    return [
        (one.text, one.rule, one.confidence)
        for one in (engine.answer(story, question) for question in QUESTIONS[number])
    ]


def interrupt(count: int, seed: int, first: int = 0) -> None:
    """Interrupt this often in this process; prints a line for each outcome."""
    import symbolic_rc

    def stop(number: int, frame: Any) -> None:
        raise Interrupted

    engine = symbolic_rc.load()
    stories = [engine.read(text) for text in TEXTS]
    expected = [_answers(engine, story, number) for number, story in enumerate(stories)]
    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a shell's background
    for case in range(first, first + count):
        choose = random.Random(f"{seed} {case}")
        number = choose.randrange(len(TEXTS))
        way, state = choose.choice(WAYS), choose.choice(STATES)
        if state == "cold":
            forget()
            stories = [engine.read(text) for text in TEXTS]  # what was read goes with what was forgotten
        print(f"{case} begun", flush=True)
        outcome = "lost"
        settled: Callable[[], object] = bool
        try:
            settled = way(choose.random() * _WITHIN[state])
            until = time.monotonic() + _LOST
            while time.monotonic() < until:
                if state != "asked before":
                    stories[number] = engine.read(TEXTS[number])
                _answers(engine, stories[number], number)
        except KeyboardInterrupt:
            outcome = "interrupted"
        except BaseException as error:
            outcome = f"ended in {told(error)}"
        settled()
        try:
            again = range(len(TEXTS)) if case % _ROUND == 0 else [number]
            for one in again:
                if _answers(engine, stories[one], one) != expected[one]:
                    outcome = f"{outcome}, and other answers afterwards"
        except BaseException as error:
            outcome = f"{outcome}, and afterwards {told(error)}"
            stories = [engine.read(text) for text in TEXTS]
        print(f"{case} {outcome}", flush=True)


def run(count: int, seed: int) -> Report:
    """Interrupt this often, in as many processes as necessary.

    Parameters
    ----------
    count : int
    seed : int
    """
    report, done = Report("interrupts", seed), 0
    while done < count:
        command = f"from eval.fuzz.interrupts import interrupt; interrupt({count - done}, {seed}, {done})"
        process = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-c", command],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        begun = done
        for line in process.stdout:
            case, _, outcome = line.rstrip().partition(" ")
            begun = int(case)
            if outcome == "begun":
                continue
            done = begun + 1
            report.count("interrupted" if outcome == "interrupted" else "failed")
            if outcome != "interrupted":
                report.found(begun, "interrupt", outcome)
        said = process.stderr.read()
        if process.wait():
            report.count("failed")
            report.found(begun, "interrupt", f"exit status {process.returncode}: {said[-1500:]}")
            done = begun + 1
    return report
