"""The readers by name; nothing of a reader is imported before it is asked for."""

from __future__ import annotations

import importlib
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
        ``module:function`` of a function that takes `ReaderOptions` and the arguments and gives a `Reader`.
    summary : str
        What it does, in a line.
    source : str
        Paper and section.
    arguments : tuple of str
        Given to the function after the options.
    needs_weights : bool
        Whether it works only with ``--weights``: nothing of it ships.
    """

    name: str
    place: str
    summary: str
    source: str
    arguments: tuple[str, ...] = ()
    needs_weights: bool = False


_BASELINES = "symbolic_rc.readers.baselines"
_FREQUENCY = "Hermann et al. 2015, section 3"
_MATCHING = "Hermann et al. 2015, section 3.1"
_DEEP = "Hermann et al. 2015, section 3.2"
_QUOREF = "Dasigi et al. 2019, sections 4.2 and 4.4"
_WINDOW = "Richardson et al. 2013, algorithm 1"
_WINDOW_DISTANCE = "Richardson et al. 2013, algorithms 1 and 2"
_WRITTEN = "Kocisky et al. 2018, section 4.2"
_SAME_MEANING = "words that mean the same: forms, WordNet, PPDB, word vectors"

#: The baselines by name: where they are made (in `baselines`), summary, paper, arguments.
_TABLE: tuple[tuple[str, str, str, str, tuple[str, ...]], ...] = (
    ("max-frequency", "frequency:frequency", "the entity that the story names most often", _FREQUENCY, ()),
    (
        "exclusive-frequency",
        "frequency:frequency",
        "the entity that the story names most often and the question does not",
        _FREQUENCY,
        ("exclusive",),
    ),
    (
        "frame-semantic",
        "frame_semantic:frame_semantic",
        "six ordered strategies over PropBank triples, then the most frequent entity",
        _MATCHING,
        (),
    ),
    (
        "word-distance",
        "word_distance:word_distance_reader",
        "the entity around which the question's words stand closest",
        _MATCHING,
        (),
    ),
    (
        "word-distance:relation",
        "word_distance:word_distance_reader",
        f"the same, with {_SAME_MEANING}",
        _MATCHING,
        ("relation",),
    ),
    *(
        (
            f"{kind}-{measure}" + (f"-{span}" if span else ""),
            "retrieval:retrieval",
            f"the {what} most like {source} by {named}{length}",
            "Kocisky et al. 2018, section 4.1",
            (measure, span, "oracle" if kind == "oracle" else ""),
        )
        for kind, source in (("ir", "the question"), ("oracle", "the reference answers"))
        for measure, named in (
            ("bleu1", "BLEU-1"),
            ("rougel", "ROUGE-L"),
            ("cosine", "cosine of summed word vectors"),
        )
        for span, what, length in (
            ("", "span", "; its length as in the paper's tables 5 and 6"),
            *((one, one, "") for one in ("4gram", "8gram", "sentence")),
            ("answer", "span of the answer's length", ""),
        )
        if span != "answer" or kind == "oracle"
    ),
    (
        "sliding-window",
        "sliding_window:sliding_window",
        "the choice whose words gather with the question's in one window",
        _WINDOW,
        (),
    ),
    (
        "sliding-window-distance",
        "sliding_window:sliding_window",
        "the same, less the distance between question and answer words",
        _WINDOW_DISTANCE,
        ("distance",),
    ),
    (
        "sliding-window:relation",
        "sliding_window:sliding_window",
        f"sliding-window with {_SAME_MEANING}",
        _WINDOW,
        ("", "relation"),
    ),
    (
        "sliding-window-distance:relation",
        "sliding_window:sliding_window",
        "sliding-window-distance with words that mean the same",
        _WINDOW_DISTANCE,
        ("distance", "relation"),
    ),
    (
        "passage-only",
        "passage_only:passage_only",
        "the most frequent entity, whatever the question",
        _QUOREF,
        (),
    ),
    (
        "passage-only-first",
        "passage_only:passage_only",
        "the first entity, whatever the question",
        _QUOREF,
        ("first",),
    ),
    (
        "passage-only-nearest",
        "passage_only:passage_only",
        "the entity nearest to the question's words: an answer without coreference",
        _QUOREF,
        ("nearest",),
    ),
    (
        "random",
        "random_choice:random_choice",
        "a choice, an entity or a sentence by chance (--seed)",
        "Kocisky et al. 2018, table 5",
        (),
    ),
)

#: Names, summaries and papers of the neural readers.
_NEURAL = (
    (
        "as-reader",
        "for cloze: an entity gets its mentions' attention; one layer reads both texts",
        "Kadlec et al. 2016",
    ),
    ("as-reader:published", "the same with a layer each for story and question", "Kadlec et al. 2016"),
    ("attentive-reader", "for cloze: the story's states weighed by the question's", _DEEP),
    ("impatient-reader", "for cloze: the story is read again at each word of the question", _DEEP),
    ("uniform-reader", "for cloze: the attentive reader with equal weights", _DEEP),
    ("deep-lstm-reader", "for cloze: question and story as one sequence through two layers", _DEEP),
    ("deep-lstm-reader:question-last", "the same with the question after the story", _DEEP),
    ("bidaf", "a span of the story: attention in both directions, recurrent layers", "Seo et al. 2017"),
    ("qanet", "a span of the story: convolutions and self-attention, no pretraining", "Yu et al. 2018"),
    ("as-decoder", "writes words of the story, each by its attention sum", _WRITTEN),
    ("seq2seq", "writes words with attention to question and story", _WRITTEN),
    ("seq2seq:no-story", "writes words from the question alone", _WRITTEN),
)

READERS: tuple[ReaderEntry, ...] = (
    *(
        ReaderEntry(name, f"{_BASELINES}.{place}", summary, source, arguments)
        for name, place, summary, source, arguments in _TABLE
    ),
    ReaderEntry(
        "feature-classifier",
        f"{_BASELINES}.feature_classifier:feature_classifier",
        "for cloze: boosted trees over eight feature templates (--weights FILE; symbolic-rc train-cloze)",
        "Chen et al. 2016, section 3.1",
        needs_weights=True,
    ),
    ReaderEntry(
        "symbolic",
        "symbolic_rc.readers.symbolic:symbolic",
        "the engine: ordered rules over frames, coreference and the entity graph, with a trace",
        "this project",
    ),
    ReaderEntry(
        "symbolic:rules",
        "symbolic_rc.readers.symbolic:symbolic",
        "ordered rules over facts, with proofs; nothing fitted",
        "this project",
        ("rules",),
    ),
    ReaderEntry(
        "symbolic-book",
        "symbolic_rc.readers.whole_book:whole_book",
        "the engine on whole books: its candidates and the cast, by each word's probability in the answer",
        "this project",
    ),
    ReaderEntry(
        "transformers",
        "symbolic_rc.readers.transformers_qa:transformers_reader",
        "a neural model on this disk, for comparison only (--weights FOLDER; extra: transformers)",
        "Hugging Face models with a question-answering head",
        needs_weights=True,
    ),
    *(
        ReaderEntry(
            f"neural:{name}",
            "symbolic_rc.neural.answering:neural_reader",
            f"{summary} (--weights MODEL; symbolic-rc train-neural)",
            source,
            (name,),
            needs_weights=True,
        )
        for name, summary, source in _NEURAL
    ),
)


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
    try:
        factory = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError) as error:
        if not entry.name.startswith("python:"):
            raise
        raise SymbolicRCError(f"the reader {entry.name!r} cannot be loaded ({error})") from error
    made = factory(options, *entry.arguments)
    if not isinstance(made, Reader):
        raise SymbolicRCError(f"the reader {entry.name!r} has no method answer_all(story, questions)")
    return made
