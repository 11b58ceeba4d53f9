"""Small expressions over the fields of a question, for the slices that users name.

The text is parsed to a tree and the tree is walked: comparisons, ``in``, ``and``, ``or``, ``not``, numbers,
strings, tuples, arithmetic and the documented names alone have a meaning. Nothing is ever executed.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from symbolic_rc.core.errors import SymbolicRCError, check_name

Predicate = Callable[[Mapping[str, Any]], bool]

_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda item, group: item in group,
    ast.NotIn: lambda item, group: item not in group,
}
_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Div: operator.truediv,
}

#: Characters of a slice; what is longer is no question that somebody asks.
_LONGEST = 2000


def parse_slice(text: str, fields: Sequence[str]) -> tuple[str, Predicate]:
    """Read ``name=expression``.

    Parameters
    ----------
    text : str
        Such as ``"long=story_words > 800 and kind == 'person'"``.
    fields : sequence of str
        The names that an expression may use.

    Returns
    -------
    name : str
    predicate : callable
        From a mapping of fields to whether the question belongs to the slice.

    Raises
    ------
    SymbolicRCError
        If the text is not of that form, or uses anything else.

    Examples
    --------
    >>> name, holds = parse_slice("late=answer_at > 0.5", ["answer_at"])
    >>> name, holds({"answer_at": 0.8}), holds({"answer_at": None})
    ('late', True, False)
    """
    if len(text) > _LONGEST:
        raise SymbolicRCError(f"the slice {text[:30]!r}... is longer than {_LONGEST} characters")
    name, equals, source = text.partition("=")
    if not equals or not name.strip() or not source.strip():
        raise SymbolicRCError(f"a slice is written name=expression, not {text!r}")
    try:
        tree = ast.parse(source.strip(), mode="eval").body
        _check(tree, fields, name.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise SymbolicRCError(f"slice {name.strip()!r}: {source.strip()!r} is not an expression") from error

    def predicate(values: Mapping[str, Any]) -> bool:
        try:
            return bool(_value(tree, values))
        except (TypeError, ValueError, ArithmeticError):  # a field without a value belongs to no slice
            return False

    return name.strip(), predicate


def _check(node: ast.AST, fields: Sequence[str], name: str) -> None:
    """Refuse what has no meaning here, with a line that says so."""
    if isinstance(node, ast.Name):
        check_name("field", node.id, fields, where=f"slice {name!r}: ")
        return
    known = (
        isinstance(node, ast.BoolOp | ast.Tuple | ast.List)
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub))
        or (isinstance(node, ast.Compare) and all(type(op) in _COMPARE for op in node.ops))
        or (isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str | int | float))
    )
    if not known:
        raise SymbolicRCError(
            f"slice {name!r}: {type(node).__name__.lower()} is not allowed in an expression"
        )
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            _check(child, fields, name)


def _value(node: ast.expr, values: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return values.get(node.id)
        case ast.Tuple() | ast.List():
            return tuple(_value(item, values) for item in node.elts)
        case ast.UnaryOp():
            value = _value(node.operand, values)
            return not value if isinstance(node.op, ast.Not) else -value
        case ast.BinOp():
            return _ARITHMETIC[type(node.op)](_value(node.left, values), _value(node.right, values))
        case ast.BoolOp():
            parts = (_value(item, values) for item in node.values)
            return all(parts) if isinstance(node.op, ast.And) else any(parts)
        case ast.Compare():
            left = _value(node.left, values)
            for op, right_node in zip(node.ops, node.comparators, strict=True):
                right = _value(right_node, values)
                if not _COMPARE[type(op)](left, right):
                    return False
                left = right
            return True
    raise TypeError(type(node).__name__)  # pragma: no cover - `_check` lets nothing else through
