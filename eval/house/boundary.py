"""What kernels hand to Python: numbers, never arrays.

Where numba makes an array's Python object, it calls Python, where an interrupt may come, and does not ask
whether one did: the process dies. So Python gives kernels the arrays that they fill, and a kernel that Python
calls says in its annotation that it returns numbers, tuples of them, or nothing. Kernels may return arrays to
each other, and in ``lexicons/build``, whose programs nobody answers questions in.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from eval.house.shape import Fault, is_kernel, sources

_NUMBER = r"(?:int|float|bool|np\.(?:bool_|u?int\d+|float\d+))"
_NUMBERS = re.compile(rf"None|{_NUMBER}|tuple\[{_NUMBER}(?:, {_NUMBER})*\]")

#: A kernel, by its module and name.
Name = tuple[str, str]


def arrays_to_python(root: Path) -> list[Fault]:
    """Return the kernels that Python calls though they may return arrays, sorted."""
    paths = {_module(path, root): path for path in sources(root)}
    trees = {
        name: ast.parse(path.read_text("utf-8"))
        for name, path in paths.items()
        if not name.startswith("lexicons.")
    }
    kernels = {
        (module, node.name): node
        for module, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and is_kernel(node)
    }
    called: dict[Name, str] = {}
    for module, tree in trees.items():
        known = {name: (where, name) for where, name in kernels if where == module}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                known |= {alias.asname or alias.name: (node.module or "", alias.name) for alias in node.names}
        for name in _used(tree, known):
            called.setdefault(name, module)
    return sorted(
        Fault("array to Python", f"{module}:{name}", f"called by {called[module, name]}")
        for (module, name), node in kernels.items()
        if (module, name) in called and not _hands_on_numbers(node)
    )


def _hands_on_numbers(node: ast.FunctionDef) -> bool:
    """Whether a kernel says that it returns numbers, or returns nothing."""
    if node.returns is not None:
        return _NUMBERS.fullmatch(ast.unparse(node.returns)) is not None
    return all(part.value is None for part in ast.walk(node) if isinstance(part, ast.Return))


def _module(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def _used(node: ast.AST, known: dict[str, Name]) -> Iterator[Name]:
    """Yield what is named outside kernels, as a name or as an attribute of a module."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FunctionDef) and is_kernel(part):
            continue
        if isinstance(part, ast.Name) and part.id in known:
            yield known[part.id]
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in known:
            yield ".".join(known[part.value.id]), part.attr
        yield from _used(part, known)
