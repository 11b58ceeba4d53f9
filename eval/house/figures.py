"""The figures of the package, and the most that each may be: its size, its imports, its functions."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

from eval.house.shape import Fault, functions, is_kernel, parameters

#: The most that a figure may be: what has been reached, which only falls.
LIMITS = {
    "lines": 80_451,
    "circles": 0,
    "single": 16,
    "complex": 41,
    "long": 0,
    "wide": 2,
    "machinery": 250,
    "private_numba": 0,
}
#: A function is complex over this cyclomatic complexity, long over so many lines without its docstring, wide
#: over so many parameters; a module is small under so many lines.
COMPLEX, LONG, WIDE, SMALL = 15, 80, 6, 150

_MACHINERY = re.compile(r"core/(?:kernel|jit\.py|first_use/)|batch/warm\.py")
_PRIVATE = re.compile(
    r"\._(?:compile_for_args|cache|impl|can_compile|cache_path|dispatcher|reduce_states|type)\b"
)
_BRANCHES = (
    ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.comprehension, ast.Assert, ast.match_case,
)  # fmt: skip


def over_limits(root: Path, limits: dict[str, int] = LIMITS) -> list[Fault]:
    """Return the figures that are over their limits, with the worst places."""
    found = []
    for name, places in figures(root / "symbolic_rc").items():
        total = sum(places.values()) if name in ("lines", "machinery") else len(places)
        if total > limits[name]:
            worst = ", ".join(f"{place} {size}" for place, size in places.most_common(5))
            found.append(Fault("limit", name, f"{total}, at most {limits[name]}: {worst}"))
    return found


def figures(package: Path) -> dict[str, Counter[str]]:
    """Return, for each figure, the places that count and the size of each.

    ``lines`` and ``machinery`` (the modules that compile and cache kernels) have the lines of each file;
    ``circles`` the modules that import each other, imports within functions included, type-checking ones not;
    ``single`` the modules under `SMALL` lines that one other imports; ``complex``, ``long`` and ``wide`` the
    functions over `COMPLEX`, `LONG` and `WIDE` (kernels may be wide); ``private_numba`` the modules that use
    private attributes of numba's objects.
    """
    texts = {path: path.read_text("utf-8") for path in sorted(package.rglob("*.py"))}
    found: dict[str, Counter[str]] = {name: Counter() for name in LIMITS}
    modules = {_module(path, package): path for path in texts}
    edges = nx.DiGraph()
    for path, text in texts.items():
        place, tree, lines = path.relative_to(package).as_posix(), ast.parse(text), text.count("\n")
        found["lines"][place] = lines
        if _MACHINERY.match(place):
            found["machinery"][place] = lines
        if ("numba" in text or "kernel" in path.name) and (uses := len(_PRIVATE.findall(text))):
            found["private_numba"][place] = uses
        edges.add_edges_from((path, other) for other in _imported(tree, modules) if other != path)
        for name, node in functions(tree):
            _measure(f"{place}:{name}", node, found)
    for part in nx.strongly_connected_components(edges):
        if len(part) > 1:
            found["circles"][", ".join(sorted(path.relative_to(package).as_posix() for path in part))] = len(
                part
            )
    for path, importers in edges.in_degree():
        place = path.relative_to(package).as_posix()
        if importers == 1 and path.stem[:2] != "__" and found["lines"][place] < SMALL:
            found["single"][place] = found["lines"][place]
    return found


def _measure(
    place: str, node: ast.FunctionDef | ast.AsyncFunctionDef, found: dict[str, Counter[str]]
) -> None:
    """Add a function to the figures that it is too large for."""
    docstring = ast.get_docstring(node, clean=False)
    lines = (node.end_lineno or 0) - node.lineno + 1 - (docstring.count("\n") + 1 if docstring else 0)
    sizes = {"complex": (complexity(node), COMPLEX), "long": (lines, LONG)}
    if not is_kernel(node):
        sizes["wide"] = parameters(node), WIDE
    for name, (size, most) in sizes.items():
        if size > most:
            found[name][place] = size


def complexity(node: ast.AST) -> int:
    """Return the cyclomatic complexity of a function, boolean operators counted."""
    total = 1
    for part in ast.walk(node):
        total += isinstance(part, _BRANCHES)
        total += len(part.values) - 1 if isinstance(part, ast.BoolOp) else 0
        total += len(part.ifs) if isinstance(part, ast.comprehension) else 0
    return total


def _module(path: Path, package: Path) -> str:
    return ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")


def _imported(tree: ast.Module, modules: dict[str, Path]) -> Iterator[Path]:
    """Yield the files of the package that a module imports, also within functions, but not for type hints."""
    left: list[ast.AST] = [*tree.body]
    while left:
        node = left.pop()
        names: list[str] = []
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            left += node.orelse
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            left += [
                part for part in ast.iter_child_nodes(node) if isinstance(part, ast.stmt | ast.ExceptHandler)
            ]
        for name in names:
            while name and name not in modules:
                name = name.rpartition(".")[0]
            if name:
                yield modules[name]
