"""Single components as signatures: exact counts, joint counts, and marginals in doubles.

The factors may have any weights, as those of uncertain clues, and be relations; boxes may be
hidden. Regions are Python's.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import pointer, string_at
from itertools import accumulate
from sys import byteorder
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.constraints.diagram import Diagram
from logicsweep.constraints.factors import AnyFactor, Factor, RelationFactor
from logicsweep.kernel import headers
from logicsweep.kernel.context import CLASH, OK, address_of, context, numbers_at, release
from logicsweep.kernel.whole import scaled
from logicsweep.limits import Budget
from logicsweep.system.model_counts import (
    ShownModels,
    TooLargeTablesError,
    WeightedCounts,
    counts_type,
)
from logicsweep.system.signature import Signature

_LIMB: Final = 8


def rows_of(limbs: int, rows: int, length: int, size: int) -> list[tuple[int, ...]]:
    """Copy numbers of `size` limbs from an address, as an array of shape (rows, length)."""
    data = string_at(limbs, rows * length * size * _LIMB)
    if size == 1:
        numbers = memoryview(data).cast("Q").tolist()
    else:
        step = size * _LIMB
        number = int.from_bytes
        numbers = [number(data[at : at + step], "little") for at in range(0, len(data), step)]
    return [tuple(numbers[at : at + length]) for at in range(0, rows * length, length)]


def limbs_of(numbers: Sequence[int]) -> tuple[array[int], int]:
    """Split numbers into limbs, all of the same size; return that size too."""
    size = (max(numbers).bit_length() + 63) // 64 or 1
    made = array("Q", b"".join([number.to_bytes(size * _LIMB, "little") for number in numbers]))
    if byteorder == "big":
        made.byteswap()
    return made, size


# For each combination of values of the query variables, model counts by the number of mines.
JointCounts = dict[tuple[int, ...], dict[int, int]]


def counts_of_signature(
    signature: Signature, budget: Budget, *, by_box: bool = True
) -> WeightedCounts | None:
    """Count the models of a signature without queries, by box as well; None if the kernel cannot.

    It cannot without the library, for regions, for a component that is too wide, if no model exists
    or a factor has no weights, and where the counts by box would take much longer; there are none
    without `by_box`. Raises `LimitError` when the time is over.
    """
    boxes: list[tuple[int, ...]] = []
    answer = headers.ls_numbers()
    with _asked("ls_component_exactly", signature, budget, by_box, answer) as status:
        if status != OK:
            return None
        lowest, length, limbs = answer.lowest, answer.length, answer.limbs
        counts = rows_of(answer.counts, 1, length, limbs)[0]
        if answer.boxes:
            boxes = rows_of(answer.boxes, len(signature.sizes), length, limbs)
        elif by_box:
            return None
    return counts_type(signature)(lowest, counts, tuple(boxes))


def joint_counts_of_signature(signature: Signature, budget: Budget) -> JointCounts | None:
    """Return the counts of a signature for each combination of mines in its query variables.

    None as for `counts_of_signature`, but empty where no model exists. Raises `LimitError`.
    """
    queries = signature.queries
    answer = headers.ls_numbers()
    with _asked("ls_component_exactly", signature, budget, False, answer) as status:
        if status != OK:
            return {} if status == CLASH else None
        lowest, rows = answer.lowest, answer.rows
        counts = rows_of(answer.counts, rows, answer.length, answer.limbs)
        held = numbers_at(answer.held, rows * queries)
    return {
        tuple(held[row * queries : (row + 1) * queries]): {
            mines: count for mines, count in enumerate(row_counts, lowest) if count
        }
        for row, row_counts in enumerate(counts)
    }


def marginals_of_signature(
    signature: Signature, lowest: int, message: Sequence[float], budget: Budget
) -> list[float] | None:
    """Compute the probability of a mine in the cells of each box, in floats.

    A model with `lowest + i` mines counts `message[i]` times, a positive number near 1; `lowest`
    and the length are those of the counts. None as for `counts_of_signature`, and if a value might
    be off by more than 1e-12. Raises `LimitError`.
    """
    weights, marginals = np.array(message, dtype=np.float64), np.empty(len(signature.sizes))
    arguments = address_of(weights), lowest, len(weights), address_of(marginals)
    with _asked("ls_component_marginals", signature, budget, *arguments) as status:
        return marginals.tolist() if status == OK else None


def decided_in_signature(signature: Signature, allowed: int, budget: Budget) -> list[int] | None:
    """Tell for each box whether all models have it safe (0), or full of mines (1), or neither (2).

    Models are those with an allowed number of mines, a set as bits, of which one has to exist. None
    as for `counts_of_signature`. Raises `LimitError` when the time is over.
    """
    decided = np.empty(len(signature.sizes), dtype=np.uint8)
    arguments = _bytes_of(allowed, signature), address_of(decided)
    with _asked("ls_component_possible", signature, budget, *arguments) as status:
        return decided.tolist() if status == OK else None


def models_of_signature(
    signature: Signature, allowed: Sequence[bool], most: int, budget: Budget
) -> NDArray[np.bool_] | None:
    """List the models of a signature without queries that have an allowed number of mines.

    They are in an array of shape (models, cells), whose columns go box by box. Numbers of mines
    past the end of `allowed` are not allowed. None without the library, for more than `most`
    models, and for a component that is too wide. Raises `LimitError` when the time is over.
    """
    listed = headers.ls_models()
    arguments = flags_of(allowed, sum(signature.sizes)), most, listed
    with _asked("ls_component_models", signature, budget, *arguments) as status:
        return models_in(listed) if status == OK else None


def flags_of(allowed: Sequence[bool], cells: int) -> bytes:
    """Return a byte for each number of mines in some cells; past the end none is allowed."""
    return bytes(allowed[: cells + 1]).ljust(cells + 1, b"\0")


def _bytes_of(allowed: int, signature: Signature) -> bytes:
    """Return a byte for each number of mines in the cells of a signature, from a set as bits."""
    return bytes([allowed >> mines & 1 for mines in range(sum(signature.sizes) + 1)])


def models_in(listed: headers.ls_models) -> NDArray[np.bool_]:
    """Copy models out of the kernel, as an array of shape (models, cells)."""
    records = np.frombuffer(string_at(listed.records, listed.count * listed.record), dtype=np.bool_)
    cells = slice(listed.offset, listed.offset + listed.cells)
    return records.reshape(listed.count, listed.record)[:, cells].copy()


def shown_of_signature(
    signature: Signature, allowed: int | None, budget: Budget, *, is_brief: bool = False
) -> ShownModels | None:
    """Return models of a signature without queries that show what each box can hold.

    With `allowed`, a set of numbers of mines as bits, models have one of these, and each of them
    that there is has a model. None without the library, and for regions. Raises
    `TooLargeTablesError` when the tables would take more entries than the budget has, with
    `is_brief` also where they look large at first sight, `LimitError` when the time is over.
    """
    shown = headers.ls_models_shown()
    may = None if allowed is None else _bytes_of(allowed, signature)
    with _asked("ls_component_show", signature, budget, may, is_brief, shown) as status:
        if status is None:
            return None
        if status == CLASH:
            return ShownModels(0, [])
        if status != OK:
            raise TooLargeTablesError("a component needs more table entries than are allowed")
        boxes = len(signature.sizes)
        mines = string_at(shown.mines, shown.count * boxes)
        models = [tuple(mines[at : at + boxes]) for at in range(0, len(mines), boxes)]
        support = int.from_bytes(string_at(shown.support, 8 * shown.words), byteorder)
        return ShownModels(support, models)


@contextmanager
def _asked(
    function: str, signature: Signature, budget: Budget, *arguments: Any
) -> Iterator[int | None]:
    """Ask a question about a signature, and give the status to a block in which the answer lives.

    It is in the memory of the thread's context, which is released at the end. The status is None
    without the library, with a factor on regions, and if a factor has no weights.
    """
    kernel = None if signature.has_empty_factor or signature.has_regions else context()
    if kernel is None:
        yield None
        return
    made = _Arrays(signature)
    try:
        yield kernel.ask(getattr(kernel.library, function), budget, made.problem, *arguments)
    finally:
        release(kernel)


class _Arrays:
    """A signature as an `ls_problem`, with the arrays that it points to."""

    def __init__(self, signature: Signature) -> None:
        sizes, touching, factors, queries, unary, hidden = signature
        weighing = len(factors) - queries
        # The unary factor of a box becomes a factor of its own, numbered before the queries.
        alone = {box: table for box, table in enumerate(unary or ()) if table is not None}
        place = {box: weighing + number for number, box in enumerate(alone)}
        unary_factors = [Factor(0, alone[box]) for box in alone]
        all_factors: list[AnyFactor] = [*factors[:weighing], *unary_factors, *factors[weighing:]]
        scopes = [
            [
                *[factor for factor in around if factor < weighing],
                *([place[box]] if box in place else []),
                *[factor + len(alone) for factor in around if factor >= weighing],
            ]
            for box, around in enumerate(touching)
        ]
        weights: list[int] = []
        weights_at = []
        for factor in all_factors:
            is_plain = min(factor.weights) == max(factor.weights) == 1
            weights_at.append(-1 if is_plain else len(weights))
            weights += () if is_plain else factor.weights
        lower = [factor.lower if isinstance(factor, Factor) else 0 for factor in all_factors]
        upper = [
            least + len(factor.weights) - 1
            for least, factor in zip(lower, all_factors, strict=True)
        ]
        starts = [0, *accumulate(map(len, scopes))]
        flat = [factor for scope in scopes for factor in scope]
        lists = (list(sizes), starts, flat, lower, upper, weights_at)
        self._integers = _integers(lists)
        self._limbs, size = limbs_of(weights or [1])
        self._weights = np.array(scaled(weights or [1]))
        self.problem = headers.ls_problem(
            *(len(sizes), len(all_factors), queries),
            *[address_of(values) for values in self._integers],
            *(address_of(self._weights), self._limbs.buffer_info()[0], size),
        )
        if hidden:
            self._hidden = np.array(hidden, dtype=np.uint8)
            self.problem.hidden = address_of(self._hidden)
        if signature.has_relations:
            self._relations = _Relations(all_factors)
            self.problem.relations = pointer(self._relations.made)


class _Relations:
    """The relations among some factors as `ls_relations`, with the arrays that it points to."""

    def __init__(self, factors: Sequence[AnyFactor]) -> None:
        # By the identity of a diagram, its number: equal ones are nearly always one object.
        numbers: dict[int, int] = {}
        sizes: list[int] = []
        roots: list[int] = []
        starts = [0]
        nodes: list[int] = []
        diagram_of: list[int] = []
        boxes_at: list[int] = []
        boxes: list[int] = []
        for factor in factors:
            boxes_at.append(len(boxes))
            if not isinstance(factor, RelationFactor):
                diagram_of.append(-1)
                continue
            boxes += factor.boxes
            diagram = factor.diagram
            number = numbers.setdefault(id(diagram), len(sizes))
            diagram_of.append(number)
            if number == len(sizes):
                end_of = {~weight: ~at for at, weight in enumerate(factor.weights, 1)}
                sizes.append(diagram.size)
                roots.append(end_of.get(diagram.root, diagram.root))
                nodes += _flat(diagram, end_of)
                starts.append(len(nodes) // 3)
        self._integers = _integers((diagram_of, boxes_at, boxes, sizes, roots, starts, nodes))
        self.made = headers.ls_relations(
            len(sizes), *[address_of(values) for values in self._integers]
        )


def _flat(diagram: Diagram, end_of: Mapping[int, int]) -> list[int]:
    """List the nodes of a diagram, with the numbers of its weights in place of them."""
    return [
        number
        for place, safe, mine in diagram.nodes
        for number in (place, end_of.get(safe, safe), end_of.get(mine, mine))
    ]


def _integers(lists: Iterable[Sequence[int]]) -> list[NDArray[np.int32]]:
    """Make arrays, with one number more: an empty array has no address."""
    return [np.array([*values, 0], dtype=np.int32) for values in lists]
