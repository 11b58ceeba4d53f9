"""What the tests of several commands read."""

import pytest


@pytest.fixture
def story(tmp_path):
    """A file with two sentences."""
    path = tmp_path / "story.txt"
    path.write_text("Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch.", encoding="utf-8")
    return path
