"""What tests of frames share: the installed model."""

import pytest

from symbolic_rc.core.files.resources import lexicon_path


@pytest.fixture(scope="session")
def models():
    """Skip where the compiled models are not there."""
    for name in ("frames.lex", "annotate_parser.lex"):
        if not lexicon_path(name).is_file():
            pytest.skip(f"{name} has not been built")
