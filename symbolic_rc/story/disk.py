"""Stories on disk: what was read loads again unchanged, and much faster than it was read."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.container import Container, read_container, write_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Record
from symbolic_rc.story.columns import Packer, Unpacker
from symbolic_rc.story.layers import (
    pack_doc,
    pack_facts,
    pack_frames,
    pack_resolution,
    pack_tokens,
    unpack_doc,
    unpack_facts,
    unpack_frames,
    unpack_resolution,
    unpack_tokens,
)
from symbolic_rc.story.story import Story

if TYPE_CHECKING:
    from spacy.language import Language

log = logging.getLogger(__name__)

#: Version of the layout; a file of another is read again from its text.
LAYOUT = 4


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
        if path.name in ("engine.lex", "books.lex"):
            continue  # answers only
        with open(path, "rb") as file:
            file.readline()
            size = int.from_bytes(file.read(8), "little")
            parts.append(path.name + json.loads(file.read(size))["sha256"])
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def key_of(record: Record, pipeline: str = "classical") -> str:
    """Return the name under which a story is kept: by its text and by all that reading depends on."""
    whole = f"{fingerprint(pipeline)}\n{record.tokenised}\n{record.text}"
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def to_disk(story: Story, path: str | Path, pipeline: str = "classical") -> None:
    """Write a story with all its layers, in one step: the file is complete or not there."""
    packer = Packer()
    pack_tokens(packer, story.tokens)
    pack_doc(packer, story.doc)
    packer.array("doc.chars", story.chars)
    pack_frames(packer, story.frames)
    pack_resolution(packer, story.resolution)
    pack_facts(packer, story.facts)
    packer.rows("story", [(story.id, story.title, story.text)], "sss")
    about: dict[str, Any] = {
        "name": "story",
        "layout": LAYOUT,
        "tokenised": story.tokenised,
        "fingerprint": fingerprint(pipeline),
    }
    write_container(path, about, packer.arrays())


def from_disk(path: str | Path, pipeline: Language | None = None) -> Story:
    """Return a story that `to_disk` wrote; its layers are taken from the file, each at its first use.

    Raises
    ------
    LexiconError
        If the file is missing, damaged, or of another layout.
    """
    container = read_container(path, rebuild="reading the text again")
    if container.about.get("name") != "story" or container.about.get("layout") != LAYOUT:
        raise LexiconError(f"{path}: not a story of this version; read the text again")
    unpacker = Unpacker(container)
    name, title, text = unpacker.rows("story", "sss")[0]
    return _StoredStory(Record(name, text, (), title, container.about["tokenised"]), unpacker, pipeline)


def packed(story: Story) -> tuple[Any, ...]:
    """Return a story as `unpacked` takes it, for pickle: its text, its pipeline, the layers read so far."""
    from symbolic_rc.annotate import portable

    read, packer = vars(story), Packer()
    layers = [name for name in _PACKED if name in read or isinstance(story, _StoredStory)]
    for name in layers:
        _PACKED[name](packer, getattr(story, name))
    about = (story.id, story.text, story.title, story.tokenised)
    return about, portable(story.pipeline), layers, packer.arrays()


def unpacked(
    about: tuple[Any, ...], pipeline: Language | str | None, layers: Sequence[str], arrays: dict[str, Any]
) -> Story:
    """Return the story that `packed` took apart; what was not read yet is read when it is needed."""
    from symbolic_rc.annotate import default_pipeline, unportable

    name, text, title, tokenised = about
    nlp, unpacker = unportable(pipeline), Unpacker(Container({}, arrays))
    story = Story(Record(name, text, (), title, tokenised), nlp)
    read = vars(story)
    if "doc" in layers:
        read["doc"] = unpack_doc(unpacker, (nlp or default_pipeline()).vocab)
    if "frames" in layers:
        read["frames"] = unpack_frames(unpacker)
    if "resolution" in layers:
        read["resolution"] = unpack_resolution(unpacker)
    return story


#: The layers that take long to read.
_PACKED: dict[str, Callable[[Packer, Any], None]] = {
    "doc": pack_doc,
    "frames": pack_frames,
    "resolution": pack_resolution,
}


class _StoredStory(Story):
    """A story whose layers come from a file."""

    def __init__(self, record: Record, unpacker: Unpacker, pipeline: Language | None) -> None:
        super().__init__(record, pipeline)
        self._unpacker = unpacker

    @cached_property
    def tokens(self) -> Any:
        return unpack_tokens(self._unpacker, self.text)

    @cached_property
    def doc(self) -> Any:
        from symbolic_rc.annotate import default_pipeline

        return unpack_doc(self._unpacker, (self._pipeline or default_pipeline()).vocab)

    @cached_property
    def chars(self) -> Any:
        return self._unpacker.array("doc.chars")

    @cached_property
    def frames(self) -> Any:
        return unpack_frames(self._unpacker)

    @cached_property
    def resolution(self) -> Any:
        return unpack_resolution(self._unpacker)

    @cached_property
    def facts(self) -> Any:
        return unpack_facts(self._unpacker, self.doc, self.resolution)


def read(
    record: Record, cache: str | Path, pipeline: Language | None = None, name: str = "classical"
) -> Story:
    """Return a story from a folder of read stories, reading it first where it is not there.

    Several processes may share the folder: each file is written in one step, and two that read the same text
    write the same bytes.

    Parameters
    ----------
    record : Record
    cache : str or Path
        The folder; made if it is not there.
    pipeline : Language, optional
    name : str
        The pipeline's name, which is part of the key.
    """
    path = path_of(record, cache, name)
    story = open_stored(path, record, pipeline)
    if story is None:
        story = Story(record, pipeline)
        store(story, path, name)
    return story


def path_of(record: Record, cache: str | Path, name: str = "classical") -> Path:
    """Return where a folder of read stories keeps a text's."""
    key = key_of(record, name)
    return Path(cache) / key[:2] / f"{key}.story"


def open_stored(path: Path, record: Record, pipeline: Language | None = None) -> Story | None:
    """Return the story of a record, or None where it is not there; a file that is damaged is removed."""
    try:
        if not path.is_file():
            return None
        stored = from_disk(path, pipeline)
        if stored.text != record.text:
            raise LexiconError(f"{path}: the story of another text")
    except (LexiconError, OSError) as error:
        log.warning("%s; the text is read again", error)
        with suppress(OSError):
            path.unlink()
        return None
    stored.id, stored.title = record.id, record.title
    return stored


def store(story: Story, path: Path, name: str = "classical") -> bool:
    """Write a story's file, if it can be written; a warning says where it cannot."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        to_disk(story, path, name)
    except OSError as error:
        log.warning("%s: stories cannot be kept there (%s)", path.parent.parent, error.strerror)
        return False
    return True
