"""The gap of a question in a frame: which argument of which predicate is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symbolic_rc.core.entity import Argument, Frame
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.lexicon import rolesets
from symbolic_rc.lexicon.english import DO, QUESTION_WORDS
from symbolic_rc.question.statement import Statement
from symbolic_rc.question.understanding import word_in_place

if TYPE_CHECKING:
    from symbolic_rc.question.query import Query

#: Marks of a gap in cloze statements.
PLACEHOLDERS = ("@placeholder", "placeholder", "xxxxx", "_____", "___")
#: The adjuncts that question words ask for.
ADJUNCTS = {"when": "ARGM-TMP", "where": "ARGM-LOC", "why": "ARGM-CAU", "how": "ARGM-MNR"}
_TIMES = frozenset(
    "year day month week date time hour century night morning evening season decade age".split()
)
_PLACES = frozenset("place country city town village state street part".split())
_INSIDE = frozenset(
    "det nmod:poss advmod amod nummod nmod case fixed obl:npmod obl:unmarked compound flat det:predet".split()
)
_SAYING = frozenset("say think believe claim tell know suggest".split())
_AUXILIARY = ("be.03", "have.01", "do.01")


@dataclass(frozen=True, slots=True)
class OpenArgument:
    """The argument that a question asks for.

    Attributes
    ----------
    frame : Frame
        The predicate's frame in the question.
    role : str
        The open role: ``ARG0``, ``ARGM-TMP``, ...
    start, end : int
        The words that stand for it: "what kind of fish", "@placeholder".
    """

    frame: Frame
    role: str
    start: int
    end: int


def gap_of(syntax: Syntax, start: int, end: int, placeholder: str = "") -> int:
    """Return the question word or placeholder that marks the gap in a span, or -1.

    Relative pronouns and words that open a subordinate clause ("When he came home, what …") come last.
    """
    marks = (placeholder.lower(),) if placeholder else PLACEHOLDERS
    marked = next((i for i in range(start, end) if syntax.lowers[i] in marks), -1)
    asked = [
        i for i in range(start, end) if syntax.lowers[i] in QUESTION_WORDS and syntax.tags[i][:1] in "WDIR"
    ]
    within = word_in_place(syntax.lowers[start:end])
    if marked >= 0 or within >= 0:
        return marked if marked >= 0 else start + within
    return min(asked, key=lambda i: (_subordination(syntax, i), i), default=-1)


def _subordination(syntax: Syntax, node: int) -> int:
    """Return how far a question word is from asking: 0 main clause, 1 embedded, 2 adverbial, 3 relative."""
    for _ in range(30):
        relation = syntax.deps[node]
        if relation.startswith(("acl:", "advcl:relcl")):
            return 3
        if relation in ("acl", "advcl"):
            return 2
        if relation in ("ccomp", "csubj", "xcomp"):
            return 1
        node = int(syntax.heads[node])
    return 0


def open_argument(
    query: Query, frames: Sequence[Frame], form: Statement, texts: Sequence[tuple[str, str]], asked: int
) -> OpenArgument | None:
    """Find the argument that a question, an embedded question or a cloze statement leaves open.

    Parameters
    ----------
    query : Query
    frames : sequence of Frame
        Those of its statement.
    form : Statement
    texts : sequence of (str, str)
        The question's tokens in lower case, with their lemmas.
    asked : int
        Its question word or placeholder.

    Returns
    -------
    OpenArgument or None
        In places of the question; None without a predicate.
    """
    syntax, start, gap = query.syntax, query.start, query.gap
    if form.auxiliary >= 0:
        stands = texts[form.order[form.auxiliary]][0] in DO  # "will" stands for it
        frames = _without_auxiliary(frames, start + form.auxiliary, stands)
    if not frames:
        return None
    main = start + form.verb if form.verb >= 0 else -1
    chief = next((frame for frame in frames if frame.head == main), None)
    word = texts[asked][0]
    if gap < 0:
        frame, role = _adjunct(syntax, frames, chief, word)
        return OpenArgument(moved(frame, form.order, start), role, asked, asked + 1)
    top, begin, end = _phrase(syntax, gap)
    others = [f for f in frames if not begin <= f.head < end] or frames
    frame, role = _holder(syntax, others, gap, top, word, chief)
    if word in QUESTION_WORDS:
        following = texts[asked + 1][1].lower() if asked + 1 < len(texts) else ""
        role = _by_word(syntax, (gap, top), role, frame, word, following)
    return OpenArgument(moved(frame, form.order, start), role, *_run(form.order, begin - start, end - start))


def _without_auxiliary(frames: Sequence[Frame], auxiliary: int, stands: bool) -> list[Frame]:
    """Return the frames but that of an auxiliary, which is no modality where it only `stands` for one."""
    others = (frame for frame in frames if frame.head != auxiliary)
    return [_without(frame, auxiliary) if stands else frame for frame in others]


def _adjunct(syntax: Syntax, frames: Sequence[Frame], chief: Frame | None, word: str) -> tuple[Frame, str]:
    """Return the frame whose adjunct a question word asks for that nothing stands for, with the role."""
    frame = chief or min(frames, key=lambda f: f.head)
    if frame.lemma in _SAYING:  # "Where did Jack say he had hidden it?"
        frame = next((one for one in frames if one.head > frame.head), frame)
    return frame, _place_role(syntax, frame) if word == "where" else ADJUNCTS.get(word, "ARGM-MNR")


def _without(frame: Frame, auxiliary: int) -> Frame:
    """Return a frame without a modality that the question did not have."""
    own = tuple(a for a in frame.arguments if a.role != "ARGM-MOD" or a.head != auxiliary)
    return frame if len(own) == len(frame.arguments) else replace(frame, arguments=own, modality="")


def _place_role(syntax: Syntax, frame: Frame) -> str:
    """Return the role of a frame that "where" asks for: of a motion its end, or its start with "from"."""
    known, taken = rolesets().get(frame.roleset), {argument.role for argument in frame.arguments}
    roles = {} if known is None else {one.function: one.name for one in known.roles if one.name not in taken}
    if "GOL" in roles and "DIR" in roles:
        clause = syntax.lowers[int(syntax.left[frame.head]) : int(syntax.right[frame.head]) + 1]
        return roles["DIR" if "from" in clause else "GOL"]
    return roles.get("LOC", "ARGM-LOC")


def _run(order: Sequence[int], start: int, end: int, head: int = -1) -> tuple[int, int]:
    """Return the run of the question's tokens around a statement's word, the last of its span by default."""
    places = {order[i] for i in range(start, min(end, len(order)))}
    first = last = order[head] if head >= 0 else order[min(end, len(order)) - 1]
    while first - 1 in places:
        first -= 1
    while last + 1 in places:
        last += 1
    return first, last + 1


def moved(frame: Frame, order: Sequence[int], start: int) -> Frame:
    """Return a frame of a statement at the places of the question."""
    arguments = [
        Argument(a.role, *_run(order, a.start - start, a.end - start, a.head - start), order[a.head - start])
        for a in frame.arguments
    ]
    first, end = _run(order, frame.start - start, frame.end - start, frame.head - start)
    arguments.sort(key=lambda argument: argument.start)
    return replace(frame, head=order[frame.head - start], start=first, end=end, arguments=tuple(arguments))


def _phrase(syntax: Syntax, gap: int) -> tuple[int, int, int]:
    """Return the head of the phrase that a question word belongs to, and its span up to that head."""
    top = gap
    while syntax.deps[top] in _INSIDE and int(syntax.heads[top]) != top:
        head = int(syntax.heads[top])
        if syntax.pos[head] in ("VERB", "AUX") or (gap - head > 3 and syntax.deps[top] != "nmod"):
            break
        if any(syntax.deps[child] in ("cop", "nsubj", "nsubj:pass") for child in syntax.children_of(head)):
            break
        top = head
    start, end = min(gap, top), max(gap, top) + 1
    for child in syntax.children_of(top):
        if syntax.deps[child] in ("case", "det", "amod", "compound", "flat", "nmod") and child <= end:
            start, end = min(start, int(syntax.left[child])), max(end, child + 1)
    return top, start, end


def _holder(
    syntax: Syntax, frames: Sequence[Frame], gap: int, top: int, word: str, chief: Frame | None
) -> tuple[Frame, str]:
    """Return the frame that the gap belongs to, with its role there (empty when it has none yet)."""
    holding = _holding(frames, gap)
    if chief is not None and word in ADJUNCTS and chief.lemma not in _SAYING:
        frame, role = chief, next((a.role for one, a in holding if one is chief), "")
    elif holding:
        asks = word in QUESTION_WORDS
        before = gap if chief is None and asks else len(syntax)
        frame, argument = max(holding, key=lambda one: _worth(syntax, frames, one, (top, before, asks)))
        role = argument.role
        if frame.lemma in ("have", "do"):  # "has won"
            frame = next((one for one in frames if one.head == frame.head + 1 and one.kind == "verb"), frame)
    else:
        frame, role = chief or _first(syntax, frames), ""
    return frame, role.removeprefix("R-").removeprefix("C-")


def _first(syntax: Syntax, frames: Sequence[Frame]) -> Frame:
    """Return the first frame that is none of an auxiliary, if there is one."""
    verbs = [f for f in frames if syntax.deps[f.head] != "aux" and f.roleset not in _AUXILIARY]
    return min(verbs or frames, key=lambda f: f.head)


def _worth(
    syntax: Syntax, frames: Sequence[Frame], holding: tuple[Frame, Argument], gap: tuple[int, int, bool]
) -> tuple[int, ...]:
    """Return how surely a frame is the one that asks, by the head of the gap's phrase and where it stands."""
    (frame, argument), (top, before, asks) = holding, gap
    relation = syntax.deps[frame.head]
    return (
        relation != "cop" or not _has_arguments(frames, int(syntax.heads[frame.head])),
        frame.head > before,
        frame.kind != "noun",
        asks or relation != "acl:relcl",
        argument.head == top,
        argument.start - argument.end,
        -frame.head,
    )


def _holding(frames: Sequence[Frame], token: int) -> list[tuple[Frame, Argument]]:
    """Return the frames with an argument that holds a token, each with the shortest such argument."""
    found = []
    for frame in frames:
        own = [argument for argument in frame.arguments if argument.start <= token < argument.end]
        if own:
            found.append((frame, min(own, key=lambda argument: argument.end - argument.start)))
    return found


def _has_arguments(frames: Sequence[Frame], head: int) -> bool:
    return any(frame.head == head and frame.arguments for frame in frames)


def _by_word(
    syntax: Syntax, phrase: tuple[int, int], role: str, frame: Frame, word: str, following: str
) -> str:
    """Return the role, mended by the question word and the word behind it; `phrase` is gap and head."""
    gap, top = phrase
    if _asks_time(word, following, syntax.lemmas[top].lower(), role):
        return role if role == "ARG2" and frame.lemma in ("last", "take") else "ARGM-TMP"
    if word == "why":
        return role if role == "ARGM-PRP" else "ARGM-CAU"
    if word == "where":
        return "ARGM-LOC" if role in ("", "ARG0", "ARG1") else role
    if word == "how" and (top == gap or not following.isalpha()):
        return "ARGM-MNR"
    if word == "how" and frame.lemma == "be" and syntax.pos[top] == "ADJ":
        return "ARG2"
    return role or _free_role(syntax, gap, top, frame)


def _asks_time(word: str, following: str, head: str, role: str) -> bool:
    """Whether a question word with its noun or adverb asks when, how long or how often."""
    if word == "how":
        return following in ("long", "often", "soon") or head == "time"
    return word == "when" or (word in ("what", "which") and head in _TIMES and role != "ARG2")


def _free_role(syntax: Syntax, gap: int, top: int, frame: Frame) -> str:
    """Return the role of a frame that a gap without one has: a place, else the first core role not taken."""
    if syntax.lemmas[top].lower() in _PLACES and any(
        syntax.deps[child] == "case" for child in syntax.children_of(top)
    ):
        return "ARGM-LOC"
    passive = any(syntax.deps[child] == "aux:pass" for child in syntax.children_of(frame.head))
    taken = {argument.role for argument in frame.arguments}
    if gap < frame.head and not passive and "ARG0" not in taken:
        return "ARG0"
    return "ARG1" if "ARG1" not in taken else "ARG2"
