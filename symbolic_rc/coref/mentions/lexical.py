"""Lexical knowledge of words, as the small integers that the attributes of mentions are made of."""

from __future__ import annotations

from functools import lru_cache

from symbolic_rc.coref.mentions.pronouns import FEMININE, MASCULINE, NEUTER, PERSONAL
from symbolic_rc.lexicon import names, nouns, wordnet

_MASKS = {"masculine": MASCULINE, "feminine": FEMININE, "neuter": NEUTER, "": 0}

#: First names that lists and running text leave ambiguous, although nearly all bearers are of one gender
#: (general knowledge).
_FIRST_NAMES = dict.fromkeys(
    """adrian augustus austin barry benny bernie bert bill boniface brett chad clem cody constantine daniel
    danny darryl denny donny drew eddie eddy felix francis frank fred freddie freddy gabriel george glen
    glenn gus hannibal hassan heath ike ira jermaine jerry jesse jude justin kyle leland lonnie marty max
    odell perry phil quentin quinn ray ricky rube scotty sean shane shaun shawn stewart ted teddy theo tim
    timmy toby tommy tony vin vinny wally wilhelm willie willy""".split(),
    MASCULINE,
) | dict.fromkeys(
    """abbie abby addie angie aurelia bella bess brigitte brooke celestine christy claire clare clemence
    connie constance cora crystal edie erin esmeralda evelyn farrah fay florence gail georgia ginger goldie
    grace gretchen hanna hazel hester holly hope joy joyce juanita judith judy julie lacey lauren libby
    loretta lucia lucie lula luna maddie marietta may millicent nellie nelly nichole nikki olive patsy
    pearl penny rosa rosamond rose ruby scarlett sharon shirley simone sofie tammy vilma viv vivian
    winnie""".split(),
    FEMININE,
)

#: Lexicographer files of nouns, numbered from 1; 0 is for words that WordNet lacks.
SUPERSENSES = (
    "Tops act animal artifact attribute body cognition communication event feeling food group location "
    "motive object person phenomenon plant possession process quantity relation shape state substance time"
).split()
#: Lexicographer files of living things; *person* itself is in the first.
_LIVING = ("noun.Tops", "noun.person", "noun.animal")

#: Short forms of first names, each with its most frequent full form (general knowledge).
NICKNAMES = {
    short: full
    for full, shorts in {
        "abigail": "abby", "albert": "bert", "alexander": "alec sandy", "andrew": "andy",
        "ann": "annie nancy", "anthony": "tony", "archibald": "archie", "arthur": "art", "barbara": "babs",
        "benjamin": "ben benny", "catherine": "cathy kitty kate katie", "charles": "charlie charley chuck",
        "christina": "tina", "christopher": "chris kit", "daniel": "dan danny", "david": "dave davy",
        "deborah": "debbie deb", "dorothy": "dolly dot dottie", "edmund": "ned", "edward": "eddie ted teddy",
        "eleanor": "nell nelly ellie", "elizabeth": "lizzy lizzie eliza betty bess bessie beth liz betsy",
        "emily": "em emmy", "frances": "fanny", "francis": "frank", "frederick": "fred freddy",
        "george": "georgie", "georgiana": "georgy", "gilbert": "gil", "harold": "hal", "helen": "nellie",
        "henrietta": "hetty", "henry": "harry hank", "isabella": "bella belle", "jacob": "jake",
        "james": "jim jimmy jem jamie", "jane": "jenny janie", "janet": "jan", "jeffrey": "jeff",
        "jennifer": "jen jennie", "john": "jack johnny", "jonathan": "jon", "joseph": "joe joey",
        "josephine": "jo josie", "joshua": "josh", "katherine": "kathy", "kenneth": "ken kenny",
        "lawrence": "larry laurie", "leonard": "len lenny", "louisa": "lou", "lucy": "lu",
        "margaret": "maggie meg peggy madge daisy", "martha": "patty mattie", "martin": "marty",
        "mary": "molly polly mamie", "matthew": "matt", "matilda": "tilly maud",
        "michael": "mike mick mickey", "nathaniel": "nat nate", "nicholas": "nick nicky", "oliver": "ollie",
        "pamela": "pam", "patricia": "pat patsy trish", "patrick": "paddy", "peter": "pete",
        "philip": "phil pip", "rachel": "rae", "raymond": "ray", "rebecca": "becky",
        "richard": "dick rick richie dickie", "robert": "bob bobby rob robbie bert", "rodney": "rod",
        "ronald": "ron ronnie", "rosamond": "rosy", "samuel": "sam sammy", "sarah": "sally sadie",
        "solomon": "sol", "stephen": "steve stevie", "susan": "sue susie suky", "susanna": "sukey",
        "theodore": "theo", "thomas": "tom tommy", "timothy": "tim", "victoria": "vicky", "vincent": "vince",
        "virginia": "ginny", "walter": "walt", "william": "bill billy will willy willie",
        "winifred": "winnie",
    }.items()
    for short in shorts.split()
}  # fmt: skip

_remember = lru_cache(maxsize=1 << 15)


def _base(lemma: str) -> str | None:
    """Return the form under which WordNet lists a noun, if it does."""
    return next(iter(wordnet().base(lemma, "n")), None)


@_remember
def supersense(lemma: str) -> int:
    """Return the lexicographer file of a noun's first sense, as 1 + its place in `SUPERSENSES`; else 0."""
    if (base := _base(lemma)) is None:
        return 0
    return SUPERSENSES.index(wordnet().class_of(base).partition(".")[2]) + 1


@_remember
def ancestors(lemma: str) -> tuple[int, ...]:
    """Return the synsets above a noun's first sense, nearest first, without itself."""
    if (base := _base(lemma)) is None:
        return ()
    above = wordnet().ancestors(wordnet().synsets(base, "n")[0])
    return tuple(synset for synset, steps in above.items() if steps)


@_remember
def noun_gender(lemma: str) -> int:
    """Return the gender bits of a common noun, or 0 where they are unknown."""
    if gender := _MASKS[nouns().gender(lemma)]:
        return gender
    if (animacy := nouns().animacy(lemma)) == "person":
        return PERSONAL
    return NEUTER if animacy in ("thing", "group") else 0


@_remember
def certain_noun_gender(lemma: str) -> int:
    """Return the gender bits of a common noun that is unambiguous, or 0.

    An animal may be *it*, a ship *she*; things are nouns without an attested sense of a living being.
    """
    words, animacy = wordnet(), nouns().animacy(lemma)
    if gender := _MASKS[nouns().certain_gender(lemma)]:
        return gender | NEUTER if animacy == "animal" else gender
    if (base := _base(lemma)) is None or animacy not in ("thing", "group"):
        return 0
    senses = words.synsets(base, "n")
    attested = [sense for sense, count in zip(senses, words.counts(base, "n"), strict=False) if count]
    if any(words.lexname(sense) in _LIVING for sense in attested):
        return 0
    vehicle = words.synsets("vehicle", "n")[0]
    return NEUTER | FEMININE if vehicle in words.ancestors(senses[0]) else NEUTER


#: Gender bits by the flags of first names: those of lists, and those of running text.
_LISTED = {0: 0, 1: FEMININE, 2: MASCULINE, 3: PERSONAL}
_USED = {4: FEMININE, 8: MASCULINE}


def _name_flags(word: str) -> int:
    """Return the flags of a first name; those of the full form where only that is listed."""
    flags = names().flags(word)
    return flags if flags & 3 else names().flags(canonical_name(word))


@_remember
def first_name_gender(word: str) -> int:
    """Return the gender bits of a first name, or 0; of a name of both genders, those of running text."""
    flags = _name_flags(word)
    listed = _LISTED[flags & 3]
    return _USED.get(flags & 12, listed) if listed == PERSONAL else listed


@_remember
def certain_first_name_gender(word: str) -> int:
    """Return the gender bits of a first name that is unambiguous, or 0.

    The lists have it for one gender alone, and running text does not use it of the other; or it is one of
    `_FIRST_NAMES`.
    """
    if known := _FIRST_NAMES.get(word, 0):
        return known
    flags = _name_flags(word)
    listed, opposite = _LISTED[flags & 3], {1: 8, 2: 4}.get(flags & 3, 0)
    return listed if opposite and not flags & opposite else 0


def canonical_name(word: str) -> str:
    """Return the full form of a short first name, or the word itself."""
    return NICKNAMES.get(word, word)


def title_gender(word: str) -> int | None:
    """Return the gender bits of a title before a name, 0 if it may be either; None if the word is none."""
    found = [nouns().title_gender(form) for form in (word, word.rstrip("."))]
    return None if found == [None, None] else _MASKS[found[0] or found[1] or ""]
