"""Processes: forked while a thread reads, spawned, of `concurrent.futures` and of joblib."""

import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor

import pytest

import symbolic_rc

TEXT = "Ann sold the mill to Bob. It cost nine pounds. Bob gave it to Carl, because he was old."
QUESTIONS = ("Who sold the mill?", "What did it cost?", "Who has the mill now?")


def answers(number):
    engine = symbolic_rc.load()
    story = engine.read(f"{TEXT} Number {number} came.")
    return [engine.answer(story, question).text for question in QUESTIONS]


def ended(child, seconds):
    """Return the exit status of a child, or kill it."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return status
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "hung"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_while_threads_answer_answers_the_same():
    expected, stop = answers(0), threading.Event()

    def work():
        number = 0
        while not stop.is_set():
            answers(number := number + 1)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        found = []
        for pause in range(8):
            time.sleep(0.013 * pause)
            child = os.fork()
            if not child:
                try:
                    os._exit(answers(0) != expected)
                finally:
                    os._exit(2)
            found.append(ended(child, 60))
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert found == [0] * 8


@pytest.mark.parametrize("way", ["fork", "spawn", "forkserver"])
def test_processes_of_the_standard_library(way):
    if way not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {way} here")
    with ProcessPoolExecutor(2, multiprocessing.get_context(way)) as pool:
        found = list(pool.map(answers, [0, 1]))
    assert found == [answers(0), answers(1)]


def test_joblib():
    joblib = pytest.importorskip("joblib")
    found = joblib.Parallel(2)(joblib.delayed(answers)(number) for number in (0, 1))
    assert found == [answers(0), answers(1)]
