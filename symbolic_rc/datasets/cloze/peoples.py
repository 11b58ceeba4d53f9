"""What a place, its people and its ways have in common: one form under which their names meet.

``Syrian`` and ``Syrians`` meet under ``syria``, ``South Koreans`` under ``south korea``, ``GOP`` and
``Republicans`` under ``republican``. WordNet knows most; the tables hold what it does not link.
"""

from __future__ import annotations

from functools import cache

#: Other forms of names in small letters.
SAME = {
    "us": "united states",
    "u.s.": "united states",
    "usa": "united states",
    "u.s.a.": "united states",
    "uk": "united kingdom",
    "u.k.": "united kingdom",
    "america": "united states",
    "great britain": "united kingdom",
    "britain": "united kingdom",
    "briton": "united kingdom",
    "un": "united nations",
    "u.n.": "united nations",
    "eu": "european union",
    "e.u.": "european union",
    "d.c.": "washington",
    "uae": "united arab emirates",
    "holland": "netherlands",
    "gop": "republican",
    "republican party": "republican",
    "democratic": "democrat",
    "democratic party": "democrat",
    "new yorker": "new york",
    "dprk": "north korea",
    "scot": "scotland",
    "scotsman": "scotland",
    "welshman": "wales",
    "englishman": "england",
    "irishman": "ireland",
    "frenchman": "france",
    "dutchman": "netherlands",
    "spaniard": "spain",
    "swede": "sweden",
    "dane": "denmark",
    "finn": "finland",
    "turk": "turkey",
    "filipino": "philippines",
    "argentine": "argentina",
    "kurd": "kurdistan",
    "kyrgyz": "kyrgyzstan",
    "uzbek": "uzbekistan",
    "kazakh": "kazakhstan",
    "tajik": "tajikistan",
    "crimean": "crimea",
    "gazan": "gaza",
    "jew": "jewish",
}
DIRECTIONS = frozenset("north south east west northern southern eastern western central".split())
#: Words for many that a word before them narrows down.
MEMBERS = frozenset({"republican", "democrat"})
_PLACES = frozenset({"noun.location", "noun.object"})


@cache
def is_place(name: str) -> bool:
    """Tell whether WordNet has a name as a place; abbreviations do not count (``GU`` is no ``Gu``)."""
    from symbolic_rc.lexicon import wordnet

    words = wordnet()
    return any(
        words.lexname(synset) == "noun.location"
        and not any(lemma.isupper() and lemma.lower() == name for lemma in words.lemmas(synset))
        for synset in words.entries(name)
    )


@cache
def home_of(word: str) -> str:
    """Return the place that a word for its people or its ways belongs to (``syrian``), or the word itself."""
    from symbolic_rc.lexicon import wordnet

    if word in SAME:
        return SAME[word]
    words = wordnet()
    for part in "an":
        for relation in ("pertainym", "derivation"):
            for place, synset in words.linked(word, part, relation):
                if words.lexname(synset) in _PLACES and place[:1].isupper():
                    place = place.lower().replace("_", " ")
                    return SAME.get(place, place)
    return word


@cache
def singular(word: str) -> str:
    """Return the one for the many, of peoples, parties and faiths (``republicans``), or the word itself."""
    if word.endswith("men") and word[:-3] + "man" in SAME:
        return word[:-3] + "man"
    if not word.endswith("s"):
        return word
    stem = word[:-1]
    return stem if stem in SAME or home_of(stem) != stem or _is_member(stem) else word


@cache
def _is_member(word: str) -> bool:
    """Tell whether WordNet has a word, with a capital, as a person of some kind (``Muslim``)."""
    from symbolic_rc.lexicon import wordnet

    words = wordnet()
    return any(
        words.lexname(synset) == "noun.person" and word.capitalize() in words.lemmas(synset)
        for synset in words.entries(word)
        if not any("_" in lemma for lemma in words.lemmas(synset))
    )


def common_form(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the form under which a name in small letters meets its other forms.

    Examples
    --------
    >>> common_form(("gop",))
    ('republican',)
    """
    *before, last = words
    last = singular(last)
    text = " ".join([*before, last])
    if text in SAME:
        return tuple(SAME[text].split())
    if not before:
        return tuple(home_of(last).split())
    if len(before) == 1 and before[0] in DIRECTIONS:
        return (before[0], *home_of(last).split())
    return (*before, SAME[last] if SAME.get(last) in MEMBERS else last)
