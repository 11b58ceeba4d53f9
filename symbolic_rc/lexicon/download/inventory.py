"""What lexicons are installed, and what more can be fetched."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.container import read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.lexicon.download.fetch import REMOTES, fetch, folder, remote
from symbolic_rc.lexicon.download.glove_text import write_vectors

_log = logging.getLogger(__name__)


def inventory() -> Iterator[str]:
    """Yield a line for every lexicon and model file in place, and for everything that can be fetched."""
    place = lexicon_path("wordnet.lex").parent
    yield f"lexicons and models in {place}:"
    for path in sorted(place.glob("*.lex")):
        try:
            about = read_container(path).about
        except LexiconError as error:
            yield f"  {path.name}: {error}"
            continue
        text = f"{about.get('source', '')}; {about.get('licence', '')}".strip("; ")
        yield f"  {path.name}  {path.stat().st_size / 1e6:.1f} MB  {about.get('version', '')}  {text}"
    yield f"to be fetched (symbolic-rc data get NAME), into {folder()}:"
    for each in REMOTES:
        there = ", here" if (folder() / each.member).exists() else ""
        yield f"  {each.name}  {each.size / 1e6:.0f} MB{there}  {each.summary}; {each.licence}"


def get(name: str, out: Path | None = None) -> str:
    """Fetch data by name, prepare it for use, and say how to use it.

    Raises
    ------
    SymbolicRCError
        If there is nothing of that name, the network fails, or the checksum is another one.
    """
    into = out or folder()

    def progress(have: int, size: int) -> None:
        if have == size or have // (50 << 20) != (have - (1 << 20)) // (50 << 20):
            _log.info("%d of %d MB", have >> 20, size >> 20)

    text = fetch(remote(name), into, progress)
    ready = into / name / "glove.lex"
    if not ready.exists():
        ready.parent.mkdir(exist_ok=True)
        _log.info("quantising, and finding neighbours")
        write_vectors(ready, text)
    return (
        f"{text}\n{ready}\nthe default vectors give way to these where this is set: "
        f"SYMBOLIC_RC_LEXICONS={ready.parent}"
    )
