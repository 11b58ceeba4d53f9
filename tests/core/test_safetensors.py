"""Files of the safetensors format, read without PyTorch."""

import numpy as np
import pytest

from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.safetensors import is_safetensors, read_safetensors

numpy_files = pytest.importorskip("safetensors.numpy", reason="safetensors is not installed (extra: neural)")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "model"
    numpy_files.save_file({"numbers": np.array([[1, 2], [3, 4]])}, path, {"who": "us"})
    return path


def test_metadata_and_arrays_are_read(file):
    metadata, arrays = read_safetensors(file, "numbers", "letters")
    assert metadata == {"who": "us"}
    assert {name: array.tolist() for name, array in arrays.items()} == {"numbers": [[1, 2], [3, 4]]}
    assert is_safetensors(file)


def test_other_files_are_distinguished(tmp_path):
    other = tmp_path / "other"
    other.write_bytes(b"symbolic_rc container 1\n" + bytes(100))
    assert not is_safetensors(other)
    assert not is_safetensors(tmp_path / "missing")


@pytest.mark.parametrize("cut", [4, 20, 60])
def test_a_truncated_file_is_damaged(file, cut):
    file.write_bytes(file.read_bytes()[:-cut])
    with pytest.raises(LexiconError, match="damaged"):
        read_safetensors(file)


def test_a_missing_file_cannot_be_read(tmp_path):
    with pytest.raises(LexiconError, match="cannot be read"):
        read_safetensors(tmp_path / "missing")
