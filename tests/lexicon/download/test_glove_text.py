import numpy as np
import pytest

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.container import read_container
from symbolic_rc.lexicon.download.glove_text import read_glove, write_vectors
from symbolic_rc.lexicon.vectors import Vectors

TEXT = "the 0.5 -1.0 2.0\nmill 1.0 0.25 -0.5\n. . . 0.1 0.2 0.3\nwheel 0.9 0.3 -0.5\nmill 0 0 0\n"


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "tiny.txt"
    made.write_text(TEXT, encoding="utf-8")
    return made


def test_words_with_blanks_and_repeated_words(path):
    words, vectors = read_glove(path)
    assert words == ["the", "mill", ". . .", "wheel"]
    assert vectors[1].tolist() == [1.0, 0.25, -0.5]


@pytest.mark.parametrize("line", ["river 1.0 2.0", "river 1.0 2.0 x"])
def test_bad_lines_are_named(path, line):
    path.write_text(TEXT + line + "\n")
    with pytest.raises(DataError, match=r"tiny\.txt:6"):
        read_glove(path)


def test_quantised_vectors_keep_their_neighbours(path, tmp_path):
    write_vectors(tmp_path / "glove.lex", path)
    found = Vectors(read_container(tmp_path / "glove.lex"))
    assert found.neighbours("mill")[0][0] == "wheel"
    assert np.allclose(found.vector("mill"), [1.0, 0.25, -0.5], atol=0.01)
    assert found.similarity("mill", "river") == 0.0
    numbers = dict(found.near(found.find("mill")))
    assert found.find("wheel") in numbers


@pytest.mark.data
def test_the_published_sample(data_dir):
    words, vectors = read_glove(data_dir / "lexicon_sources" / "glove.6B.50d.union.txt")
    assert vectors.shape == (8390, 50)
    assert words[0] == "the"
