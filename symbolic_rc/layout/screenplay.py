"""Screenplays: scene headings, speakers, directions, speech."""

from __future__ import annotations

import re

from symbolic_rc.layout.segments import Block, Segment, blocks

_SCENE = re.compile(r"^\s*(?:\d+[A-Z]?[.)]?\s+)?(?:INT|EXT|I/E|INT\.?/EXT)\b[.:\s-]", re.I)
_CUT = re.compile(
    r"^\s*(?:(?:SMASH |MATCH |JUMP |HARD |QUICK )?CUT|FADE|DISSOLVE|WIPE)"
    r"(?: (?:TO|IN|OUT|FROM)\b.*)?[:.]?\s*$",
    re.I,
)
_SPEAKER = re.compile(
    r"^\s*([A-Z][A-Z0-9 .,'’#&/-]{0,38}?)\s*"
    r"(?:\((?:V\.?O\.?|O\.?S\.?|O\.?C\.?|CONT'?D?|CONTINU\w*|[a-z ,.'’-]+)\)\s*)*:?\s*$"
)
_PAGE = re.compile(r"^\s*(?:\d{1,3}\.?|\(?(?:CONTINUED|MORE|CONT'D)\)?:?(?:\s*\(?\d+\)?)?)\s*$")
_ASIDE = re.compile(r"^\s*\([^)]*\)?\s*$")


def is_screenplay(text: str) -> bool:
    """Return whether a text is laid out as a screenplay: with scene headings, often enough."""
    head = text[:60_000].splitlines()
    scenes = sum(bool(_SCENE.match(line)) and line.strip().isupper() for line in head)
    filled = sum(bool(line.strip()) for line in head)
    return scenes >= 3 and scenes * 400 >= filled


def screenplay_segments(text: str) -> list[Segment]:
    """Divide a screenplay into scenes, speakers, directions and speech."""
    found: list[Segment] = []
    for block in blocks(text):
        found += _block_segments(text, block)
    return found


def _block_segments(text: str, block: Block) -> list[Segment]:
    found: list[Segment] = []
    position = block.start
    speaker = ""
    for line in block.lines:
        start = text.index(line, position) if line else position
        position = start + len(line)
        kind, name = _kind(line, speaker, first=not found, last=line is block.lines[-1])
        if kind == "speaker":
            speaker = name
        if found and found[-1].kind == kind and kind in {"speech", "direction"}:
            found[-1] = Segment(kind, found[-1].start, position, found[-1].name)
        else:
            found.append(Segment(kind, start, position, name))
    return found


def _kind(line: str, speaker: str, first: bool, last: bool) -> tuple[str, str]:
    if _PAGE.match(line):
        return "page", ""
    if _SCENE.match(line):
        return "scene", " ".join(line.split())
    if _CUT.match(line):
        return "direction", ""
    if speaker:
        return ("direction", "") if _ASIDE.match(line) else ("speech", speaker)
    cue = _SPEAKER.match(line)
    if first and not last and cue is not None:
        return "speaker", " ".join(cue.group(1).split())
    return "direction", ""
