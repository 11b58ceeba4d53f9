"""All that is open: one object that every page asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.question import Question
from symbolic_rc.core.trace import Trace
from symbolic_rc.engine import Engine
from symbolic_rc.explore.jobs import Job, Jobs, Tell
from symbolic_rc.explore.opened.books import address_of, book_of
from symbolic_rc.explore.opened.data import Data
from symbolic_rc.explore.opened.effect import Effect, Given, Kept, effect
from symbolic_rc.explore.opened.stories import Stories
from symbolic_rc.readers.symbolic import profile_of
from symbolic_rc.rules.rulebook import default_rulebook

#: The readers that answer in the workbench: the engine, and its rules without anything fitted.
READERS = ("symbolic", "symbolic:rules")


@dataclass(frozen=True, slots=True)
class Explained:
    """An answer with its trace."""

    answer: Answer
    trace: Trace


class Workbench:
    """What is open, and what is worked out of it.

    Parameters
    ----------
    data : Data
    cache : str
        A folder where read stories are kept for the next time; empty for none.
    """

    def __init__(self, data: Data, cache: str = "") -> None:
        self.data = data
        self.stories = Stories(data.records, cache)
        self.jobs = Jobs()
        self._engine = lru_cache(maxsize=16)(self._made)
        self._kept: dict[str, Kept] = {}
        self._own: dict[str, Given] = {}

    @property
    def reader(self) -> str:
        """The reader that made the open run, if it is one of these; else the rules alone."""
        named = str(self.data.options.get("reader", ""))
        return named if named in READERS else READERS[1]

    @cached_property
    def own_book(self) -> str:
        """The rulebook that the open run was made with, as a part of an address."""
        path = str(self.data.options.get("rulebook", ""))
        try:
            return address_of(default_rulebook().read(path)) if path else ""
        except SymbolicRCError:
            return ""

    def engine(self, reader: str = "", book: str = "") -> Engine:
        """Return the engine of a reader with a rulebook, as an address holds it; do not change it."""
        return self._engine(reader if reader in READERS else self.reader, book)

    def _made(self, reader: str, book: str) -> Engine:
        options = self.data.options
        profile = str(options.get("profile", ""))
        weights = str(options.get("weights", "")) if reader == READERS[0] else None
        engine = Engine(weights=weights, profile=profile if weights is not None else "")
        if weights is not None and not profile:
            engine.profile = profile_of(self.data.format)
        engine.refuse_below = float(options.get("refuse_below", 0.0) or 0.0)
        engine.rules = book_of(book)
        return engine

    def explain(
        self, story: str, question: Question, reader: str = "", book: str = "", why_not: str = ""
    ) -> Explained:
        """Answer a question about a story, with the trace of how, and why not another answer."""
        read, engine = self.stories.story(story), self.engine(reader, book)
        with self.stories.lock:
            answer = engine.answer(read, question)
            trace = engine.explain(read, question, why_not)
        return Explained(answer, trace)

    def run_again(self, reader: str, book: str) -> Job:
        """Answer the whole data set by a rulebook, and compare with that of the open run."""
        reader = reader if reader in READERS else self.reader
        order = book_of(book).names

        def work(tell: Tell) -> Effect:
            before = self._given(reader, self.own_book, tell)
            after = self._given(reader, book, tell)
            tell(len(self.data.asked), len(self.data.asked), "comparing")
            return effect(self.data, before, after, order)

        return self.jobs.start(("effect", reader, book), work)

    def _given(self, reader: str, book: str, tell: Tell) -> Given:
        """Return what a rulebook answers to every question; the open run's is remembered."""
        if book == self.own_book and reader in self._own:
            return self._own[reader]
        if reader not in self._kept:
            self._kept[reader] = Kept(self.data, self.stories, self.engine(reader))
        given = self._kept[reader].answers(self.engine(reader, book), tell)
        if book == self.own_book:
            self._own[reader] = given
        return given
