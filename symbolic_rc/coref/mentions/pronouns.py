"""The English pronouns, as a closed table."""

from __future__ import annotations

from dataclasses import dataclass

#: Bits of gender and number, so that unknown is every bit and agreement is a non-empty intersection.
MASCULINE, FEMININE, NEUTER, ANY_GENDER = 1, 2, 4, 7
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


def _table() -> dict[str, Pronoun]:
    rows = {
        (ME, ANY_GENDER, SINGULAR): "i me my mine myself",
        (YOU, ANY_GENDER, ANY_NUMBER): "you you your yours yourself",
        (HE, MASCULINE, SINGULAR): "he him his - himself",
        (SHE, FEMININE, SINGULAR): "she - her hers herself",
        (IT, NEUTER, SINGULAR): "it - its - itself",
        (WE, ANY_GENDER, PLURAL): "we us our ours ourselves",
        (THEY, ANY_GENDER, PLURAL): "they them their theirs themselves",
    }
    table: dict[str, Pronoun] = {}
    for (group, gender, number), forms in rows.items():
        for form, word in enumerate(forms.split(), 1):
            if word != "-":
                table.setdefault(word, Pronoun(group, form, gender, number))
    you, plural = table["you"], PLURAL
    table |= {
        "yourselves": Pronoun(YOU, REFLEXIVE, ANY_GENDER, plural),
        "thou": Pronoun(YOU, SUBJECT, ANY_GENDER, SINGULAR),
        "thee": Pronoun(YOU, OBJECT, ANY_GENDER, SINGULAR),
        "thy": Pronoun(YOU, DETERMINER, ANY_GENDER, SINGULAR),
        "thine": Pronoun(YOU, POSSESSIVE, ANY_GENDER, SINGULAR),
        "thyself": Pronoun(YOU, REFLEXIVE, ANY_GENDER, SINGULAR),
        "ye": you,
        "yeh": you,
        "ya": you,
        "'s": table["us"],  # let's
        "’s": table["us"],
        "'em": table["them"],
        "’em": table["them"],
        "em": table["them"],
        "themself": Pronoun(THEY, REFLEXIVE, ANY_GENDER, SINGULAR),
        "oneself": Pronoun(INDEFINITE, REFLEXIVE, ANY_GENDER, SINGULAR),
        "one": Pronoun(INDEFINITE, SUBJECT, ANY_GENDER, SINGULAR),
        "this": Pronoun(DEMONSTRATIVE, SUBJECT, ANY_GENDER, SINGULAR),
        "that": Pronoun(DEMONSTRATIVE, SUBJECT, ANY_GENDER, SINGULAR),
        "these": Pronoun(DEMONSTRATIVE, SUBJECT, ANY_GENDER, PLURAL),
        "those": Pronoun(DEMONSTRATIVE, SUBJECT, ANY_GENDER, PLURAL),
    }
    for word in ("everyone everybody someone somebody anyone anybody nobody").split():
        table[word] = Pronoun(INDEFINITE, SUBJECT, MASCULINE | FEMININE, SINGULAR)
    return table


#: Pronouns by lower-case form. Objects of "she", "it" and "you" share the form of another row.
PRONOUNS = _table()

#: Relative and interrogative pronouns never are mentions of their own.
RELATIVES = frozenset({"who", "whom", "whose", "which", "what", "whoever", "whatever", "whichever"})
