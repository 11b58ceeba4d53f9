"""The normalisations of the official scorers."""

from __future__ import annotations

import re
import string

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_DROP_SPLIT = re.compile(" |-")


def squad_normalised(text: str) -> str:
    """Lower case, no punctuation (ASCII), no articles, single spaces: SQuAD's ``normalize_answer``.

    Examples
    --------
    >>> squad_normalised("The mill-owner's  cat.")
    'millowners cat'
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def is_number(text: str) -> bool:
    """Tell whether Python reads the text as a number, as the DROP scorer asks."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def drop_normalised(text: str) -> str:
    """Normalise as the DROP scorer does: split at spaces and hyphens, numbers in one form.

    Examples
    --------
    >>> drop_normalised("The 12-year-old, 3.50 miles")
    '12.0 year old 3.5 miles'
    """
    parts = (_drop_token(token) for token in _DROP_SPLIT.split(text))
    return " ".join(part for part in parts if part.strip()).strip()


def _drop_token(token: str) -> str:
    token = token.lower()
    if not is_number(token):
        token = token.translate(_PUNCTUATION)
    if is_number(token):
        token = str(float(token))
    return " ".join(_ARTICLES.sub(" ", token).split())
