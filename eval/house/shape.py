"""The sources that are checked, their functions, and the columns of arrays that kernels must name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: The folders that are checked.
ROOTS = ("symbolic_rc", "lexicons", "eval")
#: Pairs (start and end, mean and spread) are read as 0 and 1; an array of more columns names them.
HIGHEST_ORDINAL = 1


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """Something that the house does not allow: what kind, where, and by how much."""

    kind: str
    place: str
    detail: str

    @property
    def name(self) -> str:
        """Name of the fault in the list of known ones."""
        return f"{self.kind}: {self.place}"


def faults(root: Path) -> list[Fault]:
    """Return the faults of the project's kernels, sorted."""
    return sorted(
        Fault("bare ordinals", f"{path.relative_to(root).as_posix()}:{name}", f"columns {ordinals}")
        for path in sources(root)
        for name, node in functions(ast.parse(path.read_text("utf-8")))
        if is_kernel(node) and (ordinals := sorted({n for n in bare_ordinals(node) if n > HIGHEST_ORDINAL}))
    )


def sources(root: Path) -> list[Path]:
    """Return the source files of the project, sorted."""
    return sorted(path for folder in ROOTS for path in (root / folder).rglob("*.py"))


def functions(
    tree: ast.AST, prefix: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield the functions and methods of a module with their dotted names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name, node
            yield from functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
        else:
            yield from functions(node, prefix)


def is_kernel(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function is compiled."""
    return any(
        isinstance(name, ast.Name) and name.id == "kernel"
        for decorator in node.decorator_list
        for name in ([decorator.func] if isinstance(decorator, ast.Call) else [decorator])
    )


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how many parameters a function has, `self` and `cls` left out."""
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return sum(argument.arg not in ("self", "cls") for argument in given)


def bare_ordinals(node: ast.AST) -> Iterator[int]:
    """Yield the integers that are written as an index into an array."""
    for part in ast.walk(node):
        if isinstance(part, ast.Subscript):
            index = part.slice
            for item in index.elts if isinstance(index, ast.Tuple) else [index]:
                shape = isinstance(part.value, ast.Attribute) and part.value.attr == "shape"
                if isinstance(item, ast.Constant) and type(item.value) is int and not shape:
                    yield item.value
