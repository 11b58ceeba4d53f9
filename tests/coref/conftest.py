"""Fixtures of coreference tests: documents prepared for linking."""

from functools import cache

import pytest

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import PreparedDocument, prepare
from symbolic_rc.coref.model import model


@cache
def prepare_text(text: str) -> PreparedDocument:
    return prepare(default_pipeline()(text), model().types)


@pytest.fixture
def prepared():
    """A function from texts to prepared documents."""
    return prepare_text
