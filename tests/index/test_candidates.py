"""The name within a mention."""

import pytest

from symbolic_rc.index.candidates import name_core
from symbolic_rc.index.encode import token_rows

_PARTS = {"N": ("NN", "NOUN"), "P": ("NNP", "PROPN"), "D": ("DT", "DET"), "V": ("VBD", "VERB")}
_PARTS |= {
    "I": ("IN", "ADP"),
    ".": (",", "PUNCT"),
    "A": ("JJ", "ADJ"),
    "C": ("CD", "NUM"),
    "S": ("POS", "PART"),
}

CASES = [
    ("the/D architect/N *Renzo/P Piano/P", "Renzo Piano"),
    ("*Helen/P ,/. a/D painter/N", "Helen"),
    ("the/D *Bank/P of/I China/P", "Bank of China"),
    ("the/D *Elector/P of/I the/D Palatinate/P", "Elector of the Palatinate"),
    ('Stefen/P "/. Stef/P "/. *Djordjevic/P', 'Stefen " Stef " Djordjevic'),
    ("Marta/P 's/S *shadow/N", "Marta"),
    ("the/D band/N *Maroon/P 5/C", "Maroon 5"),
    ("the/D *Symphony/P No/P ./. 4/C", "Symphony No . 4"),
    ("the/D *mill/N", "the mill"),
]


@pytest.mark.parametrize(("text", "name"), CASES)
def test_name_core(parse, text, name):
    pairs = [piece.rsplit("/", 1) for piece in text.split()]
    head = next(i for i, (word, _) in enumerate(pairs) if word.startswith("*"))
    words = [word.lstrip("*") for word, _ in pairs]
    rows = [
        (word, *_PARTS[part], word, head, "root" if i == head else "dep")
        for i, (word, (_, part)) in enumerate(zip(words, pairs, strict=True))
    ]
    tok, _ = token_rows(parse([rows]))
    start, end = name_core(tok, 0, len(words), head)
    assert " ".join(words[start:end]) == name
