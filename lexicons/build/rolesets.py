"""Compile PropBank's frame files into `rolesets.lex`; descriptions and examples are left out."""

from __future__ import annotations

import re
import tarfile
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexicons.build.common import pack_lists, parser
from symbolic_rc.core.files.container import pack_strings, write_container
from symbolic_rc.lexicon.rolesets import PARTS
from symbolic_rc.lexicon.strings import pack_table

#: Examples and remarks: not wanted here, and not always well-formed XML.
_TEXT = re.compile(rb"<(example|note|usagenotes)\b[^>]*?(?:/>|>.*?</\1>)", re.DOTALL)


def _version(link: ElementTree.Element) -> str:
    return link.get("version", "")


def _classes(links: list[ElementTree.Element]) -> list[ElementTree.Element]:
    """Return the VerbNet links of the newest version that names a real class."""
    real = [
        link
        for link in links
        if link.get("resource") == "VerbNet"
        and "-" in link.get("class", "")
        and link.get("class") != "best_guess"
    ]
    newest = max(map(_version, real), default="")
    return [link for link in real if _version(link) == newest]


def compile_rolesets(archive: Path) -> dict[str, NDArray]:
    """Return the arrays of `rolesets.lex`."""
    found: dict[str, ElementTree.Element] = {}
    with tarfile.open(archive) as files:
        for member in files:
            if member.name.endswith(".xml"):
                file = files.extractfile(member)
                assert file is not None
                for roleset in ElementTree.fromstring(_TEXT.sub(b"", file.read())).iter("roleset"):
                    found.setdefault(roleset.get("id", ""), roleset)
    names = sorted(found)
    aliases: dict[str, list[int]] = defaultdict(list)
    functions: dict[str, int] = {"": 0}
    classes: dict[str, int] = {}
    themes: dict[str, int] = {}
    role_ends, numbers, tags, links, class_lists = [], [], [], [], []
    for number, name in enumerate(names):
        roleset = found[name]
        for alias in roleset.iter("alias"):
            part, text = alias.get("pos", ""), (alias.text or "").strip().lower().replace(" ", "_")
            if part in PARTS and text and number not in aliases[f"{part}:{text}"]:
                aliases[f"{part}:{text}"].append(number)
        seen = set()
        for role in roleset.iter("role"):
            if not role.get("n", "").isdigit() or role.get("n") in seen:
                continue
            seen.add(role.get("n"))
            numbers.append(int(role.get("n", "0")))
            tags.append(functions.setdefault((role.get("f") or "").strip().upper(), len(functions)))
            pairs: list[int] = []
            for link in _classes(list(role.iter("rolelink"))):
                pairs.append(classes.setdefault(link.get("class", ""), len(classes)))
                pairs.append(themes.setdefault((link.text or "").strip().lower(), len(themes)))
            links.append(pairs)
        role_ends.append(len(numbers))
        lexical = {link.get("class", "") for link in _classes(list(roleset.iter("lexlink")))}
        class_lists.append([classes.setdefault(each, len(classes)) for each in sorted(lexical)])
    keys = sorted(aliases)
    return {
        **pack_table("roleset", names),
        **pack_table("alias", keys),
        **pack_lists("alias.roleset", [aliases[key] for key in keys], np.uint16),
        **pack_strings("function", functions),
        **pack_strings("class", classes),
        **pack_strings("theme", themes),
        "role.ends": np.array(role_ends, np.uint32),
        "role.number": np.array(numbers, np.uint8),
        "role.function": np.array(tags, np.uint8),
        **pack_lists("role.link", links, np.uint16),
        **pack_lists("roleset.class", class_lists, np.uint16),
    }


def main() -> None:
    """Write the file."""
    options = parser(__doc__).parse_args()
    about = {
        "name": "rolesets",
        "version": "PropBank 3.4",
        "source": "propbank/propbank-frames",
        "licence": "CC BY-SA 4.0",
    }
    arrays = compile_rolesets(options.data / "propbank_frames" / "frames.tar.xz")
    write_container(options.out / "rolesets.lex", about, arrays)


if __name__ == "__main__":
    main()
