import numpy as np
import pytest

from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.container import pack_strings, read_container, write_container


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "a.lex"
    arrays = {"x": np.arange(6, dtype=np.int16).reshape(2, 3), "empty": np.zeros((0, 4))}
    write_container(path, {"name": "a"}, {**arrays, **pack_strings("words", ["mühle", "", "b"])})
    found = read_container(path)
    assert found.about == {"name": "a"}
    assert found.strings("words") == ["mühle", "", "b"]
    for name, array in arrays.items():
        np.testing.assert_array_equal(found.arrays[name], array)
        assert found.arrays[name].dtype == array.dtype


def test_the_same_input_gives_the_same_bytes(tmp_path):
    for name in "ab":
        write_container(tmp_path / name, {"k": 1, "a": 2}, {"x": np.arange(3)})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize("position", [3, 30, 60, -1])
def test_damage_is_refused_with_the_remedy(tmp_path, position):
    path = tmp_path / "a.lex"
    write_container(path, {}, {"x": np.arange(100)})
    data = bytearray(path.read_bytes())
    data[position] ^= 0xFF
    path.write_bytes(bytes(data))
    with pytest.raises(LexiconError, match=r"a\.lex.*make a"):
        read_container(path, rebuild="make a")


def test_an_empty_or_missing_file_is_refused(tmp_path):
    (tmp_path / "a").touch()
    for name in "ab":
        with pytest.raises(LexiconError, match="cannot be read"):
            read_container(tmp_path / name)
