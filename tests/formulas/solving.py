"""Formulas and programs solved by calls of PySAT and clingo alone."""

from __future__ import annotations

import clingo
from pysat.solvers import Solver


def projected(clauses: list, cells: list[int], solver: str = "glucose4") -> set[frozenset[int]]:
    """The models of clauses, projected on some variables; a solver enumerates them."""
    found = set()
    with Solver(name=solver, bootstrap_with=[list(clause) for clause in clauses]) as engine:
        engine.add_clause([cells[-1], -cells[-1]]) if cells else None
        while engine.solve():
            true = {literal for literal in engine.get_model() if literal > 0}
            mines = frozenset(true & set(cells))
            found.add(mines)
            if not cells:
                break
            engine.add_clause([-cell if cell in mines else cell for cell in cells])
    return found


Atoms = frozenset[str]


def answer_sets(text: str, *options: str) -> list[Atoms]:
    """The shown atoms of every answer set; of the best ones when the program optimises."""
    control = clingo.Control(["0", "--warn=none", *options])
    control.add("base", [], text)
    control.ground([("base", [])])
    found: list[Atoms] = []
    with control.solve(yield_=True) as handle:
        found += [
            frozenset(map(str, model.symbols(shown=True)))
            for model in handle
            if not model.cost or model.optimality_proven
        ]
    return found
