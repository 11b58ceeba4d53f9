"""The stories of the workbench, those of the data set, pasted texts and cases of the checks, in chapters."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from threading import RLock
from typing import Any

from symbolic_rc.behaviour.cases import BehaviouralCase, case_named
from symbolic_rc.core.errors import SymbolicRCError, check_size, check_text, whole_number
from symbolic_rc.core.record import Record
from symbolic_rc.explore.jobs import Job, Jobs, Report
from symbolic_rc.layout import readable
from symbolic_rc.layout.chapters import WHOLE
from symbolic_rc.story import READ_LAYERS, Story
from symbolic_rc.story.corrections import parse_corrections
from symbolic_rc.story.disk import StoryCache

#: Prefixes of the ids of pasted texts, and of cases of the checks.
PASTED, CASE = "text:", "case:"
#: Characters of one pasted text and of all; stories that stay read.
_LONGEST, _ALL, _READ = 16 << 20, 256 << 20, 64


def _keep(kept: OrderedDict[str, Any], key: str, value: Any) -> None:
    """Keep a value as the latest, and of all the latest few."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > _READ:
        kept.popitem(last=False)


class Stories:
    """Stories by id, those of the data set's records and pasted ones, each read once; kept in a folder."""

    def __init__(self, records: Mapping[str, Record], cache: str = "") -> None:
        self._records = records
        self._pasted: dict[str, Record] = {}
        self._stories: OrderedDict[str, Story] = OrderedDict()
        self._shown: OrderedDict[str, Record] = OrderedDict()
        self.excerpted: set[str] = set()
        """Stories of which only a part is read, while the offsets of a run are those of the whole text."""
        self._cache = StoryCache(cache)
        self._jobs = Jobs()
        self.lock = RLock()
        """Held while reading or answering."""

    def paste(self, text: str, title: str = "Pasted text") -> str:
        """Add a text of the user, and return its id; it is kept until the workbench stops.

        Raises SymbolicRCError if it is empty or too long, or all that were pasted are.
        """
        text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        if not text.strip():
            raise SymbolicRCError("the text is empty: paste one, or open a file")
        check_size("the text", len(text), _LONGEST)
        check_text("the text", text)
        key = PASTED + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        if key not in self._pasted:
            every = sum(len(one.text) for one in self._pasted.values()) + len(text)
            check_size("with this text, all that was pasted", every, _ALL)
            self._pasted[key] = Record(key, text, title=title)
        return key

    def record(self, key: str) -> Record:
        """Return the part of a text that is read, with its questions: of a book or screenplay, the story."""
        if (found := self._shown.get(key)) is None:
            found, part = readable(self._given(key))
            if part is not None:  # spans are offsets in the whole text: references are found by their words
                questions = tuple(replace(one, spans=()) for one in found.questions)
                found = replace(found, questions=questions)
                self.excerpted.add(key)
            _keep(self._shown, key, found)
        return found

    def _given(self, key: str) -> Record:
        if key.startswith(CASE):
            case = self.case(key)
            return case.other or case.record
        record = self._records.get(key) or self._pasted.get(key)
        if record is None:
            gone = "; pasted texts are lost when the workbench stops" if key.startswith(PASTED) else ""
            raise SymbolicRCError(f"there is no story {key!r}{gone}")
        return record

    def case(self, key: str) -> BehaviouralCase:
        """Return a case of the checks by its address, such as ``case:mft:0:order/one/3``."""
        kind, _, rest = key.removeprefix(CASE).partition(":")
        seed, _, name = rest.partition(":")
        return case_named(name, kind, whole_number(seed) or 0)

    def story(self, key: str, corrections: str = "") -> Story:
        """Return a story, read, with corrections in TOML."""
        record, name = self.record(key), f"{key}\n{corrections}" if corrections else key
        with self.lock:
            story = self._stories.get(name)
            if story is None and corrections:
                story = self.story(key).with_corrections(parse_corrections(corrections))
            story = story or self.read(record)
            _keep(self._stories, name, story)
            return story

    def read(self, record: Record, report: Report = lambda done, of, what: None) -> Story:
        """Read a story with all layers, or load it from the folder of read stories."""
        with self.lock:
            story = self._cache.open(record)
            for done, (layer, name) in enumerate(READ_LAYERS.items()):
                report(done, len(READ_LAYERS), name)
                getattr(story, layer)
            if record.id in self._records:  # pasted texts are never stored
                self._cache.store(story)
            return story

    def ready(self, key: str) -> Job | None:
        """Return the job that reads a long story; None if it is read already, or short."""
        record = self.record(key)
        if key in self._stories or len(record.text) <= WHOLE:
            return None

        def work(report: Report) -> Story:
            story = self.read(record, report)
            with self.lock:
                _keep(self._stories, key, story)
            return story

        job = self._jobs.start(key, work)
        if job.error:
            raise SymbolicRCError(job.error)
        return job if job.running else None
