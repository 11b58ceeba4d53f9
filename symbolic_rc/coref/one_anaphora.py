"""One-anaphora: *one* and *ones* behind a modifier stand for a noun that was said before."""

from __future__ import annotations

from spacy.tokens import Doc, Token

from symbolic_rc.lexicon.attribute_kinds import places_on_scale

_ONES = ("one", "ones")
#: What sets one thing apart from others of its kind.
_MODIFYING = ("amod", "compound", "nummod")
_DETERMINERS = frozenset("the this that these those another each other which".split())
#: How many tokens back a noun may be.
_REACH = 60


def resolve_one(doc: Doc) -> Doc:
    """Give each *one* that stands for a noun its lemma and tag, in place; return the document.

    For a superlative plurals come first; then nouns with a modifier on the scale of *one*'s own, others that
    have one, and the rest; of these the nearest.

    Parameters
    ----------
    doc : Doc
        With Universal Dependencies, tags and lemmas.

    Examples
    --------
    In "The red kite cost six pounds and the green one three", *one* has the lemma *kite*.
    """
    for token in doc:
        if token.lower_ in _ONES and _is_anaphoric(token) and (noun := _antecedent(token)) is not None:
            token.lemma_ = noun.lemma_
            token.tag_, token.pos_ = "NNS" if token.lower_ == "ones" else "NN", "NOUN"
    return doc


def _is_anaphoric(one: Token) -> bool:
    """Whether *one* has a modifier or a determiner, and no clause or phrase says what it is."""
    before = [i for i in one.lefts if i.dep_ in (*_MODIFYING, "det")]
    told = any(
        i.dep_.startswith(("acl", "nmod")) and "," not in (i.left_edge.lower_, i.left_edge.nbor(-1).lower_)
        for i in one.rights
    )  # "the older one, built of stone" is another bridge; "the one built of stone" is none
    told = told or any(i.lower_ in ("no", "every", "any", "some") for i in before)
    return not told and any(i.dep_ != "det" or i.lower_ in _DETERMINERS for i in before)


def _antecedent(one: Token) -> Token | None:
    """Return the noun that *one* stands for, or None."""
    own = {i.lower_ for i in one.lefts if i.dep_ in _MODIFYING}
    of_several = any(i.tag_ == "JJS" for i in one.lefts)  # "the trees … the biggest one"

    def worth(noun: Token) -> int:
        modifiers = [i.lower_ for i in noun.lefts if i.dep_ in _MODIFYING]
        alike = any(places_on_scale(i, other) for i in modifiers for other in own)
        return bool(modifiers) + alike + 2 * (of_several and noun.tag_ == "NNS")

    near = (token for token in reversed(one.doc[max(0, one.i - _REACH) : one.i]) if token.lower_ not in _ONES)
    nouns = (i for i in near if i.tag_ in ("NN", "NNS") and i.dep_ not in ("compound", "nmod"))
    return max(nouns, key=worth, default=None)
