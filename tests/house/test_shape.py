"""The checks of the house find what they are for."""

from pathlib import Path

from eval.house.boundary import arrays_to_python
from eval.house.figures import LIMITS, figures, over_limits
from eval.house.shape import faults

KERNEL = "@kernel\ndef fill(out, {more}):\n    out[1] = 0\n    out[{column}] = 0\n"


def found(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        path = folder / "symbolic_rc" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return [fault.name for fault in faults(folder)]


def test_small_things_pass(tmp_path):
    assert found(tmp_path, {"a/b.py": "def f(a, b):\n    return a[7]\n", "a/__init__.py": ""}) == []


def test_figures_count_what_is_too_large_and_who_imports_whom(tmp_path):
    branches = "".join(f"    if a and {i}:\n        pass\n" for i in range(8))
    files = {
        "symbolic_rc/__init__.py": "",
        "symbolic_rc/complex.py": f"def f(a):\n{branches}",
        "symbolic_rc/long.py": "from symbolic_rc.complex import f\n\ndef g():\n" + "    pass\n" * 80,
        "symbolic_rc/wide.py": "class A:\n    def h(self, a, b, c, d, e, f, *, g):\n        pass\n"
        "@kernel\ndef k(a, b, c, d, e, f, g, h):\n    pass\n",
        "symbolic_rc/circle.py": "def f():\n    from symbolic_rc import hints\n",
        "symbolic_rc/hints.py": "import symbolic_rc.circle\nif TYPE_CHECKING:\n    import symbolic_rc.wide\n",
        "symbolic_rc/core/kernels.py": "x._cache = 0\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    found = {name: dict(places) for name, places in figures(tmp_path / "symbolic_rc").items()}
    assert found == {
        "lines": {"__init__.py": 0, "circle.py": 2, "complex.py": 17, "core/kernels.py": 1, "hints.py": 3,
                  "long.py": 83, "wide.py": 6},
        "circles": {"circle.py, hints.py": 2},
        "single": {"circle.py": 2, "complex.py": 17, "hints.py": 3},
        "complex": {"complex.py:f": 17},
        "long": {"long.py:g": 81},
        "wide": {"wide.py:A.h": 7},
        "machinery": {"core/kernels.py": 1},
        "private_numba": {"core/kernels.py": 1},
    }  # fmt: skip
    limits = LIMITS | {"wide": 1, "lines": 111, "circles": 1, "complex": 1, "private_numba": 1}
    assert [str(fault.place) for fault in over_limits(tmp_path, limits)] == ["lines", "long"]


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
