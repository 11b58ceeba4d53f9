"""What a folder, a function and a kernel may be: sizes, parameters, names of columns."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: The folders that are checked.
ROOTS = ("symbolic_rc", "lexicons", "eval")
MOST_FILES, MOST_LINES, MOST_PARAMETERS = 24, 120, 8
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
    """Return the faults of the project's folders, sorted."""
    found: list[Fault] = []
    files: Counter[str] = Counter()
    for path in sources(root):
        place = path.relative_to(root).as_posix()
        if path.name != "__init__.py":
            files[path.parent.relative_to(root).as_posix()] += 1
        for name, node in functions(ast.parse(path.read_text("utf-8"))):
            found += _of_function(f"{place}:{name}", node)
    for folder, count in files.items():
        if count > MOST_FILES:
            found.append(Fault("folder", folder, f"{count} source files"))
    return sorted(found)


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


def _of_function(place: str, node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[Fault]:
    """Return the faults of one function."""
    found = []
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    if lines > MOST_LINES:
        found.append(Fault("long function", place, f"{lines} lines"))
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    count = sum(argument.arg not in ("self", "cls") for argument in given)
    if count > MOST_PARAMETERS and not is_kernel(node):
        found.append(Fault("many parameters", place, f"{count} parameters"))
    ordinals = sorted({number for number in bare_ordinals(node) if number > HIGHEST_ORDINAL})
    if ordinals and is_kernel(node):
        found.append(Fault("bare ordinals", place, "columns " + ", ".join(map(str, ordinals))))
    return found


def bare_ordinals(node: ast.AST) -> Iterator[int]:
    """Yield the integers that are written as an index into an array."""
    for part in ast.walk(node):
        if isinstance(part, ast.Subscript):
            index = part.slice
            for item in index.elts if isinstance(index, ast.Tuple) else [index]:
                shape = isinstance(part.value, ast.Attribute) and part.value.attr == "shape"
                if isinstance(item, ast.Constant) and type(item.value) is int and not shape:
                    yield item.value
