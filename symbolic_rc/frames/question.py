"""What a question asks for: the argument that is open, of which predicate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spacy.tokens import Doc, Token

from symbolic_rc.core.frame import Frame
from symbolic_rc.frames.parser import parse

#: Marks of a gap in cloze statements.
PLACEHOLDERS = ("@placeholder", "placeholder", "xxxxx", "_____", "___")
_WORDS = frozenset("who whom whose what which when where why how whoever whatever".split())
_TIMES = frozenset(
    "year day month week date time hour century night morning evening season decade age".split()
)
_REASONS = frozenset("reason purpose".split())
_PLACES = frozenset("place country city town village state street part".split())
_INSIDE = frozenset(
    "det nmod:poss advmod amod nummod nmod case fixed obl:npmod obl:unmarked compound flat det:predet".split()
)
_TO_PLACE = frozenset("ARGM-LOC ARGM-DIR ARGM-GOL ARG2 ARG3 ARG4".split())
_AUXILIARY = ("be.03", "have.01", "do.01")


@dataclass(frozen=True, slots=True)
class OpenArgument:
    """The argument that a question asks for.

    Attributes
    ----------
    frame : Frame
        The predicate's frame in the question; where the open argument was given a span, it is one of its
        arguments.
    role : str
        The open role: ``ARG0``, ``ARGM-TMP``, ...
    start, end : int
        The words that stand for it: "what kind of fish", "@placeholder".
    """

    frame: Frame
    role: str
    start: int
    end: int


def open_argument(
    doc: Doc, frames: Sequence[Frame] | None = None, placeholder: str = ""
) -> OpenArgument | None:
    """Find the argument that a question, an embedded question or a cloze statement leaves open.

    Parameters
    ----------
    doc : Doc
        The annotated question.
    frames : sequence of Frame, optional
        Its frames, if they are at hand.
    placeholder : str
        The mark of the gap, where it is none of `PLACEHOLDERS`.

    Returns
    -------
    OpenArgument or None
        None for questions without a gap ("Did the mill burn?") or without a predicate.
    """
    frames = parse(doc) if frames is None else frames
    gap = gap_of(doc, placeholder)
    if gap is None or not frames:
        return None
    top, start, end = _phrase(gap)
    frame, role = _holder(doc, frames, gap, top)
    if frame is None:
        return None
    if gap.lower_ in _WORDS:
        role = _by_word(gap, top, role, frame)
    return OpenArgument(frame, role, start, end)


def gap_of(doc: Doc, placeholder: str = "") -> Token | None:
    """Return the question word or placeholder that marks the gap, or None.

    Relative pronouns and words that open a subordinate clause ("When he came home, what …") come last.
    """
    marks = {placeholder.lower()} if placeholder else set(PLACEHOLDERS)
    for token in doc:
        if token.lower_ in marks:
            return token
    asked = [token for token in doc if token.lower_ in _WORDS and token.tag_[:1] in ("W", "D", "I", "R")]
    return min(asked, key=lambda token: (_subordination(token), token.i)) if asked else None


def _subordination(token: Token) -> int:
    """Return how far a question word is from asking: 0 main clause, 1 embedded, 2 adverbial, 3 relative."""
    node, steps = token, 0
    while node.head is not node and steps < 30:
        relation = node.dep_
        if relation.startswith(("acl", "advcl:relcl")):
            return 3 if relation != "acl" else 2
        if relation == "advcl":
            return 2
        if relation in ("ccomp", "csubj", "xcomp"):
            return 1
        node, steps = node.head, steps + 1
    return 0


def _phrase(gap: Token) -> tuple[Token, int, int]:
    """Return the head of the phrase that a question word belongs to, and its span up to that head."""
    top = gap
    while top.dep_ in _INSIDE and top.head is not top and top.head.pos_ not in ("VERB", "AUX"):
        if top.head.i < gap.i and top.dep_ != "nmod" and gap.i - top.head.i > 3:
            break
        if any(child.dep_ in ("cop", "nsubj", "nsubj:pass") for child in top.head.children):
            break
        top = top.head
    start, end = min(gap.i, top.i), max(gap.i, top.i) + 1
    for child in top.children:
        if child.dep_ in ("case", "det", "amod", "compound", "flat", "nmod") and child.i <= end:
            start, end = min(start, child.left_edge.i), max(end, child.i + 1)
    return top, start, end


def _holder(doc: Doc, frames: Sequence[Frame], gap: Token, top: Token) -> tuple[Frame | None, str]:
    """Return the frame that the gap belongs to, with its role there (empty when it has none yet)."""
    governor = top.head if top.head is not top else top
    best: tuple[tuple[int, ...], Frame, str] | None = None
    subject = top.dep_.startswith("nsubj") or top.dep_ == "ROOT"
    for frame in frames:
        own = [a for a in frame.arguments if a.start <= gap.i < a.end]
        argument = min(own, key=lambda a: a.end - a.start) if own else None
        token = doc[frame.head]
        linked = token is governor or (token.head is governor and token.dep_ == "cop")
        if argument is None and not linked and not (token.dep_ == "cop" and token.head is top):
            continue
        auxiliary = frame.roleset in _AUXILIARY and not frame.arguments
        copula = token.dep_ == "cop" and token.head is not top and _has_frame(frames, token.head.i)
        key = (
            -int(auxiliary),
            -int(copula),
            int(argument is not None),
            int(argument is not None and argument.head == top.i),
            int(linked) if subject else _depth(token),
            -(argument.end - argument.start) if argument else 0,
            -frame.head,
        )
        if best is None or key > best[0]:
            best = (key, frame, argument.role if argument else "")
    if best is None:
        verbs = [f for f in frames if doc[f.head].dep_ != "aux" and f.roleset not in _AUXILIARY] or list(
            frames
        )
        main = min(verbs, key=lambda f: (_depth(doc[f.head]), f.head))
        return main, ""
    return best[1], best[2].removeprefix("R-").removeprefix("C-")


def _has_frame(frames: Sequence[Frame], index: int) -> bool:
    return any(frame.head == index and frame.arguments for frame in frames)


def _depth(token: Token) -> int:
    depth = 0
    while token.head is not token and depth < 40:
        token, depth = token.head, depth + 1
    return depth


def _by_word(gap: Token, top: Token, role: str, frame: Frame) -> str:
    """Return the role, mended by what the question word alone can say."""
    word, head = gap.lower_, top.lemma_.lower()
    following = gap.nbor().lemma_.lower() if gap.i + 1 < len(gap.doc) else ""
    plain = role not in ("ARG0", "ARG1", "")
    if word == "when" or (word in ("what", "which") and head in _TIMES and role != "ARG2"):
        return role if role == "ARG2" and frame.lemma == "last" else "ARGM-TMP"
    if word == "how" and following in ("long", "often", "soon"):
        return role if role == "ARG2" and frame.lemma in ("last", "take") else "ARGM-TMP"
    if word == "why" or (word in ("what", "which") and head in _REASONS and role not in ("ARG0", "ARG1")):
        return role if role in ("ARGM-PRP", "ARGM-CAU") else "ARGM-CAU"
    if word == "where":
        return role if role in _TO_PLACE else "ARGM-LOC"
    if word == "how" and top is gap:
        return role if plain and role not in ("ARGM-TMP", "ARGM-LOC", "ARGM-ADV", "ARGM-EXT") else "ARGM-MNR"
    if role:
        return role
    if any(child.dep_ == "case" for child in top.children) and head in _PLACES:
        return "ARGM-LOC"
    passive = any(child.dep_ == "aux:pass" for child in gap.doc[frame.head].children)
    taken = {argument.role for argument in frame.arguments}
    if top.dep_ == "nsubj" and not passive and "ARG0" not in taken:
        return "ARG0"
    return "ARG1" if "ARG1" not in taken else "ARG2"
