"""Rules over tags: verbs that the tagger took for something else, and unambiguous proper nouns.

Treebanks have few questions with a form of *do*, and few sentences as short and plain as those of tales;
a word that can be a verb is then easily taken for a noun, an adjective or a participle. Each rule retags a
word only where its clause would have no finite verb otherwise.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache

import numpy as np

from symbolic_rc.annotate.view import View
from symbolic_rc.annotate.words import CAPITAL, CASE, IN_WORDNET, PARTS, SMALL, TITLED
from symbolic_rc.core.arrays import Flags, Ints
from symbolic_rc.lexicon import english as E
from symbolic_rc.lexicon import rolesets, wordnet
from symbolic_rc.lexicon.names import names as first_names

#: Tags of verbs that a word may get, and of finite verbs.
VERBS = ("VBD", "VBZ", "VBP", "VB")
#: Shorter words are what is left of others: 's, 'm.
_SHORTEST = 4
_FINITE = frozenset(("VBZ", "VBD", "VBP", "MD"))
#: Words at which a clause ends, and another may begin.
_BOUNDARIES = frozenset(", ; : and but or while because when -- - – — “ ” \" '' `` ( )".split())
#: Words of raw text that have a capital this seldom, by column CAPITAL, or of which that is unknown.
SELDOM = 1

# Clauses that begin with a name or pronoun: "Felix married Clara".
_AFTER_VERB = frozenset(("DT", "PRP", "PRP$", "NNP", "IN", "TO", "RB", ".", "RP", "CD"))
_SOMEBODY = frozenset("someone somebody everyone everybody nobody anyone something nothing".split())
_LONGEST_NAME = 3

# Questions: "What does Jack notice about Jani?", "Why was Ann sent off?".
#: The form of *do* is among this many first words: "How many of the men did".
_EARLY = 8
_QUESTION_MISTAKES = frozenset(("NN", "JJ", "IN", "VBP", "VBD"))
_BEFORE_VERB = frozenset(("NN", "NNS", "NNP", "NNPS", "PRP", "CD", "RB", "POS"))
_AFTER_NOUN = frozenset(("DT", "PRP", "PRP$", "NNP", "IN", "TO", "RB", "RP", "WP", "."))
_HAVE, _BE = frozenset(("had", "has", "have")), frozenset(("was", "were", "is", "are"))
_ADVERBS = frozenset(("why", "when", "where", "how", "at", "in", "on", "by", "for", "from", "with"))
_QUESTION_BOUNDARIES = frozenset(", ; : that who which when while after before because if to".split())
_PARTICIPLE_BOUNDARIES = _QUESTION_BOUNDARIES | {"and"}

# Whole sentences: "Tom's mother baked bread."
_NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS", "PRP", "WP", "FW"))
_AFTER_PAST = frozenset(("DT", "PRP", "PRP$", "NN", "NNS", "NNP", "CD", "JJ", "RB", "RP", "."))
_AFTER_PRESENT = frozenset(("DT", "PRP", "PRP$", "RB", "IN", "TO", "CD"))
#: Bits of column PARTS: a verb's base form, and an inflected one.
_BASE, _INFLECTED = 2, 32
_UNCHANGED = frozenset("cost cut hit hurt put set shut split spread".split())
_SENTENCE = range(3, 31)
_OF_SPEAKERS = frozenset(("DT", "JJ", "NN", "NNS", "NNP", "PRP$"))
#: Number words with a capital.
_COUNTS = frozenset(word.capitalize() for word in (*E.NUMBER_WORDS[2:], *E.TENS))
_UNIT_MISTAKES = frozenset(("CD", "FW", "JJ", "LS", "NNP", "SYM", "VBP", "XX"))


@lru_cache(maxsize=4)
def _tags_of(names: tuple[str, ...]) -> tuple[list[str], dict[str, int]]:
    """Return each label's Penn tag, and the labels of verbs."""
    verbs = {tag: names.index(f"{tag}|VERB") for tag in VERBS if f"{tag}|VERB" in names}
    return [name.partition("|")[0] for name in names], verbs


def apply_tag_rules(view: View, labels: Ints, names: tuple[str, ...]) -> None:
    """Retag words of a document, in place; `labels` are numbers of `names`."""
    if len(_tags_of(names)[1]) == len(VERBS):
        retag_nouns(view, labels, names)
        _retag_clauses(view, labels, names)
        _retag_questions(view, labels, names)
        _retag_sentences(view, labels, names)
        _retag_repeated(view, labels, names)
        _retag_units(view, labels, names)
        _retag_reports(view, labels, names)
    if "NNP|PROPN" in names:
        _retag_names(view, labels, names)


def unambiguous_names(view: View, labels: Ints, names: Sequence[str]) -> Flags:
    """Return which words are proper nouns whatever the tree: "The Harlings were not rich", "warned Odd".

    They have a capital within a sentence and are *May* or in no dictionary; or they follow a word in small
    letters and seldom have a capital elsewhere; or they are first names before a finite verb.
    """
    tags = [name.partition("|")[0] for name in names]
    acting = view.where(lambda form: first_names().is_first_name(form.lower()))
    acting[:-1] &= _tagged(labels[1:], tags, ("VBD", "VBZ"))
    codes, inside = view.codes, np.ones(len(labels), bool)
    inside[view.bounds[:-1]] = False
    unknown = (codes[:, PARTS] & IN_WORDNET == 0) | view.where("May".__eq__)
    after_small = np.append(False, codes[:-1, CASE] == SMALL) & (codes[:, CAPITAL] <= SELDOM)
    proper = np.array([name.endswith("|PROPN") for name in names])
    return inside & (codes[:, CASE] == TITLED) & (unknown | after_small | acting) & proper[labels]


def _tagged(labels: Ints, tags: Sequence[str], some: Container[str]) -> Flags:
    """Return which labels have one of some Penn tags, of all labels' `tags`."""
    return np.array([tag in some for tag in tags])[labels]


def _form(view: View, place: int) -> str:
    return view.forms[view.kinds[place]]


def retag_nouns(view: View, labels: Ints, names: tuple[str, ...]) -> None:
    """Retag as nouns what no dictionary has as a verb, in place: "the family plants tomatoes"."""
    for place in np.flatnonzero(_tagged(labels, _tags_of(names)[0], ("VBZ", "VBP", "VB"))).tolist():
        if _is_only_noun(form := _form(view, place).lower()):
            plural = form.endswith("s") and wordnet().base(form, "n")[:1] != (form,)
            tag = "NNS|NOUN" if plural else "NN|NOUN"
            labels[place] = names.index(tag) if tag in names else labels[place]


@lru_cache(maxsize=16384)
def _is_only_noun(form: str) -> bool:
    """Whether WordNet has a word as a noun and neither it nor PropBank as a verb."""
    bases = wordnet().base(form, "n") if len(form) >= _SHORTEST else ()
    return bool(bases) and not wordnet().base(form, "v") and not any(rolesets().of(one, "v") for one in bases)


@lru_cache(maxsize=16384)
def _mainly_verb(lemma: str) -> bool:
    """Whether a word has at least as many senses as a verb as it has as a noun."""
    words = wordnet()
    return len(words.synsets(lemma, "v")) >= len(words.synsets(lemma, "n"))


def _retag_clauses(view: View, labels: Ints, names: tuple[str, ...]) -> None:
    """Retag the word after a name or pronoun that begins a clause without a finite verb."""
    tags, verbs = _tags_of(names)
    named = _tagged(labels, tags, ("NNP", "PRP")) | view.where(lambda form: form.lower() in _SOMEBODY)
    places = np.flatnonzero(_tagged(labels[1:], tags, ("NN", "NNS", "JJ", "VBN")) & named[:-1]) + 1
    sentences = np.searchsorted(view.bounds, places, side="right") - 1
    for place, sentence in zip(places.tolist(), sentences.tolist(), strict=True):
        tag = verb_form(_form(view, place))
        if tag and (tags[labels[place]] == "NNS") == (tag == "VBZ"):
            first, last = view.bounds[sentence : sentence + 2].tolist()
            start, end = _clause(view, place, first, last)
            own = [tags[label] for label in labels[start:end].tolist()]
            comma = tag == "VBZ" and end < last and _form(view, end) == ","
            by = place - start > 1 and _form(view, place - 2).lower() == "by"  # "the sale by Bo hurt Ada"
            if _is_verb_of_clause(own, place - start, by, comma):
                labels[place] = verbs[tag]


def _clause(view: View, place: int, first: int, last: int) -> tuple[int, int]:
    """Return where the clause of a word starts and ends within its sentence."""
    start, end = place, place + 1
    while start > first and _form(view, start - 1).lower() not in _BOUNDARIES:
        start -= 1
    while end < last and _form(view, end).lower() not in _BOUNDARIES:
        end += 1
    return start, end


def _is_verb_of_clause(tags: list[str], at: int, by: bool, comma: bool) -> bool:
    """Whether a clause without a finite verb begins with a name and goes on, or ends, as behind a verb."""
    begins = by or at == 1 or (0 < at <= _LONGEST_NAME and set(tags[:at]) == {"NNP"})
    follows = comma or (at + 1 < len(tags) and tags[at + 1] in _AFTER_VERB)
    return begins and follows and _FINITE.isdisjoint(tags)


@lru_cache(maxsize=16384)
def verb_form(form: str) -> str:
    """Return the tag of a form that can be a finite verb, ``VBZ`` or ``VBD``, or empty.

    Examples
    --------
    >>> verb_form("married"), verb_form("cleans"), verb_form("tables"), verb_form("red")
    ('VBD', 'VBZ', '', '')
    """
    if not form.islower():
        return ""
    tag = "VBD" if form.endswith("ed") else "VBZ" if form.endswith("s") and not form.endswith("ss") else ""
    bases = [base for base in wordnet().base(form, "v") if base != form] if tag else []
    known = any(rolesets().of(base, "v") for base in bases)
    return tag if known and (tag == "VBD" or _mainly_verb(bases[0])) else ""


def _retag_questions(view: View, labels: Ints, names: tuple[str, ...]) -> None:
    """Retag the verb of a question after a form of *do*, and a past tense after *be* or *have*."""
    tags = _tags_of(names)[0]
    for mark in np.flatnonzero(view.where("?".__eq__)).tolist():
        first = int(view.bounds[np.searchsorted(view.bounds, mark, "right") - 1])
        words = [view.forms[kind] for kind in view.kinds[first:mark].tolist()]
        own = [tags[label] for label in labels[first : mark + 1].tolist()]
        changes = _participle(words, own)
        if any(name not in names for _, name in changes):
            changes = []
        for i, name in (*changes, *_do_and_verb(words, own)):
            if name in names:
                labels[first + i] = names.index(name)


def _do_and_verb(words: list[str], tags: list[str]) -> list[tuple[int, str]]:
    """Return the places and labels of a question's form of *do* and the verb after it, where they change."""
    do = next((i for i, word in enumerate(words[:_EARLY]) if word.lower() in E.DO), -1)
    if do < 0 or (do > 0 and words[0].lower() not in E.QUESTION_WORDS):
        return []
    end = next((i for i in range(do + 2, len(words)) if words[i] in _QUESTION_BOUNDARIES), len(words))
    verb = 0 if "VB" in tags[do + 1 : end] else _verb_after_do(words, tags, do, end)
    bare = any(tags[i] == "VB" and tags[i - 1] != "TO" for i in range(do + 2, len(tags)))
    changes = [(verb, "VB|VERB")] if verb else []
    return [*changes, (do, f"{tags[do]}|AUX")] if verb or bare else []


def _verb_after_do(words: list[str], tags: list[str], do: int, end: int) -> int:
    """Return which word after *do* is its verb, or 0."""
    able = [
        i
        for i in range(do + 2, end)
        if tags[i] in _QUESTION_MISTAKES and tags[i - 1] in _BEFORE_VERB and rolesets().of(words[i], "v")
    ]
    likely = [i for i in able if _mainly_verb(words[i])] or [i for i in able if tags[i + 1] in _AFTER_NOUN]
    return (likely or able or [0])[0]


def _participle(words: list[str], tags: list[str]) -> list[tuple[int, str]]:
    """Return the places and labels of a question's participle and its form of *be* or *have*, if any."""
    lowers = [word.lower() for word in words]
    if (_ADVERBS | E.QUESTION_WORDS).isdisjoint(lowers[:1]):
        return []
    helpers = _HAVE | _BE if lowers[0] in _ADVERBS else _HAVE
    at = next((i for i in range(1, min(_EARLY, len(words))) if lowers[i] in helpers), 0)
    ends = (i for i in range(at + 1, len(words)) if lowers[i] in _PARTICIPLE_BOUNDARIES)
    verbs = [i for i in range(len(words)) if tags[i][:2] in ("VB", "MD") and i != at]
    alone = at and len(verbs) == 1 and tags[verbs[0]] == "VBD" and at + 1 < verbs[0] < next(ends, len(words))
    return [(verbs[0], "VBN|VERB"), (at, f"{tags[at]}|AUX")] if alone else []


#: What stands for a noun before a verb: "The former plays chess, the latter sings".
_OF_TWO = ("former", "latter")


def _retag_sentences(view: View, labels: Ints, names: tuple[str, ...]) -> None:
    """Retag the first word that can be the verb of a sentence, or of a reason, without a finite one."""
    tags, verbs = _tags_of(names)
    if not len(labels):
        return
    finite = _tagged(labels, tags, _FINITE | {"VB"})
    because = view.where(lambda form: form.lower() == "because")
    finite &= ~_in_relatives(view, labels, tags)
    without, sizes = ~np.logical_or.reduceat(finite, view.bounds[:-1]), np.diff(view.bounds)
    short = (sizes >= _SENTENCE.start) & (sizes < _SENTENCE.stop)
    spans = []
    for s in np.flatnonzero(without & short).tolist():
        start, end = view.bounds[s : s + 2].tolist()
        if _form(view, end - 1) in (".", "!") and _form(view, start)[:1].isupper():
            spans.append((start, end))
    for place in np.flatnonzero(because[:-1]).tolist():
        limit = int(view.bounds[np.searchsorted(view.bounds, place, side="right")])
        start, end = _clause(view, place + 1, place + 1, limit)
        if not finite[start:end].any():
            spans.append((start, min(end + 1, limit)))
    noun = names.index("NN|NOUN")
    for start, end in spans:
        words = [_form(view, i) for i in range(start, end)]
        own = [tags[label] for label in labels[start:end].tolist()]
        for i in range(1, len(words) - 1):
            if tag := _sentence_verb(own, words, i, int(view.codes[start + i, PARTS])):
                labels[start + i] = verbs[tag]
                labels[start + i - 1] = noun if own[i - 1] == "JJ" else labels[start + i - 1]
                if words[i - 1] not in _OF_TWO:
                    break


def _in_relatives(view: View, labels: Ints, tags: Sequence[str]) -> Flags:
    """Return which words are of a clause with *which* or *who* behind a comma, up to the next comma."""
    inside, commas = np.zeros(len(labels), np.bool_), view.where(",".__eq__)
    starts = np.flatnonzero(commas[:-1] & _tagged(labels[1:], tags, ("WDT", "WP")))
    stops = np.union1d(np.flatnonzero(commas), view.bounds)
    for start in starts.tolist():
        inside[start : stops[np.searchsorted(stops, start, "right")]] = True
    return inside


def _retag_repeated(view: View, labels: Ints, names: tuple[str, ...]) -> None:
    """Retag a noun as the verb that its sentence has before: "the hat cost six and the cap cost three"."""
    tags, _ = _tags_of(names)
    for i in np.flatnonzero(view.where(_UNCHANGED.__contains__)).tolist():
        start, end = view.bounds[np.searchsorted(view.bounds, i, side="right") - 1 :][:2].tolist()
        if tags[labels[i]] != "NN" or not start < i < end - 1:
            continue
        verbs = [j for j in range(start, i) if view.kinds[j] == view.kinds[i] and tags[labels[j]] in _FINITE]
        if verbs and tags[labels[i - 1]] in _BEFORE_VERB and tags[labels[i + 1]] in _AFTER_PAST:
            labels[i] = labels[verbs[-1]]


def _retag_units(view: View, labels: Ints, names: tuple[str, ...]) -> None:
    """Retag as nouns the units behind figures, "3.5 m deep"; as numbers "Ninety sheep grazed there"."""
    tags = _tags_of(names)[0]
    counts = view.where(_COUNTS.__contains__)[:-1] & _tagged(labels[1:], tags, ("NN", "NNS", "JJ"))
    labels[:-1][counts] = names.index("CD|NUM") if "CD|NUM" in names else labels[:-1][counts]
    units = _tagged(labels[1:], tags, _UNIT_MISTAKES) & view.where(E.UNIT_ABBREVIATIONS.__contains__)[1:]
    labels[1:][units & view.where(lambda form: form[-1:].isdigit())[:-1]] = names.index("NN|NOUN")


def _retag_reports(view: View, labels: Ints, names: tuple[str, ...]) -> None:
    """Retag a participle that ends a sentence behind speech and a speaker: "“Wait,” a man called."."""
    tags, verbs = _tags_of(names)
    for i in np.flatnonzero(_tagged(labels[:-1], tags, ("VBN",))).tolist():
        start = i
        while start and tags[labels[start - 1]] in _OF_SPEAKERS:
            start -= 1
        if 0 < start < i and tags[labels[start - 1]] == "''" and _form(view, i + 1) in (".", ","):
            labels[i] = verbs["VBD"]


def _is_elliptic(tags: Sequence[str], words: Sequence[str], i: int) -> bool:
    """Whether an adjective stands for the subject before a word: "The eldest bought straw"."""
    return i == 2 and words[0] == "The" and (tags[1] == "JJS" or words[1] in E.ORDINALS)


def _sentence_verb(tags: Sequence[str], words: Sequence[str], i: int, parts: int) -> str:
    """Return the tag that a word has as the verb of its sentence, or an empty string."""
    before, tag, after = tags[i - 1], tags[i], tags[i + 1]
    low = words[i].lower()
    one_of_two = words[i - 1] in _OF_TWO
    noun = before in _NOUNS or (tags[i - 2 : i] == ["DT", "JJ"] and wordnet().has(words[i - 1], "n"))
    if not (noun or one_of_two or _is_elliptic(tags, words, i)) or words[i] != low:
        return ""
    if tag == "VBN" or (tag in ("NN", "NNP", "VBG") and _is_past(low)):
        ends = _AFTER_PAST if tag == "VBN" else _AFTER_PAST | {"IN"}
        return "VBD" if after in ends else ""
    goes_on = one_of_two or after in _AFTER_PRESENT
    goes_on = goes_on or (after, verb_form(low)) == ("NNS", "VBZ")  # "plants tomatoes"
    tags = [*tags[: i - 1], "NN", *tags[i:]] if one_of_two else tags
    return _present_tense(tags, i, parts, goes_on)


def _present_tense(tags: Sequence[str], i: int, parts: int, goes_on: bool) -> str:
    """Return the tag of a word that is a noun, or a verb in the present tense, or an empty string."""
    before, tag = tags[i - 1], tags[i]
    if tag == "NNS" and parts & _INFLECTED and before in ("NN", "NNP"):
        owned = not {"DT", "POS", "PRP$"}.isdisjoint(tags[:i])
        return "VBZ" if owned and goes_on else ""
    goes_on = goes_on or (i == 1 and tags[2] == ".")  # "Dogs bark."
    return "VBP" if tag == "NN" and parts & _BASE and before == "NNS" and goes_on else ""


@lru_cache(maxsize=4096)
def _is_past(low: str) -> bool:
    """Whether a word in small letters can be a past tense."""
    if low in _UNCHANGED or (wordnet().irregular(low, "v") and not low.endswith(("s", "ing"))):
        return True
    return low.endswith("ed") and len(low) > 4 and bool(wordnet().base(low, "v"))


#: Tags that no first name in front of a finite verb has.
_NO_NAMES = frozenset(("JJ", "MD", "NN", "NNS", "RB", "UH", "VB", "VBD", "VBP"))
_DETERMINING = frozenset(("DT", "PRP", "PRP$", "WP"))


def _is_named_subject(view: View, tags: Sequence[str], labels: Ints, i: int) -> bool:
    """Whether a word is a first name, and what follows is the predicate of a subject."""
    if not first_names().is_first_name(_form(view, i).lower()):
        return False
    after, behind = [*(tags[label] for label in labels[i + 1 : i + 3].tolist()), "", ""][:2]
    finite = after in ("VBD", "VBZ", "MD")
    inverted = _form(view, i + 1) in E.BE and behind in _DETERMINING  # "rich is the man who …"
    return finite and _form(view, i + 1).islower() and not inverted


def _is_name_within(view: View, tags: Sequence[str], labels: Ints, i: int) -> bool:
    """Whether a noun is a first name behind a small word or a comma: "his aunt Faith", "met Miles"."""
    before, own, after = (tags[label] for label in labels[i - 1 : i + 2].tolist())
    apart = _form(view, i - 1).islower() or before == ","
    alone = before not in _DETERMINING and after not in ("NN", "NNS", "NNP", "CD")  # "of Web pages"
    return apart and alone and own in ("NN", "NNS") and first_names().is_first_name(_form(view, i))


def _retag_subjects(view: View, labels: Ints, tags: Sequence[str], proper: int) -> None:
    """Retag first names within a sentence or in front of finite verbs, and *May* within a sentence."""
    opening = np.zeros(len(labels) + 1, np.bool_)
    opening[view.bounds] = True
    other = _tagged(labels[:-1], tags, _NO_NAMES) & (view.codes[:-1, CASE] == TITLED)
    places = np.flatnonzero(other).tolist()
    within = {i for i in places if not opening[i] and _is_name_within(view, tags, labels, i)}
    named = {view.kinds[i] for i in within}
    for i in places:
        may = _form(view, i) == "May" and not opening[i]
        said = opening[i] and tags[labels[i]] == "NN" and view.kinds[i] not in named  # "Hope faded."
        if not said and (may or i in within or _is_named_subject(view, tags, labels, i)):
            labels[i] = proper


def _retag_names(view: View, labels: Ints, names: tuple[str, ...]) -> None:
    """Retag names that are words of another kind: *Miss*, *May*, "Norling Lines sold it"."""
    tags, proper = _tags_of(names)[0], names.index("NNP|PROPN")
    _retag_subjects(view, labels, tags, proper)
    for i in np.flatnonzero(view.where("Miss".__eq__)[:-1]).tolist():
        finite = tags[labels[i]] in _FINITE or tags[labels[i]] == "VB"
        if finite and tags[labels[i + 1]] in ("NNP", "NNPS"):
            labels[i] = proper
    for i in np.flatnonzero(_tagged(labels[:-1], tags, ("VBG",))).tolist():
        form, following = _form(view, i), _form(view, i + 1)
        if form[:1].isupper() and following.istitle() and not wordnet().base(form.lower(), "v"):
            labels[i] = proper
