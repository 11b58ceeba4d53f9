"""Options that a question names: "Who is older, Ada or Bo?", "Is Ada or Bo older?", "Was it red or green?".

Options are listed before or behind a question word, stand together as the subject, or are said in turn of one
subject, so that the question asks which of several statements holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from spacy.tokens import Token

from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import AUXILIARIES, BE, DETERMINERS, DO, RELATIVE_PRONOUNS, SUBJECT_PRONOUNS
from symbolic_rc.lexicon.english import QUESTION_WORDS as _ASKING
from symbolic_rc.lexicon.scales import COMPARATIVES
from symbolic_rc.question.statement import Statement, helping, stated, subject_end

_AMONG = frozenset("between of among from out".split())
_BEFORE_LIST = frozenset(",:;-–—(")
_CLOSING = frozenset("?.!)")
_ASKING_FOR_AN_OPINION = frozenset(
    (*verb.split(), "you", said)
    for verb in ("do", "would", "did")
    for said in ("say", "think", "believe", "guess", "reckon")
)
_GROUPS = frozenset("two three four both them these those pair".split())
_LONGEST_OPTION = 7
#: Parts of speech of single words that are options: what follows belongs to both.
_SINGLE = ({"ADP", "SCONJ", "ADV"}, {"VERB"}, {"AUX"}, {"NUM"})
_GRADED = ("JJR", "RBR", "JJS", "RBS")
#: An option ends before these, where it does not begin with one.
_AFTER_OPTION = frozenset("than when while because after before during since until if so as".split())


@dataclass(frozen=True, slots=True)
class Options:
    """A question without the options that it names."""

    # what is left of it. Where the options are the subject, the first of its words stands for them.
    words: tuple[Token, ...]
    # the options, as the question words them; empty where it names none in this way
    named: tuple[str, ...] = ()
    # whether the words begin with an auxiliary and what stands for the options: "Is Ada or Bo older?"
    are_subject: bool = False


def without_options(words: Sequence[Token]) -> Options:
    """Return a question without the options that are listed beside it, or that are its subject."""
    words = _without_or_not(tuple(words))
    low = [token.lower_ for token in words]
    end = len(low)
    while end and low[end - 1] in _CLOSING:
        end -= 1
    if not {"or", "and"}.isdisjoint(low[:end]):
        for find in (_in_front, _of_group, _behind, _cleft, _as_subject, _in_clauses, _alone):
            found = find(words, low, end)
            if found is not None and len(found.named) > 1 and all(found.named):
                return replace(found, words=_plain_comparison(found.words, 2 + found.are_subject))
    return Options(words)


def _plain_comparison(words: tuple[Token, ...], start: int) -> tuple[Token, ...]:
    """Return "Which is the older of the two?" as "Which is older?"."""
    low = [token.lower_ for token in words]
    for i in range(2, len(low) - 1):
        after = i + 1 + (low[i + 1] == "the")
        if low[i] == "of" and low[after : after + 1] and low[after] in _GROUPS:
            words = (*words[:i], *words[after + 1 :])
            break
    for i in range(start, len(words) - 1):
        graded = words[i].tag_ in ("JJR", "RBR") or words[i].lower_ in ("more", "less")
        ends = words[-2].lower_ in (words[i].lower_, words[i + 1].lower_)
        if words[i - 1].lower_ == "the" and graded and ends:
            return (*words[: i - 1], *words[i:])
    return words


def _without_or_not(words: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return "Is it red or not?" as "Is it red?"."""
    low = [token.lower_ for token in words]
    for i in range(2, len(low) - 1):
        if low[i : i + 2] == ["or", "not"] and (i + 2 == len(low) or low[i + 2] in _CLOSING):
            return (*words[:i], *words[i + 2 :])
    return words


def _in_front(words: tuple[Token, ...], low: Sequence[str], end: int) -> Options | None:
    """Read "Ada, Bo or Carl: who is older?", "Between Ada and Bo, who is older?"."""
    asked = next((i for i in range(2, end) if low[i] in _ASKING and low[i - 1] in _BEFORE_LIST), -1)
    if asked < 0 or low[0] in _ASKING | AUXILIARIES:
        return None
    start = next(i for i in range(asked) if low[i] not in _AMONG)
    listed = words[start : asked - 1]
    if not start and "or" not in low[:asked] and low[asked - 1] == ",":
        return None
    return Options(words[asked:], _listed(listed, ("or", "and")))


def _of_group(words: tuple[Token, ...], low: Sequence[str], end: int) -> Options | None:
    """Read "Which of Ada and Bo is older?", "Which of the two, Ada or Bo, is older?"."""
    if low[0] not in ("which", "who", "what"):
        return None
    comma = next((i for i in range(1, min(end, 6)) if low[i] == ","), -1)
    close = _closing_comma(low, comma, end)
    if 0 < comma < close and AUXILIARIES.isdisjoint(low[1:comma]):
        kept = (*words[: 1 if low[1] in _AMONG else comma], *words[close + 1 :])
        return Options(kept, _listed(words[comma + 1 : close], ("or",)))
    if low[1] not in ("of", "between") or _GROUPS & set(low[2:4]):
        return None
    joint = next((i for i in range(3, end) if low[i] in ("and", "or")), -1)
    verb = subject_end(words, low, joint + 1, end) if joint > 0 else end
    if verb >= end - 1:
        return None
    return Options((words[0], *words[verb:]), _listed(words[2:verb], ("and", "or")))


def _closing_comma(low: Sequence[str], comma: int, end: int) -> int:
    """Return the comma behind a list of options that another one opens; -1 for none."""
    close = next((i for i in range(comma + 2, end - 1) if low[i] == "," and "or" in low[comma:i]), -1)
    while 0 < close < end - 1 and "or" in low[close:end]:  # a comma between options
        close = next((i for i in range(close + 1, end - 1) if low[i] == ","), -1)
    return close


def _behind(words: tuple[Token, ...], low: Sequence[str], end: int) -> Options | None:
    """Read "Who sold it, Ada or Bo?", and without a comma behind a comparison."""
    if "or" not in low or not any(word in _ASKING for word in low[:4]):
        return None
    last = end - 1 - low[:end][::-1].index("or")
    marks = [i for i in range(2, last) if low[i] in _BEFORE_LIST]
    if (start := _list_start(low, marks, last)) >= 2 and end - last - 1 <= _LONGEST_OPTION:
        return Options((*words[:start], *words[end:]), _listed(words[start + 1 : end], ("or",)))
    return None if marks or "than" in low else _behind_comparison(words, low, last, end)


def _list_start(low: Sequence[str], marks: Sequence[int], last: int) -> int:
    """Return the mark behind which a list of options begins, whose last one begins at `last`; -1 for none."""
    start, stop = -1, last
    for mark in reversed(marks):
        part = [word for word in low[mark + 1 : stop] if word not in ("or", "either")]
        if len(part) > _LONGEST_OPTION or _ASKING & set(part) or (part and part[0] in AUXILIARIES):
            break
        start = stop = mark
        if low[mark] != ",":
            break
    return start


def _behind_comparison(words: tuple[Token, ...], low: Sequence[str], last: int, end: int) -> Options | None:
    graded = [i for i in range(1, last - 1) if words[i].tag_ in _GRADED or low[i] in ("first", "last")]
    if not graded:
        return None
    # "Who is older Ada or Bo": a noun may stand between the comparison and what is a name or has an article
    start = next((i for i in range(graded[-1] + 1, last) if _opens(words[i])), -1)
    if start < 0 or start - graded[-1] > 2 or not _opens(words[last + 1]):
        return None
    return Options((*words[:start], *words[end:]), _listed(words[start:end], ("or",)))


def _opens(word: Token) -> bool:
    return word.text[:1].isupper() or word.lower_ in DETERMINERS or word.text[:1].isdigit()


def _cleft(words: tuple[Token, ...], low: Sequence[str], end: int) -> Options | None:
    """Read "Was it Ada or Bo who sold it?"."""
    if low[0] not in BE or low[1] != "it" or "or" not in low:
        return None
    last = end - 1 - low[:end][::-1].index("or")
    asked = next((i for i in range(last, end) if low[i] in RELATIVE_PRONOUNS), -1)
    if asked < 0 or asked + 1 >= end:
        return None
    return Options(words[asked:], _listed(words[2:asked], ("or",)))


def _as_subject(words: tuple[Token, ...], low: Sequence[str], end: int) -> Options | None:
    """Read "Is Ada or Bo older?", "Did Ada, Bo or Carl come first?"."""
    begin = 3 if tuple(low[:3]) in _ASKING_FOR_AN_OPINION else 1
    verb_behind = begin == 3
    if low[0] not in AUXILIARIES or "or" not in low or low[begin] in SUBJECT_PRONOUNS or end < 5:
        return None
    begin += low[begin] == "either"
    parts, at = _before_last(words, low, begin, end)
    if not parts:
        return None
    at += low[at] == low[0]  # "Was Ada or was Bo there?"
    after = _last_option_end(words, low, at, end)
    left, right = parts[-1], words[at:after]
    after += low[after : after + 1] == [","]  # "Is Ann, or Bo, taller?"
    if after >= end:
        return None
    if _is_noun_phrase(left) and not _is_noun_phrase(right) and words[after].tag_ not in _GRADED:
        return None  # "Was the door red or green in spring?"
    rest = (words[0], words[begin], *words[after:])
    if verb_behind:  # "Would you say Ada or Bo is older?"
        rest = (words[after], words[begin], *words[after + 1 :])
    return Options(rest, tuple(_text(part) for part in (*parts, right)), True)


def _before_last(
    words: tuple[Token, ...], low: Sequence[str], at: int, end: int
) -> tuple[list[tuple[Token, ...]], int]:
    """Return the subjects up to *or*, and where the last one begins; none where no *or* follows them."""
    parts = []
    while True:
        after = at + 1 if low[at] in SUBJECT_PRONOUNS else subject_end(words, low, at, end)
        joint = next((i for i in range(at + 1, min(after + 1, end)) if low[i] in ("or", ",")), -1)
        if joint < 0:
            return [], at
        parts.append(words[at:joint])
        at = joint + 1
        if low[joint] == "," and low[at] == "or":
            at += 1
        if "or" in (low[joint], low[at - 1]):
            return parts, at


def _in_clauses(words: tuple[Token, ...], low: Sequence[str], end: int) -> Options | None:
    """Read "Is Ada taller or is Bo?", of which the second part says no more or the same again."""
    joint = next((i for i in range(2, end - 1) if low[i] == "or" and low[i + 1] == low[0]), -1)
    if joint < 0 or low[0] not in AUXILIARIES:
        return None
    close = joint - (low[joint - 1] == ",")
    first, second = subject_end(words, low, 1, close), subject_end(words, low, joint + 2, end + 1)
    second = min(second, end)
    if low[second:end] not in ([], low[first:close]):
        return None
    named = (_text(words[1:first]), _text(words[joint + 2 : second]))
    return Options((words[0], words[1], *words[first:close], *words[end:]), named, True)


def _alone(words: tuple[Token, ...], low: Sequence[str], end: int) -> Options | None:
    """Read "Tea or coffee?"."""
    asks = not (_ASKING | AUXILIARIES).isdisjoint(low) or any(word.pos_ == "VERB" for word in words)
    return None if asks or "or" not in low else Options(words, _listed(words[:end], ("or",)))


def _last_option_end(words: Sequence[Token], low: Sequence[str], at: int, end: int) -> int:
    """Return where the last of several subjects ends: before the verb that *do* needs, where there is one."""
    after = subject_end(words, low, at, end)
    after -= low[after - 1] in DETERMINERS  # "Is 7 or 9 the larger number?"
    if after >= end:
        after = at + 1 + (low[at] in DETERMINERS)  # "Is silver or gold heavier?"
    if (low[0] in DO or low[1] == "you") and not any(_may_be_verb(word) for word in words[after : after + 2]):
        return next((i for i in range(at + 1, after) if wordnet().base(low[i], "v")), after)
    return after


def _is_noun_phrase(part: Sequence[Token]) -> bool:
    """Whether words begin with an article or a name, or end with a noun."""
    return bool(part) and (_opens(part[0]) or part[-1].pos_ in ("NOUN", "PROPN", "NUM", "PRON"))


def _may_be_verb(word: Token) -> bool:
    if word.text[:1].isupper():
        return False
    return word.pos_ in ("VERB", "AUX") or (word.pos_ == "NOUN" and bool(wordnet().base(word.lower_, "v")))


def _listed(words: Sequence[Token], joints: Sequence[str]) -> tuple[str, ...]:
    """Return the parts of a list, taken apart at commas and conjunctions; none where one is too long."""
    parts: list[list[Token]] = [[]]
    for token in words:
        if token.lower_ in joints or token.lower_ == ",":
            parts.append([])
        elif parts[-1] or token.lower_ not in ("either", *_BEFORE_LIST):
            parts[-1].append(token)
    kept = [part for part in parts if part]
    if any(len(part) > _LONGEST_OPTION for part in kept):
        return ()
    return tuple(_text(part) for part in kept)


def _text(words: Sequence[Token]) -> str:
    return "".join(token.text_with_ws for token in words).strip(" ,:;-–—()")


def subject_statement(words: Sequence[Token]) -> Statement:
    """Return what is left of a question whose options are its subject, with a gap for them.

    "Did Ada or Bo come first?" becomes "Something will come first."
    """
    low = [token.lower_ for token in words]
    verb = 2 if low[0] in DO else -1
    return stated(words, (1, 0, *range(2, len(low))), {1: "something", 0: helping(low[0])}, 1, verb, 0)


def alternatives(form: Statement, parts: Sequence[str]) -> tuple[tuple[str, Statement], ...]:
    """Return the statements between which "Was the door red or green?" asks, each with its option.

    The question is given in the order of a statement, with the parts of speech of the statement's words.
    """
    low = [word.lower() for word in form.words]
    if "or" not in low:
        return ()
    at, end = low.index("or"), len(low) - (low[-1] == ".")
    begin, after = _around(form, low, parts, at, end)
    if not form.auxiliary < begin < at < at + 1 < after:
        return ()
    spans = [(begin, at), (at + 1, after)]
    while begin - 1 > form.auxiliary + 1 and low[begin - 1] == ",":  # "red, green or blue"
        begin = next((i + 1 for i in range(begin - 2, form.auxiliary, -1) if low[i] == ","), begin - 2)
        spans.insert(0, (begin, spans[0][0] - 1))
    found = []
    for start, stop in spans:
        kept = [i for i in range(len(low)) if i < begin or i >= after or start <= i < stop]
        found.append((" ".join(form.words[start:stop]), _part(form, kept)))
    return tuple(found)


def conjuncts(form: Statement, asked: Sequence[str]) -> tuple[Statement, ...]:
    """Return a statement about both of two, as one about each: "Ada was there", "Bo was there"; else none."""
    low = [word.lower() for word in form.words[: max(form.auxiliary, 0)]]
    at = low.index("and") if "both" in asked and "and" in low[1:-1] else -1
    rest = range(form.auxiliary, len(form.words))
    return () if at < 0 else tuple(_part(form, (*own, *rest)) for own in (range(at), range(at + 1, len(low))))


def _around(form: Statement, low: Sequence[str], parts: Sequence[str], at: int, end: int) -> tuple[int, int]:
    """Return where the option before *or* begins, and where the one behind it ends."""
    first = form.auxiliary + 1
    opening = low[at + 1]
    single = any({parts[at - 1], parts[at + 1]} <= same for same in _SINGLE)
    if single or {low[at - 1], opening} <= COMPARATIVES:
        return at - 1, at + 2  # "before or after", "sell or buy", "3 or 4 apples"
    after = min(at + 2, end)
    while after < end and not _ends(low, parts, at + 1, after):
        after += 1
    length = after - at - 1
    if opening in DETERMINERS or parts[at + 1] == "ADP":
        same = [i for i in range(first, at) if low[i] == opening]
        alike = [i for i in range(first, at) if parts[i] == parts[at + 1]]
        return max(same or alike, default=max(first, at - length)), after
    return _around_nominal(form, parts, first, at, after)


def _around_nominal(
    form: Statement, parts: Sequence[str], first: int, at: int, after: int
) -> tuple[int, int]:
    """Return the same for an option without a determiner: a name, a noun or an adjective."""
    begin, length = at - 1, after - at - 1
    if form.words[begin][:1].isupper() and begin > first:
        while begin - 1 >= first and form.words[begin - 1][:1].isupper():
            begin -= 1
        return begin, after
    noun = parts[at + 1] in ("NOUN", "PROPN") and parts[begin] == "NOUN"
    return begin, after if noun or length == 1 or begin - length + 1 >= first else at + 2


def _ends(low: Sequence[str], parts: Sequence[str], opening: int, i: int) -> bool:
    """Whether an option that began before ends before a word."""
    if low[i] in _AFTER_OPTION or low[i] == "," or (parts[i] == "ADP" and low[i] != "of"):
        return True
    return parts[i] in ("ADV", "PRON") and parts[opening] not in ("VERB", "ADP")


def _part(form: Statement, kept: Sequence[int]) -> Statement:
    verb = kept.index(form.verb) if form.verb in kept else -1
    order = tuple(form.order[i] for i in kept if i < len(form.order))
    return Statement(order, tuple(form.words[i] for i in kept), -1, verb, form.auxiliary)
