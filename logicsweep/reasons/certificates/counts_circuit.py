"""The check of a circuit: its models are the layouts of a board, and this many. To be trusted.

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
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.limits import Budget
from logicsweep.reasons.certificates.counts_nodes import at_node, read_nodes
from logicsweep.reasons.certificates.counts_rules import rules_of

# Numbers of mines that are tried between two looks at the clock.
_WORK: Final = 1 << 10


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


def check_circuit(board: Board, lines: Sequence[str], budget: Budget | None = None) -> int:
    """Check that a circuit has exactly the layouts of a board as models; return how many they are.

    Args:
        board: The board. Literal n + 1 says that cell n, row by row from 0, is a mine.
        lines: The lines of the circuit, in the format of c2d.
        budget: The limit of time; None for no limit.

    Raises:
        CertificateError: Something is wrong; `line` is a wrong line.
        ValueError: The board says more than numbers of mines in sets of cells.
        LimitError: The budget is spent, or board or circuit are too large.
    """
    return _Checker(board, lines, budget or Budget()).count()


class _Checker:
    def __init__(self, board: Board, lines: Sequence[str], budget: Budget) -> None:
        self._budget = budget
        self._tried = 0
        self._rules = rules_of(board)
        self._size = board.height * board.width
        self._touching = [0] * self._size  # for each cell the rules but the mine count
        for number, rule in enumerate(self._rules[1:], start=1):
            for cell in _members(rule.cells):
                self._touching[cell] |= 1 << number
        self._touched: dict[int, int] = {}
        self._nodes = read_nodes(lines, self._size, budget)
        self._problems: list[Problem | None] = [None] * len(self._nodes)

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
                self._budget.check()
                self._problems[place] = None  # which frees it: all parents came before
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
        self._tried += 1
        if not self._tried % _WORK:
            self._budget.check()
        cells, rules, allowed = problem
        left = cells & ~group
        begun = dict(allowed)
        for number in _members(rules & (self._rules_about(group) | 1)):
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
