"""What entities are made of what is known of their mentions."""

import numpy as np
import pytest
from symbolic_rc.coref.characters import entities_of

from symbolic_rc.core.vocabulary import Vocabulary
from symbolic_rc.coref.mentions.attributes import COLUMNS, KIND, NAME, PRO, PRONOUN, TYPE, Mentions
from symbolic_rc.coref.mentions.detection import Candidate
from symbolic_rc.coref.mentions.mention_types import TYPES
from symbolic_rc.coref.mentions.pronouns import HE, IT, SHE


@pytest.mark.parametrize(
    ("kind", "pronoun", "found"),
    [
        ("GPE", HE, "PERSON"),
        ("FAC", SHE, "PERSON"),
        ("GPE", IT, "GPE"),
        ("ORG", HE, "ORG"),
    ],
)
def test_who_is_called_he_or_she_is_no_place(kind, pronoun, found):
    candidates = [Candidate(0, 1, 0, "name", (0, 1)), Candidate(1, 2, 1, "pronoun", (1, 2))]
    table = np.zeros((2, COLUMNS), np.int32)
    table[0, KIND], table[0, TYPE] = NAME, TYPES.index(kind)
    table[1, KIND], table[1, PRO] = PRONOUN, pronoun
    mentions = Mentions(candidates, table, Vocabulary())
    [(_, entity)] = entities_of(mentions, np.zeros(2, np.int32), [], ["Florence", "she"])
    assert (entity.name, entity.type) == ("Florence", found)
