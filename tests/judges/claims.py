"""What certificates may claim of a small board, and what every layout makes of it.

A formula is sound if every layout of the board satisfies it, whatever the claim. Then no claim that
a layout denies has a proof. The layouts are the judge's; the package only writes the formulas.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Final

import numpy as np
from pysat.solvers import Solver

from logicsweep import Board, State
from logicsweep.board.names import SQUARE
from logicsweep.board.topology_text import TOPOLOGIES
from logicsweep.constraints import Regional
from logicsweep.reasons import Claim, RuleAt
from logicsweep.reasons.certificates.counters import Clause
from logicsweep.reasons.certificates.counts_rules import rules_of
from logicsweep.reasons.certificates.cutting_planes import AtLeast
from logicsweep.reasons.certificates.formula import Implied, formula_of
from logicsweep.reasons.certificates.inequalities import linear_formula
from logicsweep.system.statements import statements_of
from tests.judges import keys, rules
from tests.judges.features import Position, attempt
from tests.judges.worlds import SQUARES

# Of more sources not every subset is asked, but each alone, all together and so many at random.
_FEW: Final = 5
_SOME: Final = 12

CLUES: Final = ("V", *[rule for rule in rules.CLUE_RULES if rule != "V"], *rules.LIARS, *keys.SHOWS)
LAYOUTS: Final = tuple(rules.LAYOUT_RULES)
# What certificates take beside rules.
BESIDE: Final = (
    *("plain", "range", "density", "priors", "blank", "bounds", "model", "liars", "constraints"),
    *("graph", *[name for name in TOPOLOGIES if name != SQUARE]),
)
ATTEMPTS: Final = 40


def drawn(seed: int) -> Position | None:
    """A small board of any kind; None if chance combines what does not go together."""
    rng = Random(f"claims {seed}")
    clues = rng.sample(CLUES, rng.choice([0, 1, 2, 2, 2]))
    layouts = rng.sample(LAYOUTS, rng.choice([0, 0, 0, 1, 1, 2]))
    beside = rng.sample(BESIDE, rng.choice([0, 1, 1, 2]))
    made = position((*clues, *layouts, *beside), rng)
    if made is None or rng.random() < 0.8:
        return made
    # Rules and keys may demand something even where no clue, or only some clues, are open.
    clues_left = rng.choice([0, len(made.board.clues) // 3])
    closed = rng.sample(sorted(made.board.clues), len(made.board.clues) - clues_left)
    return made.replaced(dict.fromkeys(closed, State.NO_CLUE))


def position(names: tuple[str, ...], rng: Random) -> Position | None:
    """A board with some features; None if there is none, or what there is cannot be judged."""
    weighted = rng.random() < 0.5
    if {*names} & {*SQUARES} and {*names} & {"C", "O"}:
        return None  # about cells that touch at a corner, of which the judge knows sides only
    for _ in range(ATTEMPTS):
        try:
            made = attempt(names, rng, weighted)
        except (ValueError, KeyError):  # refused, or not known to the judges of neighbours
            return None
        if made is not None and len(made.worlds.masks):
            return made
    return None


def every_place(board: Board) -> tuple[RuleAt, ...]:
    """All that the rules for layouts say, place by place, as certificates name it."""
    found = {
        RuleAt(str(one.source.name), tuple(map(board.cell, one.cells)))
        for one in statements_of(board).others
        if one.source.name in {rule.name for rule in board.rules.layout}
    }
    return tuple(sorted(found))


def claims(board: Board, rng: Random) -> Iterator[Claim]:
    """Claims about random cells, from all subsets of a few sources or from some of many."""
    sources: list[tuple[str, object]] = [
        *(("clues", cell) for cell in board.clues),
        *(("rules", place) for place in every_place(board)),
        *(("constraints", name) for name in _names(board)),
        *([("at_most", True), ("at_least", True)] if board.total_bounds else []),
    ]
    sizes = range(len(sources) + 1)
    if len(sources) <= _FEW:
        subsets = [some for size in sizes for some in combinations(sources, size)]
    else:
        subsets = [(), tuple(sources), *[(one,) for one in sources]]
        subsets += [tuple(rng.sample(sources, rng.choice(sizes))) for _ in range(_SOME)]
    for some in subsets:
        lists = {
            name: tuple(sorted(value for kind, value in some if kind == name))  # type: ignore[type-var]
            for name in ("clues", "rules", "constraints")
        }
        bounds = {name: (name, True) in some for name in ("at_most", "at_least")}
        yield Claim(rng.choice(board.covered), rng.random() < 0.5, **lists, **bounds)  # type: ignore[arg-type]


def _names(board: Board) -> list[str]:
    """The constraints that certificates know: all but those on regions."""
    regional = {str(one.source.name) for one in board.constraints if isinstance(one, Regional)}
    return sorted({str(one.source.name) for one in board.constraints} - regional)


def check_clauses(case: Position, claim: Claim) -> None:
    """Every layout satisfies the clauses of the sources of a claim."""
    check_models(case, formula_of(case.board, claim).clauses[:-1])


def check_models(case: Position, clauses: tuple[Clause, ...]) -> None:
    """Every layout extends to a model of clauses about the cells and what they add."""
    with Solver("glucose4", bootstrap_with=[list(clause) for clause in clauses]) as solver:
        for mask in case.worlds.masks:
            cells = enumerate(mask.ravel().tolist(), start=1)
            values = [number if mine else -number for number, mine in cells]
            assert solver.solve(assumptions=values), (case, mask)


def check_sums(case: Position, claim: Claim) -> bool:
    """Every layout satisfies the inequalities of a claim; False where sums cannot say it."""
    try:
        constraints = linear_formula(case.board, claim).constraints[:-1]
    except ValueError:
        return False
    check_inequalities(case, constraints)
    return True


def check_inequalities(case: Position, constraints: tuple[AtLeast, ...]) -> None:
    """Every layout satisfies inequalities, with a 1 for each clue that it contradicts."""
    worlds, size = case.worlds, case.board.grid.size
    for world, mask in zip(worlds.kept, worlds.masks, strict=True):
        values = {number + 1: int(mine) for number, mine in enumerate(mask.ravel().tolist())}
        values |= {size + number: 0 for number in range(1, size + 1)}
        for cell in worlds.contradicted(world) if case.board.liars else ():
            values[size + case.board.number(cell) + 1] = 1
        for terms, bound in constraints:
            assert sum(values[name] * value for name, value in terms) >= bound, (case, mask)


def check_forged_inequalities(case: Position, rng: Random) -> int:
    """A source that some layout of its own denies an inequality is refused it; counts those taken.

    The inequalities are made up, over the cells of one clue; most do not follow from it.
    """
    board, taken = case.board, 0
    for cell in board.clues:
        near = [board.number(one) + 1 for one in board.covered]
        chosen = sorted(rng.sample(near, min(len(near), rng.randint(1, 4))))
        terms = tuple((variable, rng.choice([-2, -1, 1, 2])) for variable in chosen)
        lowest = sum(min(value, 0) for _, value in terms)
        highest = sum(max(value, 0) for _, value in terms)
        implied = Implied(f"clue{cell}", terms, rng.randint(lowest - 1, highest))
        claim = Claim(rng.choice(board.covered), True, (cell,), inequalities=(implied,))
        taken += check_sums(case, claim)
    return taken


def check_count_premises(case: Position) -> bool:
    """The premises of a circuit have the board's layouts as solutions, and no others.

    False where there are no certificates of counts.
    """
    try:
        premises = rules_of(case.board)
    except ValueError:
        return False
    size = case.board.grid.size
    assignments = np.arange(2**size)
    holds = np.ones(len(assignments), dtype=np.bool_)
    for cells, allowed in premises:
        numbers = np.bitwise_count(assignments & cells)
        holds &= np.array([allowed >> number & 1 for number in range(size + 1)], bool)[numbers]
    layouts = (case.worlds.masks.reshape(-1, size) @ (1 << np.arange(size))).tolist()
    assert {*assignments[holds].tolist()} == {*layouts}, case
    return True


def is_true(case: Position, claim: Claim) -> bool:
    """Whether every layout agrees with a claim."""
    column = case.worlds.masks[:, claim.cell.row, claim.cell.column]
    return bool(column.all() if claim.mine else not column.any())
