"""Damages each array of a model file in turn, with a valid checksum, and uses it in a process of its own.

``python -m tests.damage KIND FOLDER [DAMAGE ...]`` prints a line for each array and damage: what came of it.
"""

import functools
import gc
import os
import re
import signal
import sys
import zlib
from pathlib import Path

import numpy as np

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.files.container import read_container, write_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Question
from symbolic_rc.lexicon.files import Once
from symbolic_rc.models.trees import Trees

TEXT = "Ada Holm kept the old mill. She gave it to her brother, Bo Finch, a trader from Kells, in 1902."
ASKED = "Who gave the mill to the trader?"
CHOICE = Question("c", "What was given to Bo?", (), ("the mill", "a cow", "an egg"))

#: What is done to an array.
DAMAGES = {
    "largest": lambda a: np.full_like(
        a, np.finfo(a.dtype).max if a.dtype.kind == "f" else np.iinfo(a.dtype).max
    ),
    "smallest": lambda a: np.full_like(
        a, -np.finfo(a.dtype).max if a.dtype.kind == "f" else np.iinfo(a.dtype).min
    ),
    "cut": lambda a: a[: len(a) // 2],
    "empty": lambda a: a[:0],
    "shuffled": lambda a: np.random.default_rng(zlib.crc32(a.tobytes())).permutation(a),
    "one wrong": lambda a: np.concatenate([a[:-1], np.full_like(a[-1:], 127)]),
    "of another type": lambda a: a.astype(np.float64 if a.dtype.kind in "iu" else np.int32),
    "deeper": lambda a: a[None],
    "missing": None,
}


@functools.cache
def story():
    """Return a story with every layer made."""
    from symbolic_rc.engine import Engine

    read = Engine().read(TEXT)
    assert read.facts is not None
    return read


def annotate(path, read):
    from symbolic_rc.annotate import pipeline

    assert len(pipeline()(TEXT)) > 5


def reading_twice(path, read):
    from symbolic_rc.annotate import pipeline

    assert len(pipeline("classical:best")(TEXT)) > 5


def frames(path, read):
    from symbolic_rc.frames import parse

    parse(read.doc)


def coref(path, read):
    from symbolic_rc.coref import resolve

    resolve(read.doc)


def engine(path, read):
    from symbolic_rc.engine import Engine

    for profile in ("", "quoref"):
        Engine(weights=str(path), profile=profile).answer_all(read, [Question("q", ASKED), CHOICE])


def books(path, read):
    from symbolic_rc.books.features import WORD_NAMES
    from symbolic_rc.books.model import load_model

    model = load_model(str(path))
    model.trees.scores(np.zeros((30, len(WORD_NAMES) + 3), np.float32))
    model.use.columns("who", ["mill", "brother"])


def words(path, read):
    """Use what matching uses of WordNet, PPDB and the vectors."""
    from symbolic_rc.lexicon import vectors, wordnet
    from symbolic_rc.match import matcher

    matcher().relate(ASKED.lower().split(), TEXT.lower().split())
    for word in ("give", "mill", "better", "dog"):
        for synset in wordnet().synsets(word):
            wordnet().ancestors(synset)
            wordnet().lemmas(synset)
            wordnet().lexname(synset)
        wordnet().antonyms(word, "a")
        vectors().neighbours(word, 5)
        vectors().similarity(word, "mill")


def rolesets(path, read):
    from symbolic_rc.lexicon import rolesets as get

    for name in (*get().of("give"), *get().of("keep")):
        get().get(name)


def names(path, read):
    from symbolic_rc.lexicon import names as get

    for word in ("Mary", "Bo", "mill"):
        get().gender(word)
        get().flags(word)


def nouns(path, read):
    from symbolic_rc.lexicon import nouns as get

    get().animacy("queen")
    get().gender("uncle")


def classifier(path, read):
    from symbolic_rc.core.record import Record
    from symbolic_rc.readers import ReaderOptions, load_reader
    from symbolic_rc.story import Story

    record = Record("s", "@entity0 kept the mill . @entity1 sold it .", tokenised=True)
    reader = load_reader("feature-classifier", ReaderOptions(weights=str(path)))
    reader.answer_all(Story(record), [Question("q", "@placeholder sold it", placeholder="@placeholder")])


#: The kinds of files, with a small use of each.
KINDS = {
    **{f"annotate_{name}": annotate for name in ("words", "lemmas", "tagger", "parser", "parser_best")},
    **dict.fromkeys(("annotate_reranker", "annotate_retagger"), reading_twice),
    "annotate_names": annotate,
    "frames": frames,
    "coref": coref,
    "engine": engine,
    "books": books,
    **dict.fromkeys(("wordnet", "glove", "paraphrases"), words),
    "rolesets": rolesets,
    "names": names,
    "nouns": nouns,
    "feature-classifier": classifier,
}


def good_file(kind: str, folder: Path) -> Path:
    """Return a whole file of a kind: the one that ships, or a small one made here."""
    if kind != "feature-classifier":
        return lexicon_path(f"{kind}.lex")
    from symbolic_rc.readers.baselines.feature_classifier import Rarity
    from symbolic_rc.train.cloze import write_weights

    tree = (
        np.array([0], np.int32),
        np.array([0, -1, -1], np.int16),
        np.array([0.5, 0, 0], np.float32),
        np.array([1, 0, 0], np.int32),
        np.array([2, 0, 0], np.int32),
        np.array([0, -1, 1], np.float32),
        0.0,
    )
    path = folder / "whole.lex"
    write_weights(path, Trees(*tree), Rarity(2, {"mill": 1, "sold": 2}), {})
    return path


def loaded() -> list:
    """Return all that keeps what was loaded or computed once."""
    found = [kept for kept in gc.get_objects() if isinstance(kept, Once | functools._lru_cache_wrapper)]
    ours = re.compile(r"symbolic_rc\.(?!core\.)")
    return [kept for kept in found if isinstance(kept, Once) or ours.match(kept.__module__)]


def outcome(kind: str, path: Path, read, loaded: list) -> str:
    """Use a file in a fork that forgets what was loaded; return what came of it."""
    report, other = os.pipe()
    child = os.fork()
    if not child:
        signal.setitimer(signal.ITIMER_PROF, 60)  # of processor time
        os.environ["SYMBOLIC_RC_LEXICONS"] = str(path.parent)
        found = "used"
        try:
            for kept in loaded:
                kept.forget() if isinstance(kept, Once) else kept.cache_clear()
            KINDS[kind](path, read)
        except SymbolicRCError as error:
            found = f"refused: {error}" if path.name in str(error) else f"TRACEBACK unclear: {error}"
        except BaseException as error:
            place = error.__traceback__
            while place.tb_next:
                place = place.tb_next
            code = place.tb_frame.f_code
            found = f"TRACEBACK {type(error).__name__}: {error} ({code.co_filename}:{place.tb_lineno})"
        os.write(other, found.encode()[:4000])
        os._exit(0)
    os.close(other)
    with os.fdopen(report, "rb") as file:
        said = file.read().decode()
    status = os.waitpid(child, 0)[1]
    return said.replace("\n", " ") if not status else f"CRASH {status}"


def one_of_each(names) -> list[str]:
    """Return the names of arrays, of those that each profile has only the one that `engine` uses."""
    others = ("", "duorc", "fairytaleqa", "narrativeqa")
    return [name for name in names if not set(others) & set(name.split("."))]


def outcomes(kind: str, folder: Path, damages=(*DAMAGES,), step: int = 1):
    """Use a file whole, then with damage to one in `step` of its arrays: yield array, damage and outcome."""
    path = folder / f"{kind}.lex"
    good, read = good_file(kind, folder), story()
    whole = read_container(good)
    KINDS[kind](good, read)  # imports modules and loads kernels, for all forks
    kept = loaded()
    write_container(path, whole.about, whole.arrays)
    yield "", "whole", outcome(kind, path, read, kept)
    for name in one_of_each(whole.arrays)[::step]:
        for damage in damages:
            harmed = dict(whole.arrays)
            if DAMAGES[damage] is None:
                del harmed[name]
            else:
                harmed[name] = DAMAGES[damage](whole.arrays[name])
            write_container(path, whole.about, harmed)
            yield name, damage, outcome(kind, path, read, kept)


if __name__ == "__main__":
    for line in outcomes(sys.argv[1], Path(sys.argv[2]), sys.argv[3:] or (*DAMAGES,)):
        print(*line, sep="\t", flush=True)
