"""A cache of stories that were read, so that another run reads nothing again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_rc.core.record import Record
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from spacy.language import Language


class StoryCache:
    """Opens stories: from a folder where they were stored, else to be read.

    A story is stored only once its annotation was needed, so that light readers neither read nor write it.
    Several processes may share the folder: each file is written in one step under a name that says what it
    depends on. A folder that cannot be written is reported once and does no harm.

    Parameters
    ----------
    folder : str
        Made if need be; empty to keep nothing.
    pipeline : str
        The annotation pipeline's name, part of each file's name.
    """

    def __init__(self, folder: str = "", pipeline: str = "classical") -> None:
        self._folder, self._name = folder, pipeline

    def open(self, record: Record, pipeline: Language | None = None) -> Story:
        """Return a story, its layers from the folder if they are there."""
        path = self._path(record)
        if path is not None:
            from symbolic_rc.story.disk import open_stored

            return open_stored(path, record, pipeline) or Story(record, pipeline)
        return Story(record, pipeline)

    def store(self, story: Story) -> None:
        """Store a story if it was annotated and is not there yet."""
        if "doc" not in story.__dict__:
            return
        path = self._path(Record(story.id, story.text, (), story.title, story.tokenised))
        if path is None or path.is_file():
            return
        from symbolic_rc.story.disk import store

        if not store(story, path, self._name):
            self._folder = ""

    def _path(self, record: Record) -> Path | None:
        if not self._folder:
            return None
        from symbolic_rc.story.disk import path_of

        return path_of(record, self._folder, self._name)
