"""Files of the safetensors format, read without PyTorch."""

import json

import numpy as np
import pytest

from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.safetensors import is_safetensors, read_array, read_header


@pytest.fixture
def file(tmp_path):
    numbers = np.array([[1, 2], [3, 4]], "<i8")
    place = {"dtype": "I64", "shape": [2, 2], "data_offsets": [0, 32]}
    header = json.dumps({"__metadata__": {"who": "us"}, "numbers": place}).encode()
    path = tmp_path / "model"
    path.write_bytes(len(header).to_bytes(8, "little") + header + numbers.tobytes())
    return path


def test_header_and_arrays_are_read(file):
    header = read_header(file)
    assert header["__metadata__"] == {"who": "us"}
    assert read_array(file, header, "numbers").tolist() == [[1, 2], [3, 4]]
    assert is_safetensors(file)


def test_other_files_are_told_apart(tmp_path):
    other = tmp_path / "other"
    other.write_bytes(b"symbolic_rc container 1\n" + bytes(100))
    assert not is_safetensors(other)
    assert not is_safetensors(tmp_path / "missing")


@pytest.mark.parametrize("cut", [4, 20, 60])
def test_a_file_that_was_cut_is_damaged(file, cut):
    file.write_bytes(file.read_bytes()[:-cut])
    with pytest.raises(LexiconError, match="damaged"):
        read_header(file)


def test_a_missing_array_is_named(file):
    with pytest.raises(LexiconError, match="'letters'"):
        read_array(file, read_header(file), "letters")
