"""Which kind of attribute a word expresses: colour, size, age, profession, nationality, material, ...

By WordNet's attribute pointers for adjectives (*tall*: stature), by what a noun is a kind of (*miller*:
worker), and by the list of demonyms; one kind a word, the commonest sense first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from symbolic_rc.lexicon import kinship, nouns, wordnet
from symbolic_rc.lexicon.english import ORDINALS
from symbolic_rc.lexicon.scales import direction

#: Kinds, with nouns of WordNet that stand for them: what an adjective's attribute pointer names, or a noun
#: derived from it.
_BY_ATTRIBUTE = {
    "colour": "color chromatic_color coloration hair_coloring",
    "size": "size magnitude height stature length width thickness breadth depth bigness fatness body_weight",
    "age": "age oldness youth newness",
    "shape": "shape form roundness curvature straightness",
    "weight": "weight heaviness lightness",
    "price": "price expensiveness cost value",
    "material": "substance material matter",
    "temperature": "temperature",
    "speed": "speed pace",
    "strength": "strength power",
    "wealth": "financial_condition wealth wealthiness",
    "beauty": "beauty pulchritude ugliness appearance",
    "mood": "happiness emotion cheerfulness feeling sadness emotional_state",
    "health": "health physical_condition fitness illness",
    "character": "trait quality kindness courage honesty intelligence politeness",
    "number": "quantity number amount",
    "loudness": "loudness volume",
    "taste": "taste taste_property",
}
_KIND_OF_ATTRIBUTE = {noun: kind for kind, names in _BY_ATTRIBUTE.items() for noun in names.split()}
#: Kinds of nouns, with the synsets that they are under, the surest first.
_BY_HYPERNYM = (
    ("profession", "worker professional skilled_worker entertainer official military_officer artist expert"
                   " leader intellectual serviceman athlete communicator creator scholar traveler trader"
                   " merchant ruler farmer lawman defender aristocrat clergyman health_professional maker"
                   " scientist engineer architect banker accountant programmer nun explorer cashier keeper"),
    ("colour", "chromatic_color achromatic_color"),
    ("material", "material fabric metallic_element precious_metal wood mineral stone building_material"),
    ("shape", "shape"),
    ("nationality", "european asian african american inhabitant"),
    ("animal", "animal"),
    ("food", "food foodstuff beverage"),
    ("plant", "plant"),
    ("vehicle", "vehicle"),
    ("place", "location structure geological_formation body_of_water"),
)  # fmt: skip
#: Maximum number of senses of a noun for a person.
_OF_PERSONS = 3
#: Adjectives whose kind WordNet does not tell, or tells otherwise.
_ADJECTIVES = {
    adjective: kind
    for kind, words in {
        "age": "old young aged elderly teenage middle-aged newborn adult new ancient modern",
        "colour": "red blue green yellow black white brown grey gray pink purple orange golden silver crimson"
        " scarlet violet blond blonde dark pale auburn fair turquoise beige",
        "size": "big small large little tall short long huge tiny enormous giant wide narrow thick thin deep"
        " low high great vast slim fat plump massive gigantic",
        "shape": "round square oval flat triangular rectangular circular curved straight crooked pointed",
    }.items()
    for adjective in words.split()
}


@lru_cache(maxsize=1 << 15)
def kind_of_adjective(lemma: str) -> str:
    """Return the kind of attribute that an adjective expresses, or empty.

    Examples
    --------
    >>> kind_of_adjective("red"), kind_of_adjective("tall"), kind_of_adjective("french")
    ('colour', 'size', 'nationality')
    """
    lemma = lemma.lower()
    if lemma in _ADJECTIVES:
        return _ADJECTIVES[lemma]
    if nouns().places(lemma):
        return "nationality"
    words = wordnet()
    for synset in words.synsets(lemma, "a")[:2]:
        near = (synset, *words.related(synset, "similar"))
        named = (name for one in near for at in words.related(one, "attribute") for name in words.lemmas(at))
        if kind := _first_kind(named):
            return kind
    stems = (lemma[:-2], lemma[:-3]) if lemma.endswith("en") else ()
    if any(_is_under(stem, ("material", "wood", "fabric", "metallic_element")) for stem in stems):
        return "material"  # wooden, woollen
    if kind := _first_kind(words.derivations(lemma, "a")):
        return kind
    return kind_of_noun(lemma) if not words.has(lemma, "a") else ""


def professions_of(nouns: Iterable[str]) -> dict[str, str]:
    """Return the nouns that name professions, each with one of those that exclude the others."""
    words, found = wordnet(), dict[str, str]()
    known = sorted(filter(_is_profession, nouns))
    senses = {noun: set(words.synsets(noun, "n")[:_OF_PERSONS]) for noun in known}
    for noun in known:
        above = set(words.above(noun))
        kin = (found[o] for o in found if senses[o] & above or senses[noun] & set(words.above(o)))
        found[noun] = next(kin, noun)
    return found


def scale_of(word: str, others: Collection[str]) -> tuple[str, str] | None:
    """Return the scale on which a modifier stands among others, and where on it; None without one.

    Two places on one scale exclude each other.

    Examples
    --------
    >>> scale_of("old", ("new", "red")), scale_of("second", ("first",)), scale_of("wet", ("red",))
    (('new', '-1'), ('order', 'second'), None)
    """
    if len(others) < 2 and word in others:
        return None
    if word in ORDINALS or word == "last":
        return "order", word
    kind = kind_of_adjective(word)
    if kind in ("colour", "nationality"):
        return kind, word
    first = min(word, *(other for other in others if direction(word, other)))
    opposed = any(direction(word, other) < 0 for other in others)
    return (first, str(direction(first, word))) if opposed else None


def places_on_scale(one: str, other: str) -> tuple[str, str] | None:
    """Return where two modifiers stand on a scale that both are on; None without one.

    Examples
    --------
    >>> places_on_scale("red", "green"), places_on_scale("wet", "red")
    (('red', 'green'), None)
    """
    place, against = scale_of(one, (one, other)), scale_of(other, (one, other))
    return (place[1], against[1]) if place and against and place[0] == against[0] else None


def _first_kind(names: Iterable[str]) -> str:
    """Return the kind of the first noun that stands for one, or empty."""
    kinds = (_KIND_OF_ATTRIBUTE.get(name.replace(" ", "_"), "") for name in names)
    return next(filter(None, kinds), "")


@lru_cache(maxsize=1 << 15)
def kind_of_noun(lemma: str) -> str:
    """Return what kind of thing or person a noun names, or empty.

    Examples
    --------
    >>> kind_of_noun("miller"), kind_of_noun("silver"), kind_of_noun("horse"), kind_of_noun("woman")
    ('profession', 'material', 'animal', 'person')
    """
    lemma = lemma.lower()
    if lemma in kinship():
        if kinship().all(lemma)[0].kind != "role":
            return "kin"
        return "profession" if _is_profession(lemma) else "role"
    if nouns().places(lemma):
        return "nationality"
    somebody = nouns().animacy(lemma) == "person"
    senses = wordnet().synsets(lemma, "n")[:1] if somebody else ()
    above = {synset for sense in senses for synset in wordnet().hypernyms(sense)}
    if not _roots(("adult", "man", "woman")).isdisjoint(above) and not _is_profession(lemma):
        return "person"  # a man is no serviceman
    for kind, names in _BY_HYPERNYM[:1] if somebody else _BY_HYPERNYM:
        if _is_under(lemma, tuple(names.split()), _OF_PERSONS if somebody else 1):
            return kind
    return "person" if somebody else ""


@lru_cache(maxsize=1 << 15)
def _is_profession(lemma: str) -> bool:
    """Whether a noun's first sense is a profession."""
    return _is_under(lemma, tuple(_BY_HYPERNYM[0][1].split()))


def _is_under(lemma: str, names: tuple[str, ...], most: int = 1) -> bool:
    """Whether one of a noun's first senses is one of some synsets, or a kind of one."""
    words = wordnet()
    senses = words.synsets(lemma, "n")[:most]
    return any(not _roots(names).isdisjoint(words.ancestors(sense)) for sense in senses)


@lru_cache(maxsize=256)
def _roots(names: tuple[str, ...]) -> frozenset[int]:
    words = wordnet()
    return frozenset(words.synsets(name, "n")[0] for name in names if words.synsets(name, "n"))
