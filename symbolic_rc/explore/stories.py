"""The stories of the workbench, those of the data set, pasted texts and cases of the checks, in chapters."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import RLock
from typing import Any

from symbolic_rc.behaviour.cases import BehaviouralCase, case_named
from symbolic_rc.core.errors import SymbolicRCError, check_size, check_text, whole_number
from symbolic_rc.core.record import Record
from symbolic_rc.explore.jobs import Job, Jobs, Report
from symbolic_rc.layout import readable
from symbolic_rc.story import Story
from symbolic_rc.story.disk import StoryCache

#: Maximum characters of a text shown whole, and minimum of a part of one without headings.
WHOLE, PART = 24_000, 12_000
_HEADING = re.compile(
    r"^[ \t]*((?:chapter|book|part|act|scene|canto|letter)\s+(?:[ivxlc]+|\d+|[a-z-]+)\b[^\n]{0,60})[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_BREAK = re.compile(r"\n[ \t]*\n|(?<=[.!?])\s")
_TITLE = 40


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a text: characters `start` to `end` (exclusive)."""

    title: str
    start: int
    end: int


def chapters(text: str) -> list[Chapter]:
    """Split a long text at its headings, else at ends of paragraphs or sentences.

    Examples
    --------
    >>> chapters("Ada kept the mill.")
    [Chapter(title='', start=0, end=18)]
    """
    if len(text) <= WHOLE:
        return [Chapter("", 0, len(text))]
    heads = list(_HEADING.finditer(text))
    starts = [(match.start(), " ".join(match[1].split())[:_TITLE]) for match in heads]
    if not starts or starts[0][0] > 0:
        starts.insert(0, (0, "Opening"))
    ends = [start for start, _ in starts[1:]] + [len(text)]
    found: list[Chapter] = []
    for (start, title), end in zip(starts, ends, strict=True):
        pieces = _pieces(text, start, end)
        for number, (first, last) in enumerate(pieces, 1):
            name = f"{title}, part {number}" if len(pieces) > 1 else title
            found.append(Chapter(name, first, last))
    return found


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Split a chapter that is too long itself."""
    pieces = []
    while end - start > WHOLE:
        cut = _BREAK.search(text, start + PART, min(start + WHOLE, end))
        at = cut.end() if cut else start + PART
        pieces.append((start, at))
        start = at
    return [*pieces, (start, end)]


def chapter_at(found: list[Chapter], place: int) -> int:
    """Return the number of the chapter of a character."""
    return max((i for i, one in enumerate(found) if one.start <= place), default=0)


#: Prefixes of the ids of pasted texts, and of cases of the checks.
PASTED, CASE = "text:", "case:"
#: Characters of one pasted text and of all; stories that stay read.
_LONGEST, _ALL, _READ = 16 << 20, 256 << 20, 64


def _keep(kept: OrderedDict[str, Any], key: str, value: Any, most: int) -> None:
    """Keep a value as the latest, and of all the latest few."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)


class Stories:
    """Stories by id, each read once.

    Parameters
    ----------
    records : mapping of str to Record
        The data set's.
    cache : str
        A folder where read stories are kept; empty for none.
    """

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

    def paste(self, text: str) -> str:
        """Add a text of the user, and return its id.

        Raises
        ------
        SymbolicRCError
            If it is empty or too long, or all that were pasted are: each is kept until the workbench stops.
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
            self._pasted[key] = Record(key, text, title="Pasted text")
        return key

    def record(self, key: str) -> Record:
        """Return the part of a text that is read, with its questions: of a book or screenplay, the story.

        Raises
        ------
        SymbolicRCError
            If there is no such story.
        """
        if (found := self._shown.get(key)) is None:
            found, part = readable(self._given(key))
            if part is not None:  # spans are offsets in the whole text: references are found by their words
                questions = tuple(replace(one, spans=()) for one in found.questions)
                found = replace(found, questions=questions)
                self.excerpted.add(key)
            _keep(self._shown, key, found, _READ)
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

    def story(self, key: str) -> Story:
        """Return a story, read."""
        record = self.record(key)
        with self.lock:
            story = self._stories.get(key) or self.read(record)
            _keep(self._stories, key, story, _READ)
            return story

    def read(self, record: Record) -> Story:
        """Read a story with all layers, or load it from the folder of read stories."""
        with self.lock:
            story = self._cache.open(record)
            assert story.facts is not None
            if record.id in self._records:  # pasted texts are never stored
                self._cache.store(story)
            return story

    def ready(self, key: str) -> Job | None:
        """Return the job that reads a long story; None if it is read already, or short."""
        record = self.record(key)
        if key in self._stories or len(record.text) <= WHOLE:
            return None

        def work(report: Report) -> Story:
            report(0, 0, "reading the text")
            return self.story(key)

        job = self._jobs.start(key, work)
        if job.error:
            raise SymbolicRCError(job.error)
        return job if job.running else None
