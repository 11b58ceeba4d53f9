"""First use: the kernels that a reader needs are compiled by two processes, and kept in the user's cache.

One compiles what annotates a text and parses its frames. The other compiles coreference and, where there is a
ranker, what looks at candidates; then it waits for the first, because questions are read as texts are, and no
kernel is compiled twice; then it answers a question. Whatever goes wrong here is no error: kernels compile at
their first call too.
"""

from __future__ import annotations

import hashlib
import logging
import os
import selectors
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_rc.batch.progress import NoProgress, Progress
from symbolic_rc.core.jit import cache_directory, on_compile

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

_LOG = logging.getLogger(__name__)
_PACKAGE = Path(__file__).resolve().parents[1]
#: What each process compiles: by the reader's name, the parts and about how many kernels they are.
#: `python -m eval.bench.start --kernels` counts them.
KERNELS = {
    "symbolic": {"reading": 180, "answering": 340},
    "symbolic:rules": {"reading": 180, "answering-by-rules": 195},
}
_TEXT = "Ada Holm kept the old mill. She sold it to Bo Finch, a trader from Kells, in 1902."
_QUESTION = "Who sold the mill to the trader?"


def warm_up(progress: Progress | None = None, reader: str = "symbolic") -> bool:
    """Compile a reader's kernels if this version's are not in the cache; tell whether that was done.

    Parameters
    ----------
    progress : Progress, optional
        Told of each kernel.
    reader : str
        ``symbolic:rules`` has no ranker; every other reader that is warmed up has.
    """
    parts = KERNELS["symbolic:rules" if reader == "symbolic:rules" else "symbolic"]
    version = _version()
    every, stamp = (cache_directory() / f"{one}-{version}" for one in ("engine", list(parts)[-1]))
    if every.exists() or stamp.exists() or os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return False
    stamp = every if "answering" in parts else stamp
    progress = progress or NoProgress()
    running: list[subprocess.Popen[bytes]] = []
    try:
        for part in parts:
            running.append(_start(part))
        _follow(running, progress, sum(parts.values()))
        if not any(process.wait() for process in running):
            stamp.touch()
    except OSError as error:
        _LOG.info("not compiled ahead (%s)", error)
    finally:
        for process in running:
            process.kill()
            process.wait()
    return True


def _start(part: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "symbolic_rc.batch.warm", part],
        env={
            **os.environ,
            "SYMBOLIC_RC_COMPILE": "always",
            "PYTHONPATH": os.pathsep.join([str(_PACKAGE.parent), *sys.path]),
        },
        cwd=cache_directory(),  # not the user's folder, which may hold another copy of the package
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _follow(running: list[subprocess.Popen[bytes]], progress: Progress, total: int) -> None:
    """Tell of each kernel that the processes have compiled, until all end; release the last one."""
    done = 0
    progress.stage(f"compiling kernel 1 of about {total} (first use only)")
    with selectors.DefaultSelector() as ready:
        for process in running:
            assert process.stdout is not None
            ready.register(process.stdout, selectors.EVENT_READ)
        while ready.get_map():
            for key, _ in ready.select():
                said = os.read(key.fd, 1 << 12)
                if not said:
                    ready.unregister(key.fileobj)
                    _release(running[-1])
                done += said.count(b"\n")
                progress.stage(f"compiling kernel {done} of about {max(total, done)} (first use only)")


def _release(process: subprocess.Popen[bytes]) -> None:
    """Tell a process that waits that the kernels of the others are there."""
    with suppress(OSError, ValueError):
        if process.stdin is not None:
            process.stdin.close()


def _version() -> str:
    """Name this state of the code: numba keeps compiled code by its source's time of change."""
    import numba

    state = hashlib.sha256(f"{sys.version}{numba.__version__}{_PACKAGE}".encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        state.update(f"{path}{path.stat().st_mtime_ns}".encode())
    return state.hexdigest()[:16]


def compile_part(part: str, wait: Callable[[], object] = lambda: None) -> None:
    """Compile one part by using it once.

    Parameters
    ----------
    part : {"reading", "answering", "answering-by-rules"}
        Answering starts from a parse written by hand, so that both start at once.
    wait : callable
        Returns when the kernels of ``reading`` are there, before a question is read.
    """
    from symbolic_rc.engine import Engine
    from symbolic_rc.story import Story

    story = Story.from_text(_TEXT)
    if part == "reading":
        assert story.doc is not None
        assert story.frames is not None
        return
    import spacy

    other = Story.from_text(_TEXT)
    other.__dict__["doc"] = _parsed(spacy.blank("en").vocab)
    other.__dict__["frames"] = ()
    assert other.entities is not None
    assert other.facts is not None
    if part == "answering":
        from symbolic_rc.index.story_index import index

        assert index(other) is not None
    wait()
    Engine(weights="" if part == "answering" else None).answer(story, _QUESTION)


def _parsed(vocab: Vocab) -> Doc:
    """Return the first sentence of the text with a parse written by hand."""
    from spacy.tokens import Doc

    return Doc(
        vocab,
        words=["Ada", "Holm", "kept", "the", "old", "mill", ".", "She", "sold", "it", "."],
        spaces=[True, True, True, True, True, False, True, True, True, False, False],
        tags=["NNP", "NNP", "VBD", "DT", "JJ", "NN", ".", "PRP", "VBD", "PRP", "."],
        pos=["PROPN", "PROPN", "VERB", "DET", "ADJ", "NOUN", "PUNCT", "PRON", "VERB", "PRON", "PUNCT"],
        lemmas=["Ada", "Holm", "keep", "the", "old", "mill", ".", "she", "sell", "it", "."],
        heads=[2, 0, 2, 5, 5, 2, 2, 8, 8, 8, 8],
        deps=["nsubj", "flat", "root", "det", "amod", "obj", "punct", "nsubj", "root", "obj", "punct"],
        ents=["B-PERSON", "I-PERSON", *["O"] * 9],
    )


if __name__ == "__main__":
    on_compile(lambda name: print(name, flush=True))
    compile_part(sys.argv[1], sys.stdin.read)
