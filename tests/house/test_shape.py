"""The checks of the house find what they are for."""

from pathlib import Path

from eval.house.boundary import arrays_to_python
from eval.house.shape import MOST_FILES, faults

KERNEL = "@kernel\ndef fill(out, {more}):\n    out[1] = 0\n    out[{column}] = 0\n"


def found(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        path = folder / "symbolic_rc" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return [fault.name for fault in faults(folder)]


def test_small_things_pass(tmp_path):
    assert found(tmp_path, {"a/b.py": "def f(a, b):\n    return a[7]\n", "a/__init__.py": ""}) == []


def test_a_folder_may_hold_so_many_files(tmp_path):
    files = {f"a/m{i}.py": "" for i in range(MOST_FILES)}
    assert found(tmp_path, {**files, "a/__init__.py": ""}) == []
    assert found(tmp_path, {"a/more.py": ""}) == ["folder: symbolic_rc/a"]


def test_long_functions_and_long_lists_of_parameters(tmp_path):
    long = "def f():\n" + "    pass\n" * 120
    wide = "class A:\n    def g(self, a, b, c, d, e, f, g, h, *, i):\n        pass\n"
    assert found(tmp_path, {"a.py": long, "b.py": wide}) == [
        "long function: symbolic_rc/a.py:f",
        "many parameters: symbolic_rc/b.py:A.g",
    ]


def test_columns_have_names_in_kernels(tmp_path):
    bare = KERNEL.format(more="a, b, c, d, e, f, g, h", column=2)
    named = KERNEL.format(more="x", column="COLUMN")
    assert found(tmp_path, {"a.py": bare, "b.py": named}) == ["bare ordinals: symbolic_rc/a.py:fill"]


def test_kernels_that_python_calls_return_numbers(tmp_path):
    folder = tmp_path / "symbolic_rc"
    folder.mkdir()
    kernel = "@kernel\ndef {name}(x){returns}:\n    return {value}\n\n\n"
    (folder / "kernels.py").write_text(
        kernel.format(name="array", returns=" -> NDArray[np.int32]", value="x")
        + kernel.format(name="unknown", returns="", value="x")
        + kernel.format(name="inner", returns=" -> NDArray[np.int32]", value="x")
        + kernel.format(name="number", returns=" -> tuple[int, np.float32]", value="inner(x)")
        + "@kernel\ndef nothing(x):\n    if x:\n        return\n    x[:] = 0\n"
    )
    (folder / "user.py").write_text(
        "from symbolic_rc import kernels\nfrom symbolic_rc.kernels import array as one, nothing\n\n\n"
        "def use(x):\n    one(x)\n    nothing(x)\n    kernels.unknown(x)\n    kernels.number(x)\n"
    )
    assert [fault.place for fault in arrays_to_python(tmp_path)] == [
        "symbolic_rc.kernels:array", "symbolic_rc.kernels:unknown"
    ]  # fmt: skip
