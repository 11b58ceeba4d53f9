"""What a question asks for: the argument that is open, of which predicate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from spacy.language import Language
from spacy.tokens import Doc, Token

from symbolic_rc.annotate.sentences import LONGEST
from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.core.words import DO
from symbolic_rc.frames.parser.frame_parser import parse
from symbolic_rc.frames.statement import Statement, as_statement
from symbolic_rc.lexicon import rolesets, wordnet

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
    doc: Doc, frames: Sequence[Frame] | None = None, placeholder: str = "", nlp: Language | None = None
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
    nlp : Language, optional
        Annotates questions in the order of statements; the default pipeline by default.

    Returns
    -------
    OpenArgument or None
        None for questions without a gap ("Did the mill burn?") or without a predicate.
    """
    gap = gap_of(doc, placeholder)
    if gap is None:
        return None
    statement = as_statement(doc) if gap.lower_ in _WORDS else None
    if statement is not None:
        found = _of_statement(doc, statement, nlp)
        if found is not None:
            return found
    found = _open(doc, parse(doc) if frames is None else frames, gap, gap)
    if found is None and (verb := _only_verb(gap)) is not None:
        again = _annotated([token.text for token in doc], verb, nlp)
        found = _open(again, parse(again), again[gap.i], gap)
    return found


def _of_statement(doc: Doc, statement: Statement, nlp: Language | None) -> OpenArgument | None:
    """Find the open argument of a question in its form as a statement."""
    made = _annotated(statement.words, statement.verb, nlp)
    frames = [frame for frame in parse(made) if frame.head != statement.auxiliary]
    if doc[statement.order[statement.auxiliary]].lower_ in DO:  # "will" stands for it
        frames = [_without(frame, statement.auxiliary) for frame in frames]
    gap = statement.order[statement.gap]
    found = _open(made, frames, made[statement.gap], doc[gap], statement.verb)
    return None if found is None else _moved_back(found, statement.order)


def _without(frame: Frame, auxiliary: int) -> Frame:
    """Return a frame without a modality that the question did not have."""
    own = tuple(a for a in frame.arguments if a.role != "ARGM-MOD" or a.head != auxiliary)
    return frame if len(own) == len(frame.arguments) else replace(frame, arguments=own, modality="")


def _only_verb(gap: Token) -> int | None:
    """Return the first word behind the gap that can be a verb, of a question without any predicate."""
    for token in gap.doc[gap.i + 1 :]:
        known = wordnet().base(token.lower_, "v")
        determined = token.nbor(-1).lower_ in ("the", "a", "whose", "which")
        if known and rolesets().of(known[0], "v") and not determined:
            return token.i
    return None


def _annotated(words: Sequence[str], verb: int, nlp: Language | None) -> Doc:
    """Return words as an annotated Doc, in which the one at `verb` is a verb."""
    from symbolic_rc.annotate import default_pipeline

    nlp = nlp or default_pipeline()
    made = Doc(nlp.vocab, words=list(words), sent_starts=[i % LONGEST == 0 for i in range(len(words))])
    for name, component in nlp.pipeline:
        if name == "symbolic_rc_senter":
            continue
        made = component(made)
        if verb < 0:
            continue
        if name == "symbolic_rc_tagger" and made[verb].pos_ not in ("VERB", "AUX", "ADJ"):
            made[verb].pos_ = "VERB"
            made[verb].tag_ = "VB" if rolesets().of(words[verb], "v") else "VBD"
        known = wordnet().base(words[verb], "v") if name == "symbolic_rc_lemmatizer" else ()
        if known and not rolesets().of(made[verb].lemma_, "v"):
            made[verb].lemma_ = known[0]
    return made


def _moved_back(found: OpenArgument, order: Sequence[int]) -> OpenArgument:
    """Return what was found in a statement at the places of the question."""

    def run(start: int, end: int, head: int) -> tuple[int, int]:
        places = {order[i] for i in range(start, end)}
        first = last = order[head]
        while first - 1 in places:
            first -= 1
        while last + 1 in places:
            last += 1
        return first, last + 1

    frame = found.frame
    arguments = [Argument(a.role, *run(a.start, a.end, a.head), order[a.head]) for a in frame.arguments]
    arguments.sort(key=lambda argument: argument.start)
    start, end = run(frame.start, frame.end, frame.head)
    moved = replace(frame, head=order[frame.head], start=start, end=end, arguments=tuple(arguments))
    first, last = run(found.start, found.end, found.end - 1)
    return OpenArgument(moved, found.role, first, last)


def _open(doc: Doc, frames: Sequence[Frame], gap: Token, asked: Token, main: int = -1) -> OpenArgument | None:
    """Find the open argument on a document as it stands.

    `gap` stands in the document for the question word `asked` (of the question itself); `main` is the main
    verb, where that is known.
    """
    if not frames:
        return None
    top, start, end = _phrase(gap)
    others = [f for f in frames if not start <= f.head < end] or frames
    frame, role = _holder(doc, others, gap, top, asked, main)
    if frame is None:
        return None
    if asked.lower_ in _WORDS:
        role = _by_word(gap, top, role, frame, asked)
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


def _holder(
    doc: Doc, frames: Sequence[Frame], gap: Token, top: Token, asked: Token, main: int = -1
) -> tuple[Frame | None, str]:
    """Return the frame that the gap belongs to, with its role there (empty when it has none yet)."""
    governor = top.head if top.head is not top else top
    best: tuple[tuple[int, ...], Frame, str] | None = None
    chief = next((frame for frame in frames if frame.head == main), None)
    adverb = asked.lower_ in ("when", "where", "why", "how")
    if chief is not None and adverb and chief.lemma not in _SAYING:
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
            int(main < 0 and asked.lower_ in _WORDS and frame.head > gap.i),
            -int(frame.kind == "noun"),
            -int(token.dep_ == "acl:relcl" and asked.lower_ not in _WORDS),
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


def _by_word(gap: Token, top: Token, role: str, frame: Frame, asked: Token) -> str:
    """Return the role, mended by what the question word alone can say."""
    word, head = asked.lower_, top.lemma_.lower()
    following = asked.nbor().lemma_.lower() if asked.i + 1 < len(asked.doc) else ""
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
