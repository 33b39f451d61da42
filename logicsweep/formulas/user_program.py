"""`Program`: a user's logic program, checked before it is combined with a board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from operator import add, and_, mul, or_, sub, xor
from typing import TYPE_CHECKING, Final

from logicsweep.errors import ProgramError, expect

if TYPE_CHECKING:
    from clingo.ast import AST, ProgramBuilder

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
    order = TopologicalSorter(
        {name: set(filter(None, map(_name, _nodes(term)))) for name, term in values.items()}
    )
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


def _nodes(root: AST) -> Iterator[AST]:
    """Yield a node and all below it."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo += _children(node)


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


# Comment starts, and strings, in which no comment starts.
_STRING: Final = re.compile(r'"(?:\\.|[^"\\\n])*"')
_OUTSIDE: Final = re.compile(rf"{_STRING.pattern}|%\*|%")
# Inside a block comment: nested starts, ends, and line comments, which hide both.
_INSIDE: Final = re.compile(r"%\*|\*%|%[^\n]*")
_RESERVED: Final = frozenset({"off"})
_DIRECTIVE: Final = re.compile(r"#\s*(script|include)\b")
# Statements that are refused, by directive or by the name of their kind, with the reason.
_REFUSED: Final = {
    "script": "#script is refused: a program is data, not code",
    "include": "#include is refused: a program is a single file",
    "Minimize": "optimisation is refused: a program says what is possible, not what is best",
    "TheoryDefinition": "#theory is refused: no theory solver would interpret it",
    "External": "#external is refused: its value would never be set",
    "ProjectAtom": "#project is refused: answers are projected on the mines",
    "ProjectSignature": "#project is refused: answers are projected on the mines",
}
# Characters other than those that clingo's lexer accepts outside of strings; it aborts at them.
_STRANGE: Final = re.compile(r"[^\t\n\r\x20-\x7e]")
# clingo's parser is recursive and crashes on deep nesting.
_MOST_DEPTH: Final = 500
_MOST_OPERATORS: Final = 2000
_STATEMENT: Final = re.compile(r"\.(?:\s|$)")
# clingo's numbers have 32 bits; larger ones wrap around silently.
_NUMBER: Final = re.compile(r"(?<![\w'])(?:0x[0-9A-Fa-f]+|0o[0-7]+|0b[01]+|\d+)")
_BASES: Final = {"0x": 16, "0o": 8, "0b": 2}
_TOO_LARGE: Final = f"{{}} is out of range: clingo's numbers have 32 bits, {LEAST} to {MOST}"
_LONGEST: Final = 32  # digits, which is what base 2 takes
_OPERATOR: Final = re.compile(r"[-+*/\\&?^~|]|\bnot\b")


@dataclass(frozen=True, slots=True)
class Program:
    """A logic program that adds rules about the layouts of a board.

    It is combined with `encodings/minesweeper.lp` and can use its predicates and the facts of the
    board (`logicsweep encode BOARD --to facts`). Most programs are integrity constraints on
    `mine/1`.

    These statements are refused: `#script`, `#include`, `#project`, `#external`, `#theory`,
    optimisation, program parts, rules with `off/1` in the head, which would switch clues off, and
    constant terms that do not fit in clingo's 32 bits. A term with variables cannot be checked
    beforehand: it wraps around.

    Raises:
        ProgramError: The program does not parse or has a refused statement; the message names file,
            line and column.
        TypeError: An argument is not a `str`.
    """

    text: str
    """The text of the program, in clingo's language."""
    name: str = "<program>"
    """The name of its file, for messages."""

    def __post_init__(self) -> None:
        expect("text", self.text, str, "a logic program as a str")
        expect("name", self.name, str, "a str")
        object.__setattr__(self, "text", self.text.removeprefix("\ufeff"))
        bare = without_comments(self.text)
        directive = _DIRECTIVE.search(bare)
        if directive:
            raise self._error(bare, directive.start(), _REFUSED[directive[1]])
        strange = _STRANGE.search(_STRING.sub(lambda string: "." * len(string[0]), bare))
        if strange or "\0" in bare:
            place = strange.start() if strange else bare.index("\0")
            raise self._error(bare, place, f"unexpected character {bare[place]!r}")
        self._check_depth(bare)
        self._check_numbers(bare)
        statements = list(self._statements())
        for statement in statements:
            self._check(statement)
        constants = constants_of(statements)
        for statement in statements:
            wrong = overflow(statement, constants)
            if wrong is not None:
                raise self._error_at(wrong, _TOO_LARGE.format("the value of this term"))

    def _error(self, bare: str, place: int, reason: str) -> ProgramError:
        line = bare.count("\n", 0, place) + 1
        column = place - bare.rfind("\n", 0, place)
        return ProgramError(f"{self.name}:{line}:{column}: error: {reason}")

    def _error_at(self, node: AST, reason: str) -> ProgramError:
        begin = node.location.begin
        return ProgramError(f"{self.name}:{begin.line}:{begin.column}: error: {reason}")

    def _check_depth(self, bare: str) -> None:
        """Refuse nesting and operators in such numbers that the parser of clingo may overflow."""
        depth = 0
        for place, character in enumerate(bare):
            depth += (character in "([{") - (character in ")]}")
            if depth > _MOST_DEPTH:
                raise self._error(bare, place, f"nested more than {_MOST_DEPTH} times")
        start = 0
        for statement in _STATEMENT.split(bare):
            if len(_OPERATOR.findall(statement)) > _MOST_OPERATORS:
                reason = f"a statement of more than {_MOST_OPERATORS:,} operators"
                raise self._error(bare, start, reason)
            start += len(statement) + 2

    def _check_numbers(self, bare: str) -> None:
        """Refuse numbers that clingo would silently read as other numbers."""
        outside = _STRING.sub(lambda string: " " * len(string[0]), bare)
        for number in _NUMBER.finditer(outside):
            base = _BASES.get(number[0][:2], 10)
            digits = number[0].removeprefix("0x").removeprefix("0o").removeprefix("0b")
            if len(digits) > _LONGEST or int(digits, base) > MOST:
                raise self._error(bare, number.start(), _TOO_LARGE.format("this number"))

    def add_to(self, builder: ProgramBuilder) -> None:
        """Add the statements to clingo's program builder."""
        for statement in self._statements():
            builder.add(statement)

    def own(self, message: str) -> str:
        """Return a message of clingo with the name of the file in it."""
        return message.replace("<string>:", f"{self.name}:").rstrip()

    def _statements(self) -> Iterator[AST]:
        """Read the statements by the parser of clingo, whose errors get the name of the program."""
        from clingo.ast import parse_string

        statements: list[AST] = []
        messages: list[str] = []
        try:
            parse_string(
                without_comments(self.text),
                statements.append,
                logger=lambda _, message: messages.append(self.own(message)),
            )
        except RuntimeError as error:
            raise ProgramError("\n".join(messages) or f"{self.name}: {error}") from None
        return iter(statements)

    def _check(self, statement: AST) -> None:
        """Refuse a statement that clashes with the program of the board."""
        kind = statement.ast_type.name
        reason = _REFUSED.get(kind)
        if kind == "Program" and (statement.name != "base" or list(statement.parameters)):
            reason = "#program is refused: every rule belongs to the base part"
        if kind == "Rule" and any(
            node.ast_type.name == "Function" and node.name in _RESERVED
            for node in _nodes(statement.head)
        ):
            reason = "off/1 is refused in a head: it would switch off clues of the board"
        if reason is not None:
            raise self._error_at(statement, reason)


def without_comments(text: str) -> str:
    """Put blanks in place of comments; all other characters keep their places."""
    kept: list[str] = []
    place = 0
    while match := _OUTSIDE.search(text, place):
        start, end = match.span()
        if match[0] == "%":
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
        elif match[0] == "%*":
            closed = _end_of_block(text, end)
            if closed is None:  # left as it is, for clingo to complain about
                break
            end = closed
        kept.append(text[place:start])
        is_string = match[0].startswith('"')
        kept.append(match[0] if is_string else re.sub(r"[^\n]", " ", text[start:end]))
        place = end
    kept.append(text[place:])
    return "".join(kept)


def _end_of_block(text: str, place: int) -> int | None:
    """Find the end of the block comment that is open at a place; comments can be nested."""
    depth = 1
    for token in _INSIDE.finditer(text, place):
        depth += {"%*": 1, "*%": -1}.get(token[0], 0)
        if not depth:
            return token.end()
    return None


def program_of(given: str | Program) -> Program:
    """Return a program, or the one with a text. Raises TypeError for anything else."""
    wanted = "a Program, a logic program as a str, or None"
    expect("program", given, (str, Program), wanted)
    return Program(given) if isinstance(given, str) else given
