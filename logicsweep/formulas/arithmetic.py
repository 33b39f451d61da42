"""Overflow in the constant terms of a logic program: clingo's numbers have 32 bits and wrap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from operator import add, and_, mul, or_, sub, xor
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from clingo.ast import AST

MOST: Final = 2**31 - 1
LEAST: Final = -(2**31)


def _power(base: int, exponent: int) -> int | None:
    """Compute a power as clingo does; None where it is undefined."""
    if exponent < 0:
        return None
    # Larger powers are not computed: they do not fit.
    number: int = base ** (min(exponent, 32 + exponent % 2) if abs(base) > 1 else exponent)
    return number


# By clingo's number of the operator; None if clingo leaves the term undefined.
_BINARY: Final[Mapping[int, Callable[[int, int], int | None]]] = {
    0: xor,
    1: or_,
    2: and_,
    3: add,
    4: sub,
    5: mul,
    6: lambda one, other: one // other if other else None,
    7: lambda one, other: one % other if other else None,
    8: _power,
}
_UNARY: Final[Mapping[int, Callable[[int], int]]] = {
    0: lambda number: -number,
    1: lambda number: ~number,
    2: abs,
}


def overflow(statement: AST, constants: Mapping[str, int]) -> AST | None:
    """Return the first constant term that does not fit in 32 bits; None if all of them fit.

    Terms with variables are not examined.
    """
    return _walk(statement, constants)[0]


def constants_of(statements: Iterable[AST]) -> dict[str, int]:
    """Return the numbers that `#const` statements name, in any order of statements."""
    values = {
        definition.name: definition.value
        for definition in statements
        if definition.ast_type.name == "Definition"
    }
    order = TopologicalSorter({name: _names(term) for name, term in values.items()})
    with suppress(CycleError):  # constants in a cycle have no value, nor do those that need them
        order.prepare()
    constants: dict[str, int] = {}
    while ready := order.get_ready():
        for name in ready:
            if name in values:
                wrong, number = _walk(values[name], constants)
                if wrong is None and number is not None:
                    constants[name] = number
        order.done(*ready)
    return constants


def _names(root: AST) -> set[str]:
    """Return the names of constants in a term."""
    names = set()
    todo = [root]
    while todo:
        node = todo.pop()
        name = _name(node)
        if name is not None:
            names.add(name)
        todo += _children(node)
    return names


def _name(node: AST) -> str | None:
    """Return the name of a constant, if a term is one."""
    import clingo

    if node.ast_type.name != "SymbolicTerm":
        return None
    symbol = node.symbol
    is_name = symbol.type == clingo.SymbolType.Function and not symbol.arguments
    return symbol.name if is_name else None


def _walk(root: AST, constants: Mapping[str, int]) -> tuple[AST | None, int | None]:
    """Return the first term that does not fit, or the value of a term; without recursion.

    Terms can be nested more deeply than Python's calls.
    """
    todo: list[tuple[AST, int | None]] = [(root, None)]
    done: list[int | None] = []
    while todo:
        node, count = todo.pop()
        if count is None:
            children = list(_children(node))
            todo.append((node, len(children)))
            todo += [(child, None) for child in reversed(children)]
            continue
        start = len(done) - count
        number = _fold(node, done[start:], constants)
        del done[start:]
        if number is not None and not LEAST <= number <= MOST:
            return node, None
        done.append(number)
    return None, done[0]


def _children(node: AST) -> Iterable[AST]:
    from clingo import ast

    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, ast.AST):
            yield child
        elif isinstance(child, ast.ASTSequence):
            yield from child


def _fold(node: AST, parts: list[int | None], constants: Mapping[str, int]) -> int | None:
    """Return the value of a term, given those of its parts; None if it is not a number."""
    import clingo

    kind = node.ast_type.name
    if kind == "SymbolicTerm":
        symbol = node.symbol
        if symbol.type == clingo.SymbolType.Number:
            return int(symbol.number)
        name = _name(node)
        return None if name is None else constants.get(name)
    if kind == "UnaryOperation" and parts[0] is not None:
        return _UNARY[int(node.operator_type)](parts[0])
    if kind == "BinaryOperation" and parts[0] is not None and parts[1] is not None:
        return _BINARY[int(node.operator_type)](parts[0], parts[1])
    return None
