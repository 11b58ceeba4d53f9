"""Stories on disk: what was read loads again unchanged, and much faster than it was read."""

from __future__ import annotations

import hashlib
import logging
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_rc.core.cache_folder import private
from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.container import read_container, read_header, write_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Record
from symbolic_rc.graph.inference.clauses import own_clauses
from symbolic_rc.story import layers
from symbolic_rc.story.story import Story

if TYPE_CHECKING:
    from spacy.language import Language

log = logging.getLogger(__name__)

#: Version of the layout; a file of another is read again from its text.
LAYOUT = 6


@lru_cache(maxsize=8)
def fingerprint(pipeline: str = "classical") -> str:
    """Return what reading depends on beside the text: version, pipeline, checksums of its models."""
    try:
        release = version("symbolic_rc")
    except PackageNotFoundError:
        release = "source"
    parts = [release, str(LAYOUT), pipeline]
    folder = lexicon_path("coref.lex").parent
    for path in sorted(folder.glob("*.lex")):
        if path.name in ("engine.lex", "books.lex", "support.lex"):
            continue  # answers only
        parts.append(path.name + read_header(path)["sha256"])
    parts += map(repr, own_clauses())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def to_disk(story: Story, path: str | Path, pipeline: str = "classical") -> None:
    """Write a story with all its layers, in one step: the file is complete or not there."""
    packer = layers.Packer()
    layers.pack_tokens(packer, story.tokens)
    layers.pack(packer, "doc", story.doc)
    packer.array("doc.chars", story.chars)
    layers.pack(packer, "frames", story.frames)
    layers.pack(packer, "resolution", story.resolution)
    known = story if story.clauses is None else story.with_clauses(own_clauses())
    layers.pack(packer, "facts", known.facts)
    packer.column("story", "str", (story.id, story.title, story.text))
    about: dict[str, Any] = {"name": "story", "layout": LAYOUT, "tokenised": story.tokenised}
    write_container(path, {**about, "fingerprint": fingerprint(pipeline)}, packer.arrays())


def from_disk(path: str | Path, pipeline: Language | None = None) -> Story:
    """Return a story that `to_disk` wrote; its layers are taken from the file, each at its first use.

    Raises LexiconError if the file is missing, damaged, or of another layout.
    """
    container = read_container(path, rebuild="reading the text again")
    if container.about.get("name") != "story" or container.about.get("layout") != LAYOUT:
        raise LexiconError(f"{path}: not a story of this version; read the text again")
    unpacker = layers.Unpacker(container)
    name, title, text = unpacker.column("story", "str")
    return _StoredStory(Record(name, text, (), title, container.about["tokenised"]), unpacker, pipeline)


class _StoredStory(Story):
    """A story whose layers come from a file."""

    def __init__(self, record: Record, unpacker: layers.Unpacker, pipeline: Language | None) -> None:
        super().__init__(record, pipeline)
        self._unpacker = unpacker

    @cached_property
    def tokens(self) -> Any:
        return layers.unpack_tokens(self._unpacker, self.text)

    @cached_property
    def chars(self) -> Any:
        return self._unpacker.array("doc.chars")

    @cached_property
    def doc(self) -> Any:
        return layers.unpack(self._unpacker, "doc", self)

    @cached_property
    def frames(self) -> Any:
        return layers.unpack(self._unpacker, "frames", self)

    @cached_property
    def resolution(self) -> Any:
        return layers.unpack(self._unpacker, "resolution", self)

    @cached_property
    def facts(self) -> Any:
        known = layers.unpack(self._unpacker, "facts", self)
        return known if self.clauses in (None, own_clauses()) else self.reinfer(known)


class StoryCache:
    """Opens stories: from a folder where they were stored, else to be read.

    A story is stored only once its annotation was needed, so that light readers neither read nor write it.
    Several processes may share the folder: each file is written in one step under a name that says what it
    depends on, and two that read the same text write the same bytes. A damaged file is reported and removed;
    a folder that cannot be written, or that others can write to (`private`), is reported once and not used.
    An empty folder keeps nothing.
    """

    def __init__(self, folder: str | Path = "", pipeline: str = "classical") -> None:
        self._folder, self._name = Path(folder).resolve() if folder else None, pipeline
        self._checked = False

    def open(self, record: Record, pipeline: Language | None = None) -> Story:
        """Return a story, its layers from the folder if they are there."""
        if (path := self.path(record.text, record.tokenised)) is None:
            return Story(record, pipeline)
        try:
            if not path.is_file():
                return Story(record, pipeline)
            stored = from_disk(path, pipeline)
            if stored.text != record.text:
                raise LexiconError(f"{path}: the story of another text")
        except (LexiconError, OSError) as error:
            log.warning("%s; the text is read again", error)
            with suppress(OSError):
                path.unlink()
            return Story(record, pipeline)
        stored.id, stored.title = record.id, record.title
        return stored

    def read(self, record: Record, pipeline: Language | None = None) -> Story:
        """Return a story; one that is not in the folder is read whole and stored."""
        story = self.open(record, pipeline)
        self._write(story)
        return story

    def store(self, story: Story) -> None:
        """Store a story if it was annotated and is not there yet."""
        if "doc" in vars(story):
            self._write(story)

    def _write(self, story: Story) -> None:
        path = self.path(story.text, story.tokenised)
        if path is None or path.is_file():
            return
        try:
            private(path.parent.parent)
            path.parent.mkdir(exist_ok=True)
            to_disk(story, path, self._name)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        log.warning("%s: stories cannot be kept there (%s)", self._folder, error.strerror or error)
        self._folder = None

    def path(self, text: str, tokenised: bool = False) -> Path | None:
        """Return where a text's story is kept: by the text and by all that reading it depends on."""
        if self._folder is not None and not self._checked and self._folder.exists():
            try:
                private(self._folder)
                self._checked = True
            except OSError as error:
                self._give_up(error)
        if self._folder is None:
            return None
        whole = f"{fingerprint(self._name)}\n{tokenised}\n{text}"
        key = hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
        return self._folder / key[:2] / f"{key}.story"
