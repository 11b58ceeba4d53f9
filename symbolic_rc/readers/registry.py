"""The readers by name; nothing of a reader is imported before it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass

from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.readers.reader import Reader, ReaderOptions


@dataclass(frozen=True, slots=True)
class ReaderEntry:
    """One reader of the list.

    Attributes
    ----------
    name : str
        As papers name it.
    place : str
        ``module:function`` of a function that takes `ReaderOptions` (and the name, if it is ours) and gives a
        `Reader`.
    summary : str
        What it does, in a line.
    source : str
        Paper and section.
    """

    name: str
    place: str
    summary: str
    source: str


def _retrieval() -> Iterator[str]:
    """Yield the lines of the retrieval baselines: by what spans are compared with, the measure, the spans."""
    measures = {"bleu1": "BLEU-1", "rougel": "ROUGE-L", "cosine": "cosine of summed word vectors"}
    for kind, source in (("ir", "the question"), ("oracle", "the reference answers")):
        for measure, named in measures.items():
            name, like = f"  {kind}-{measure}", f"most like {source} by {named}"
            yield f"{name} | the span {like}; its length as in the paper's tables 5 and 6"
            yield from (f"{name}-{one} | the {one} {like}" for one in ("4gram", "8gram", "sentence"))
            if kind == "oracle":
                yield f"{name}-answer | the span of the answer's length {like}"


_RETRIEVAL = "\n".join(_retrieval())
_SAME_MEANING = "words that mean the same: forms, WordNet, PPDB, word vectors"
_TRAINED = "(--weights MODEL; symbolic-rc train-neural)"
#: What makes readers, and the paper that they are from; below each its readers, with their summaries.
_TABLE = f"""
readers.baselines.prominent:frequency | Hermann et al. 2015, section 3
  max-frequency | the entity that the story names most often
  exclusive-frequency | the entity that the story names most often and the question does not
readers.baselines.frame_semantic:frame_semantic | Hermann et al. 2015, section 3.1
  frame-semantic | six ordered strategies over PropBank triples, then the most frequent entity
readers.baselines.word_distance:word_distance_reader | Hermann et al. 2015, section 3.1
  word-distance | the entity around which the question's words stand closest
  word-distance:relation | the same, with {_SAME_MEANING}
readers.baselines.retrieval:retrieval | Kocisky et al. 2018, section 4.1
{_RETRIEVAL}
readers.baselines.sliding_window:sliding_window | Richardson et al. 2013, algorithm 1
  sliding-window | the choice whose words gather with the question's in one window
readers.baselines.sliding_window:sliding_window | Richardson et al. 2013, algorithms 1 and 2
  sliding-window-distance | the same, less the distance between question and answer words
readers.baselines.sliding_window:sliding_window | Richardson et al. 2013, algorithm 1
  sliding-window:relation | sliding-window with {_SAME_MEANING}
readers.baselines.sliding_window:sliding_window | Richardson et al. 2013, algorithms 1 and 2
  sliding-window-distance:relation | sliding-window-distance with words that mean the same
readers.baselines.prominent:passage_only | Dasigi et al. 2019, sections 4.2 and 4.4
  passage-only | the most frequent entity, whatever the question
  passage-only-first | the first entity, whatever the question
  passage-only-nearest | the entity nearest to the question's words: an answer without coreference
readers.baselines.prominent:random_choice | Kocisky et al. 2018, table 5
  random | a choice, an entity or a sentence by chance (--seed)
readers.baselines.feature_classifier:feature_classifier | Chen et al. 2016, section 3.1
  feature-classifier | for cloze: boosted trees over eight feature templates (--weights FILE; symbolic-rc train-cloze)
readers.symbolic:symbolic | this project
  symbolic | the engine: ordered rules over frames, coreference and the entity graph, with a trace
  symbolic:rules | ordered rules over facts, with proofs; nothing fitted
readers.whole_book:whole_book | this project
  symbolic-book | the engine on whole books: its candidates and the cast, by each word's probability in the answer
readers.transformers_qa:transformers_reader | Hugging Face models with a question-answering head
  transformers | a neural model on this disk, for comparison only (--weights FOLDER; extra: transformers)
neural.answering:neural_reader | Kadlec et al. 2016
  neural:as-reader | for cloze: an entity gets its mentions' attention; one layer reads both texts {_TRAINED}
  neural:as-reader:published | the same with a layer each for story and question {_TRAINED}
neural.answering:neural_reader | Hermann et al. 2015, section 3.2
  neural:attentive-reader | for cloze: the story's states weighed by the question's {_TRAINED}
  neural:impatient-reader | for cloze: the story is read again at each word of the question {_TRAINED}
  neural:uniform-reader | for cloze: the attentive reader with equal weights {_TRAINED}
  neural:deep-lstm-reader | for cloze: question and story as one sequence through two layers {_TRAINED}
  neural:deep-lstm-reader:question-last | the same with the question after the story {_TRAINED}
neural.answering:neural_reader | Seo et al. 2017
  neural:bidaf | a span of the story: attention in both directions, recurrent layers {_TRAINED}
neural.answering:neural_reader | Yu et al. 2018
  neural:qanet | a span of the story: convolutions and self-attention, no pretraining {_TRAINED}
neural.answering:neural_reader | Kocisky et al. 2018, section 4.2
  neural:as-decoder | writes words of the story, each by its attention sum {_TRAINED}
  neural:seq2seq | writes words with attention to question and story {_TRAINED}
  neural:seq2seq:no-story | writes words from the question alone {_TRAINED}
"""  # noqa: E501


def _entries() -> Iterator[ReaderEntry]:
    place = source = ""
    for line in _TABLE.strip().splitlines():
        name, _, text = line.partition(" | ")
        if name.startswith(" "):
            yield ReaderEntry(name.strip(), f"symbolic_rc.{place}", text, source)
        else:
            place, source = name, text


READERS = tuple(_entries())


def reader_names() -> list[str]:
    """Return the names of all readers, in the order of the list."""
    return [entry.name for entry in READERS]


def load_reader(name: str, options: ReaderOptions | None = None) -> Reader:
    """Return the reader of that name, behind the selection that the options ask for.

    Parameters
    ----------
    name : str
        One of `reader_names`, or ``python:MODULE:FUNCTION`` for a reader of the user's own: a function that
        takes `ReaderOptions` and returns a `Reader`.
    options : ReaderOptions, optional

    Raises
    ------
    SymbolicRCError
        If there is no such reader; the message lists the nearest names.
    """
    chosen = options or ReaderOptions()
    if chosen.whole and (name != "symbolic" or not chosen.chunks):
        raise SymbolicRCError("--whole is for the reader symbolic with --chunks")
    entry = reader_entry(name)
    _check_names(name, chosen)
    made = _make(entry, chosen)
    if chosen.chunks or chosen.prune or chosen.sections:
        from symbolic_rc.readers.excerpts import with_excerpts

        return with_excerpts(made, chosen)
    return made


def _check_names(reader: str, options: ReaderOptions) -> None:
    """Raise SymbolicRCError for an option whose value is no name of what it names, heeded or not."""
    from symbolic_rc.retrieve import RETRIEVERS

    check_name("way with sections (--sections)", options.sections, ("", "only", "ignored"))
    check_name("rule of pruning (--prune)", options.prune, ("", "half", "duorc"))
    check_name("source of entities (--entities)", options.entities, ("", "capitals", "coref"))
    check_name("retriever", options.retriever, RETRIEVERS)
    if options.profile:
        from symbolic_rc.ranker.weights import load_weights

        own = options.weights if reader in ("symbolic", "symbolic-book") else ""
        load_weights(own).check_profile(options.profile)


def reader_entry(name: str) -> ReaderEntry:
    """Return the reader of that name in the list, or raise SymbolicRCError."""
    kind, _, place = name.partition(":")
    if kind == "python" and place.count(":") == 1:
        return ReaderEntry(name, place, "a reader of the user's own", "")
    known = {entry.name: entry for entry in READERS}
    return known[check_name("reader", name, known, "`symbolic-rc readers` lists them")]


def _make(entry: ReaderEntry, options: ReaderOptions) -> Reader:
    module, function = entry.place.split(":")
    own = entry.name.startswith("python:")
    try:
        factory = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError) as error:
        if not own:
            raise
        raise SymbolicRCError(f"the reader {entry.name!r} cannot be loaded ({error})") from error
    made = factory(options) if own else factory(options, entry.name)
    if not isinstance(made, Reader):
        raise SymbolicRCError(f"the reader {entry.name!r} has no method answer_all(story, questions)")
    return made
