"""Loads what reading and answering need where workers are forked from: they share its memory.

It is in no folder whose own imports would come before it says what not to import.
"""

import gc
from contextlib import suppress

import symbolic_rc
from symbolic_rc.core.imports import skip_unused

skip_unused()
with suppress(Exception):  # a worker meets it again, and says so
    engine = symbolic_rc.load()
    engine.answer(engine.read("Ann sold the mill to Bo, because she was poor."), "Why did Ann sell the mill?")
    gc.freeze()  # no collection writes to the shared memory
