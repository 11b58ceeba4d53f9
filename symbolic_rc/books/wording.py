"""How an answer may be worded: unchanged, with a preposition or article, or as a sentence.

People answer "Why was Jim arrested?" with "He was arrested because he hit Dave" as often as with "for hitting
Dave". The question in statement order, with the answer in place of the question word, is such a sentence; its
verb is inflected ("did she go" becomes "she went").
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spacy.tokens import Doc

from symbolic_rc.lexicon.english import DO, FEMALE_WORDS, FUNCTION_WORDS, MALE_WORDS, NOT
from symbolic_rc.question.statement import Statement, as_statement

_IRREGULAR = dict(
    pair.split(":")
    for pair in (
        "arise:arose awake:awoke be:was bear:bore beat:beat become:became begin:began bend:bent bet:bet "
        "bid:bid bind:bound bite:bit bleed:bled blow:blew break:broke bring:brought build:built burst:burst "
        "buy:bought cast:cast catch:caught choose:chose cling:clung come:came cost:cost creep:crept cut:cut "
        "deal:dealt dig:dug do:did draw:drew drink:drank drive:drove eat:ate fall:fell feed:fed feel:felt "
        "fight:fought find:found flee:fled fling:flung fly:flew forbid:forbade forget:forgot "
        "forgive:forgave freeze:froze get:got give:gave go:went grow:grew hang:hung have:had hear:heard "
        "hide:hid hit:hit hold:held hurt:hurt keep:kept kneel:knelt know:knew lay:laid lead:led leave:left "
        "lend:lent let:let lie:lay light:lit lose:lost make:made mean:meant meet:met mistake:mistook "
        "overhear:overheard overcome:overcame overtake:overtook pay:paid put:put quit:quit read:read "
        "ride:rode ring:rang rise:rose run:ran say:said see:saw seek:sought sell:sold send:sent set:set "
        "shake:shook shed:shed shine:shone shoot:shot shrink:shrank shut:shut sing:sang sink:sank sit:sat "
        "slay:slew sleep:slept slide:slid speak:spoke spend:spent spin:spun spit:spat split:split "
        "spread:spread spring:sprang stand:stood steal:stole stick:stuck sting:stung strike:struck "
        "strive:strove swear:swore sweep:swept swim:swam swing:swung take:took teach:taught tear:tore "
        "tell:told think:thought throw:threw tread:trod understand:understood undertake:undertook wake:woke "
        "wear:wore weave:wove weep:wept win:won wind:wound withdraw:withdrew withstand:withstood "
        "wring:wrung write:wrote"
    ).split()
)
_HISSING = re.compile(r"(?:s|x|z|ch|sh|o)$")
_CONSONANT_Y = re.compile(r"(?<![aeiou])y$")
#: Short verbs that double their last letter: one vowel before it.
_DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprtv]$")


def past(verb: str) -> str:
    """Return the simple past of a verb, given in its base form and in lower case."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return verb + "d"
    if _CONSONANT_Y.search(verb):
        return verb[:-1] + "ied"
    return verb + (verb[-1] if _DOUBLED.match(verb) else "") + "ed"


def inflected(verb: str, auxiliary: str) -> str:
    """Return a verb without its auxiliary ``did`` or ``does``, in their form; any other as it is.

    Examples
    --------
    >>> inflected("sell", "did"), inflected("sell", "does"), inflected("sell", "do")
    ('sold', 'sells', 'sell')
    """
    if auxiliary == "did":
        return past(verb)
    if auxiliary != "does":
        return verb
    if verb in ("have", "be"):
        return {"have": "has", "be": "is"}[verb]
    if _CONSONANT_Y.search(verb):
        return verb[:-1] + "ies"
    return verb + ("es" if _HISSING.search(verb) else "s")


#: The wordings by name; their numbers are a feature.
WORDINGS = tuple(
    "as it stands; because; in; to; in the; by; the; a; sentence; sentence without its end; "
    "sentence of a pronoun; sentence of another pronoun; sentence of a pronoun without its end; "
    "sentence of another pronoun without its end".split("; ")
)
_NUMBER = {name: number for number, name in enumerate(WORDINGS)}
_PRONOUNS = {"feminine": "she", "masculine": "he"}
_PLURAL = frozenset(("NNS", "NNPS"))
#: Kinds of questions whose answers are given as they stand.
_BARE = frozenset(("person", "number", "yes/no"))
_REASON = frozenset("because to for so since as in by after due".split())
_PLACE = frozenset("in at on to from near into".split())
_MANNER = frozenset("by with through".split())


@dataclass(frozen=True, slots=True)
class SentenceFrame:
    """A question as a sentence with a gap, by what is before and behind the answer.

    The first `subject` words of `left` are its subject (0 where that is not known), for which `pronouns` may
    stand.
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    subject: int
    pronouns: tuple[str, ...]

    @property
    def words(self) -> frozenset[str]:
        """Its words in lower case."""
        return frozenset(word.lower() for word in (*self.left, *self.right))


def frame_of(question: Doc, genders: Mapping[str, str] | None = None) -> SentenceFrame | None:
    """Return a tagged question as a sentence with a gap, or None where it cannot be made one.

    `genders` has the gender of whom each word of a name names.
    """
    if (statement := as_statement(question)) is None:
        return None
    words = [token.text for token in question]
    left, right = _sides(statement, words)
    before = statement.order[: max(0, statement.auxiliary)]
    subject = [words[i] for i in before if _is_word(words[i])]
    low = [word.lower() for word in subject]
    gender = next(filter(None, map((genders or {}).get, low)), "")
    known = len(subject) if left[: len(subject)] == subject else 0
    plural = any(question[i].tag_ in _PLURAL for i in before)
    return SentenceFrame(tuple(left), tuple(right), known, _pronouns(low, gender, plural))


def _sides(statement: Statement, words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words before and behind the gap; "did" goes into the verb's form."""
    order, auxiliary = statement.order, statement.auxiliary
    helper = words[order[auxiliary]].lower() if auxiliary >= 0 else ""
    dropped = helper in DO and NOT.isdisjoint(map(str.lower, words))
    sides: tuple[list[str], list[str]] = [], []
    for place, i in enumerate(order):
        if place == statement.gap or (dropped and place == auxiliary) or not _is_word(words[i]):
            continue
        word = inflected(words[i], helper) if dropped and place == statement.verb else words[i]
        sides[place > statement.gap].append(word)
    return sides


def _is_word(token: str) -> bool:
    return any(map(str.isalnum, token))


def _pronouns(subject: Sequence[str], gender: str, plural: bool) -> tuple[str, ...]:
    said = set(subject)
    if "and" in said or plural:
        return ("they",)
    if len(subject) == 1 and subject[0] in ("he", "she", "they", "it"):
        return (subject[0],)
    if said & FEMALE_WORDS:
        return ("she",)
    if said & MALE_WORDS:
        return ("he",)
    return (_PRONOUNS[gender],) if gender in _PRONOUNS else ("he", "it")


def wordings(frame: SentenceFrame | None, kind: str, answer: str) -> list[tuple[int, str]]:
    """Return the number and the text of each further wording of an answer to a kind of question.

    Persons and numbers are answered as they stand.

    Examples
    --------
    >>> frame = SentenceFrame(("Jim", "was", "arrested"), (), 1, ("he",))
    >>> [text for _, text in wordings(frame, "reason", "he hit Dave")]
    ['because he hit Dave', 'Jim was arrested because he hit Dave', 'He was arrested because he hit Dave']
    """
    if kind in _BARE:
        return []
    first = answer.split()[0]
    found = [(_NUMBER[name], f"{name} {answer}") for name in _openings(kind, first)]
    if frame is None:
        return found
    whole = f"because {answer}" if kind == "reason" and first.lower() not in _REASON else answer
    made = [("sentence", (*frame.left, whole, *frame.right))]
    if frame.right and frame.subject:
        made.append(("sentence without its end", (*frame.left, whole)))
    for number, pronoun in enumerate(frame.pronouns if frame.subject else ()):
        name = f"sentence of {'another' if number else 'a'} pronoun"
        short = (pronoun, *frame.left[frame.subject :], whole)
        if frame.right:
            made.append((name, (*short, *frame.right)))
        made.append((name + " without its end", short))
    for name, words in made:
        text = " ".join(words)
        found.append((_NUMBER[name], text[0].upper() + text[1:]))
    return found


def _openings(kind: str, first: str) -> tuple[str, ...]:
    """Return the words that may precede an answer, by its first word."""
    low = first.lower()
    if kind == "reason":
        return () if low in _REASON else ("because",)
    if kind == "manner":
        return () if low in _MANNER else ("by",)
    bare = first[0].islower() and low not in FUNCTION_WORDS
    if kind == "place":
        return () if low in _PLACE else ("in", "to", *(("in the",) if bare else ()))
    return ("the", "a") if bare and kind in ("object", "event") else ()
