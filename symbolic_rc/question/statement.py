"""Questions as statements: "What did the hunter find?" as "the hunter will find something".

Treebanks hold few questions, so that a parser trained on them reads "did" as the main verb and the rest as a
noun phrase. In the order of a statement, with indefinite words for question words, the same is parsed well.
Word stands for word, so that what is found maps back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from spacy.tokens import Doc, Span, Token

from symbolic_rc.lexicon import english as E
from symbolic_rc.lexicon import rolesets, wordnet
from symbolic_rc.question.gap import leading
from symbolic_rc.question.understanding import AMOUNTS, PREPOSITIONS

#: A question, or some of its words.
Words = Sequence[Token] | Doc | Span
_PLACING = PREPOSITIONS | {"above", "below", "beside", "beneath"}
_OPENING = PREPOSITIONS | {"since", "until", "during"}
_CHAIN = frozenset(("be", "been", "being", "have"))
_SHORT = {"ca": "can", "wo": "will", "sha": "shall"}
#: What stands for a question word, so that a parser trained on statements knows the sentence.
_INDEFINITE = {
    "who": "someone", "whom": "someone", "what": "something", "which": "one", "whose": "his",
    "when": "then", "where": "there", "how": "so",
}  # fmt: skip
_OF_SUBJECTS = frozenset(("who", "what", "which", "whose"))
_VERBS = ("VERB", "AUX")
#: Words whose questions are embedded.
_ASKING = E.word_set("""ask tell know wonder remember explain say show see find guess learn understand sure
    clear""")
_QUANTIFIERS = E.word_set("all both few many most several some")
_LOOSE = E.word_set("every each when after before while yesterday last next all so because")


@dataclass(frozen=True, slots=True)
class Statement:
    """A question in the order, and in the words, of a statement."""

    order: tuple[int, ...]  # the places of the question's tokens
    words: tuple[str, ...]  # what stands for them: "someone" for "who", "will" for "did"
    gap: int  # where in the statement stands what stands for the question word; -1 for nothing
    # verb, auxiliary: where the main verb and its auxiliary stand; -1 where the question asks for its
    # subject, so that they are not known
    verb: int = -1
    auxiliary: int = -1
    # the place in the question of the adverb that asks ("where"), if nothing stands for it; else -1
    adverb: int = -1
    # whether the main verb is a participle in such a question: "When was the land divided?"
    participle: bool = False


#: What may follow the subject of a question for a place.
_BEHIND = PREPOSITIONS - {"of"} | {"when", "while", "after", "before", "during"}


def as_statement(words: Words) -> Statement | None:
    """Return a question as a statement, or None where it is none or needs another reading.

    Tags and lemmas of its words are looked at, its parse is not. None for questions without a verb behind the
    subject ("Where is the village?").
    """
    low = [token.lower_ for token in words]
    end = len(low)
    while end and not low[end - 1][-1:].isalnum():
        end -= 1
    if (begin := _wh_start(low, end)) is None:
        return _embedded(words, low, end)
    if low[begin + 1 : begin + 2] == [","] and "," in low[begin + 2 : end]:  # "Who, says the letter, …"
        close = low.index(",", begin + 2)
        kept = [*range(begin + 1), *range(close + 1, len(low))]
        inner = as_statement([words[i] for i in kept])
        return None if inner is None else replace(inner, order=tuple(kept[i] for i in inner.order))
    asked = next(i for i in range(begin, end) if low[i] in E.QUESTION_WORDS)
    auxiliary = _auxiliary(low, begin, end)
    verb = None if auxiliary is None or auxiliary + 2 > end else _main_verb(words, low, auxiliary, end)
    if auxiliary is None or verb is None:
        return _of_subject(words, low, range(len(low)), asked)
    phrase = list(range(begin, auxiliary))
    first = auxiliary + 1 + (low[auxiliary + 1] in E.NOT)
    subject, between = list(range(first, verb)), list(range(auxiliary + 1, first))
    while low[verb] in _CHAIN and verb + 1 < end and words[verb + 1].tag_ in ("VBN", "VBG", "VBD"):
        between.append(verb)  # "will be held", "had been waiting"
        verb += 1
    rest = list(range(verb + 1, end))
    gap = _gap_behind(words, low, phrase, verb, rest)
    rest = [*rest[:gap], *phrase, *rest[gap:]]
    order = [*range(begin), *subject, auxiliary, *between, verb, *rest, *range(end, len(low))]
    stands = _standing_for(words, asked, auxiliary, low[verb]) | {auxiliary: helping(low[auxiliary])}
    return stated(words, order, stands, asked, verb, auxiliary)


def _standing_for(words: Words, asked: int, end: int, verb: str) -> dict[int, str]:
    """Return what stands for question words, up to the end of their phrase: "by some amount"."""
    if (asked or verb == "worth") and [word.lower_ for word in words[asked:end]] == ["how", "much"]:
        return {asked: "some", asked + 1: "amount"}
    return {asked: _indefinite(words, asked)}


def _of_subject(words: Words, low: Sequence[str], order: Sequence[int], asked: int) -> Statement | None:
    """Return a question about the subject, whose order is that of a statement already."""
    if low[asked] not in _OF_SUBJECTS and low[asked : asked + 2] not in AMOUNTS:
        return None
    denied = next((i for i in order if asked < i < asked + 3 and low[i] in E.NOT), -1)
    following = next((i for i in order if i > max(asked, denied) and words[i].pos_ != "ADV"), -1)
    verb = -1
    bare = low[asked] in ("who", "what") and following >= 0  # and not "what color is"
    if bare and not any(word.pos_ in _VERBS for word in words[following : following + 2]):
        known = wordnet().base(low[following], "v")
        verb = following if known and rolesets().of(known[0], "v") else -1
    elif denied >= 0 and following >= 0 and words[following].pos_ == "VERB":
        verb = following
    return stated(words, order, {asked: _indefinite(words, asked)}, asked, verb)


def _embedded(words: Words, low: Sequence[str], end: int) -> Statement | None:
    """Return an embedded question ("Tell me [where the cat has gone]") alone as a statement."""
    asked = next((i for i in range(1, end) if low[i] in E.QUESTION_WORDS and words[i].tag_[:1] == "W"), None)
    if asked is None or low[asked - 1] == "," or not any(t.lemma_.lower() in _ASKING for t in words[:asked]):
        return None
    begin = asked - (low[asked - 1] in PREPOSITIONS)
    first = asked + 1
    while (
        first < end and low[asked] in E.QUESTION_DETERMINERS and words[first].pos_ in ("NOUN", "ADJ", "NUM")
    ):
        first += 1
    verbs = [i for i in range(first, end) if words[i].tag_[:2] in ("VB", "MD")]
    if not verbs:
        verbs = [
            i
            for i in range(first + 1, end)
            if wordnet().base(low[i], "v") and low[i - 1] not in E.DETERMINERS
        ]
    if not verbs or first >= end:
        return None
    if verbs[0] == first:
        return _of_subject(words, low, range(begin, len(low)), asked)
    verb = verbs[0]
    if len(verbs) > 1 and verbs[1] <= verb + 3 and low[verb] in E.AUXILIARIES:
        verb = verbs[1]
    phrase, rest = list(range(begin, first)), list(range(verb + 1, end))
    gap = _gap_behind(words, low, phrase, verb, rest)
    order = [*range(first, verb + 1), *rest[:gap], *phrase, *rest[gap:], *range(end, len(low))]
    return stated(words, order, {asked: _indefinite(words, asked)}, asked, verb)


def stated(
    words: Words, order: Sequence[int], stands: dict[int, str], gap: int = -1, verb: int = -1, aux: int = -1
) -> Statement:
    """Return a question's words in the order of a statement, with a capital and a full stop.

    `order` has the words that are kept, `stands` what stands for some of them; `gap`, `verb` and `aux` are
    the word of the gap, the main verb and its auxiliary, -1 for none.
    """
    made, last = [], len(words) - 1
    for i in order:
        word = words[i]
        if i in stands:
            made.append(stands[i])
        elif word.lower_ in E.NOT:
            made.append("not")
        elif i == last and word.text == "?":
            made.append(".")
        else:
            made.append(word.lower_ if i == 0 and word.tag_[:2] != "NN" else word.text)
    made[0] = made[0][:1].upper() + made[0][1:]
    if made[-1] not in (".", "!", '"', "”"):
        made.append(".")
    place = {i: place for place, i in enumerate(order)}
    return Statement(tuple(order), tuple(made), place.get(gap, -1), place.get(verb, -1), place.get(aux, -1))


def helping(auxiliary: str) -> str:
    """Return what stands for an auxiliary in a statement: *will* for a form of *do*."""
    return "will" if auxiliary in E.DO else _SHORT.get(auxiliary, auxiliary)


def _indefinite(words: Words, asked: int) -> str:
    """Return what stands for a question word: *some* before a noun."""
    low = words[asked].lower_
    if low in ("what", "which") and asked + 1 < len(words):
        following = words[asked + 1]
        if following.pos_ in ("NOUN", "PROPN", "ADJ", "NUM") or following.tag_ in ("NN", "NNS"):
            return "some"
    return _INDEFINITE.get(low, low)


def _wh_start(low: Sequence[str], end: int) -> int | None:
    """Return where the question's phrase begins: at the start, or after an opening phrase and a comma."""
    starts = [0, *(i + 1 for i in range(end) if low[i] == ",")]
    for start in starts:
        if start >= end:
            continue
        of_subject = low[start] in _OF_SUBJECTS or low[start : start + 2] in AMOUNTS
        asks = _auxiliary(low, start, end) is not None or (of_subject and low[-1] == "?")
        if low[start] in E.QUESTION_WORDS and asks:
            return start
        if low[start] in _OPENING and start + 1 < end and low[start + 1] in E.QUESTION_WORDS:
            return start
    return None


def _auxiliary(low: Sequence[str], start: int, end: int) -> int | None:
    """Return the auxiliary behind the question's phrase, at most six words on."""
    for i in range(start + 1, min(end, start + 7)):
        if low[i] == ",":
            return None
        if low[i] in E.AUXILIARIES or (low[i] == "'s" and "of" not in low[start:i]):
            return i
    return None


def _main_verb(words: Words, low: Sequence[str], auxiliary: int, end: int) -> int | None:
    """Return the first word after a subject that can be the verb that the auxiliary asks for."""
    kind = low[auxiliary]
    first = auxiliary + 1
    denied = first < end and low[first] in ("n't", "not")
    first += denied
    if not denied and first < end and _is_verb(words[first], kind):
        return _described_of(words, low, first, end) if kind in E.BE else None
    if (behind := _behind_relative(words, low, auxiliary, first, end)) is not None:
        return behind
    for strict in (True, False):
        for i in range(first + 1, end):
            if low[i] in E.QUESTION_WORDS or low[i] in (",", "that", "because"):
                break
            if _may_be_asked_for(words, low, i, end, kind, strict):
                return i
    asks_place = low[max(0, auxiliary - 1)] in E.QUESTION_ADVERBS  # "Where is the boy from?"
    return _before_preposition(low, first, end) if kind in E.BE and not asks_place else None


def _is_before_verb(words: Words, i: int, end: int, kind: str) -> bool:
    """Whether a word is a noun behind another, before the verb: *family* of "Does the Orr family own …?"."""
    noun = words[i].pos_ == "NOUN" and words[i - 1].pos_ in ("NOUN", "PROPN")
    return noun and any(
        _is_verb(one, kind) and _has_form(one, kind) for one in words[i + 1 : min(end, i + 3)]
    )


def _described_of(words: Words, low: Sequence[str], first: int, end: int) -> int | None:
    """Return the adjective before a preposition at the end, as in "What is gertrude afraid of?"."""
    at = end - 2
    return at if at > first and words[at].pos_ == "ADJ" and low[end - 1] in _PLACING else None


def _before_preposition(low: Sequence[str], first: int, end: int) -> int | None:
    """Return the predicate of a copula whose preposition ends a question: "What is the barn east of?"."""
    at = next((i for i in range(first + 1, end) if low[i] in _PLACING), end)
    if low[end - 1] not in _PLACING:
        return None
    at -= low[at] == "of"
    at -= low[at - 1] in E.DETERMINERS  # "Who is Bo the son of?"
    return at if at > first else None


def _may_be_asked_for(words: Words, low: Sequence[str], i: int, end: int, kind: str, strict: bool) -> bool:
    """Whether a word behind a subject can be the verb that an auxiliary asks for."""
    adjective = words[i - 1].pos_ == "ADJ" and low[i - 2] in E.DETERMINERS
    if strict and (adjective or _is_before_verb(words, i, end, kind)):
        return False
    if i + 1 < end and _qualifies(words, i, kind):
        return False
    counted = low[i - 1] in _QUANTIFIERS and words[i].tag_ == "NNS"  # "do some people believe"
    if counted or low[i - 1] in (*E.DETERMINERS, "'s", "’s") or (low[i - 1] == "of" and kind in E.BE):
        return False
    return _is_verb(words[i], kind)


def _qualifies(words: Words, i: int, kind: str) -> bool:
    """Whether a word qualifies the one behind it, rather than being the verb."""
    if kind in E.BE:
        return words[i].tag_ == "JJ" and words[i + 1].pos_ in ("NOUN", "PROPN", "ADJ")
    return words[i].tag_[:1] in "JR" and _is_verb(words[i + 1], kind)


def _behind_relative(words: Words, low: Sequence[str], auxiliary: int, first: int, end: int) -> int | None:
    """Return the verb behind a subject's clause: "Where does the man who sold the mill live?"; or None."""
    kind = low[auxiliary]
    relative = next((i for i in range(first + 1, end) if low[i] in E.RELATIVE_PRONOUNS), end)
    plain = kind in E.DO or low[max(0, auxiliary - 1)] in E.QUESTION_ADVERBS
    if not plain or relative == end or words[relative - 1].pos_ not in ("NOUN", "PROPN", "PRON"):
        return None
    clause = next((i for i in range(relative + 1, end) if words[i].pos_ in ("VERB", "AUX")), end)
    for i in range(end - 1, clause + 1, -1):
        if low[i - 1] in E.DETERMINERS or low[i - 1] in ("to", "and", "or", *PREPOSITIONS):
            continue
        if low[i] not in PREPOSITIONS and _is_verb(words[i], kind) and _has_form(words[i], kind):
            return i
    return None


def _has_form(word: Token, auxiliary: str) -> bool:
    """Whether a word that may be a verb is tagged as one in the form that its auxiliary takes."""
    if auxiliary in E.DO or auxiliary in E.MODALS:
        return word.tag_ in ("VB", "VBP") or word.lower_ in ("be", "have", "do")
    return word.tag_ in ("VBN", "VBG", "VBD")


def _is_verb(word: Token, auxiliary: str) -> bool:
    low = word.lower_
    if auxiliary in E.DO or auxiliary in E.MODALS:
        base = low in ("be", "have", "do") or bool(rolesets().of(low, "v"))
        return base and low.isalpha() and not word.text[0].isupper() and low not in E.DETERMINERS
    participle = word.tag_ in ("VBN", "VBD") or low.endswith("ed") or low in ("been", "gone", "done")
    if auxiliary in E.HAVE:
        return participle
    return participle or word.tag_ in ("VBG", "JJ") or (low.endswith("ing") and word.pos_ == "VERB")


def _gap_behind(words: Words, low: Sequence[str], phrase: list[int], verb: int, rest: list[int]) -> int:
    """Return how many of the words behind the verb (`rest`) stand before the gap of what asks (`phrase`)."""
    if not rest or low[phrase[0]] in E.QUESTION_ADVERBS | PREPOSITIONS or low[phrase[-1]] in E.TIME_NOUNS:
        return len(rest)
    for i, place in enumerate(rest):
        following = low[rest[i + 1]] if i + 1 < len(rest) else ""
        if low[place] in PREPOSITIONS and (not following or following in PREPOSITIONS or following in _LOOSE):
            return i + 1
    following = low[rest[0]]
    if following in E.DETERMINERS or words[rest[0]].pos_ in ("PROPN", "PRON", "DET"):
        return len(rest)
    if following == "to" and len(rest) > 1 and rolesets().of(low[rest[1]], "v"):
        taken = len(rest) > 2 and (low[rest[2]] in E.DETERMINERS or words[rest[2]].pos_ in ("PROPN", "PRON"))
        return 0 if taken else 2
    return 0


_PEOPLE = E.word_set("person persons people character characters individual individuals one man men someone")
_AUXILIARY = E.AUXILIARIES | E.NOT | E.word_set("be been being to")
#: The most words between the determiner and the noun that is described.
_MOST_BETWEEN = 4


def described(words: Words) -> Statement | None:
    """Return a question for the name of somebody or something as what its relative clause says, or None.

    "What is the name of the person that Ada married?" is read as "Ada married someone."; "What was the name
    of the girl who left?" as "Some girl left."
    """
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    first = _described_noun(low, end)
    relative = _relative_of(words, low, first, end)
    if first >= 0 > relative and words[first].pos_ == "NOUN" and words[first + 1].tag_ == "VBN":
        order = [first - 1, first, 1, *range(first + 1, len(low))]  # "the mill is sold by Ada"
        return stated(words, order, {first - 1: "some"}, first - 1, first + 1, 1)
    if relative < 0 or relative + 2 > end:
        return None
    bare = relative == first
    fronted = relative > first + 1 and words[relative - 1].pos_ == "ADP"
    noun = relative if bare else relative - 1 - fronted
    if noun < first or words[noun].pos_ != "NOUN" or any(words[i].pos_ == "VERB" for i in range(first, noun)):
        return None
    phrase = [noun] if low[noun] in _PEOPLE and noun == first else [first - 1, *range(first, noun + 1)]
    rest = list(range(relative + 1, end))
    if low[relative] == "whose":
        return stated(words, range(relative, len(low)), {relative: "his"}, relative)
    if low[relative] == "where":
        order = [*rest, relative, *range(first - 1, noun + 1)]
        return stated(words, [*order, *range(end, len(low))], {relative: "in", first - 1: "some"}, first - 1)
    return _with_phrase(words, low, phrase, relative, end, fronted)


def _relative_of(words: Words, low: Sequence[str], first: int, end: int) -> int:
    """Return the relative pronoun of a noun phrase that begins there, else its noun; -1 for no clause."""
    if first < 0:
        return -1
    near = range(first + 1, min(end, first + _MOST_BETWEEN + 2))
    relative = next((i for i in near if low[i] in E.RELATIVES), -1)
    if relative < 0 and words[first].pos_ == "NOUN":  # "the man Ada married"
        return first if words[first + 1].pos_ in ("PROPN", "PRON", "DET") else -1
    return relative


def _with_phrase(
    words: Words, low: Sequence[str], phrase: list[int], relative: int, end: int, fronted: bool
) -> Statement | None:
    """Return a relative clause with the phrase that it describes in its gap; `fronted`: "to whom …"."""
    stands = {phrase[0]: "someone" if len(phrase) == 1 else "some"}
    rest, bare = list(range(relative + 1, end)), relative == phrase[-1]
    verbs = [i for i in rest if words[i].pos_ in _VERBS and words[i].tag_ != "VBG"]
    verb = min(verbs, key=lambda i: (words[i].tag_ == "VBN", i), default=-1)  # a participle only alone
    if verb < 0:
        return None
    if not fronted and not bare and all(words[i].pos_ == "ADV" for i in rest[: rest.index(verb)]):
        return stated(words, [*phrase, *rest, *range(end, len(low))], stands, phrase[0])
    while (
        verb + 1 < end
        and low[verb] in _AUXILIARY
        and (words[verb + 1].pos_ in ("VERB", "AUX") or low[verb + 1] in _AUXILIARY)
    ):
        verb += 1
    behind = list(range(verb + 1, end))
    if fronted:
        order = [*rest, relative - 1, *phrase]
    else:
        place = _gap_behind(words, low, phrase, verb, behind)
        order = [*range(relative + 1, verb + 1), *behind[:place], *phrase, *behind[place:]]
    return stated(words, [*order, *range(end, len(low))], stands, phrase[0], verb)


def _described_noun(low: Sequence[str], end: int) -> int:
    """Return where the phrase begins that is described, behind its determiner; or -1."""
    if low[:1] != ["what"] or low[1:2] == [] or low[1] not in E.BE | {"'s"}:
        return -1
    named = next((i for i in range(2, min(7, end)) if low[i] in E.NAME_NOUNS), -1)
    if named < 0 or low[named + 1 : named + 2] != ["of"]:
        return -1
    at = named + 2
    return at + 1 if low[at : at + 1] and low[at] in E.ARTICLES and at + 2 < end else -1


_DEGREES = E.NOT | E.word_set("""more less most least as very hardly extremely still already no never now a
    an older younger""")
#: Nouns that are easily taken for verbs behind "what".
_MEASURES = E.word_set("size shape age price nationality profession material height length weight")


#: How a question begins that asks whether a statement is true.
ASKS_TRUTH = "is it true that".split()


def _end_before_verb(words: Words, low: Sequence[str], first: int, subject: int) -> int:
    """Return where a subject ends whose last noun may be the verb: "does the mill stand by it"."""
    if subject - 1 <= first:
        return subject
    if low[0] in E.DO | E.MODALS and words[subject].pos_ in ("ADP", "DET", "PRON", "PROPN", "NUM"):
        subject -= wordnet().has(low[subject - 1], "v") and words[subject - 1].pos_ != "PROPN"
    return subject - (low[subject] == "or" and subject - 1 > first)  # "Was the king kind or cruel?"


def polar_statement(words: Words) -> Statement | None:
    """Return a yes/no question in the order of a statement, or None if it is none.

    "Did Ada sell it?" becomes "Ada will sell it.", "Is it true that Ada sold it?" and "Ada sold it?" become
    "Ada sold it."
    """
    low = [token.lower_ for token in words]
    start = len(ASKS_TRUTH) if low[: len(ASKS_TRUTH)] == ASKS_TRUTH else 0
    if start or _is_declarative(words, low):
        return stated(words, range(start, len(low)), {})
    if len(low) < 3 or low[0] not in E.AUXILIARIES:
        return None
    first = 2 if low[1] in E.NOT else 1
    end = len(low) - (low[-1:] == ["?"])
    begin, joint = _around_both(low, first)
    subject = joint or subject_end(words, low, begin, end)
    if subject <= begin or subject >= end:
        return None
    subject = joint or _end_before_verb(words, low, begin, subject)
    rest = range(subject + (joint > 0), len(low))
    order = [*range(begin, subject), 0, *range(1, first), *rest]
    # of "did not" the verb follows both
    verb = next((i for i in rest if words[i].pos_ != "ADV"), -1) if low[0] in E.DO else -1
    return stated(words, order, {0: helping(low[0])}, -1, verb, 0)


def _around_both(low: Sequence[str], first: int) -> tuple[int, int]:
    """Return where a subject begins, and where it ends in "were Ada and Bo both there"; else 0."""
    both = low.index("both") if "both" in low and "and" in low else 0
    begin = first + (both == first)
    return begin, both if "and" in low[begin:both] else 0


def _is_declarative(words: Words, low: Sequence[str]) -> bool:
    """Whether a question has the order of a statement: "Ada sold it?"."""
    if low[-1:] != ["?"] or not E.QUESTION_WORDS.isdisjoint(low) or low[0] in E.AUXILIARIES:
        return False
    verb = next((i for i, word in enumerate(words) if word.tag_ in ("VBD", "VBZ", "VBP", "MD")), 0)
    return any(word.pos_ in ("NOUN", "PROPN", "PRON") for word in words[:verb])


def predicative(words: Words) -> Statement | None:
    """Return "Who is less tall?", "Which lamp was not red?" as statements about their subject, or None.

    What follows a form of *be* is a degree, a denial or an adverb of time, so that no subject stands there.
    """
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    verb = next((i for i in range(1, min(6, len(low))) if low[i] in E.BE), -1)
    degree = _degree_asked(words, low) if verb == 2 else ""
    if degree:
        return _of_degree(words, end, degree)
    if verb < 0 or low[0] not in ("who", "what", "which") or verb + 1 >= len(low):
        return None
    one = "someone" if low[0] == "who" else "something"
    if verb == 1 and leading(low, 0) > 0 and not (is_only_verb(low[2]) or _has_clause(words[2:end])):
        # "what is the name of the mill" as "the name of the mill is something"
        return stated(words, [*range(2, end), 1, 0, *range(end, len(low))], {0: one}, 0)
    if low[verb + 1] not in _DEGREES or not E.BE.isdisjoint(low[verb + 1 :]):
        return None
    return stated(words, range(len(low)), {0: one if verb == 1 or low[0] == "who" else "some"}, 0)


def located(words: Words) -> Statement | None:
    """Return "Where was the old lamp then?" as "The old lamp was there then"; None for another question."""
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    if end < 4 or low[0] != "where" or low[1] not in E.BE or any(word.pos_ == "VERB" for word in words[2:]):
        return None
    behind = next((i for i in range(3, end) if words[i].pos_ in ("ADV", "SCONJ") or low[i] in _BEHIND), end)
    return stated(words, [*range(2, behind), 1, 0, *range(behind, len(low))], {0: "there"}, 0)


def said_to_be(words: Words) -> Statement | None:
    """Return "How was the soup?" as "The soup was nice", for any quality; None for another question."""
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    if end < 3 or low[0] != "how" or low[1] not in E.BE or subject_end(words, low, 2, end + 1) < end:
        return None
    return stated(words, [*range(2, end), 1, 0, *range(end, len(low))], {0: "nice"}, 0)


def is_only_verb(word: str) -> bool:
    """Whether a form in -ed or -en, or an irregular one, is one of a verb, and no adjective."""
    words = wordnet()
    base = words.base(word, "v")
    inflected = word.endswith(("ed", "en")) or (word[-1:] in "tdn" and word not in base)
    return inflected and bool(base) and not words.has(word, "a")


def _has_clause(words: Words) -> bool:
    return any(word.pos_ in _VERBS or word.lower_ in E.RELATIVES for word in words)


def _degree_asked(words: Words, low: Sequence[str]) -> str:
    """Return what stands for the question word of "what size was …" or "how old was …"; empty for others."""
    if low[0] == "how" and words[1].pos_ == "ADJ" and low[1] not in ("many", "much"):
        return "so"
    return "some" if low[0] in ("what", "which") and low[1] in _MEASURES else ""


def _of_degree(words: Words, end: int, degree: str) -> Statement | None:
    """Return "what size was the lamp" as "the lamp was some size", "how old was Ada" as "Ada was so old"."""
    others = ("VERB", "AUX") if degree == "some" else ("VERB", "AUX", "ADP", "SCONJ")
    if end < 4 or any(word.pos_ in others for word in words[3:end]):
        return None
    return stated(words, [*range(3, end), 2, 0, 1, *range(end, len(words))], {0: degree}, 0)


def subject_end(words: Words, low: Sequence[str], first: int, end: int) -> int:
    """Return where the subject ends: a pronoun, a run of names, or a noun phrase with its *of*."""
    if low[first] in E.SUBJECT_PRONOUNS:
        return first + 1
    i = phrase_end(words, low, first, end)
    while i < end and low[i] in ("of", "and", "'s", "’s") and i + 1 < end:
        after = phrase_end(words, low, i + 1, end)
        if after >= end or after <= i + 1:
            break
        i = after
    return min(i, end - 1) if i >= end else i


def phrase_end(words: Words, low: Sequence[str], i: int, end: int) -> int:
    """Return the end of a noun phrase that begins with a name, a determiner or what stands before a noun."""
    if words[i].text[:1].isupper():
        start = i
        while i < end and words[i].text[:1].isupper():
            i += 1
        titled = low[start].rstrip(".") in E.TITLES
        if i < end and low[i] in ("'s", "’s") and i - start > 1 + titled:
            i -= 1  # "is Ada Otto's daughter": two names
        return i
    return _noun_end(words, i + (low[i] in E.DETERMINERS or words[i].pos_ in ("DET", "NUM")), end)


def _noun_end(words: Words, i: int, end: int) -> int:
    """Return the end of a noun with what stands before it."""
    while i + 1 < end and words[i].pos_ in ("ADJ", "NUM", "ADV") and _may_be_noun(words[i + 1]):
        i += 1
    if i < end:
        i += 1
    while i + 1 < end and words[i - 1].pos_ in ("NOUN", "PROPN") and words[i].pos_ == "NOUN":
        i += 1
    return i


def _may_be_noun(word: Token) -> bool:
    return word.pos_ in ("NOUN", "PROPN") or (word.pos_ == "ADJ" and wordnet().has(word.lower_, "n"))
