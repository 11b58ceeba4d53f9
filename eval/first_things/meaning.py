"""What a sentence means beyond its words, and questions over that: grammar times lexicon.

Each kind is a table of short texts with questions and right answers, whose slots are filled from the words
below: names, things, verbs and numbers that nothing else in the project is developed with. Numbers are drawn so
that ``few`` < ``many``, with their ``sum`` and ``difference``; years so that ``early`` < ``late``, ``apart`` apart.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random

from eval.first_things.kinds import Case, Kind, ask, word_rows

#: A text, and questions with one right answer or several alternatives, joined by ``|``.
Telling = tuple[str, tuple[tuple[str, str], ...]]


class _Word(str):
    """A word with further forms as attributes: ``{verb.past}``."""

    __slots__ = ("__dict__",)

    def __new__(cls, text: str, **forms: str) -> _Word:
        word = super().__new__(cls, text)
        word.__dict__.update(forms)
        return word


def _words(table: str, *forms: str) -> tuple[_Word, ...]:
    """Return words from rows joined by commas, the forms of each joined by slashes."""
    return tuple(_Word(one, **dict(zip(forms, rest, strict=True))) for one, *rest in word_rows(table))


_SHE = {"he": "she", "him": "her", "his": "her"}
_HE = {"he": "he", "him": "him", "his": "his"}
WOMEN = tuple(
    _Word(name, **_SHE)
    for name in "Natalie Brianna Priya Ingrid Beatrice Yvonne Daphne Harriet Rosalind Tamara Giselle Pamela".split()
)
MEN = tuple(
    _Word(name, **_HE)
    for name in "Jamie Craig Duncan Rashid Gareth Leonard Tobin Marvin Kenneth Quentin Nigel Rodney".split()
)
THINGS = _words(
    "telescope, blanket, trumpet, rucksack, suitcase, candle, hammock, typewriter, compass, umbrella, mirror, vase"
)
PLURALS = _words(
    "stamps, marbles, tickets, postcards, walnuts, melons, buttons, magazines, candles, balloons"
)
BUILDINGS = _words("hall, church, arena, chapel, cinema, stadium, gym, courthouse")
TOWNS = _words("Lisbon, Nairobi, Denver, Oslo, Prague, Tampa, Sydney, Athens, Kyoto, Lima")
DONE = _words(
    "left/leave/leaving, laughed/laugh/laughing, sang/sing/singing, danced/dance/dancing, applauded/applaud/applauding,"
    " sneezed/sneeze/sneezing, voted/vote/voting, whistled/whistle/whistling, resigned/resign/resigning",
    "base", "ing",
)  # fmt: skip
DONE_TO = _words(
    "repaired/repair, borrowed/borrow, wrapped/wrap, polished/polish, noticed/notice, dropped/drop, carried/carry,"
    " photographed/photograph, inspected/inspect, misplaced/misplace",
    "base",
)
ADJECTIVES = _words(
    "tall/taller/tallest/shorter/shortest, old/older/oldest/younger/youngest, strong/stronger/strongest/weaker/weakest,"
    " rich/richer/richest/poorer/poorest, fast/faster/fastest/slower/slowest",
    "er", "est", "less", "least",
)  # fmt: skip
TRAITS = _words("tired, hungry, bald, shy, polite, famous, thirsty, cheerful, nervous, wealthy")
JOBS = _words(
    "actress/an actress, dentist/a dentist, plumber/a plumber, sculptor/a sculptor, violinist/a violinist,"
    " geologist/a geologist, journalist/a journalist, pharmacist/a pharmacist, architect/an architect",
    "a",
)
NATIONS = _words(
    "Norwegian/Norway, Brazilian/Brazil, Canadian/Canada, Egyptian/Egypt, Polish/Poland, Chilean/Chile",
    "land",
)
COLOURS = _words("green, purple, yellow, crimson, grey, turquoise, orange")
SIZES = _words("tiny, huge, small, large, enormous")
PETS = _words(
    "dog/barked/bark, cat/purred/purr, parrot/whistled/whistle, goat/escaped/escape, pony/stumbled/stumble",
    "past", "base",
)  # fmt: skip
PET_NAMES = _words("Biscuit, Pepper, Domino, Truffle, Nutmeg, Pickles")
KIN = _words("mother, sister, daughter, aunt, niece")
NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
)
EVENTS = _words(
    "the flood, the harvest festival, the earthquake, the strike, the coronation, the election, the siege,"
    " the fire, the drought"
)
FOUNDED = _words("museum, library, theatre, brewery, shipyard, academy, orchestra, hospital")


def _drawn(chance: Random) -> dict[str, object]:
    """Return words for every slot; no two slots have the same word."""
    woman, woman2 = chance.sample(WOMEN, 2)
    man, man2 = chance.sample(MEN, 2)
    names = [
        woman2,
        man2,
        *chance.sample([x for x in (*WOMEN, *MEN) if x not in (woman, man, woman2, man2)], 2),
    ]
    chance.shuffle(names)
    slots: dict[str, object] = dict(zip("abcd", names, strict=True)) | {"woman": woman, "man": man}
    lists = {
        "thing": THINGS, "items": PLURALS, "hall": BUILDINGS, "town": TOWNS, "done": DONE, "did": DONE_TO, "adj": ADJECTIVES,
        "trait": TRAITS, "job": JOBS, "nation": NATIONS, "colour": COLOURS, "size": SIZES, "pet": PETS,
        "called": PET_NAMES, "kin": KIN, "event": EVENTS, "founded": FOUNDED,
    }  # fmt: skip
    for slot, words in lists.items():
        for number, word in enumerate(chance.sample(words, 3)):
            slots[f"{slot}{number + 1 if number else ''}"] = word
    few, more = chance.randint(12, 40), chance.randint(3, 50)
    one, two, three = sorted(chance.sample(range(2, 13), 3))
    early, apart = chance.randint(1700, 1900), chance.randint(3, 90)
    return slots | {
        "few": few, "many": few + more, "difference": more, "sum": 2 * few + more, "double": 2 * few, "most": few + more + 9,
        "one": _Word(NUMBERS[one], digits=str(one)), "two": _Word(NUMBERS[two], digits=str(two)),
        "three": _Word(NUMBERS[three], digits=str(three)), "more": two - one, "both": one + two,
        "three_in_all": one + two + three, "older": few + two,
        "early": early, "late": early + apart, "apart": apart, "middle": early + apart // 2,
        "money": f"{few * 1000:,}", "less_money": f"{few * 500:,}", "saved": f"{few * 500:,}",
        "percent": few + 0.5, "rest": 99.5 - few, "percent2": few + 11.5, "age": few, "age2": few + 7,
    }  # fmt: skip


def _cases(tellings: tuple[Telling, ...], chance: Random) -> Iterator[Case]:
    """Yield the questions of one telling after another, with other words each time."""
    while True:
        text, questions = chance.choice(tellings)
        words: Mapping[str, object] = _drawn(chance)
        story = _capital(text.format_map(words))
        for question, right in questions:
            answers = right.format_map(words).split("|")
            yield ask(story, _capital(question.format_map(words)), *answers)


def _capital(text: str) -> str:
    """Return a text with each sentence capitalised."""
    return " ".join(part[:1].upper() + part[1:] for part in text.split("  "))


#: The kinds by name; two spaces stand between sentences that begin with a slot.
TELLINGS: dict[str, tuple[Telling, ...]] = {
    "ellipsis with did": (
        ("{a} {done} after {b} did.", (("Did {b} {done.base}?", "yes"), ("Who {done} first?", "{b}"),
                                       ("Who {done} last?", "{a}"))),
        ("{a} {did} the {thing} before {b} did.", (("Did {b} {did.base} the {thing}?", "yes"),
                                                 ("Who {did} the {thing} first?", "{a}"))),
        ("{a} {did} the {thing} and {b} did too.", (("Who {did} the {thing}?", "{a} & {b}"),
                                                  ("Did {b} {did.base} the {thing}?", "yes"))),
        ("{a} {did} the {thing}, but {b} did not.", (("Did {b} {did.base} the {thing}?", "no"),
                                                    ("Who did not {did.base} the {thing}?", "{b}"))),
    ),
    "ellipsis with be": (
        ("{a} is {trait} and {b} is too.", (("Is {b} {trait}?", "yes"), ("Who is {trait}?", "{a} & {b}"))),
        ("{a} is {trait}, and so is {b}.", (("Is {b} {trait}?", "yes"),)),
        ("{a} is {trait}, but {b} is not.", (("Is {b} {trait}?", "no"), ("Who is not {trait}?", "{b}"),
                                           ("Who is {trait}?", "{a}"))),
        ("{a} was {job.a}.  {b} was too.", (("Was {b} {job.a}?", "yes"),)),
    ),
    "gapping": (
        ("The {hall} seats {many} people, the {hall2} {few}.",
         (("How many people does the {hall2} seat?", "{few}|{few} people"),
          ("How many people does the {hall} seat?", "{many}|{many} people"),
          ("Which seats more people, the {hall} or the {hall2}?", "the {hall}"))),
        ("{a} {did} the {thing}, and {b} the {thing2}.",
         (("What did {b} {did.base}?", "the {thing2}"), ("Who {did} the {thing2}?", "{b}"))),
        ("{a} went to {town} and {b} to {town2}.",
         (("Where did {b} go?", "{town2}"), ("Who went to {town}?", "{a}"))),
        ("{a} bought {one} {items}, {b} {two}.",
         (("How many {items} did {b} buy?", "{two}"), ("Who bought more {items}?", "{b}"))),
    ),
    "neither nor": (
        ("Neither {a} nor {b} {done}.  {c} {done}.",
         (("Did {a} {done.base}?", "no"), ("Did {b} {done.base}?", "no"), ("Who {done}?", "{c}"))),
        ("{a} is neither {trait} nor {trait2}.", (("Is {a} {trait2}?", "no"), ("Is {a} {trait}?", "no"))),
        ("{a} {did} neither the {thing} nor the {thing2}.", (("Did {a} {did.base} the {thing2}?", "no"),)),
    ),
    "not only": (
        ("Not only {a} but also {b} {did} the {thing}.", (("Who {did} the {thing}?", "{a} & {b}"),
                                                        ("Did {a} {did.base} the {thing}?", "yes"))),
        ("{a} {did} not only the {thing} but also the {thing2}.",
         (("Did {a} {did.base} the {thing}?", "yes"), ("What did {a} {did.base}?", "the {thing} & the {thing2}"))),
    ),
    "without": (
        ("{a} {done} without saying a word.", (("Did {a} {done.base}?", "yes"), ("Did {a} say a word?", "no"))),
        ("{a} came home without the {thing}.",
         (("Did {a} come home?", "yes"), ("What did {a} come home without?", "the {thing}"))),
    ),
    "nobody but": (
        ("Nobody but {a} {done}.", (("Who {done}?", "{a}"), ("Did {a} {done.base}?", "yes"))),
        ("Everybody except {a} {did} the {thing}.", (("Did {a} {did.base} the {thing}?", "no"),
                                                   ("Who did not {did.base} the {thing}?", "{a}"))),
        ("Only {a} {did} the {thing}.  {b} watched.", (("Did {b} {did.base} the {thing}?", "no"),
                                                      ("Did {a} {did.base} the {thing}?", "yes"))),
    ),
    "all, none, some": (
        ("All the {job}s {done}.", (("Did all the {job}s {done.base}?", "yes"), ("Did any {job} {done.base}?", "yes"),
                                    ("Did no {job} {done.base}?", "no"))),
        ("None of the {job}s {done}.", (("Did any of the {job}s {done.base}?", "no"),
                                        ("Did all of the {job}s {done.base}?", "no"))),
        ("Some of the {job}s {done}, but most of them did not.", (("Did some of the {job}s {done.base}?", "yes"),
                                                                  ("Did all of the {job}s {done.base}?", "no"))),
        ("No {job} {did} the {thing}.", (("Did any {job} {did.base} the {thing}?", "no"),)),
        ("Not all of the {job}s {done}.", (("Did all of the {job}s {done.base}?", "no"),)),
    ),
    "respectively": (
        ("{a} and {b} {did} the {thing} and the {thing2} respectively.",
         (("Who {did} the {thing2}?", "{b}"), ("What did {a} {did.base}?", "the {thing}"))),
        ("{a} and {b} are {age} and {age2} years old respectively.",
         (("How old is {b}?", "{age2}|{age2} years|{age2} years old"), ("Who is older?", "{b}"))),
        ("{a}, {b} and {c} live in {town}, {town2} and {town3}, respectively.",
         (("Where does {b} live?", "{town2}"), ("Who lives in {town3}?", "{c}"))),
    ),
    "comparison with a standard": (
        ("{a} is {adj.er} than {b} but not as {adj} as {c}.",
         (("Who is the {adj.est}?", "{c}"), ("Who is the {adj.least}?", "{b}"), ("Is {a} {adj.er} than {c}?", "no"))),
        ("{a} is {adj.er} than {b}.  {c} is even {adj.er}.",
         (("Who is the {adj.est}?", "{c}"), ("Is {b} {adj.er} than {a}?", "no"))),
        ("{a} sold more {items} than {b}.", (("Who sold more {items}?", "{a}"), ("Who sold fewer {items}?", "{b}"),
                                             ("Did {b} sell more {items} than {a}?", "no"))),
        ("{a} is the second {adj.est} in the class after {b}.",
         (("Who is the second {adj.est}?", "{a}"), ("Who is the {adj.est}?", "{b}"))),
    ),
    "twice as": (
        ("{a} has {few} {items}.  {b} has twice as many {items} as {a}.",
         (("How many {items} does {b} have?", "{double}|{double} {items}"), ("Who has more {items}?", "{b}"))),
        ("{a} picked {few} {items}, and {b} picked {difference} more than {a}.",
         (("How many {items} did {b} pick?", "{many}|{many} {items}"), ("Who picked more {items}?", "{b}"))),
        ("{a} has {many} {items}.  {b} has {difference} fewer.",
         (("How many {items} does {b} have?", "{few}|{few} {items}"),)),
    ),
    "implicative verbs": (
        ("{a} managed to {did.base} the {thing}.", (("Did {a} {did.base} the {thing}?", "yes"),
                                                 ("Who {did} the {thing}?", "{a}"))),
        ("{a} refused to {did.base} the {thing}.  {b} {did} it.", (("Did {a} {did.base} the {thing}?", "no"),
                                                                ("Who {did} the {thing}?", "{b}"))),
        ("{a} forgot to {did.base} the {thing}.", (("Did {a} {did.base} the {thing}?", "no"),
                                                ("What did {a} forget to {did.base}?", "the {thing}"))),
        ("{a} pretended to {did.base} the {thing}.", (("Did {a} {did.base} the {thing}?", "no"),)),
        ("{a} failed to {did.base} the {thing}.", (("Did {a} {did.base} the {thing}?", "no"),
                                                ("Who failed to {did.base} the {thing}?", "{a}"))),
        ("{a} did not manage to {did.base} the {thing}.", (("Did {a} {did.base} the {thing}?", "no"),)),
        ("{a} did not forget to {did.base} the {thing}.", (("Did {a} {did.base} the {thing}?", "yes"),)),
        ("{a} was forced to {did.base} the {thing}.", (("Did {a} {did.base} the {thing}?", "yes"),)),
    ),
    "factive verbs": (
        ("{a} knows that {b} {did} the {thing}.", (("Did {b} {did.base} the {thing}?", "yes"),
                                                 ("Who {did} the {thing}?", "{b}"))),
        ("{a} regrets that {b} {done}.", (("Did {b} {done.base}?", "yes"),)),
        ("{a} does not know that {b} {did} the {thing}.", (("Did {b} {did.base} the {thing}?", "yes"),)),
        ("{a} forgot that {b} {did} the {thing}.", (("Did {b} {did.base} the {thing}?", "yes"),)),
    ),
    "modality and source": (
        ("{a} claims that {b} {did} the {thing}, but {c} did it.", (("Who {did} the {thing}?", "{c}"),)),
        ("According to {a}, {b} {did} the {thing}.", (("Who said that {b} {did} the {thing}?", "{a}"),
                                                    ("Who {did} the {thing} according to {a}?", "{b}"))),
        ("{a} might {did.base} the {thing}.  {b} {did} it yesterday.", (("Who {did} the {thing}?", "{b}"),)),
        ("{a} wanted to {did.base} the {thing}, but {b} {did} it.", (("Who {did} the {thing}?", "{b}"),
                                                                  ("Who wanted to {did.base} the {thing}?", "{a}"))),
        ("{a} denied that {b} {did} the {thing}.", (("Who denied that {b} {did} the {thing}?", "{a}"),)),
    ),
    "former and latter": (
        ("{a} met {b} and {c}.  The former is {job.a}, the latter {job2.a}.",
         (("Who is {job.a}?", "{b}"), ("Who is {job2.a}?", "{c}"), ("What is {c}?", "{job2.a}"))),
        ("{a} and {b} came in.  The latter {did} the {thing}.",
         (("Who {did} the {thing}?", "{b}"), ("Did {a} {did.base} the {thing}?", "no"))),
    ),
    "each other": (
        ("{a} and {b} thanked each other.", (("Who did {a} thank?", "{b}"), ("Who thanked {a}?", "{b}"),
                                            ("Did {b} thank {a}?", "yes"))),
        ("{a} and {b} hired one another.", (("Who did {b} hire?", "{a}"), ("Who hired {b}?", "{a}"))),
    ),
    "possessors": (
        ("{woman} called her {kin}.", (("Whose {kin} did {woman} call?", "{woman}|{woman}'s|her"),
                                      ("Who called {woman}'s {kin}?", "{woman}"))),
        ("{man} waited.  His {kin} {done}.", (("Whose {kin} {done}?", "{man}|{man}'s"),
                                             ("Who {done}?", "his {kin}|{man}'s {kin}"))),
        ("{woman}'s {kin} {did} the {thing}.", (("Who {did} the {thing}?", "{woman}'s {kin}"),
                                               ("Whose {kin} {did} the {thing}?", "{woman}|{woman}'s"))),
        ("{woman} lives in {town}.  Her {kin}, {a}, is {job.a}.",
         (("Who is {woman}'s {kin}?", "{a}"), ("Whose {kin} is {a}?", "{woman}|{woman}'s"),
          ("What does {woman}'s {kin} do?", "{job.a}|{job}"))),
    ),
    "apposition": (
        ("{a}, {job.a} from {town}, {did} the {thing}.",
         (("Where is {a} from?", "{town}|from {town}"), ("What is {a}?", "{job.a}|{job.a} from {town}|{job}"),
          ("Who {did} the {thing}?", "{a}"), ("Is {a} {job.a}?", "yes"), ("Who is {job.a}?", "{a}"))),
        ("The {nation} {job} {a} {did} the {thing}.",
         (("What nationality is {a}?", "{nation}"), ("What is {a}'s profession?", "{job}|{job.a}"),
          ("Who {did} the {thing}?", "{a}"))),
        ("{a} bought a {size} {colour} {thing}.",
         (("What colour was the {thing}?", "{colour}"), ("What did {a} buy?", "a {size} {colour} {thing}|{thing}"),
          ("What color is the {thing}?", "{colour}"))),
    ),
    "whose": (
        ("{a}, whose {pet} {pet.past}, went home.",
         (("Whose {pet} {pet.past}?", "{a}|{a}'s"), ("Who went home?", "{a}"), ("Did {a}'s {pet} {pet.base}?", "yes"))),
        ("The {job} whose {thing} was stolen called {a}.",
         (("Whose {thing} was stolen?", "the {job}|the {job}'s"), ("Who called {a}?", "the {job}"),
          ("What was stolen?", "{thing}|the {job}'s {thing}"))),
        ("{a} met a {job2} whose {pet} {pet.past}.", (("Whose {pet} {pet.past}?", "a {job2}|a {job2}'s"),)),
    ),
    "names of things": (
        ("{a} has a {pet} called {called}.  It {pet.past}.",
         (("What is the name of the {pet}?", "{called}"), ("What is the {pet} called?", "{called}"),
          ("Who {pet.past}?", "{called}|the {pet}|a {pet} called {called}"), ("Who has a {pet}?", "{a}"))),
        ("{a}'s {pet} {called} {pet.past}.", (("What is the name of {a}'s {pet}?", "{called}"),
                                             ("Whose {pet} is {called}?", "{a}|{a}'s"))),
        ("{called} is {a}'s {pet}.", (("What is the name of the {pet}?", "{called}"), ("Who is {called}?", "{a}'s {pet}"))),
    ),
    "negated questions": (
        ("{a} is {job.a}.  {b} is {job2.a}.", (("Who is not {job.a}?", "{b}"), ("Who is not {job2.a}?", "{a}"))),
        ("{a} and {b} are {trait}.  {c} is not.", (("Who is not {trait}?", "{c}"), ("Who is {trait}?", "{a} & {b}"))),
        ("{a} {did} the {thing}.  {b} {did} the {thing2}.", (("Who did not {did.base} the {thing}?", "{b}"),)),
    ),
    "superlative and ordinal": (
        ("{a} is {age} years old, {b} is {many} and {c} is {most}.",
         (("Who is the oldest?", "{c}"), ("How old is {b}?", "{many}|{many} years"))),
        ("{a} came first, {b} came second and {c} came third.",
         (("Who came second?", "{b}"), ("Who came third?", "{c}"), ("Who won?", "{a}"))),
        ("{a} sold {one} {items}, {b} sold {three} and {c} sold {two}.",
         (("Who sold the most {items}?", "{b}"), ("Who sold the fewest {items}?", "{a}"),
          ("Who sold the second most {items}?", "{c}"))),
    ),
    "between alternatives": (
        ("{a} {did} the {thing}.  {b} {did} the {thing2}.",
         (("Who {did} the {thing2}, {a} or {b}?", "{b}"), ("What did {a} {did.base}, the {thing2} or the {thing}?", "the {thing}"))),
        ("The {hall} was built in {early}, the {hall2} in {late}.",
         (("Which was built first, the {hall2} or the {hall}?", "the {hall}"),
          ("Which is older, the {hall} or the {hall2}?", "the {hall}"),
          ("Which building was built later: the {hall} or the {hall2}?", "the {hall2}"))),
        ("{town} has {many} cinemas and {town2} has {few}.",
         (("Which city has more cinemas, {town2} or {town}?", "{town}"), ("Which city has fewer cinemas?", "{town2}"))),
    ),
    "counting with conditions": (
        ("{a} bought {one} {colour} {items} and {two} {colour2} {items}.",
         (("How many {colour} {items} did {a} buy?", "{one}|{one} {colour} {items}"), ("How many {items} did {a} buy?", "{both}"),
          ("How many {items} did {a} buy in total?", "{both}"))),
        ("{a}, {b} and {c} {done}.  {d} did not.", (("How many people {done}?", "three"),)),
        ("{a} {did} the {thing}, the {thing2} and the {thing3}.", (("How many things did {a} {did.base}?", "three"),)),
    ),
    "differences and sums": (
        ("{a} sold {few} {items}.  {b} sold {many} {items}.",
         (("How many more {items} did {b} sell than {a}?", "{difference}|{difference} {items}"),
          ("How many {items} did {a} and {b} sell in all?", "{sum}|{sum} {items}"),
          ("How many fewer {items} did {a} sell compared to {b}?", "{difference}|{difference} {items}"))),
        ("The {hall} has {many} seats and the {hall2} has {few}.",
         (("How many more seats does the {hall} have than the {hall2}?", "{difference}|{difference} seats"),
          ("How many seats do the {hall} and the {hall2} have combined?", "{sum}|{sum} seats"))),
        ("{a} planted {many} trees in May and {few} in June.",
         (("How many more trees did {a} plant in May than in June?", "{difference}|{difference} trees"),
          ("How many trees did {a} plant altogether?", "{sum}|{sum} trees"))),
    ),
    "years between": (
        ("The {founded} was founded in {early}.  It burned down in {late}.",
         (("How many years after it was founded did the {founded} burn down?", "{apart}|{apart} years"),
          ("How many years were there between the founding of the {founded} and the fire?", "{apart}|{apart} years"),
          ("When was the {founded} founded?", "{early}|in {early}"))),
        ("{event} was in {early}, and {event2} was in {late}.",
         (("How many years were between {event} and {event2}?", "{apart}|{apart} years"),
          ("How many years passed from {event} to {event2}?", "{apart}|{apart} years"))),
        ("{a} was mayor from {early} to {late}.",
         (("How many years was {a} mayor?", "{apart}|{apart} years"), ("How long was {a} mayor?", "{apart} years"))),
        ("{a} was born in {early} and died in {late}.",
         (("How many years did {a} live?", "{apart}|{apart} years"), ("How old was {a} when {a.he} died?", "{apart}|{apart} years"))),
    ),
    "what happened first": (
        ("{event} was in {late}.  {event2} was in {early}.",
         (("What happened first, {event} or {event2}?", "{event2}"), ("Which happened later, {event2} or {event}?", "{event}"),
          ("What happened second: {event2} or {event}?", "{event}"))),
        ("After {event}, {event2} followed.", (("Which came first, {event} or {event2}?", "{event}"),)),
        ("{a} {did} the {thing} in {late}.  In {early}, {b} {did} the {thing2}.",
         (("Who {did} something first, {a} or {b}?", "{b}"),)),
    ),
    "dates compared": (
        ("In {early} the price was {few} dollars.  In {late} it was {many} dollars.",
         (("In which year was the price lower, {early} or {late}?", "{early}"),
          ("Which year had the higher price?", "{late}"), ("Which year had the lower price, {late} or {early}?", "{early}"))),
        ("{a} was born in {early}, {b} in {late} and {c} in {middle}.",
         (("Who was born first?", "{a}"), ("Who was born last?", "{b}"), ("Was {a} born before {b}?", "yes"),
          ("Who is older, {a} or {b}?", "{a}"))),
        ("Rainfall was {many} mm in {early} and {few} mm in {late}.",
         (("Which year had the lower rainfall?", "{late}"), ("Which year had more rainfall, {early} or {late}?", "{early}"))),
    ),
    "three values": (
        ("{a} {did} the {thing}.", (("Did {a} {did.base} the {thing2}?", "no"), ("Did {a} {did.base} the {thing}?", "yes"),
                                    ("Did {b} {did.base} the {thing}?", "no"))),
        ("{a} lives in {town}.", (("Does {a} live in {town}?", "yes"), ("Does {a} live in {town2}?", "no"))),
        ("{a} is {job.a}.  {b} is {trait}.", (("Is {a} {job.a}?", "yes"), ("Is {a} {job2.a}?", "no"), ("Is {b} {job.a}?", "no"))),
    ),
    "money": (
        ("The {thing} cost ${money}, the {thing2} ${less_money}.",
         (("How much did the {thing2} cost?", "${less_money}"), ("How much more did the {thing} cost than the {thing2}?", "${saved}|{saved}|{saved} dollars"),
          ("Which cost more, the {thing} or the {thing2}?", "the {thing}"))),
        ("{a} paid {few} dollars for a {thing} and {many} dollars for a {thing2}.",
         (("How much did {a} pay for the {thing2}?", "{many} dollars"), ("How many dollars did {a} pay in total?", "{sum}|{sum} dollars"),
          ("How many more dollars did {a} pay for the {thing2} than for the {thing}?", "{difference}|{difference} dollars"))),
    ),
    "percent": (
        ("{percent}% of the visitors were {nation}, {percent2}% were {nation2}.",
         (("What percent of the visitors were {nation}?", "{percent}%|{percent}"), ("How many percent of the visitors were not {nation}?", "{rest}|{rest}%"),
          ("Which group was larger, {nation} or {nation2}?", "{nation2}"),
          ("How many more percent of the visitors were {nation2} than {nation}?", "11|11%"))),
        ("{percent2} percent of the {job}s {done}.",
         (("What percentage of the {job}s {done}?", "{percent2} percent|{percent2}"),)),
    ),
    "yards and metres": (
        ("{a} kicked a {few}-yard field goal.  Later {b} kicked a {many}-yard field goal.",
         (("How many yards was the longest field goal?", "{many}|{many}-yard|{many} yards"), ("Who kicked the longest field goal?", "{b}"),
          ("How many yards longer was {b}'s field goal than {a}'s?", "{difference}|{difference} yards"),
          ("How many field goals were kicked?", "two|2"), ("How many yards was {a}'s field goal?", "{few}|{few}-yard|{few} yards"))),
        ("The tower is {few} metres high.  The bridge is {many} metres long.",
         (("How high is the tower?", "{few} metres|{few} metres high"), ("How many metres long is the bridge?", "{many}|{many} metres"))),
    ),
    "ranges": (
        ("{a} ruled from {early} until {late}.", (("When did {a} begin to rule?", "{early}"), ("Until when did {a} rule?", "{late}"),
                                                 ("How many years did {a} rule?", "{apart}|{apart} years"))),
        ("The war ({early}-{late}) ruined {town}.", (("How many years did the war last?", "{apart}|{apart} years"),
                                                   ("When did the war end?", "{late}|in {late}"),
                                                   ("What year did the war begin?", "{early}"))),
        ("Tickets cost between {few} and {many} dollars.", (("How much does the cheapest ticket cost?", "{few} dollars|{few}"),)),
    ),
    "ages": (
        ("{a}, {age}, and {b}, {age2}, live in {town}.", (("How old is {a}?", "{age}|{age} years"), ("Who is older?", "{b}"))),
        ("{a} is a {age}-year-old {job}.", (("How old is {a}?", "{age}|{age}-year-old|{age} years|{age} years old"), ("What is {a}?", "a {age}-year-old {job}|{job.a}|{job}"))),
        ("{a} is {age} years old.  {b} is {two} years older.", (("How old is {b}?", "{older}|{older} years|{older} years old"),)),
        ("{a} died at the age of {many}.", (("How old was {a} when {a.he} died?", "{many}|{many} years"), ("At what age did {a} die?", "{many}|the age of {many}"))),
        ("{a} is {age} years old.  {b} is {two} years older.", (("Who is older, {a} or {b}?", "{b}"),)),
    ),
    "a rule applied": (
        ("Plants that get more light grow faster.  {a}'s plants got a lot of light, while {b}'s plants got little light.",
         (("Whose plants grew faster, {a}'s or {b}'s?", "{a}|{a}'s"), ("Whose plants grew slower?", "{b}|{b}'s"))),
        ("When the temperature rises, ice melts faster.  It was hot in {town}.  It was cold in {town2}.",
         (("Where did ice melt faster, {town} or {town2}?", "{town}"), ("Where did ice melt more slowly, {town} or {town2}?", "{town2}"))),
        ("Smoking increases the risk of cancer.  {a} smokes.  {b} does not smoke.",
         (("Who has a higher risk of cancer?", "{a}"), ("Who has a lower risk of cancer, {a} or {b}?", "{b}"))),
        ("The more salt there is in water, the lower its freezing point.  {a} put a lot of salt into the bucket.  {b} put little salt into the bucket.",
         (("Whose bucket had the lower freezing point?", "{a}|{a}'s"),)),
    ),
    "from the other side in space": (
        ("The {thing} is to the left of the {thing2}.",
         (("What is to the right of the {thing}?", "the {thing2}"), ("What is the {thing2} to the right of?", "the {thing}"))),
        ("The {hall} is north of the {hall2}.",
         (("What is south of the {hall}?", "the {hall2}"), ("What is the {hall2} south of?", "the {hall}"),
          ("Is the {hall2} south of the {hall}?", "yes"))),
        ("The {thing} is above the {thing2}.", (("What is below the {thing}?", "the {thing2}"),
                                               ("Is the {thing2} below the {thing}?", "yes"))),
    ),
    "what fits in what": (
        ("The {thing} fits in the {thing2}.  The {thing2} fits in the {thing3}.",
         (("Does the {thing} fit in the {thing3}?", "yes"), ("Is the {thing3} bigger than the {thing}?", "yes"),
          ("Does the {thing3} fit in the {thing}?", "no"), ("Is the {thing} bigger than the {thing2}?", "no"))),
        ("The {thing} is bigger than the {thing2}.", (("Does the {thing2} fit in the {thing}?", "yes"),)),
    ),
    "counts without their noun": (
        ("{a} sold {one} {items}, {b} {three} and {c} {two}.",
         (("Who sold the most {items}?", "{b}"), ("Who sold the fewest {items}?", "{a}"),
          ("Who sold more than {two.digits} {items}?", "{b}"), ("How many {items} did they sell in total?", "{three_in_all}"))),
        ("The {hall} has {many} rooms, the {hall2} {few}.",
         (("Which building has the most rooms?", "the {hall}"), ("Which building has fewer rooms, the {hall} or the {hall2}?", "the {hall2}"))),
    ),
    "lives in brackets": (
        ("{a} ({early}-{late}) was {job.a} from {town}.",
         (("When was {a} born?", "{early}|in {early}"), ("When did {a} die?", "{late}|in {late}"), ("What was {a}?", "{job.a}|{job}|{job.a} from {town}"))),
        ("{woman} (born {early}) {did} the {thing}.", (("When was {woman} born?", "{early}"), ("Who {did} the {thing}?", "{woman}"))),
    ),
    "hours and prices from to": (
        ("The {hall} is open from {one} to {three}.",
         (("When does the {hall} open?", "{one}|at {one}"), ("When does the {hall} close?", "{three}|at {three}"))),
        ("Rooms cost {few} to {many} dollars a night.", (("How much does the cheapest room cost?", "{few} dollars"),)),
    ),
    "measures": (
        ("The {hall} has a tower of {few} metres.", (("How high is the tower?", "{few} metres"),)),
        ("The {few}-mile canal leads to {town}.", (("How long is the canal?", "{few}-mile|{few} miles"),)),
        ("The tunnel is {many} metres long and {few} metres below the {hall}.", (("How long is the tunnel?", "{many} metres|{many} metres long"),)),
    ),
    "a time before a name": (
        ("Every Saturday {a} {did} the {thing}.", (("When did {a} {did.base} the {thing}?", "every Saturday"), ("Who {did} the {thing}?", "{a}"))),
        ("Last winter {a} {did} the {thing}.", (("When did {a} {did.base} the {thing}?", "last winter"), ("Who {did} the {thing}?", "{a}"))),
    ),
    "how it is in space and time": (
        ("{a} {did} the {thing} behind the {hall}.", (("Where did {a} {did.base} the {thing}?", "behind the {hall}"),)),
        ("During {event} {a} {did} the {thing}.", (("When did {a} {did.base} the {thing}?", "during {event}"),)),
    ),
    "what used to be": (
        ("{a} used to live in {town}.  {b} lives in {town2}.  {a} lives in {town3} now.",
         (("Where does {a} live?", "{town3}"), ("Where did {a} use to live?", "{town}"))),
        ("{a} almost {done}.  {b} {done}.", (("Did {a} {done.base}?", "no"), ("Who {done}?", "{b}"))),
    ),
    "who does less": (
        ("{a} earns more than {b}.", (("Who earns less?", "{b}"), ("Who earns more?", "{a}"))),
        ("{a} {done} more than {b}.", (("Who {done} less?", "{b}"),)),
        ("{a} is {adj.er} than {b}.", (("Is {b} {adj.less} than {a}?", "yes"), ("Is {a} {adj.less} than {b}?", "no"))),
        ("The well is deeper than the ditch.  {a} {done}.", (("Is the ditch shallower than the well?", "yes"), ("Is the well shallower than the ditch?", "no"))),
    ),
    "what one does": (
        ("{a} is {job.a}, and so is {b}.  {c} is {job2.a}.", (("What does {b} do?", "{job.a}|{job}"), ("What does {c} do for a living?", "{job2.a}|{job2}"))),
        ("{woman} is married to {man}.", (("Who is {man}'s wife?", "{woman}"), ("Who is {woman}'s husband?", "{man}"))),
        ("{woman} {done}.  Her brother, the {job} {man}, {done2}.", (("Who is {woman}'s brother?", "{man}|the {job} {man}"), ("Who is {man}'s sister?", "{woman}"))),
    ),
    "what was done": (
        ("The {thing} was stolen by {a}.", (("What was stolen?", "the {thing}"), ("Who stole the {thing}?", "{a}"))),
        ("The {thing} was broken by the {pet}.", (("What was broken?", "the {thing}"),)),
        ("Of the three, {a} is the {adj.est}.", (("Who is the {adj.est}?", "{a}"),)),
    ),
    "kinds and exceptions": (
        ("All {job}s are afraid of {pet}s.  {a} is {job.a}.", (("What is {a} afraid of?", "{pet}s"), ("Is {a} afraid of {pet}s?", "yes"))),
        ("{job}s are {trait}.  {a} is {job.a}.  {b} is {job.a}, but {b} is not {trait}.",
         (("Is {a} {trait}?", "yes"), ("Is {b} {trait}?", "no"))),
        ("{job}s can {done.base}.  {a} is {job.a}.", (("Can {a} {done.base}?", "yes"),)),
    ),
    "rules that are stated": (
        ("If someone owns a {thing}, they can {done.base}.  {a} owns a {thing}.", (("Can {a} {done.base}?", "yes"),)),
        ("If a person owns a {thing}, the person is {trait}.  {a} owns a {thing}.", (("Is {a} {trait}?", "yes"),)),
        ("Everyone who likes {items} is {trait}.  {a} likes {items}.", (("Is {a} {trait}?", "yes"),)),
    ),
    "kin in two steps": (
        ("{man} is the father of {woman}.  {woman} is the mother of {a}.",
         (("Who is {a}'s grandfather?", "{man}"), ("How is {man} related to {a}?", "grandfather"))),
        ("{woman} is the sister of {man}.  {man} is the father of {a}.",
         (("Who is {a}'s aunt?", "{woman}"), ("What is {woman} to {a}?", "aunt"))),
        ("{woman} and husband {man} waved.", (("Who is {woman}'s husband?", "{man}"), ("Who is {man}'s wife?", "{woman}"))),
        ("{man} waited for his daughter {woman} and his son {a}.", (("Who is {woman}'s brother?", "{a}"), ("Who is {a}'s father?", "{man}"))),
        ("{woman} helped {a}, her brother, and {man} thanked {woman}.", (("Who is {woman}'s brother?", "{a}"),)),
    ),
}  # fmt: skip
KINDS = tuple(Kind(name, 8, partial(_cases, tellings)) for name, tellings in TELLINGS.items())
