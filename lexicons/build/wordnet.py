"""Compile WordNet 3.0 into `wordnet.lex`.

Source: the database files of the Debian package ``wordnet-base`` (``apt-get install wordnet-base``),
read with nltk's reader. Glosses and examples are left out.
"""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nltk
import numpy as np
from nltk.corpus.reader.wordnet import WordNetCorpusReader

from lexicons.build.common import pack_lists, parser
from symbolic_rc.core.files.container import pack_strings, write_container
from symbolic_rc.lexicon.strings import pack_table
from symbolic_rc.lexicon.wordnet import PARTS, RELATIONS

#: The lexicographer files in their order, as the manual page lexnames(5WN) gives it.
LEXNAMES = (
    "adj.all adj.pert adv.all noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body "
    "noun.cognition noun.communication noun.event noun.feeling noun.food noun.group noun.location "
    "noun.motive noun.object noun.person noun.phenomenon noun.plant noun.possession noun.process "
    "noun.quantity noun.relation noun.shape noun.state noun.substance noun.time verb.body verb.change "
    "verb.cognition verb.communication verb.competition verb.consumption verb.contact verb.creation "
    "verb.emotion verb.motion verb.perception verb.possession verb.social verb.stative verb.weather adj.ppl"
).split()
SYMBOLS = ("@", "@i", "*", ">", "$", "&", "=", "#m", "#p", "#s", "^", "!", "+", "\\")
NUMBERS = {"noun": 1, "verb": 2, "adj": 3, "adv": 4}


class Reader(WordNetCorpusReader):  # type: ignore[misc]
    """Nltk's reader, without the maps to other versions, which ask for files outside WordNet."""

    def map_wn(self, version: str = "wordnet") -> None:
        """Map nothing."""


@contextmanager
def open_reader(folder: Path) -> Iterator[Reader]:
    """Open WordNet's database with nltk's reader, which also wants a file that Debian leaves out."""
    with tempfile.TemporaryDirectory() as scratch:
        for file in folder.iterdir():
            if file.is_file():
                shutil.copy(file, scratch)
        lines = (f"{i:02d}\t{name}\t{NUMBERS[name.split('.')[0]]}\n" for i, name in enumerate(LEXNAMES))
        (Path(scratch) / "lexnames").write_text("".join(lines))
        nltk.data.path.append(scratch)  # newer readers open files below this list of folders only
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield Reader(scratch, None)
        nltk.data.path.remove(scratch)


def compile_wordnet(reader: Reader) -> dict[str, np.ndarray]:
    """Return the arrays of `wordnet.lex`."""
    synsets = [
        synset
        for part in PARTS
        for synset in sorted(reader.all_synsets(part), key=lambda each: each.offset())
    ]
    number = {(synset.pos().replace("s", "a"), synset.offset()): i for i, synset in enumerate(synsets)}
    key = lambda synset: number[synset.pos().replace("s", "a"), synset.offset()]  # noqa: E731
    names = sorted(reader._lemma_pos_offset_map)
    lemma_id = {name: i for i, name in enumerate(names)}
    cased = sorted({name for synset in synsets for name in synset.lemma_names() if name not in lemma_id})
    name_id = lemma_id | {name: len(names) + i for i, name in enumerate(cased)}

    senses: list[list[int]] = []
    counts: list[list[int]] = []
    tagged = {
        (key(synset), lemma.name().lower()): lemma.count() for synset in synsets for lemma in synset.lemmas()
    }
    for name in names:
        offsets = reader._lemma_pos_offset_map[name]
        entry = [number[part, offset] for part in PARTS for offset in offsets.get(part, ())]
        senses.append(entry)
        counts.append([tagged.get((synset, name), 0) for synset in entry])

    pointers: list[list[tuple[int, int, int, int]]] = []
    for synset in synsets:
        found: set[tuple[int, int, int, int]] = set()
        for kind, symbol in enumerate(SYMBOLS):
            found |= {(kind, key(target), 0, 0) for target in synset._related(symbol)}
            for place, lemma in enumerate(synset.lemmas(), 1):
                for target in lemma._related(symbol):
                    other = target.synset()
                    found.add((kind, key(other), place, other.lemma_names().index(target.name()) + 1))
        pointers.append(sorted(found))

    exceptions = sorted(
        (f"{part}:{form}", bases) for part in PARTS for form, bases in reader._exception_map[part].items()
    )
    bases = sorted({base for _, each in exceptions for base in each})
    base_id = {base: i for i, base in enumerate(bases)}
    columns = np.array([pointer for each in pointers for pointer in each], dtype=np.int64).T
    return {
        **pack_table("lemma", names),
        **pack_strings("cased", cased),
        **pack_strings("lexname", LEXNAMES),
        **pack_table("exception", [form for form, _ in exceptions]),
        **pack_lists(
            "exception.base", [[base_id[base] for base in each] for _, each in exceptions], np.uint16
        ),
        **pack_strings("exception.word", bases),
        "parts": np.array(
            [sum(part in s.pos().replace("s", "a") for s in synsets) for part in PARTS], np.int32
        ),
        **{
            name.replace("sense.synset.ends", "sense.ends"): array
            for name, array in pack_lists("sense.synset", senses).items()
        },
        "sense.count": np.array([count for each in counts for count in each], np.uint16),
        "synset.offset": np.array([synset.offset() for synset in synsets], np.uint32),
        "synset.lexfile": np.array([LEXNAMES.index(synset.lexname()) for synset in synsets], np.uint8),
        "synset.satellite": np.array([synset.pos() == "s" for synset in synsets], np.uint8),
        **{
            name.replace("word.name.ends", "word.ends"): array
            for name, array in pack_lists(
                "word.name", [[name_id[n] for n in s.lemma_names()] for s in synsets]
            ).items()
        },
        "pointer.ends": np.cumsum([len(each) for each in pointers]).astype(np.uint32),
        "pointer.kind": columns[0].astype(np.uint8),
        "pointer.target": columns[1].astype(np.uint32),
        "pointer.source_word": columns[2].astype(np.uint8),
        "pointer.target_word": columns[3].astype(np.uint8),
    }


def main() -> None:
    """Write the file."""
    arguments = parser(__doc__, data=False)
    arguments.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    options = arguments.parse_args()
    assert len(SYMBOLS) == len(RELATIONS)
    with open_reader(options.wordnet) as reader:
        arrays = compile_wordnet(reader)
    about = {
        "name": "wordnet",
        "version": "3.0",
        "source": "WordNet 3.0, Princeton University, through Debian wordnet-base",
        "licence": "WordNet 3.0 licence, see SOURCES.md",
    }
    write_container(options.out / "wordnet.lex", about, arrays)


if __name__ == "__main__":
    main()
