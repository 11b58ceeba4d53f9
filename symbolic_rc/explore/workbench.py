"""All that is open: one object that every page uses, and rulebooks as a part of an address."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from symbolic_rc.compare.comparison import JudgedAnswer
from symbolic_rc.compare.support import judged_answers
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Answer, Question
from symbolic_rc.engine import Engine
from symbolic_rc.explore.data import Data
from symbolic_rc.explore.effect import CaseCache, Effect, RulebookAnswers, effect
from symbolic_rc.explore.jobs import Job, Jobs, Report
from symbolic_rc.explore.stories import Stories
from symbolic_rc.readers.symbolic import profile_of
from symbolic_rc.rules.rulebook import Rulebook, default_rulebook
from symbolic_rc.story import Story
from symbolic_rc.story.corrections import Correction, parse_corrections

#: Maximum number of characters of a rulebook as TOML.
_LONGEST = 400_000


def encode_toml(toml: str) -> str:
    """Return TOML, of a rulebook or of corrections, as a part of an address.

    Examples
    --------
    >>> decode_toml(encode_toml("[[rule]]"))
    '[[rule]]'
    """
    return base64.urlsafe_b64encode(zlib.compress(toml.encode(), 9)).decode().rstrip("=")


def decode_toml(text: str) -> str:
    """Return what `encode_toml` encoded.

    Raises
    ------
    SymbolicRCError
        If it is not such a part of an address.
    """
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        engine = zlib.decompressobj()
        found = engine.decompress(data, _LONGEST)
        if engine.unconsumed_tail:
            raise ValueError("too long")
        return found.decode()
    except (ValueError, binascii.Error, zlib.error) as error:
        raise SymbolicRCError(
            f"the address has no valid rulebook or corrections ({error}); open Rules again"
        ) from None


@lru_cache(maxsize=64)
def decode_rulebook(packed_book: str) -> Rulebook:
    """Return the rulebook of an address, the default one for an empty text; shared, do not change it.

    Raises
    ------
    SymbolicRCError
        If it, or one of its rules, cannot be read.
    """
    if not packed_book:
        return default_rulebook()
    return default_rulebook().parse(decode_toml(packed_book), "the rulebook")


def encode_rulebook(book: Rulebook) -> str:
    """Return a rulebook as a part of an address: empty for the default one."""
    toml = book.to_toml()
    return "" if toml == default_rulebook().to_toml() else encode_toml(toml)


#: The readers of the workbench: the engine, and its unfitted rules.
READERS = ("symbolic", "symbolic:rules")


class Workbench:
    """What is open, and what is computed from it.

    Parameters
    ----------
    data : Data
    cache : str
        A folder where read stories are kept; empty for none.
    """

    def __init__(self, data: Data, cache: str = "") -> None:
        self.data = data
        self.stories = Stories(data.records, cache)
        self.jobs = Jobs()
        self._engine = lru_cache(maxsize=16)(self._make_engine)
        self._kept: dict[str, CaseCache] = {}
        self._own: dict[str, RulebookAnswers] = {}

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
            return encode_rulebook(default_rulebook().read(path)) if path else ""
        except SymbolicRCError:
            return ""

    def engine(self, reader: str = "", book: str = "") -> Engine:
        """Return the engine of a reader with an encoded rulebook; shared, do not change it."""
        return self._engine(reader if reader in READERS else self.reader, book)

    def _make_engine(self, reader: str, book: str) -> Engine:
        options = self.data.options
        profile = str(options.get("profile", ""))
        weights = str(options.get("weights", "")) if reader == READERS[0] else None
        engine = Engine(weights=weights, profile=profile if weights is not None else "")
        if weights is not None and not profile:
            engine.profile = profile_of(self.data.format)
        engine.refuse_below = float(options.get("refuse_below", 0.0) or 0.0)
        engine.rules = decode_rulebook(book)
        return engine

    def corrections(self, state: Mapping[str, str]) -> tuple[Correction, ...]:
        """Return the corrections in an address."""
        return parse_corrections(decode_toml(state["fix"])) if state["fix"] else ()

    def story(self, state: Mapping[str, str]) -> Story:
        """Return the story of an address, read, with its corrections."""
        return self.stories.story(state["story"], decode_toml(state["fix"]) if state["fix"] else "")

    def explain(
        self, read: Story, question: Question, reader: str = "", book: str = "", why_not: str = ""
    ) -> Answer:
        """Answer a question about a story, with its trace, and why another answer was not given."""
        engine = self.engine(reader, book)
        with self.stories.lock:
            answer = engine.answer(read, question)
            return replace(answer, trace=engine.explain(read, question, why_not)) if why_not else answer

    def judge(
        self, read: Story, question: Question, answers: Sequence[str], reader: str = "", book: str = ""
    ) -> list[JudgedAnswer]:
        """Judge given answers to a question: does the story support them?"""
        engine = self.engine(reader, book)
        with self.stories.lock:
            return judged_answers(read, engine.support_all(read, [(question, one) for one in answers]))

    def rerun(self, reader: str, book: str) -> Job:
        """Answer the whole data set by a rulebook, and compare with the rulebook of the open run."""
        reader = reader if reader in READERS else self.reader
        order = decode_rulebook(book).names

        def work(report: Report) -> Effect:
            before = self._given(reader, self.own_book, report)
            after = self._given(reader, book, report)
            report(len(self.data.asked), len(self.data.asked), "comparing")
            return effect(self.data, before, after, order)

        return self.jobs.start(("effect", reader, book), work)

    def _given(self, reader: str, book: str, report: Report) -> RulebookAnswers:
        """Return the answers of a rulebook to every question; those of the open run's are kept."""
        if book == self.own_book and reader in self._own:
            return self._own[reader]
        if reader not in self._kept:
            self._kept[reader] = CaseCache(self.data, self.stories, self.engine(reader))
        given = self._kept[reader].answers(self.engine(reader, book), report)
        if book == self.own_book:
            self._own[reader] = given
        return given
