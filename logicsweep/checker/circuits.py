"""The check of a circuit: its models are the layouts of a board, and this many.

A problem is a set of cells, and what is left to be said about them: for each rule in force the
numbers of mines that its cells among these may still have. The claim of a node is that its models
over these cells are the solutions of its problem. The root has the problem of the board. From there
each node hands problems to its children, so that its claim follows from theirs:

- A group is a set of cells that every rule in force contains, or has none of. With a number of
  mines in it, the problem that is left is the same whichever cells hold them.
- A disjunction chooses the number of mines in a group. Each child has another number, so that no
  layout is counted twice (deterministic). A number without a child has to be ruled out at once: it
  leaves a rule in force no number of mines. So no layout is left out.
- A conjunction is a chain. Each child but the last takes a group, whose number of mines is exact
  and the only one that is not ruled out at once, and has the problem that there are so many; or it
  takes cells that no rule in force speaks of, with nothing to say. The last child has the problem
  that is left. Cells that are taken are gone: children share no cell (decomposable), and a node
  without false below it has every cell of its problem (smooth).
- A literal is checked in both ways; true needs that nothing is left.
- For a node without models the claim is that its problem has no solution. That still follows if a
  rule is dropped. Here the mine count is dropped, unless `A 1` of false is below: such nodes are
  then the same for all mine counts.

Every node has one problem, or it is refused; a child comes before its parents. So the claims follow
from one another from the literals up, and the number of models of the root, a sum at each
disjunction and a product at each conjunction, is the number of layouts.

A set of cells is an integer with a bit for each cell, by its number; a set of numbers of mines one
with a bit for each number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from .board import Board
from .demands import Demand, Sum
from .faults import CheckError, CheckLimitError, Clock, shown
from .rules import clue_demand, key_places

_NUMBER = "(?:0|-?[1-9][0-9]{0,8})"
_HEADER = re.compile(f"nnf {_NUMBER} {_NUMBER} {_NUMBER}")
_LINE = re.compile(f"(?:L {_NUMBER}|A(?: {_NUMBER})+|O {_NUMBER}(?: {_NUMBER})+)")
# The most letters of a number, with the blank before it.
_WIDE = 11
# The most cells of a board: each rule takes up to a bit for each of them.
MOST_CELLS = 10_000
# Bits of the sets of cells of all nodes together: half a gigabyte.
_MOST_BITS = 4_000_000_000
# Numbers of mines that all problems at a time have left for rules: half a gigabyte as well.
_MOST_ALLOWED = 5_000_000


class Rule(NamedTuple):
    """A statement: the number of mines among `cells` is one of those that are `allowed`."""

    cells: int
    allowed: int


class Node(NamedTuple):
    """A node as its line says, and what follows from the lines before it.

    `mines` is the number of mines in all of its models, None if there is no such number; `models`
    the number of them, if it is right. `by_total` says whether `A 1` of false is below.
    """

    kind: str
    number: int
    children: tuple[int, ...]
    cells: int
    mines: int | None
    models: int
    by_total: bool


class Problem(NamedTuple):
    """The cells that are left, the rules in force as bits, and what those begun still allow.

    `allowed` has pairs of the number of a rule, ascending, and the numbers of mines that its cells
    among these may have. A rule that is not begun has all of its cells among them. Rule 0 is about
    all cells that are left.
    """

    cells: int
    rules: int
    allowed: tuple[tuple[int, int], ...] = ()


# The groups that a branch takes, as nodes, and the node that goes on from there.
_Chain = tuple[Sequence[int], int | None]


def check_circuit(board: Board, lines: Sequence[str], clock: Clock) -> int:
    """Check that a circuit has exactly the layouts of a board as models; return how many they are.

    Raises `CheckError` with a wrong line, or without one where the board says more than numbers of
    mines in sets of cells; and `CheckLimitError`.
    """
    return _Checker(board, lines, clock).count()


def rules_of(board: Board) -> list[Rule]:
    """Return the mine count, then what the cells, the clues and the board's constraints say.

    All cells count, those that are open as well. A layout agrees with the board if and only if it
    satisfies each of these.
    """
    size = board.height * board.width
    if size > MOST_CELLS:
        raise CheckLimitError(f"the certificate of a count is for up to {MOST_CELLS:,} cells")
    if board.liars:
        raise _nothing("clues that may be wrong")
    if board.layout_rules:
        raise _nothing(f"the rule {board.layout_rules[0]} for layouts")
    if key_places(board):  # it demands something even where no clue needs it
        raise _nothing("a hidden key")
    least, most = board.mines or (0, size)
    allowed = sum([1 << number for number in range(least, min(most, size) + 1)])
    rules = [Rule((1 << size) - 1, allowed)]
    for number, sign in enumerate(board.cells):
        if sign != "?":
            rules.append(Rule(1 << number, 2 if sign == "*" else 1))
    for cell, clue in board.clues.items():
        rules.append(_rule(clue_demand(board, cell), f"the rule {clue.rule} for clues"))
    for name, demand in board.constraints.items():
        rules.append(_rule(demand, f"the constraint {name}, which does not count mines"))
    return rules


def _rule(demand: Demand | None, what: str) -> Rule:
    if not isinstance(demand, Sum) or {*demand.weights.values()} - {1}:
        raise _nothing(what)
    cells = sum([1 << variable - 1 for variable in demand.weights])
    possible = range(len(demand.weights) + 1)
    return Rule(cells, sum([1 << number for number in demand.allowed if number in possible]))


def _nothing(what: str) -> CheckError:
    return CheckError(f"there are no certificates of counts with {what}")


class _Checker:
    def __init__(self, board: Board, lines: Sequence[str], clock: Clock) -> None:
        self._clock = clock
        self._rules = rules_of(board)
        self._size = board.height * board.width
        self._touching = [0] * self._size  # for each cell the rules but the mine count
        for number, rule in enumerate(self._rules[1:], start=1):
            for cell in _members(rule.cells):
                self._touching[cell] |= 1 << number
        self._touched: dict[int, int] = {}
        self._nodes = read_nodes(lines, self._size, clock)
        self._problems: list[Problem | None] = [None] * len(self._nodes)
        self._allowed = 0  # in all of these together

    def count(self) -> int:
        """Follow the claims from the root down; return the number of models of the root."""
        every = (1 << self._size) - 1
        rules, is_possible = 0, True
        for number, (cells, allowed) in enumerate(self._rules):
            numbers = (1 << cells.bit_count() + 1) - 1
            rules |= (allowed & numbers != numbers) << number
            is_possible = is_possible and bool(allowed & numbers)
        root = len(self._nodes) - 1
        if is_possible:
            self._hand(root, Problem(every, rules), root)
        elif self._nodes[root].models:
            raise at_node(root, "a rule of the board allows no number of mines; expected no model")
        for place in range(root, -1, -1):
            problem, node = self._problems[place], self._nodes[place]
            if problem is not None:
                self._clock.tick()
                self._problems[place] = None  # which frees it: all parents came before
                self._allowed -= len(problem.allowed)
                branches = [place] if node.kind == "A" else node.children
                self._check(place, problem, [self._chain(branch) for branch in branches])
        return self._nodes[root].models

    def _chain(self, place: int) -> _Chain:
        """Return what a branch takes."""
        node = self._nodes[place]
        if node.kind == "A" and node.children:
            return node.children[:-1], node.children[-1]
        return (place,), None

    def _check(self, place: int, problem: Problem, chains: Sequence[_Chain]) -> None:
        """Check that a node is right if its children are: see the top of this file."""
        is_choice = self._nodes[place].kind == "O"
        if is_choice:
            self._check_choice(place, problem, [chain[0] for chain, _ in chains if chain])
        for chain, rest in chains:
            left: Problem | None = problem
            for turn, part in enumerate(chain):
                if left is not None:
                    left = self._take(place, left, part, is_chosen=is_choice and not turn)
            if left is None:
                if rest is None or self._nodes[rest].models:
                    raise at_node(place, "a rule is broken; expected a child without models")
            elif rest is not None:
                self._hand(rest, left, place)
            elif left != Problem(0, 0):
                raise at_node(place, "a child leaves cells out")

    def _check_choice(self, place: int, problem: Problem, firsts: Sequence[int]) -> None:
        """Check that a disjunction chooses among all possible numbers of mines in one group."""
        nodes, node = self._nodes, self._nodes[place]
        groups = {nodes[first].cells for first in firsts}
        taken = [nodes[first].mines for first in firsts]
        if len(groups) != 1 or len(firsts) != len(node.children):
            raise at_node(place, "the children do not begin with one group of cells")
        if None in taken or len({*taken}) < len(taken):
            raise at_node(place, "two children have the same number of mines, or one has several")
        (group,) = groups
        variable = group.bit_length() if group.bit_count() == 1 else 0
        if node.number != variable:
            raise at_node(place, f"decides on {node.number}; expected {variable}")
        self._rule_out(place, problem, group, taken)

    def _take(self, place: int, problem: Problem, part: int, *, is_chosen: bool) -> Problem | None:
        """Take a group with its number of mines, or cells that no rule in force speaks of."""
        cells, mines = self._nodes[part].cells, self._nodes[part].mines
        if cells & ~problem.cells:
            raise at_node(place, "a cell is taken that is not left")
        if mines is None:
            if problem.rules & (self._rules_about(cells) | 1):
                raise at_node(place, "a child has several numbers of mines in cells with rules")
            self._hand(part, Problem(cells, 0), place)
            return problem._replace(cells=problem.cells & ~cells)
        if not is_chosen:
            self._rule_out(place, problem, cells, [mines])
        self._hand(part, Problem(cells, 1, ((0, 1 << mines),)), place)
        return self._after(place, problem, cells, mines)

    def _rule_out(
        self, place: int, problem: Problem, group: int, but: Sequence[int | None]
    ) -> None:
        """Check that every other number of mines in a group breaks a rule at once."""
        for mines in range(group.bit_count() + 1):
            if mines not in but and self._after(place, problem, group, mines) is not None:
                raise at_node(place, f"leaves out layouts, with {mines} mines in its first cells")

    def _after(self, place: int, problem: Problem, group: int, mines: int) -> Problem | None:
        """Return what is left after so many mines in a group; None if a rule is broken at once."""
        self._clock.tick()
        cells, rules, allowed = problem
        self._clock.tick(len(allowed))
        left = cells & ~group
        begun = dict(allowed)
        for number in _members(rules & (self._rules_about(group) | 1)):
            self._clock.tick()
            rule = self._rules[number]
            if number and group & ~rule.cells:
                raise at_node(place, "a rule has some cells of a group, and not all")
            numbers = (1 << (rule.cells & left if number else left).bit_count() + 1) - 1
            after = begun.pop(number, rule.allowed) >> mines & numbers
            if not after:
                return None
            if after == numbers:
                rules &= ~(1 << number)
            else:
                begun[number] = after
        return Problem(left, rules, tuple(sorted(begun.items())))

    def _hand(self, child: int, problem: Problem, place: int) -> None:
        """Give a child its problem. Literals and the like are checked at once."""
        node = self._nodes[child]
        if node.kind == "L":
            if node.cells != problem.cells:
                raise at_node(place, f"cells are left beside those of node {child}")
            this, opposite = [
                self._after(child, problem, node.cells, mines)
                for mines in (int(node.number > 0), int(node.number < 0))
            ]
            if this != Problem(0, 0) or opposite is not None:
                raise at_node(place, f"the literal {node.number} does not say what is left")
        elif not node.children:
            if node.kind == "O" or problem != Problem(0, 0):
                raise at_node(place, f"node {child} ends where more is left to be said")
        else:
            if not node.models and not node.by_total:
                begun = tuple([pair for pair in problem.allowed if pair[0]])
                problem = Problem(problem.cells, problem.rules & ~1, begun)
            before = self._problems[child]
            if before is not None and before != problem:
                raise at_node(place, f"node {child} is used for two different problems")
            if before is None:
                self._allowed += len(problem.allowed)
                if self._allowed > _MOST_ALLOWED:
                    raise CheckLimitError("the nodes of a circuit have too much left to be said")
            self._problems[child] = problem

    def _rules_about(self, cells: int) -> int:
        """Return the rules that speak of some of these cells, but for the mine count."""
        about = self._touched.get(cells)
        if about is None:
            about = 0
            for cell in _members(cells):
                about |= self._touching[cell]
            self._touched[cells] = about
        return about


def _members(bits: int) -> Iterator[int]:
    """Yield the places of the bits that are set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def read_nodes(lines: Sequence[str], size: int, clock: Clock) -> list[Node]:
    """Read the nodes of a circuit with a variable for each of `size` cells, children first.

    No two children of a conjunction have a cell in common, and no node has more models than its
    cells have assignments.

    Raises `CheckError` if it is no such circuit, `CheckLimitError` if it is too large.
    """
    if not lines or not _HEADER.fullmatch(lines[0]):
        raise CheckError("expected a line such as `nnf 3 2 1`", line=1)
    count, edges, variables = map(int, lines[0].split()[1:])
    if variables != size:
        raise CheckError(f"{variables} variables; expected {size}, one a cell", line=1)
    if len(lines) - 1 != count or not count:
        raise CheckError(f"{count} nodes, and {len(lines) - 1} lines of nodes", line=1)
    if count * size > _MOST_BITS:
        raise CheckLimitError(f"a circuit of {count:,} nodes over {size:,} cells")
    nodes: list[Node] = []
    # No right node has more children than a disjunction by the number of mines in all cells.
    most = _WIDE * (size + 4)
    for place, line in enumerate(lines[1:]):
        clock.tick(1 + len(nodes[-1].children if nodes else ()))
        kind, *words = _words(place, line, most)
        if kind == "L":
            nodes.append(_literal(place, int(words[0]), size))
        else:
            nodes.append(_inner(place, kind, list(map(int, words)), nodes))
    if sum([len(node.children) for node in nodes]) != edges:
        raise CheckError(f"there are not {edges} edges", line=1)
    return nodes


def _words(place: int, line: str, most: int) -> list[str]:
    """Split the line of a node, which has at most so many letters."""
    if len(line) > most:
        raise at_node(place, f"a line of {len(line):,} letters; expected at most {most:,}")
    if not _LINE.fullmatch(line):
        raise at_node(place, f"expected a node, not {shown(line)}")
    return line.split(" ")


def _literal(place: int, literal: int, size: int) -> Node:
    """Make the node of a literal."""
    if not 0 < abs(literal) <= size:
        raise at_node(place, f"{literal} is no literal of a cell")
    cells, mines = 1 << abs(literal) - 1, int(literal > 0)
    return Node("L", literal, (), cells, mines, 1, by_total=False)


def _inner(place: int, kind: str, numbers: Sequence[int], nodes: Sequence[Node]) -> Node:
    """Make the node of a conjunction or disjunction of earlier nodes."""
    number, (size, *below) = (numbers[0], numbers[1:]) if kind == "O" else (0, numbers)
    if size != len(below) or not all(0 <= child < place for child in below):
        raise at_node(place, "expected the number of its children, and nodes before this one")
    children = [nodes[child] for child in below]
    cells = 0
    for child in children:
        if kind == "A" and cells & child.cells:
            raise at_node(place, "two children of a conjunction share a cell")
        cells |= child.cells
    mines: int | None
    if kind == "A":
        numbers_below = [child.mines for child in children]
        mines = None if None in numbers_below else sum(filter(None, numbers_below))
        models = prod([child.models for child in children])
    else:
        different = {child.mines for child in children}
        mines = different.pop() if len(different) == 1 else None
        models = sum([child.models for child in children])
    if models > 1 << cells.bit_count():
        raise at_node(place, "a layout is counted twice")
    is_false_by_total = kind == "A" and len(children) == 1 and children[0][:3] == ("O", 0, ())
    by_total = is_false_by_total or any(child.by_total for child in children)
    return Node(kind, number, tuple(below), cells, mines, models, by_total)


def at_node(place: int, problem: str) -> CheckError:
    """Make the error of a node; its line comes after that of the header."""
    return CheckError(f"node {place}: {problem}", line=place + 2)
