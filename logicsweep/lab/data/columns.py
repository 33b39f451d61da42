"""The arrays of positions by name, as files hold them: types, dimensions and meanings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from numpy.typing import NDArray

from logicsweep.games.setting import Setting
from logicsweep.lab.data.bulk import Answer, Positions, Reasons
from logicsweep.lab.data.manifest import Column, Form

Arrays = Mapping[str, NDArray[Any]]


class _Kind(NamedTuple):
    """An array of a file: the answer that it is of, if any, its type, dimensions and meaning."""

    answer: Answer | None
    dtype: str
    shape: tuple[str, ...]
    meaning: str


_GRID: Final = ("N", "height", "width")
_KINDS: Final[Mapping[str, _Kind]] = {
    "seeds": _Kind(None, "uint64", ("N",), "The seed that decides each position."),
    "boards": _Kind(
        None,
        "int8",
        _GRID,
        "The position: -1 is a covered cell, -3 a known mine, else a clue.",
    ),
    "layouts": _Kind(None, "bool", _GRID, "The mines behind the position."),
    "total_mines": _Kind(None, "int32", ("N",), "The number of mines behind the position."),
    "chances": _Kind(
        "chances", "float64", _GRID, "The probability of a mine in a covered cell, else nan."
    ),
    "verdicts": _Kind(
        "verdicts",
        "int8",
        _GRID,
        "1 for a mine, 0 for a safe cell, -1 for an undetermined one, -2 for one not covered.",
    ),
    "level": _Kind(
        "level", "int16", ("N",), "The level of the hardest step of the proofs; 0 without proofs."
    ),
    "best": _Kind(
        "best", "int16", ("N", "2"), "Row and column of the best cell to open; -1 without one."
    ),
    "reasons_positions": _Kind(
        "reasons", "int64", ("R",), "The position that a reason is about, from 0."
    ),
    "reasons_cells": _Kind(
        "reasons", "int32", ("R",), "The cell that is decided, a number row by row from 0."
    ),
    "reasons_mines": _Kind("reasons", "bool", ("R",), "Whether that cell is a mine, else safe."),
    "reasons_offsets": _Kind(
        "reasons", "int64", ("R + 1",), "The place where the sources of a reason begin."
    ),
    "reasons_sources": _Kind(
        "reasons",
        "int32",
        ("S",),
        "The cell of a clue; -1 for the mine count; -2, -3, ... for the rules in the header.",
    ),
}
_NESTED: Final = Column(
    name="reasons",
    dtype="list of {cell: int32, mine: bool, sources: list of int32}",
    shape=("N",),
    meaning="For each decided cell, whether it is a mine, and the sources of a reason: the cell of "
    "a clue; -1 for the mine count; -2, -3, ... for the rules in the header.",
)


def columns_of(form: Form, setting: Setting, answers: Sequence[Answer]) -> tuple[Column, ...]:
    """Describe the columns of files; none of lines."""
    if form == "jsonl":
        return ()
    sides = {"height": str(setting.height), "width": str(setting.width)}
    listed = [
        Column(
            name=name,
            dtype=setting.board().grid.dtype.name if name == "boards" else kind.dtype,
            shape=tuple(sides.get(side, side) for side in kind.shape),
            meaning=kind.meaning,
        )
        for name, kind in _KINDS.items()
        if kind.answer is None or kind.answer in answers
    ]
    if form == "parquet" and "reasons" in answers:
        listed = [column for column in listed if not column.name.startswith("reasons_")]
        listed.append(_NESTED)
    return tuple(listed)


def arrays_of(made: Positions) -> Arrays:
    """Return the arrays of positions by name, with those of the reasons among them."""
    named: dict[str, NDArray[Any]] = {}
    for name in _KINDS:
        of_reasons = name.removeprefix("reasons_")
        source: Any = made if of_reasons == name else made.reasons
        array = None if source is None else getattr(source, of_reasons)
        if array is not None:
            named[name] = array
    return named


def positions_of(arrays: Arrays, setting: Setting, rules: tuple[str, ...] | None) -> Positions:
    """Return positions by their arrays.

    Raises ValueError if an array is missing, or has another type or other dimensions than it says.
    """
    answers = {name: kind.answer for name, kind in _KINDS.items() if name in arrays}
    asked = {answer for answer in answers.values() if answer is not None}
    sides = {"N": len(arrays["seeds"]) if "seeds" in arrays else 0}
    if rules is not None:
        asked.add("reasons")
        sides["R"] = len(arrays["reasons_cells"]) if "reasons_cells" in arrays else 0
        sides["R + 1"] = sides["R"] + 1
        sides["S"] = len(arrays["reasons_sources"]) if "reasons_sources" in arrays else 0
    described = columns_of("npz", setting, tuple(asked))
    for column in described:
        shape = tuple(sides[side] if side in sides else int(side) for side in column.shape)
        array = arrays.get(column.name)
        if array is None:
            raise ValueError(f"the array {column.name} is missing")
        if (array.dtype.name, array.shape) != (column.dtype, shape):
            raise ValueError(
                f"the array {column.name} is {array.dtype.name} of shape {array.shape}; expected "
                f"{column.dtype} of shape {shape}"
            )
    for name in arrays.keys() - {column.name for column in described}:
        raise ValueError(f"the array {name} is one too many")
    parts = {name: array for name, array in arrays.items() if not name.startswith("reasons_")}
    reasons = None
    if rules is not None:
        given = {
            name.removeprefix("reasons_"): array
            for name, array in arrays.items()
            if name not in parts
        }
        reasons = Reasons(rules=rules, **given)
    return Positions(setting, reasons=reasons, **parts)
