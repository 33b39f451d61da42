"""The judge of diagnoses: all sets of clues of a small board, by all of its worlds."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from itertools import combinations
from math import prod

import numpy as np

from logicsweep import Cell, State
from logicsweep.reasons.diagnosis import Conflict, Diagnosis
from tests.judges.features import Position


def minimal(sets: Collection[frozenset[Cell]]) -> set[frozenset[Cell]]:
    """Those that none of the others is a part of."""
    return {one for one in sets if not any(other < one for other in sets)}


def check_diagnosis(case: Position, found: Diagnosis) -> None:
    """All conflicts and correction sets, their chances by `noisy(1/10)`, and their values.

    A set of clues is minimal with mine count, rules, constraints and program in force.
    """
    worlds, clues = case.worlds, sorted(case.board.clues)
    allowed = np.flatnonzero(worlds.agreeing((), liars=False)).tolist()
    wrong = {world: worlds.contradicted(world) for world in allowed}
    assert found.is_consistent == (frozenset() in wrong.values())
    if found.is_consistent:
        assert (found.conflicts, found.correction_sets) == ((), ())
        return
    assert found.all_conflicts
    assert found.all_correction_sets
    has_total = case.board.mines is not None
    assert found.total_suspect == (has_total and worlds.agreeing(total=False, liars=False).any())
    in_conflict = {
        frozenset(some)
        for size in range(len(clues) + 1)
        for some in combinations(clues, size)
        if not any(one.isdisjoint(some) for one in wrong.values())
    }
    assert {frozenset(one.clues) for one in found.conflicts} == minimal(in_conflict)
    sizes = [len(one.clues) for one in found.conflicts]
    assert sizes == sorted(sizes)
    for conflict in found.conflicts:
        _check_conflict(case, conflict)
    weights = dict.fromkeys(minimal(set(wrong.values())), Fraction(0))
    for world, prior in zip(allowed, worlds.prior(allowed), strict=True):
        if wrong[world] in weights:
            weights[wrong[world]] += prior * _likelihood(case, world)
    mass = sum(weights.values())
    chances = {frozenset(one.clues): one.probability for one in found.correction_sets}
    assert chances == {one: weight / mass if mass else 0 for one, weight in weights.items()}
    for one in found.correction_sets:
        for cell, values in zip(one.clues, one.values, strict=True):
            left = [world for world in allowed if wrong[world] <= {*one.clues}]
            assert {*values} == {value for world in left for value in worlds.values(world, cell)}
            assert case.board[cell] not in values


def _check_conflict(case: Position, conflict: Conflict) -> None:
    """Mine count and program are blamed only where the others do not suffice."""
    agreeing, clues = case.worlds.agreeing, conflict.clues
    uses_program = "the program" in conflict.further
    assert uses_program == agreeing(clues, program=False, liars=False).any()
    without = agreeing(clues, total=False, program=uses_program, liars=False)
    assert conflict.uses_total == without.any()


def _likelihood(case: Position, world: int) -> Fraction:
    """How likely the clues are shown: numbers by `noisy(1/10)`, others as they say themselves.

    What is wrong otherwise is wrong as often as right.
    """
    board, worlds = case.board, case.worlds
    if worlds.rule != "V":
        return worlds.likelihood(world, board.clues)
    numbers = [cell for cell in board.clues if cell not in board.uncertain]
    noise = prod((_noise(case, world, cell) for cell in numbers), start=Fraction(1))
    return noise * worlds.likelihood(world, board.uncertain)


def _noise(case: Position, world: int, cell: Cell) -> Fraction:
    """P(shown | world) for a number, as the words of `noisy(1/10)` have it."""
    board = case.board
    states = [board[other] for other in board.neighbours(cell)]
    least = states.count(State.KNOWN_MINE)
    counts = range(least, least + states.count(State.COVERED) + 1)
    (true,), shown = case.worlds.values(world, cell), board[cell]

    def chance(count: int) -> Fraction:
        off = [other for other in (count - 1, count + 1) if other in counts]
        if shown == count:
            return Fraction(9, 10) if off else Fraction(1)
        return Fraction(1, 10) / len(off) if shown in off else Fraction(0)

    return chance(true) if any(map(chance, counts)) else Fraction(1)
