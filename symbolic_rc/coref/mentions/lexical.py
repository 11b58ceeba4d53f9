"""What the lexicons say of words, as the small integers that the attributes of mentions are made of."""

from __future__ import annotations

from functools import lru_cache

from symbolic_rc.coref.mentions.pronouns import FEMININE, MASCULINE, NEUTER
from symbolic_rc.lexicon import names, nouns, wordnet

_MASKS = {"masculine": MASCULINE, "feminine": FEMININE, "neuter": NEUTER, "": 0}

#: First names of which lists and running text leave a doubt that hardly any bearer does (general knowledge).
_BORNE_BY = {
    name: gender
    for gender, names_of_it in (
        (
            MASCULINE,
            """adrian augustus austin barry benny bernie bert bill boniface brett chad clem cody
            constantine daniel danny darryl denny donny drew eddie eddy felix francis frank fred freddie
            freddy gabriel george glen glenn gus hannibal hassan heath ike ira jermaine jerry jesse jude
            justin kyle leland lonnie marty max odell perry phil quentin quinn ray ricky rube scotty
            sean shane shaun shawn stewart ted teddy theo tim timmy toby tommy tony vin vinny wally
            wilhelm willie willy""",
        ),
        (
            FEMININE,
            """abbie abby addie angie aurelia bella bess brigitte brooke celestine christy claire clare
            clemence connie constance cora crystal edie erin esmeralda evelyn farrah fay florence gail
            georgia ginger goldie grace gretchen hanna hazel hester holly hope joy joyce juanita judith
            judy julie lacey lauren libby loretta lucia lucie lula luna maddie marietta may millicent
            nellie nelly nichole nikki olive patsy pearl penny rosa rosamond rose ruby scarlett sharon
            shirley simone sofie tammy vilma viv vivian winnie""",
        ),
    )
    for name in names_of_it.split()
}

#: Lexicographer files of nouns, numbered from 1; 0 is for words that WordNet lacks.
SUPERSENSES = (
    "Tops act animal artifact attribute body cognition communication event feeling food group location "
    "motive "
    "object person phenomenon plant possession process quantity relation shape state substance time"
).split()

#: Short forms of first names, each with the name that it most often stands for (general knowledge).
NICKNAMES = {
    short: full
    for full, shorts in {
        "abigail": "abby", "albert": "bert", "alexander": "alec sandy", "andrew": "andy",
        "ann": "annie nancy",
        "anthony": "tony", "archibald": "archie", "arthur": "art", "barbara": "babs", "benjamin": "ben benny",
        "catherine": "cathy kitty kate katie", "charles": "charlie charley chuck", "christina": "tina",
        "christopher": "chris kit", "daniel": "dan danny", "david": "dave davy", "deborah": "debbie deb",
        "dorothy": "dolly dot dottie", "edmund": "ned", "edward": "eddie ted teddy",
        "eleanor": "nell nelly ellie",
        "elizabeth": "lizzy lizzie eliza betty bess bessie beth liz betsy", "emily": "em emmy",
        "frances": "fanny", "francis": "frank", "frederick": "fred freddy", "george": "georgie",
        "georgiana": "georgy", "gilbert": "gil", "harold": "hal", "helen": "nellie", "henrietta": "hetty",
        "henry": "harry hank", "isabella": "bella belle", "jacob": "jake", "james": "jim jimmy jem jamie",
        "jane": "jenny janie", "janet": "jan", "jeffrey": "jeff", "jennifer": "jen jennie",
        "john": "jack johnny",
        "jonathan": "jon", "joseph": "joe joey", "josephine": "jo josie", "joshua": "josh",
        "katherine": "kathy",
        "kenneth": "ken kenny", "lawrence": "larry laurie", "leonard": "len lenny", "louisa": "lou",
        "lucy": "lu", "margaret": "maggie meg peggy madge daisy", "martha": "patty mattie", "martin": "marty",
        "mary": "molly polly mamie", "matthew": "matt", "matilda": "tilly maud",
        "michael": "mike mick mickey",
        "nathaniel": "nat nate", "nicholas": "nick nicky", "oliver": "ollie", "pamela": "pam",
        "patricia": "pat patsy trish", "patrick": "paddy", "peter": "pete", "philip": "phil pip",
        "rachel": "rae", "raymond": "ray", "rebecca": "becky", "richard": "dick rick richie dickie",
        "robert": "bob bobby rob robbie bert", "rodney": "rod", "ronald": "ron ronnie", "rosamond": "rosy",
        "samuel": "sam sammy", "sarah": "sally sadie", "solomon": "sol", "stephen": "steve stevie",
        "susan": "sue susie suky", "susanna": "sukey", "theodore": "theo", "thomas": "tom tommy",
        "timothy": "tim", "victoria": "vicky", "vincent": "vince", "virginia": "ginny", "walter": "walt",
        "william": "bill billy will willy willie", "winifred": "winnie",
    }.items()
    for short in shorts.split()
}  # fmt: skip


@lru_cache(maxsize=65536)
def supersense(lemma: str) -> int:
    """Return the lexicographer file of a noun's first sense, as 1 + its place in `SUPERSENSES`; else 0."""
    words = wordnet()
    base = next(iter(words.base(lemma, "n")), None)
    if base is None:
        return 0
    name = words.lexname(words.synsets(base, "n")[0]).partition(".")[2]
    return SUPERSENSES.index(name) + 1


@lru_cache(maxsize=65536)
def ancestors(lemma: str) -> tuple[int, ...]:
    """Return the synsets above a noun's first sense, nearest first, without itself."""
    words = wordnet()
    base = next(iter(words.base(lemma, "n")), None)
    if base is None:
        return ()
    first = words.synsets(base, "n")[0]
    return tuple(synset for synset, steps in words.ancestors(first).items() if steps)


@lru_cache(maxsize=65536)
def noun_gender(lemma: str) -> int:
    """Return the gender bits of a common noun, or 0 where nothing is known."""
    known = nouns()
    gender = _MASKS[known.gender(lemma)]
    if gender:
        return gender
    animacy = known.animacy(lemma)
    if animacy == "person":
        return MASCULINE | FEMININE
    return NEUTER if animacy in ("thing", "group") else 0


@lru_cache(maxsize=65536)
def first_name_gender(word: str) -> int:
    """Return the gender bits of a first name, or 0."""
    known = names()
    name = NICKNAMES.get(word, word)
    flags = known.flags(word)
    if not flags & 3:
        flags = known.flags(name)
    # a name of both genders has the one that it has in running text
    used = {4: 1, 8: 2}.get(flags & 12, 0)
    flags = used if flags & 3 == 3 and used else flags & 3
    if flags in (1, 2):
        return FEMININE if flags == 1 else MASCULINE
    if flags == 3:
        return MASCULINE | FEMININE
    return 0


#: Lexicographer files of what lives; *person* itself is in the first.
_LIVING = ("noun.Tops", "noun.person", "noun.animal")


@lru_cache(maxsize=65536)
def certain_noun_gender(lemma: str) -> int:
    """Return the gender bits of a common noun that leaves no doubt of them, or 0.

    An animal may be *it*, a ship *she*; things are nouns that are not seen in a sense that lives.
    """
    words, animacy = wordnet(), nouns().animacy(lemma)
    if gender := _MASKS[nouns().certain_gender(lemma)]:
        return gender | NEUTER if animacy == "animal" else gender
    base = next(iter(words.base(lemma, "n")), None)
    if base is None or animacy not in ("thing", "group"):
        return 0
    senses = words.synsets(base, "n")
    seen = [sense for sense, count in zip(senses, words.counts(base, "n"), strict=False) if count]
    if any(words.lexname(sense) in _LIVING for sense in seen):
        return 0
    vehicle = words.synsets("vehicle", "n")[0]
    return NEUTER | FEMININE if vehicle in words.ancestors(senses[0]) else NEUTER


@lru_cache(maxsize=65536)
def certain_first_name_gender(word: str) -> int:
    """Return the gender bits of a first name that hardly anybody of the other gender bears, or 0.

    The lists have it for one gender alone, and running text does not use it of the other, or `_BORNE_BY` has
    it.
    """
    if borne := _BORNE_BY.get(word, 0):
        return borne
    known = names()
    flags = known.flags(word)
    if not flags & 3:
        flags = known.flags(NICKNAMES.get(word, word))
    if flags & 3 == 1 and not flags & 8:
        return FEMININE
    return MASCULINE if flags & 3 == 2 and not flags & 4 else 0


@lru_cache(maxsize=65536)
def canonical_name(word: str) -> str:
    """Return the full form of a short first name, or the word itself."""
    return NICKNAMES.get(word, word)


def is_group(lemma: str) -> bool:
    """Whether *they* may refer to the noun in the singular."""
    return nouns().is_group(lemma)


@lru_cache(maxsize=4096)
def is_title(word: str) -> bool:
    """Whether the word is a title before a name."""
    known = nouns()
    return known.title_gender(word) is not None or known.title_gender(word.rstrip(".")) is not None


@lru_cache(maxsize=4096)
def title_gender(word: str) -> int:
    """Return the gender bits of a title, or 0."""
    known = nouns()
    return _MASKS[known.title_gender(word) or known.title_gender(word.rstrip(".")) or ""]


#: Verbs that report speech, by lemma.
SPEECH_VERBS = frozenset(
    """say ask reply answer cry exclaim whisper shout murmur mutter return remark observe add continue begin
    repeat inquire enquire demand declare suggest respond call gasp sob groan sigh interrupt explain announce
    growl insist protest stammer shriek scream yell rejoin retort go think tell speak laugh put resume
    conclude
    interpose assent agree admit beg plead promise warn urge command order object assure snap sneer echo
    breathe
    bellow roar grunt mumble falter pursue proceed ejaculate volunteer venture question query quote note read
    state claim argue contend comment advise confess chuckle giggle hiss drawl wail whine persist comply
    acknowledge affirm assert swear vow declaim recite sing chant hint""".split()
)
