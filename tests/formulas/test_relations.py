"""Relations in every format: models projected on the cells are those of the definition."""

from __future__ import annotations

from random import Random

import pytest
from pysat.solvers import Solver

from logicsweep import Board, encode
from logicsweep.constraints import Relation, clauses as in_clauses
from tests.conftest import seeds
from tests.formulas.solving import answer_sets, projected
from tests.judges import oracle
from tests.judges.making import random_board
from tests.judges.relations import models, some_constraint, weigh


@pytest.mark.parametrize("by_states", [False, True])
@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
def test_clauses_have_the_models_of_the_relation(
    seed: int, by_states: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if by_states:
        monkeypatch.setattr(in_clauses, "_MOST_CELLS", 0)
    cells = range(6)
    rng = Random(seed)
    judged = some_constraint(rng, cells, "r")
    while not isinstance(judged.constraint, Relation):
        judged = some_constraint(rng, cells, "r")
    own = judged.constraint.cells
    number = {cell: place for place, cell in enumerate(own, start=1)}
    literals = list(number.values())
    clauses, top = in_clauses.relation_clauses(judged.constraint.diagram, literals, len(own))
    expected = {frozenset(number[cell] for cell in mines) for mines in models([judged], own)}
    assert projected(clauses, literals) == expected
    # Auxiliary variables follow from the cells, so that counting models counts assignments.
    with Solver(name="glucose4", bootstrap_with=[list(clause) for clause in clauses]) as solver:
        solver.append_formula([[variable, -variable] for variable in range(1, top + 1)])
        assert sum(1 for _ in solver.enum_models()) == len(expected)
    if not by_states:
        assert top == len(own)


def test_no_clause_can_be_left_out_or_shortened() -> None:
    for seed in range(60):
        judged = some_constraint(Random(seed), range(5), "r", most=5)
        if not isinstance(judged.constraint, Relation):
            continue
        own = judged.constraint.cells
        literals = [cell + 1 for cell in own]
        clauses, _ = in_clauses.relation_clauses(judged.constraint.diagram, literals, 5)
        every = projected(clauses, sorted(literals))
        for clause in clauses:
            rest = [other for other in clauses if other != clause]
            assert projected(rest, sorted(literals)) != every
            for literal in clause:
                shorter = tuple(other for other in clause if other != literal)
                assert projected([*rest, shorter], sorted(literals)) != every


@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_every_format_has_the_layouts(seed: int) -> None:
    rng = Random(seed)
    board = random_board(seed, covered=8)
    judged = [some_constraint(rng, range(board.grid.size), f'c {n}"') for n in range(2)]
    constraints = [one.constraint for one in judged]
    expected = set()
    for mask in oracle.layouts(board):
        mines = frozenset(mask.ravel().nonzero()[0].tolist())
        if weigh(judged, mines):
            expected.add(mines - frozenset(map(board.number, board.known_mines)))
    cells = [board.number(cell) + 1 for cell in board.covered]
    for to in ("cnf", "mcc"):
        text = encode(board, to, constraints=constraints).to_text()
        clauses = [
            tuple(map(int, line.split()[:-1]))
            for line in text.splitlines()
            if line[:1] not in ("c", "p")
        ]
        found = projected(clauses, cells)
        assert {frozenset(variable - 1 for variable in one) for one in found} == expected
    opb = encode(board, "opb", constraints=constraints).to_text()
    assert by_linear(opb, cells) == expected
    for to in ("lp-ground", "lp"):
        program = encode(board, to, constraints=constraints)
        atoms = answer_sets(program.to_text())
        mines = [frozenset(filter(lambda atom: atom.startswith("mine("), one)) for one in atoms]
        known = {f"mine({cell})" for cell in board.known_mines}
        names = {f"mine({board.cell(number)})": number for number in range(board.grid.size)}
        assert len(mines) == len(set(mines))
        assert {frozenset(names[atom] for atom in one - known) for one in mines} == expected
    assert {source.name for source in program.sources if source.name} == {
        one.source.name for one in constraints if not one.conditioned(known_of(board)).says_nothing
    }


def known_of(board: Board) -> dict[int, bool]:
    return {
        board.number(cell): cell in board.known_mines
        for cell in board.cells
        if not board.is_covered(cell)
    }


def by_linear(text: str, cells: list[int]) -> set[frozenset[int]]:
    """The models of linear constraints, projected on the cells, by clingo's sums."""
    rules = ["#show.", *[f"{{ x({cell}) }}. #show x({cell}) : x({cell})." for cell in cells]]
    for line in text.splitlines():
        if not line or line.startswith("*"):
            continue
        *terms, sign, bound, _ = line.split()
        pairs = list(zip(terms[::2], [int(one[1:]) for one in terms[1::2]], strict=True))
        rules += [f"{{ x({x}) }}." for _, x in pairs]
        elements = "; ".join(f"{int(factor)},{x} : x({x})" for factor, x in pairs)
        rules.append(f":- not #sum {{ {elements} }} {sign} {bound}.")
    atoms = {f"x({cell})": cell - 1 for cell in cells}
    found = answer_sets("\n".join(rules), "--project=show")
    return {frozenset(atoms[atom] for atom in one) for one in found}
