"""Polarity, modality and source of predicates: denied, wished, planned, asked, believed; and by whom."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts.reading.phrases import sentence_end, sentence_start
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import CONDITIONAL_CONJUNCTIONS, NEGATIONS, TEMPORAL_CONJUNCTIONS, word_set

_ARGUMENTS = ("nsubj", "obj", "iobj", "obl", "det", "advmod", "cc")
_DETERMINING = ("det", "cc", "cc:preconj")

_BY_MODAL = {
    "can": "possible", "could": "possible", "may": "possible", "might": "possible",
    "will": "planned", "'ll": "planned", "wo": "planned", "shall": "planned", "would": "conditional",
    "'d": "conditional", "must": "obliged", "should": "obliged", "ought": "obliged", "need": "obliged",
}  # fmt: skip

#: What the verbs that take a clause say of it.
BY_GOVERNOR = {
    verb: modality
    for modality, verbs in {  # of a verb in several lines, the last counts
        "believed": "think believe suspect imagine suppose guess fear assume feel doubt pretend fancy expect"
        " consider reckon seem appear rumour rumor lie",
        "said": "say claim tell declare announce write reply answer explain report insist state admit confess"
        " argue warn inform assure boast",
        "asked": "ask wonder inquire enquire question",
        "wished": "want wish hope desire long dream like love prefer expect yearn crave pray",
        "planned": "plan intend decide promise agree threaten mean try attempt seek prepare offer arrange vow"
        " swear go resolve determine propose be about",
        "obliged": "have need",
        "possible": "allow permit let",
        "ordered": "order tell ask command beg advise urge persuade invite warn encourage request",
    }.items()
    for verb in verbs.split()
}
#: Verbs whose infinitive did not come about: "failed to open it".
_UNDONE = word_set("""fail refuse forget decline avoid neglect omit prevent stop refrain hesitate cease
    unable pretend forbid forbidden ban prohibit""")
#: Verbs after which what follows *from* does not come about: "kept her from going".
_HINDERING = _UNDONE | word_set("""keep discourage bar dissuade deter hinder block exclude restrain abstain
    save protect rescue""")
#: Modal verbs with which a perfect says what did not come about: "she would have gone".
_CONTRARY_TO_FACT = word_set("would 'd ’d should ought")
#: Verbs whose infinitive did: "managed to open it".
_DONE = word_set("""manage begin start continue proceed force make help get happen come remember cause see
    hear watch let have dare learn finish keep go persuade convince induce compel lead""")
#: Verbs that say of what somebody is thought guilty, or what is only thought of.
_ACCUSING = word_set("accuse suspect charge dream think talk speak")
#: Replies that say that it is so, or that it is not; the most marks and names before one.
_YES, _NO = word_set("yes yeah yep certainly indeed absolutely"), frozenset(("no", "nope"))
_MOST_BEFORE = 6
#: What verbs say of a finite clause, where that is something else than what they say of an infinitive.
_OF_CLAUSES = {"tell": "said", "warn": "said", "ask": "asked", "expect": "believed"}
#: Maximum number of governing clauses.
_MOST_CLAUSES = 8


class Said(NamedTuple):
    """How a predicate is said."""

    denied: bool = False
    modality: str = "real"
    speaker: int = -1
    """The token of whoever says or thinks so, or -1."""


def denial_of(syntax: Syntax, token: int) -> int:
    """Return the token that denies a predicate: a negation beside it or in one of its arguments; or -1."""
    for child in syntax.children_of(token):
        if (dep := syntax.deps[child].partition(":")[0]) not in _ARGUMENTS:
            continue
        if syntax.lowers[child] in NEGATIONS and syntax.lowers[child + 1 : child + 2] != ["only"]:
            return child
        if syntax.lowers[child - 1 : child + 1] == ["no", "longer"]:
            return child
        if dep == "advmod" and syntax.lowers[child] in ("almost", "nearly") and syntax.tags[token] == "VBD":
            return child  # who almost fell did not
        for below in syntax.children_of(child) if dep in ("nsubj", "obj", "iobj", "obl") else ():
            if syntax.lowers[below] in ("no", "neither", "none") and syntax.deps[below] in _DETERMINING:
                return below
    return -1


def begins_then(syntax: Syntax, token: int) -> bool:
    """Whether a predicate holds from some time on: what is not so *until* noon is so afterwards."""
    times = [c for c in syntax.children_of(token) if syntax.deps[c] in ("advcl", "obl") and c > token]
    return any(_marked(syntax, c, ("until", "till")) for c in times)


def said(syntax: Syntax, token: int) -> Said:
    """Return polarity, modality and source of a predicate, by its own clause and those that govern it.

    In "She did not sell it" and "She failed to sell it" selling is denied; in "She wanted to sell it" wished;
    in "Bo thinks that she sold it" believed, by Bo.
    """
    auxiliaries = {syntax.lowers[c] for c in syntax.children_of(token) if syntax.deps[c] == "aux"}
    denied = "have" in auxiliaries and not auxiliaries.isdisjoint(_CONTRARY_TO_FACT)  # "would have gone"
    if denial_of(syntax, token) >= 0:
        denied = not begins_then(syntax, token)  # "did not go until noon"
    found, at = Said(denied, _own_modality(syntax, token)), token
    for _ in range(_MOST_CLAUSES):
        above, dep = int(syntax.heads[at]), syntax.deps[at].partition(":")[0]
        if above == at or not (dep in _STEPS or dep in _UNCHANGED):
            break
        found = _STEPS[dep](syntax, at, above, found) if dep in _STEPS else found
        at = above
    if found.modality == "conditional" and not _under_condition(syntax, token):
        own = _own_modality(syntax, token) == "conditional"
        found = found._replace(modality="planned") if own else found  # "she would come": future in the past
    return _as_asked(syntax, token, found)


def _as_asked(syntax: Syntax, token: int, found: Said) -> Said:
    """Return how a predicate of a question is said: asked, or so or not so where that is the reply."""
    if found.modality == "real" and _is_question(syntax, token):
        found = found._replace(modality="asked")
    reply = _reply(syntax, token) if found.modality == "asked" else ""
    return Said(reply in _NO) if reply else found


def _reply(syntax: Syntax, token: int) -> str:
    """Return the *yes* or *no* that begins the sentence behind a question of yes or no, or empty."""
    asked = range(sentence_start(syntax, token), token)
    behind_label = syntax.words[int(syntax.heads[token]) + 1 : token][:1] == [":"]  # "Ada: Is it raining?"
    subordinate = syntax.deps[token].startswith(("acl", "advcl")) and not behind_label
    if subordinate or any(syntax.tags[i][0] == "W" for i in asked):
        return ""  # "Did Bo sell the wheel that Ada made?"
    at = sentence_end(syntax, token)
    stop = min(at + _MOST_BEFORE, len(syntax))
    while at < stop and (not syntax.lowers[at].isalpha() or syntax.words[at + 1 : at + 2] == [":"]):
        at += 1
    alone = at < stop and not "".join(syntax.words[at + 1 : at + 2]).isalpha()  # not "no one"
    return syntax.lowers[at] if alone and syntax.lowers[at] in _YES | _NO else ""


def _coordinated(syntax: Syntax, token: int, above: int, found: Said) -> Said:
    """Share a denial or a modal: "did not eat or drink", "may come and go"."""
    if syntax.subject_of(token) >= 0:
        return found
    denied = _joined_by(syntax, token, ("or", "nor")) and denial_of(syntax, above) >= 0
    denied |= _joined_by(syntax, token, ("rather", "instead"))
    modality = found.modality if found.modality != "real" else _own_modality(syntax, above)
    return found._replace(denied=found.denied or denied, modality=modality)


def _complement(syntax: Syntax, token: int, above: int, found: Said) -> Said:
    """Read a clause that is said, thought or asked by somebody: "Bo thinks that …"."""
    lemma = _verb(syntax, above)
    outer = _OF_CLAUSES.get(lemma, BY_GOVERNOR.get(lemma, ""))
    if outer in ("said", "believed", "asked"):
        speaker = found.speaker if found.speaker >= 0 else syntax.subject_of(above)
        modality = outer if found.modality == "real" or outer == "asked" else found.modality
        found = found._replace(speaker=speaker, modality=modality)
    if lemma in ("think", "believe", "suppose", "true") and denial_of(syntax, above) >= 0:
        found = found._replace(denied=True)  # "she did not think that he came", "it is not true that"
    elif lemma in ("false", "untrue") and denial_of(syntax, above) < 0:
        found = found._replace(denied=not found.denied)
    return found


def _controlled(syntax: Syntax, token: int, above: int, found: Said) -> Said:
    """Read an infinitive or participle under a verb: wanted to, failed to, managed to."""
    lemma = syntax.lemmas[above]
    if lemma in _UNDONE or _is_beyond(syntax, token, above):  # "did not forget to": did
        return found._replace(denied=found.denied != (denial_of(syntax, above) < 0))
    if lemma not in _DONE and found.modality == "real" and _is_infinitive(syntax, token):
        outer = BY_GOVERNOR.get(lemma, "real")
        found = found._replace(modality="possible" if outer == "said" else outer)  # "claims to be a vet"
    # what is not wanted, not managed did not come about, as far as the story says
    return found._replace(denied=found.denied or denial_of(syntax, above) >= 0)


def _adverbial(syntax: Syntax, token: int, above: int, found: Said) -> Said:
    """Read a condition ("if she sells it") or a purpose ("to sell it")."""
    if _marked(syntax, token, CONDITIONAL_CONJUNCTIONS):
        return found._replace(modality="conditional")
    if _marked(syntax, token, ("without", "instead", "rather", "against", "except", "out")):
        return found._replace(denied=not found.denied)  # "left without saying a word"
    hindered = syntax.lemmas[above] in _HINDERING and _marked(syntax, token, ("from",))
    if hindered or _is_beyond(syntax, token, above):
        return found._replace(denied=found.denied != (denial_of(syntax, above) < 0))
    governors = {_verb(syntax, above), _verb(syntax, int(syntax.heads[above]))}
    if _marked(syntax, token, ("of", "about")) and governors & _ACCUSING:
        return found._replace(modality="believed")  # "accused Bo of stealing it"
    purpose = _is_infinitive(syntax, token) and not _marked(syntax, token, TEMPORAL_CONJUNCTIONS)
    return found._replace(modality="planned") if purpose and found.modality == "real" else found


def _is_beyond(syntax: Syntax, token: int, above: int) -> bool:
    """Whether a clause says what somebody is too tired to do, or gave up doing."""
    excess = above > 0 and syntax.lowers[above - 1] == "too" and _is_infinitive(syntax, token)
    given_up = syntax.lemmas[above] == "give" and syntax.lowers[above + 1 : above + 2] == ["up"]
    return excess or (given_up and syntax.tags[token] == "VBG" and token > above)


#: What relations to the clause above make of how a predicate is said, and those that change nothing of it;
#: others end the walk.
_STEPS = {
    "conj": _coordinated, "ccomp": _complement, "csubj": _complement, "xcomp": _controlled,
    "advcl": _adverbial,
}  # fmt: skip
_UNCHANGED = word_set("acl parataxis appos nmod obl dep")


def _verb(syntax: Syntax, token: int) -> str:
    """Return a verb's lemma; WordNet's, where the given one is no verb."""
    if (lemma := syntax.lemmas[token]) in BY_GOVERNOR or syntax.pos[token] != "VERB":
        return lemma
    return next((one for one in wordnet().base(syntax.lowers[token], "v") if one in BY_GOVERNOR), lemma)


def _own_modality(syntax: Syntax, token: int) -> str:
    helpers = [syntax.lowers[c] for c in syntax.children_of(token) if syntax.deps[c].startswith("aux")]
    return next((_BY_MODAL[word] for word in helpers if word in _BY_MODAL), "real")


def _joined_by(syntax: Syntax, token: int, words: tuple[str, ...]) -> bool:
    return any(syntax.deps[c] == "cc" and syntax.lowers[c] in words for c in syntax.children_of(token))


def _marked(syntax: Syntax, token: int, words: Collection[str]) -> bool:
    marks = (c for c in syntax.children_of(token) if syntax.deps[c] in ("mark", "advmod", "case"))
    return any(syntax.lowers[c] in words for c in marks)


def _is_infinitive(syntax: Syntax, token: int) -> bool:
    marks = (c for c in syntax.children_of(token) if syntax.deps[c] == "mark")
    return syntax.tags[token] == "VB" or any(syntax.lowers[c] == "to" for c in marks)


def _under_condition(syntax: Syntax, token: int) -> bool:
    """Whether the clause has an if-clause, or is one."""
    below = (c for c in syntax.children_of(token) if syntax.deps[c] == "advcl")
    return any(_marked(syntax, one, CONDITIONAL_CONJUNCTIONS) for one in (token, *below))


def _is_question(syntax: Syntax, token: int) -> bool:
    """Whether the sentence ends with a question mark that is not within a quotation behind the word."""
    end = sentence_end(syntax, token) - 1
    while end > token and syntax.lowers[end].isspace():
        end -= 1
    last = end
    while last > token and syntax.lowers[last] in ('"', "''", "”", "'", "’", ")"):
        last -= 1
    quoted = last < end and any(syntax.tags[i] == "``" for i in range(token + 1, last))
    return syntax.lowers[last] == "?" and not quoted
