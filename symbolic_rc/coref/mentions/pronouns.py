"""The English pronouns, as a closed table."""

from __future__ import annotations

from dataclasses import dataclass

#: Bits of gender and number, so that unknown is every bit and agreement is a non-empty intersection.
MASCULINE, FEMININE, NEUTER, ANY_GENDER = 1, 2, 4, 7
PERSONAL = MASCULINE | FEMININE
SINGULAR, PLURAL, ANY_NUMBER = 1, 2, 3

#: Classes of pronouns; 0 is not a pronoun.
ME, YOU, HE, SHE, IT, WE, THEY, DEMONSTRATIVE, INDEFINITE, RECIPROCAL, RELATIVE = range(1, 12)

#: Forms.
SUBJECT, OBJECT, DETERMINER, POSSESSIVE, REFLEXIVE = range(1, 6)


@dataclass(frozen=True, slots=True)
class Pronoun:
    """What a pronoun's form says: class, form, gender bits, number bits."""

    group: int
    form: int
    gender: int
    number: int


#: Class, gender, number, and the words by form (alternatives separated by a slash). Of words in several rows
#: (*her* and *its* have one form each, *you* two) the first place counts.
_ROWS = (
    (ME, ANY_GENDER, SINGULAR, "i me my mine myself"),
    (YOU, ANY_GENDER, ANY_NUMBER, "you/ye/yeh/ya you your yours yourself"),
    (YOU, ANY_GENDER, SINGULAR, "thou thee thy thine thyself"),
    (YOU, ANY_GENDER, PLURAL, "- - - - yourselves"),
    (HE, MASCULINE, SINGULAR, "he him his - himself"),
    (SHE, FEMININE, SINGULAR, "she - her hers herself"),
    (IT, NEUTER, SINGULAR, "it - its - itself"),
    (WE, ANY_GENDER, PLURAL, "we us/'s/’s our ours ourselves"),
    (THEY, ANY_GENDER, PLURAL, "they them/'em/’em/em their theirs themselves"),
    (THEY, ANY_GENDER, SINGULAR, "- - - - themself"),
    (INDEFINITE, ANY_GENDER, SINGULAR, "one - - - oneself"),
    (INDEFINITE, PERSONAL, SINGULAR, "everyone/everybody/someone/somebody/anyone/anybody/nobody"),
    (DEMONSTRATIVE, ANY_GENDER, SINGULAR, "this/that"),
    (DEMONSTRATIVE, ANY_GENDER, PLURAL, "these/those"),
)


def _table() -> dict[str, Pronoun]:
    table: dict[str, Pronoun] = {}
    for group, gender, number, forms in _ROWS:
        for form, words in enumerate(forms.split(), 1):
            for word in words.split("/"):
                table.setdefault(word, Pronoun(group, form, gender, number))
    del table["-"]
    return table


#: Pronouns by lower-case form.
PRONOUNS = _table()

#: Relative and interrogative pronouns are never mentions of their own.
RELATIVES = frozenset({"who", "whom", "whose", "which", "what", "whoever", "whatever", "whichever"})
