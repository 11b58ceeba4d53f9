"""Compile the project's own tables of nouns, and WordNet's demonyms, into `nouns.lex`.

Sources: `tables/*.tsv`, written for the project; WordNet 3.0 (through `wordnet.lex`) for demonyms.
"""

from __future__ import annotations

from lexicons.build.common import parser, table
from symbolic_rc.core.files.container import pack_strings, write_container
from symbolic_rc.lexicon.wordnet import WordNet, wordnet

#: Each table with the names of its columns.
TABLES = {
    "relations": ("noun", "gender", "relation", "inverse", "kind"),
    "gendered": ("noun", "gender", "strength"),
    "titles": ("title", "gender"),
    "units": ("unit", "measure"),
    "calendar": ("word", "kind", "number"),
    "groups": ("noun",),
}


def _lower(name: str) -> str:
    return name.lower().replace("_", " ")


def demonyms(words: WordNet) -> list[tuple[str, str]]:
    """Return (demonym, place) pairs: adjectives that pertain to a place, and nouns for its inhabitants."""
    pairs: dict[tuple[str, str], None] = {}
    inhabitant = words.synsets("inhabitant", "n")[0]
    for synset in range(words.size):
        part, kind = words.part(synset), words.lexname(synset)
        if part in "as":
            for word in dict.fromkeys(words.lemmas(synset)):
                for place, target in words.linked(word, "a", "pertainym"):
                    if words.lexname(target) == "noun.location" and place[0].isupper() and word[0].isupper():
                        pairs[_lower(word), place.replace("_", " ")] = None
        elif kind == "noun.person" and inhabitant in words.ancestors(synset):
            for word in words.lemmas(synset):
                if not word[0].isupper():
                    continue
                for adjective, target in words.linked(word, "n", "derivation"):
                    if words.part(target) in "as":
                        for place, home in words.linked(adjective, "a", "pertainym"):
                            if words.lexname(home) == "noun.location" and place[0].isupper():
                                pairs[_lower(word), place.replace("_", " ")] = None
    return sorted(pairs)


def main() -> None:
    """Write the file."""
    options = parser(__doc__, data=False).parse_args()
    arrays = {}
    for name, columns in TABLES.items():
        rows = [["" if cell == "-" else cell for cell in row] for row in table(name)]
        for i, column in enumerate(columns):
            arrays |= pack_strings(f"{name}.{column}", [row[i] for row in rows])
    pairs = demonyms(wordnet())
    arrays |= pack_strings("demonyms.word", [word for word, _ in pairs])
    arrays |= pack_strings("demonyms.place", [place for _, place in pairs])
    about = {
        "name": "nouns",
        "version": "1",
        "source": "tables written for the project; demonyms from WordNet 3.0",
        "licence": "Apache-2.0; WordNet 3.0 licence",
    }
    write_container(options.out / "nouns.lex", about, arrays)


if __name__ == "__main__":
    main()
