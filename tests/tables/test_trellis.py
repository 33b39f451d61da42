"""Plans, trellises and their limits: any plan counts the same, and none takes more than it may."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, LimitError, State
from logicsweep.constraints.factors import Factor
from logicsweep.limits import MAX_ENTRIES, Budget
from logicsweep.system import components
from logicsweep.system.partition import Component
from logicsweep.system.signature import Signature, signature_of
from logicsweep.system.statements import statements_of
from logicsweep.tables import trellis
from logicsweep.tables.frontier_order import line_order
from logicsweep.tables.passes import CountingPass
from logicsweep.tables.plan import Plan, line_plan, tree_plan
from logicsweep.tables.trellis import TooLargeError, trellis_of
from tests.conftest import seeds, some
from tests.judges.countdown import Countdown
from tests.judges.making import opened_at_random
from tests.judges.objects import size_of
from tests.tables.signatures import NEVER, all_models, random_signature


def covered(rules: str, height: int, width: int) -> Component:
    """The component of a covered board with layout rules."""
    board = Board(np.full((height, width), int(State.COVERED)), rules=rules)
    [component] = components(statements_of(board).system_of(board).constraints)
    return component


def opened() -> Component:
    """The largest component of an ordinary board."""
    board = opened_at_random(1, 20, 20, 80, 0.2)
    constraints = statements_of(board).system_of(board).constraints[:-1]
    return max(components(constraints), key=lambda part: len(part.system.cells))


CASES = [
    pytest.param(covered("C", 5, 5), id="C"),
    pytest.param(covered("O", 5, 5), id="O"),
    pytest.param(covered("T", 5, 5), id="T"),
    pytest.param(covered("Q", 6, 6), id="Q"),
    pytest.param(opened(), id="clues"),
]

Graph = list[tuple[int, ...]]


def of_graph(graph: Graph) -> Signature:
    """A box of one cell for each edge; each vertex is a clue of one mine."""
    factors = max(map(max, graph)) + 1
    return Signature((1,) * len(graph), tuple(graph), (Factor(0, (1, 1)),) * factors)


def chain(count: int) -> Graph:
    return [(factor, factor + 1) for factor in range(count - 1)]


def ring(count: int) -> Graph:
    return [*chain(count), (0, count - 1)]


def star(count: int) -> Graph:
    return [(0, factor) for factor in range(1, count)]


def every_pair(count: int) -> Graph:
    return list(combinations(range(count), 2))


def check_plan(plan: Plan, signature: Signature) -> None:
    """Each table but the last is joined once, and what is open is what has boxes on both sides."""
    used = sorted(table for join in plan.joins for table in join if table != plan.boxes)
    assert used == [table for table in range(len(plan.cells) - 1) if table != plan.boxes]
    inside: list[set[int]] = [{box} for box in range(plan.boxes)] + [set()]
    for place, (left, right) in enumerate(plan.joins):
        assert inside[left].isdisjoint(inside[right])
        inside.append(inside[left] | inside[right])
        cells = {
            factor: sum(signature.touching[box].count(factor) for box in inside[-1])
            for factor in range(len(signature.factors))
        }
        outside = [around for box, around in enumerate(signature.touching) if box not in inside[-1]]
        assert plan.cells[plan.boxes + 1 + place] == {
            factor: count
            for factor, count in cells.items()
            if count and any(factor in around for around in outside)
        }
    assert inside[-1] == set(range(plan.boxes))


@pytest.mark.parametrize("count", [4, 9, 25])
@pytest.mark.parametrize(("graph", "width"), [(chain, 2), (ring, 3), (star, 2), (every_pair, 0)])
@pytest.mark.parametrize("seed", seeds(range(5)))
def test_trees_of_graphs_whose_treewidth_is_known(
    seed: int, graph: Callable[[int], Graph], width: int, count: int
) -> None:
    rng = Random(seed)
    names = rng.sample(range(count), count)
    edges: Graph = [tuple(sorted(names[vertex] for vertex in edge)) for edge in graph(count)]
    rng.shuffle(edges)
    signature = of_graph(edges)
    plan = tree_plan(signature, NEVER)
    check_plan(plan, signature)
    assert plan.open_factors <= (width or count)
    line = line_plan(signature, line_order(signature, NEVER))
    check_plan(line, signature)
    assert line.open_factors <= plan.open_factors + 1  # for these graphs a path does as well


@pytest.mark.parametrize("seed", seeds(range(40), fast=15))
def test_any_line_counts_as_the_tree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    for number in range(seed * 10, seed * 10 + 10):
        signature = random_signature(number, queries=rng.randint(0, 1))
        if signature.has_empty_factor:
            continue
        counting = CountingPass(trellis_of(signature, NEVER), NEVER)
        order = rng.sample(range(len(signature.sizes)), len(signature.sizes))
        line = line_plan(signature, order)
        monkeypatch.setattr(trellis, "tree_plan", lambda *_, line=line: line)
        by_line = CountingPass(trellis_of(signature, NEVER), NEVER)
        monkeypatch.undo()
        assert by_line.by_query() == counting.by_query(), number
        lowest, counts = counting.counts()
        assert by_line.counts() == (lowest, counts)
        boxes = counting.by_box(lowest, len(counts), NEVER)
        assert by_line.by_box(lowest, len(counts), NEVER) == boxes
        assert sum(counts) == sum(all_models(signature).values())


@pytest.mark.parametrize("component", some(CASES, every=2))
def test_the_bytes_of_a_trellis_are_estimated(component: Component) -> None:
    """A ceiling far below what the objects take is reached, and one far above is not."""
    signature = signature_of(component)
    taken = size_of(trellis_of(signature, NEVER).joins)
    with pytest.raises(TooLargeError):
        trellis_of(signature, NEVER, most_bytes=taken // 3)
    assert trellis_of(signature, NEVER, most_bytes=12 * taken).tried


def test_who_tries_more_pairs_may_take_more() -> None:
    signature = signature_of(covered("C", 5, 5))
    taken = size_of(trellis_of(signature, NEVER).joins)
    for entries in (MAX_ENTRIES, MAX_ENTRIES // 2):
        with pytest.raises(TooLargeError):
            trellis_of(signature, Budget(entries=entries), most_bytes=taken // 3)
    assert trellis_of(signature, Budget(entries=36 * MAX_ENTRIES), most_bytes=taken // 3).tried


def test_limits() -> None:
    signature = signature_of(opened())
    assert trellis_of(signature, NEVER).tried > 1000
    with pytest.raises(TooLargeError) as caught:  # whatever is kept
        trellis_of(signature, Budget(entries=50))
    assert 2 < caught.value.open_factors < 30
    with pytest.raises(LimitError):
        trellis_of(signature, Budget(1e-9))


def test_a_count_beyond_the_ceiling_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logicsweep.tables.passes.MOST_BYTES", 50_000)
    board = Board(np.full((6, 6), int(State.COVERED)), rules="C", mines=12)
    kb = KnowledgeBase(board)
    words = r"the component of 36 cells and 1 constraint around \(0,0\) needs more than"
    with pytest.raises(LimitError, match=words):
        kb.count()


@pytest.mark.parametrize("says", ["C", "T"])
def test_the_clock_is_read_as_pairs_are_tried(says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    signature = signature_of(covered(says, 5, 5))
    tried = trellis_of(signature, NEVER).tried
    monkeypatch.setattr(Countdown, "looks", 1 << 40)
    counting = CountingPass(trellis_of(signature, Countdown(None, entries=10**8)), NEVER)
    looks = (1 << 40) - Countdown.looks
    assert looks > tried // 5000
    lowest, counts = counting.counts()
    monkeypatch.setattr(Countdown, "looks", 5)
    with pytest.raises(LimitError):
        counting.by_box(lowest, len(counts), Countdown(None, entries=1))
