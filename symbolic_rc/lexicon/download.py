"""Larger lexicons: what is installed, what can be fetched, and how: resumable, checked, in one step."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.cache_folder import cache_folder
from symbolic_rc.core.errors import DataError, LexiconError, SymbolicRCError, check_name
from symbolic_rc.core.files.container import read_container, write_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.lexicon.vectors import pack_vectors

_log = logging.getLogger(__name__)

#: The status of an answer that goes on from where a download broke off; bytes that are read at a time.
_PARTIAL, _BLOCK = 206, 1 << 20


@dataclass(frozen=True, slots=True)
class Remote:
    """What can be fetched: a file, its checksum and size in bytes, and the wanted member of an archive."""

    name: str
    address: str
    sha256: str
    size: int
    member: str
    licence: str
    summary: str


REMOTES = tuple(
    Remote(
        f"glove.6B.{size}d",
        "https://nlp.stanford.edu/data/glove.6B.zip",
        "617afb2fe6cbd085c235baf7a465b96f4112bd7f7ccb2b2cbd649fed9cbcf2fb",
        862_182_613,
        f"glove.6B.{size}d.txt",
        "PDDL 1.0",
        f"published GloVe vectors, 400,000 words, {size} dimensions (Pennington et al. 2014)",
    )
    for size in (50, 100, 200, 300)
)


def folder() -> Path:
    """Return where fetched data is kept."""
    return cache_folder() / "data"


def remote(name: str) -> Remote:
    """Return what can be fetched under that name."""
    known = {each.name: each for each in REMOTES}
    return known[check_name("data", name, known)]


def fetch(what: Remote, into: Path, progress: Callable[[int, int], None] | None = None) -> Path:
    """Fetch a file into a folder unless it is there; go on where an earlier try stopped; check and unpack it.

    `progress` takes the bytes so far, and in all. Raises SymbolicRCError if the network fails (what was
    received is kept for the next try), or the checksum differs.
    """
    into.mkdir(parents=True, exist_ok=True)
    archive = into / what.address.rsplit("/", 1)[-1]
    wanted = into / what.member if what.member else archive
    if wanted.exists():
        return wanted
    if not archive.exists():
        part = archive.with_name(archive.name + ".part")
        _download(what, part, progress)
        digest = hashlib.sha256()
        with open(part, "rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
        if (found := digest.hexdigest()) != what.sha256:
            part.unlink()
            raise SymbolicRCError(
                f"{what.address}: the checksum is {found}, not {what.sha256}; the file was removed, try again"
            )
        os.replace(part, archive)
    if what.member:
        with zipfile.ZipFile(archive) as packed, packed.open(what.member) as source:
            part = wanted.with_name(wanted.name + ".part")
            with open(part, "wb") as target:
                shutil.copyfileobj(source, target, _BLOCK)
            os.replace(part, wanted)
    return wanted


def _download(what: Remote, part: Path, progress: Callable[[int, int], None] | None) -> None:
    have = part.stat().st_size if part.exists() else 0
    if have >= what.size:
        return
    request = urllib.request.Request(what.address, headers={"Range": f"bytes={have}-"} if have else {})
    resume = f"go on with: symbolic-rc data get {what.name}"
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            if answer.status != _PARTIAL:  # the server starts from the beginning
                have = 0
            with open(part, "ab" if have else "wb") as target:
                while block := answer.read(_BLOCK):
                    target.write(block)
                    have += len(block)
                    if progress:
                        progress(have, what.size)
    except (urllib.error.URLError, OSError) as error:
        reason = f"{what.address}: {error}; {have:,} of {what.size:,} bytes are kept"
        raise SymbolicRCError(f"{reason}, {resume}") from error
    if have < what.size:
        reason = f"{what.address}: the connection ended after {have:,} of {what.size:,} bytes"
        raise SymbolicRCError(f"{reason}; {resume}")


def read_glove(path: str | Path, limit: int | None = None) -> tuple[list[str], NDArray[np.float32]]:
    """Return the words of a file in GloVe's text format, or the first of them, and their vectors.

    The vectors are float32, of shape (words, dimensions). A word is what stands before the numbers of a line:
    some published files hold words with blanks in them. Raises DataError if a line has fewer numbers than the
    first, or something else in their place.
    """
    rows: dict[str, NDArray[np.float32]] = {}
    size = 0
    with open(path, encoding="utf-8", errors="replace", newline="\n") as lines:
        for number, line in enumerate(lines, 1):
            parts = line.rstrip("\n").split(" ")
            size = size or len(parts) - 1
            word = " ".join(parts[:-size]) if size else ""
            if not word or len(parts) <= size:
                raise DataError(f"expected a word and {size or 'some'} numbers", path, number)
            try:
                row = np.array(parts[-size:], np.float32)
            except ValueError as error:
                raise DataError(f"expected {size} numbers ({error})", path, number) from None
            rows.setdefault(word, row)  # the first of repeated words counts
            if limit and len(rows) >= limit:
                break
    if not rows:
        raise DataError("holds no vectors", path)
    return [*rows], np.stack([*rows.values()])


def write_vectors(path: str | Path, source: str | Path, limit: int = 60_000) -> None:
    """Turn vectors in GloVe's text format into a lexicon file, with neighbours.

    ``glove.lex`` in the folder ``$SYMBOLIC_RC_LEXICONS`` takes the default's place. Published files are
    sorted by falling frequency; the time for neighbours grows with the square of the words that are taken.
    """
    words, vectors = read_glove(source, limit)
    # frequencies are not published; by Zipf's law they fall with the rank
    counts = (10**8 / (np.arange(len(words)) + 10)).astype(np.int64)
    about = {"name": "glove", "version": Path(source).name, "source": "GloVe", "licence": "PDDL 1.0"}
    write_container(path, about, pack_vectors(words, counts, vectors))


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
    """Fetch data by name, prepare it for use, and say how to use it."""
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
