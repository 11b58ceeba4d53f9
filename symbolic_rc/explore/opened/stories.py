"""The stories of the workbench: those of the data set, texts that were pasted, cases of the checks."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from threading import RLock

from symbolic_rc.behaviour.cases import Case, case_named
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.explore.jobs import Job, Jobs, Tell
from symbolic_rc.explore.opened.chapters import WHOLE
from symbolic_rc.layout import readable
from symbolic_rc.story import Story
from symbolic_rc.story.disk import StoryCache

#: Leads the ids of pasted texts, and of the cases of checks.
PASTED, CASE = "text:", "case:"
_LONGEST, _TEXTS, _READ = 16 << 20, 50, 64


class Stories:
    """Stories by id, each read once.

    Parameters
    ----------
    records : mapping of str to Record
        The data set's.
    cache : str
        A folder where read stories are kept for the next time; empty for none.
    """

    def __init__(self, records: Mapping[str, Record], cache: str = "") -> None:
        self._records = records
        self._pasted: OrderedDict[str, Record] = OrderedDict()
        self._stories: OrderedDict[str, Story] = OrderedDict()
        self._shown: OrderedDict[str, Record] = OrderedDict()
        self.laid_out: set[str] = set()
        """The stories of which a part is read: a run's places in them are those of the whole text."""
        self._cache = StoryCache(cache)
        self._jobs = Jobs()
        self.lock = RLock()
        """Held by whoever reads or answers: one at a time."""

    def paste(self, text: str) -> str:
        """Take a text that a user gives, and return its id.

        Raises
        ------
        SymbolicRCError
            If there is nothing in it, or too much.
        """
        text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        if not text.strip():
            raise SymbolicRCError("the text is empty: paste one, or open a file")
        if len(text) > _LONGEST:
            raise SymbolicRCError(f"the text has {len(text) >> 20} MB; at most {_LONGEST >> 20} are opened")
        key = PASTED + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        self._pasted[key] = Record(key, text, title="Pasted text")
        self._pasted.move_to_end(key)
        while len(self._pasted) > _TEXTS:
            self._pasted.popitem(last=False)
        return key

    def record(self, key: str) -> Record:
        """Return what is read of a story's text, with its questions: of a book or a film the story alone.

        Raises
        ------
        SymbolicRCError
            If there is no such story.
        """
        found = self._shown.get(key)
        if found is None:
            found, part = readable(self._given(key))
            if part is not None:  # its references are found by their words: their places are the whole text's
                questions = tuple(replace(one, spans=()) for one in found.questions)
                found = replace(found, questions=questions)
                self.laid_out.add(key)
            self._shown[key] = found
            while len(self._shown) > _READ:
                self._shown.popitem(last=False)
        return found

    def _given(self, key: str) -> Record:
        if key.startswith(CASE):
            case = self.case(key)
            return case.other or case.record
        record = self._records.get(key) or self._pasted.get(key)
        if record is None:
            gone = "; a pasted text is there until the workbench ends" if key.startswith(PASTED) else ""
            raise SymbolicRCError(f"there is no story {key!r}{gone}")
        return record

    def case(self, key: str) -> Case:
        """Return a case of the checks by its address, such as ``case:mft:0:order/one/3``."""
        kind, _, rest = key.removeprefix(CASE).partition(":")
        seed, _, name = rest.partition(":")
        return case_named(name, kind, int(seed) if seed.isdigit() else 0)

    def question(self, record: Record, key: str) -> Question | None:
        """Return a question of a story by its id."""
        return next((one for one in record.questions if one.id == key), None)

    def story(self, key: str) -> Story:
        """Return a story, read."""
        record = self.record(key)
        with self.lock:
            story = self._stories.get(key)
            if story is None:
                story = self._stories[key] = self.read(record)
            self._stories.move_to_end(key)
            while len(self._stories) > _READ:
                self._stories.popitem(last=False)
            return story

    def read(self, record: Record) -> Story:
        """Read a story with all that pages and rules look at, or take it from the folder of read stories."""
        with self.lock:
            story = self._cache.open(record)
            assert story.facts is not None
            if record.id in self._records:  # what a user pastes is kept nowhere
                self._cache.store(story)
            return story

    def ready(self, key: str) -> Job | None:
        """Return the job that reads a long story; None if it is read, or short enough to be read at once."""
        record = self.record(key)
        if key in self._stories or len(record.text) <= WHOLE:
            return None

        def work(tell: Tell) -> Story:
            tell(0, 0, "reading the text")
            return self.story(key)

        job = self._jobs.start(key, work)
        if job.error:
            raise SymbolicRCError(job.error)
        return job if job.running else None
