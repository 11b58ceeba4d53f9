"""Getting larger data over the network: resumable, checked, atomic."""

from __future__ import annotations

import hashlib
import os
import shutil
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from symbolic_rc.core.cache_folder import cache_folder
from symbolic_rc.core.errors import SymbolicRCError, check_name

#: The status of an answer that goes on from where a download broke off.
_PARTIAL = 206

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Remote:
    """Something that can be fetched.

    Attributes
    ----------
    name : str
    address : str
    sha256 : str
        Of the file behind the address.
    size : int
        In bytes.
    member : str
        The file wanted out of a zip archive, or empty for the file itself.
    licence, summary : str
    """

    name: str
    address: str
    sha256: str
    size: int
    member: str
    licence: str
    summary: str


_GLOVE_6B = "617afb2fe6cbd085c235baf7a465b96f4112bd7f7ccb2b2cbd649fed9cbcf2fb"

REMOTES = tuple(
    Remote(
        f"glove.6B.{size}d",
        "https://nlp.stanford.edu/data/glove.6B.zip",
        _GLOVE_6B,
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
    """Return what can be fetched under that name.

    Raises
    ------
    SymbolicRCError
        If there is nothing of that name.
    """
    known = {each.name: each for each in REMOTES}
    return known[check_name("data", name, known)]


def fetch(what: Remote, into: Path, progress: Callable[[int, int], None] | None = None) -> Path:
    """Fetch a file; go on where an earlier try stopped; check it; unpack the wanted member.

    Parameters
    ----------
    what : Remote
    into : Path
        A folder; made if it is not there.
    progress : callable (bytes so far, bytes in all), optional

    Returns
    -------
    Path
        The file, complete. If it is there already nothing is fetched.

    Raises
    ------
    SymbolicRCError
        If the network fails (what came is kept for the next try), or the checksum is another one.
    """
    into.mkdir(parents=True, exist_ok=True)
    archive = into / what.address.rsplit("/", 1)[-1]
    wanted = into / what.member if what.member else archive
    if wanted.exists():
        return wanted
    if not archive.exists():
        part = archive.with_name(archive.name + ".part")
        _download(what, part, progress)
        found = _digest(part)
        if found != what.sha256:
            part.unlink()
            raise SymbolicRCError(
                f"{what.address}: the checksum is {found}, not {what.sha256}; "
                "what came was removed, try again"
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
        raise SymbolicRCError(
            f"{what.address}: {error}; {have:,} of {what.size:,} bytes are kept, "
            f"go on with: symbolic-rc data get {what.name}"
        ) from error
    if have < what.size:
        raise SymbolicRCError(
            f"{what.address}: the connection ended after {have:,} of {what.size:,} bytes; "
            f"go on with: symbolic-rc data get {what.name}"
        )


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
