"""The gap of a question in a frame: which argument of which predicate is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from spacy.tokens import Doc, Span, Token

from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.core.words import DO, QUESTION_WORDS
from symbolic_rc.lexicon import rolesets
from symbolic_rc.question.statement import Statement

#: Marks of a gap in cloze statements.
PLACEHOLDERS = ("@placeholder", "placeholder", "xxxxx", "_____", "___")
_WORDS = QUESTION_WORDS | {"whoever", "whatever"}
#: The adjuncts that question words ask for.
ADJUNCTS = {"when": "ARGM-TMP", "where": "ARGM-LOC", "why": "ARGM-CAU", "how": "ARGM-MNR"}
_TIMES = frozenset(
    "year day month week date time hour century night morning evening season decade age".split()
)
_REASONS = frozenset("reason purpose".split())
_PLACES = frozenset("place country city town village state street part".split())
_INSIDE = frozenset(
    "det nmod:poss advmod amod nummod nmod case fixed obl:npmod obl:unmarked compound flat det:predet".split()
)
_SAYING = frozenset("say think believe claim tell know suggest".split())
_EXTENTS = frozenset("far high deep fast much wide".split())
_STATES = frozenset("feel look seem sound react be taste smell respond treat".split())
#: Function tags of roles that "where" asks for.
_PLACE_TAGS = frozenset("LOC DIR GOL PRD".split())
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
    doc: Doc,
    start: int,
    form: Statement,
    frames: Sequence[Frame],
    gap: int,
    texts: Sequence[tuple[str, str]],
    asked: int,
) -> OpenArgument | None:
    """Find the argument that a question, an embedded question or a cloze statement leaves open.

    Parameters
    ----------
    doc : Doc
        The question in the order of a statement, annotated, perhaps among others.
    start : int
        Where the statement begins.
    form : Statement
    frames : sequence of Frame
        Those of the statement.
    gap : int
        What stands for the question word in `doc`; -1 where nothing does.
    texts : sequence of (str, str)
        The question's tokens in lower case, with their lemmas.
    asked : int
        Its question word or placeholder.

    Returns
    -------
    OpenArgument or None
        In places of the question; None without a predicate.
    """
    if form.auxiliary >= 0:
        auxiliary = start + form.auxiliary
        frames = [frame for frame in frames if frame.head != auxiliary]
        if texts[form.order[form.auxiliary]][0] in DO:  # "will" stands for it
            frames = [_without(frame, auxiliary) for frame in frames]
    if not frames:
        return None
    main = start + form.verb if form.verb >= 0 else -1
    chief = next((frame for frame in frames if frame.head == main), None)
    word = texts[asked][0]
    if gap < 0:
        frame = chief or min(frames, key=lambda f: (_depth(doc[f.head]), f.head))
        if frame.lemma in _SAYING:  # "Where did Jack say he had hidden it?"
            frame = next((one for one in frames if one.head > frame.head), frame)
        role = _place_role(frame, doc) if word == "where" else ADJUNCTS.get(word, "ARGM-MNR")
        return OpenArgument(moved(frame, form.order, start), role, asked, asked + 1)
    top, begin, end = _phrase(doc[gap])
    others = [f for f in frames if not begin <= f.head < end] or frames
    frame, role = _holder(doc, others, doc[gap], top, word, chief)
    if word in _WORDS:
        following = texts[asked + 1][1].lower() if asked + 1 < len(texts) else ""
        role = _by_word(doc[gap], top, role, frame, word, following)
    return OpenArgument(moved(frame, form.order, start), role, *_run(form.order, begin - start, end - start))


def _without(frame: Frame, auxiliary: int) -> Frame:
    """Return a frame without a modality that the question did not have."""
    own = tuple(a for a in frame.arguments if a.role != "ARGM-MOD" or a.head != auxiliary)
    return frame if len(own) == len(frame.arguments) else replace(frame, arguments=own, modality="")


def _place_role(frame: Frame, doc: Doc) -> str:
    """Return the role of a frame that "where" asks for: of a motion its end, or its start with "from"."""
    known, taken = rolesets().get(frame.roleset), {argument.role for argument in frame.arguments}
    roles = {} if known is None else {one.function: one.name for one in known.roles if one.name not in taken}
    if "GOL" in roles and "DIR" in roles:
        return roles["DIR" if any(child.lower_ == "from" for child in doc[frame.head].subtree) else "GOL"]
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


def gap_of(doc: Doc | Span, placeholder: str = "") -> Token | None:
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


def _holder(
    doc: Doc, frames: Sequence[Frame], gap: Token, top: Token, word: str, chief: Frame | None
) -> tuple[Frame, str]:
    """Return the frame that the gap belongs to, with its role there (empty when it has none yet)."""
    governor = top.head if top.head is not top else top
    best: tuple[tuple[int, ...], Frame, str] | None = None
    if chief is not None and word in ADJUNCTS and chief.lemma not in _SAYING:
        role = next((a.role for a in chief.arguments if a.start <= gap.i < a.end), "")
        return chief, role.removeprefix("R-").removeprefix("C-")
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
            int(chief is None and word in _WORDS and frame.head > gap.i),
            -int(frame.kind == "noun"),
            -int(token.dep_ == "acl:relcl" and word not in _WORDS),
            int(argument is not None),
            int(argument is not None and argument.head == top.i),
            int(linked) if subject else _depth(token),
            -(argument.end - argument.start) if argument else 0,
            -frame.head,
        )
        if best is None or key > best[0]:
            best = (key, frame, argument.role if argument else "")
    if best is None:
        verbs = [f for f in frames if doc[f.head].dep_ != "aux" and f.roleset not in _AUXILIARY]
        return chief or min(verbs or frames, key=lambda f: (_depth(doc[f.head]), f.head)), ""
    following = next((f for f in frames if f.head == best[1].head + 1 and f.kind == "verb"), None)
    if best[1].lemma in ("have", "do") and following and doc[following.head].tag_ in ("VBN", "VB", "VBD"):
        return following, best[2].removeprefix("R-").removeprefix("C-")
    return best[1], best[2].removeprefix("R-").removeprefix("C-")


def _has_frame(frames: Sequence[Frame], index: int) -> bool:
    return any(frame.head == index and frame.arguments for frame in frames)


def _depth(token: Token) -> int:
    depth = 0
    while token.head is not token and depth < 40:
        token, depth = token.head, depth + 1
    return depth


def _by_word(gap: Token, top: Token, role: str, frame: Frame, word: str, following: str) -> str:
    """Return the role, mended by what the question word and the word behind it alone can say."""
    head = top.lemma_.lower()
    plain = role not in ("ARG0", "ARG1", "")
    if word == "when" or (word in ("what", "which") and head in _TIMES and role != "ARG2"):
        return role if role == "ARG2" and frame.lemma == "last" else "ARGM-TMP"
    if word == "how" and (following in ("long", "often", "soon") or (following == "many" and head == "time")):
        return role if role == "ARG2" and frame.lemma in ("last", "take") else "ARGM-TMP"
    if word == "why" or (word in ("what", "which") and head in _REASONS and role not in ("ARG0", "ARG1")):
        return role if role in ("ARGM-PRP", "ARGM-CAU") else "ARGM-CAU"
    if word == "where":
        return role if _function(frame, role) in _PLACE_TAGS else "ARGM-LOC"
    bare = word in ("who", "whom", "what") and (top is gap or top.dep_ == "ROOT")
    if bare and role.startswith("ARGM") and not any(child.dep_ == "case" for child in top.children):
        role = ""
    previous = gap.doc[frame.head].nbor(-1) if frame.head else gap
    hurt = gap.doc[frame.head].tag_ != "VBG"
    if role == "ARG0" and gap.i < frame.head and previous.lemma_ == "be" and hurt and frame.kind != "noun":
        known = rolesets().of(gap.doc[frame.head].lemma_, "v")
        return "ARG1" if frame.roleset in known else role
    if word == "how" and (top is gap or not following.isalpha()):
        return role if plain and frame.lemma in _STATES else "ARGM-MNR"
    if word == "how" and following in _EXTENTS and (not role or role.startswith("ARGM")):
        return "ARGM-EXT"
    if word == "how" and frame.lemma == "be" and top.pos_ == "ADJ":
        return "ARG2"
    if role:
        return _possible(role, frame)
    if any(child.dep_ == "case" for child in top.children) and head in _PLACES:
        return "ARGM-LOC"
    passive = any(child.dep_ == "aux:pass" for child in gap.doc[frame.head].children)
    taken = {argument.role for argument in frame.arguments}
    if gap.i < frame.head and not passive and "ARG0" not in taken:
        return _possible("ARG0", frame)
    return "ARG1" if "ARG1" not in taken else "ARG2"


def _function(frame: Frame, role: str) -> str:
    """Return the function tag of a role: that of the frame files, or the modifier's own."""
    if role.startswith("ARGM-"):
        return role.removeprefix("ARGM-")
    known = rolesets().get(frame.roleset)
    found = known.role(role) if known is not None else None
    return found.function if found is not None else ""


def _possible(role: str, frame: Frame) -> str:
    """Return a numbered role, or the next that the roleset has where it has none of that number."""
    known = rolesets().get(frame.roleset)
    if known is None or role.startswith("ARGM") or known.role(role) is not None:
        return role
    taken = {argument.role for argument in frame.arguments}
    return next((each.name for each in known.roles if each.name not in taken), role)
