"""Loads what reading and answering need: a pool's workers are forked from a process that imports this.

They start at once, and share the memory of models and kernels.
"""

import gc
import signal
from contextlib import suppress

import symbolic_rc

stop = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a stop is for the pool, which ends this process
with suppress(Exception):  # a worker meets it again, and says so
    engine = symbolic_rc.load()
    engine.answer(engine.read("Ann sold the mill to Bo, because she was poor."), "Why did Ann sell the mill?")
    gc.freeze()  # no collection writes to the shared memory
signal.signal(signal.SIGINT, stop)
