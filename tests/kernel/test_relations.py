"""Relations, hidden boxes and all else at once in the kernel's tables, against all assignments."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest

from logicsweep.constraints.diagram import diagram_of
from logicsweep.constraints.factors import AnyFactor, Factor, RelationFactor
from logicsweep.kernel.component import (
    counts_of_signature,
    joint_counts_of_signature,
    marginals_of_signature,
    models_of_signature,
    shown_of_signature,
)
from logicsweep.limits import Budget
from logicsweep.system.signature import Signature
from logicsweep.tables.model_count import TOLERANCE
from tests.conftest import needs_kernel, seeds

pytestmark = needs_kernel

NEVER = Budget(None)
BLOCK = 100
Vector = tuple[int, ...]


def relation(rng: Random, sizes: Vector, boxes: list[int], largest: int) -> RelationFactor:
    """Weigh the mines in each of some boxes at random; cells come in any order."""
    cells = [box for box in boxes for _ in range(sizes[box])]
    rng.shuffle(cells)
    some = [0, *(rng.randint(1, largest) for _ in range(rng.choice([1, 1, 3])))]
    if rng.random() < 0.5:
        some = [0, 1]
    numbers = [range(sizes[box] + 1) for box in boxes]
    table = {vector: rng.choice(some) for vector in product(*numbers)}

    def step(place: int, state: Vector, mine: bool) -> Vector:  # of `diagram_of`
        at = boxes.index(cells[place])
        return (*state[:at], state[at] + mine, *state[at + 1 :])

    diagram = diagram_of(len(cells), (0,) * len(boxes), step, table.__getitem__)
    return RelationFactor(diagram, tuple(cells))


def draw(rng: Random, queries: int, largest: int) -> Signature:
    """Boxes and factors that need not come from any board."""
    sizes = tuple(rng.randint(1, 3) for _ in range(rng.randint(1, 6)))
    scopes: list[list[int]] = [[] for _ in sizes]
    factors: list[AnyFactor] = []
    shared: list[RelationFactor] = []
    weighing = rng.randint(1, 5)
    for number in range(weighing + queries):
        boxes = sorted(rng.sample(range(len(sizes)), rng.randint(1, min(4, len(sizes)))))
        cells = sum(sizes[box] for box in boxes)
        lower = rng.randint(0, cells)
        length = rng.randint(1, cells - lower + 1)
        if number >= weighing:
            factors.append(Factor(0, (1,) * (cells + 1)))
        elif rng.random() < 0.6:
            if shared and rng.random() < 0.3:
                factors.append(rng.choice(shared))
                boxes = sorted(set(factors[-1].boxes))
            else:
                shared.append(relation(rng, sizes, boxes, largest))
                factors.append(shared[-1])
        elif rng.random() < 0.7:
            factors.append(Factor(lower, (1,) * length))
        else:
            factors.append(Factor(lower, tuple(rng.randint(1, largest) for _ in range(length))))
        for box in boxes:
            scopes[box].append(number)
    unary = hidden = None
    if rng.random() < 0.3:
        unary = tuple(
            tuple(rng.randint(0, 3) for _ in range(size + 1)) if rng.random() < 0.4 else None
            for size in sizes
        )
    if rng.random() < 0.5:
        hidden = tuple(rng.random() < 0.4 for _ in sizes)
    return Signature(
        *(sizes, tuple(map(tuple, scopes)), tuple(factors), queries, unary),
        hidden if hidden and any(hidden) else (),
    )


def weight_of(signature: Signature, vector: Vector) -> int:
    """The weight of one set of mines with so many in each box."""
    weight = 1
    for box, weights in enumerate(signature.unary or ()):
        weight *= 1 if weights is None else weights[vector[box]]
    for number, factor in enumerate(signature.factors):
        if isinstance(factor, RelationFactor):
            left = list(vector)
            mines = []
            for box in factor.boxes:
                mines.append(left[box] > 0)
                left[box] -= 1
            weight *= factor.diagram.weight(mines)
        elif isinstance(factor, Factor):
            held = held_by(signature, number, vector) - factor.lower
            weight *= factor.weights[held] if 0 <= held < len(factor.weights) else 0
    return weight


def held_by(signature: Signature, factor: int, vector: Vector) -> int:
    return sum(
        marks for marks, around in zip(vector, signature.touching, strict=True) if factor in around
    )


def mines_of(signature: Signature, vector: Vector) -> int:
    hidden = signature.hidden or (False,) * len(vector)
    return sum(marks for marks, is_hidden in zip(vector, hidden, strict=True) if not is_hidden)


def all_models(signature: Signature) -> dict[Vector, tuple[int, int]]:
    """Each vector with a weight: the weight, and in how many ways its mines lie in the boxes."""
    found = {}
    for vector in product(*(range(size + 1) for size in signature.sizes)):
        weight = weight_of(signature, vector)
        if weight:
            ways = 1
            for size, marks in zip(signature.sizes, vector, strict=True):
                ways *= comb(size, marks)
            found[vector] = weight, ways
    return found


def is_weighed(signature: Signature) -> bool:
    """Whether each factor has weights, as `counts_of_signature` asks."""
    return all(factor.weights for factor in signature.factors)


@pytest.mark.parametrize("largest", [3, 10**30])
@pytest.mark.parametrize("block", seeds(range(40), fast=4))
def test_counts_and_marginals(block: int, largest: int) -> None:
    some = 0
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        rng = Random(seed)
        signature = draw(rng, 0, largest)
        models = all_models(signature)
        found = counts_of_signature(signature, NEVER)
        if not models or not is_weighed(signature):
            assert found is None, seed
            continue
        some += 1
        assert found is not None, seed
        counts: Counter[int] = Counter()
        inside: list[Counter[int]] = [Counter() for _ in signature.sizes]
        for vector, (weight, ways) in models.items():
            mines = mines_of(signature, vector)
            counts[mines] += weight * ways
            for box, marks in enumerate(vector):
                inside[box][mines] += marks * weight * ways
        assert found.lowest == min(counts), seed
        length = max(counts) - found.lowest + 1
        assert found.counts == tuple(counts[found.lowest + at] for at in range(length)), seed
        assert found.boxes(NEVER) == tuple(
            tuple(box[found.lowest + at] for at in range(length)) for box in inside
        ), seed
        message = [rng.uniform(0.01, 1) for _ in range(length)]
        marginals = marginals_of_signature(signature, found.lowest, message, NEVER)
        if marginals is None:
            assert largest > 3, seed
            continue
        exact = dict(enumerate(map(Fraction, message), found.lowest))
        mass = sum(exact[mines] * count for mines, count in counts.items())
        for size, marginal, box in zip(signature.sizes, marginals, inside, strict=True):
            expected = sum(exact[mines] * count for mines, count in box.items()) / (mass * size)
            assert abs(Fraction(marginal) - expected) <= TOLERANCE, seed
    assert some > BLOCK // 3


@pytest.mark.parametrize("block", seeds(range(40), fast=4))
def test_joint_counts(block: int) -> None:
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        rng = Random(seed)
        signature = draw(rng, rng.randint(1, 3), 10**6)
        if not is_weighed(signature):
            continue
        first = len(signature.factors) - signature.queries
        queries = range(first, len(signature.factors))
        joint: dict[Vector, Counter[int]] = {}
        for vector, (weight, ways) in all_models(signature).items():
            held = tuple(held_by(signature, query, vector) for query in queries)
            joint.setdefault(held, Counter())[mines_of(signature, vector)] += weight * ways
        assert joint_counts_of_signature(signature, NEVER) == joint, seed


@pytest.mark.parametrize("block", seeds(range(40), fast=4))
def test_models(block: int) -> None:
    """All models with an allowed number of mines, and few that show each box both ways."""
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        rng = Random(seed)
        signature = draw(rng, 0, 3)
        if not is_weighed(signature):
            continue
        cells = sum(signature.sizes)
        allowed = [rng.random() < 0.7 for _ in range(cells + 1)]
        models = all_models(signature)
        fitting = {vector for vector in models if allowed[mines_of(signature, vector)]}
        listed = models_of_signature(signature, allowed, 10**6, NEVER)
        if not models:
            assert listed is None, seed
        else:
            assert listed is not None, seed
            rows = listed.tolist()
            assert len(set(map(tuple, rows))) == len(rows), seed
            vectors = Counter(tuple(map(sum, _by_box(signature, row))) for row in rows)
            assert vectors == {vector: models[vector][1] for vector in fitting}, seed
        bits = sum(may << mines for mines, may in enumerate(allowed))
        for among, every in (None, set(models)), (bits, fitting):
            shown = shown_of_signature(signature, among, NEVER)
            assert shown is not None, seed
            support = sum(1 << mines for mines in {mines_of(signature, one) for one in models})
            assert shown.support == support, seed
            assert set(shown.models) <= every, seed
            for box, size in enumerate(signature.sizes):
                for shows in (lambda marks: marks > 0), (lambda marks, most=size: marks < most):
                    assert any(shows(one[box]) for one in shown.models) == any(
                        shows(one[box]) for one in every
                    ), seed
            if among is not None:
                numbers = {mines_of(signature, vector) for vector in shown.models}
                assert numbers == {mines_of(signature, vector) for vector in every}, seed


def _by_box(signature: Signature, row: list[bool]) -> list[list[bool]]:
    starts = [sum(signature.sizes[:box]) for box in range(len(signature.sizes))]
    return [row[at : at + size] for at, size in zip(starts, signature.sizes, strict=True)]
