"""The JSON object of a board, declared once; it loads msgspec, so import it where JSON is used."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Number = Annotated[int, Meta(ge=0)]
# Not tuple[Number, Number]: msgspec 0.22 crashes on a union of a number with a bound and a tuple of
# a fixed length.
Bounds = Annotated[tuple[Number, ...], Meta(min_length=2, max_length=2)]
Position = Annotated[tuple[float, ...], Meta(min_length=2, max_length=2)]
Wall = Annotated[tuple[Bounds, ...], Meta(min_length=2, max_length=2)]
Densities = Annotated[
    tuple[Annotated[tuple[str | float, ...], Meta(min_length=1)], ...], Meta(min_length=1)
]


class BoardObject(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A position as a player sees it."""

    format: Annotated[
        Literal["logicsweep-board/1"], Meta(description="The format and its version.")
    ]
    board: Annotated[
        str | UnsetType | None, Meta(description="What the board is called; readers pass over it.")
    ] = UNSET
    height: Annotated[
        Annotated[int, Meta(ge=1)] | UnsetType,
        Meta(description="The number of rows. If given, it has to be right."),
    ] = UNSET
    width: Annotated[
        Annotated[int, Meta(ge=1)] | UnsetType,
        Meta(description="The number of columns. If given, it has to be right."),
    ] = UNSET
    mines: Annotated[
        Number | Bounds | UnsetType | None,
        Meta(
            description="The total number of mines: a number, [lower, upper] for a range, or null "
            "or absent when it is unknown."
        ),
    ] = UNSET
    density: Annotated[
        str | float | Densities | UnsetType | None,
        Meta(
            description="The prior probability of a mine in a cell, strictly between 0 and 1: "
            'a string such as "0.206" or "33/160", a number, a list of lists of these, one for '
            "each cell, or null or absent when unknown."
        ),
    ] = UNSET
    clues: Annotated[
        str | UnsetType | None,
        Meta(description="The clue model of clues that name none; null or absent for exact clues."),
    ] = UNSET
    rules: Annotated[
        str | UnsetType | None,
        Meta(
            description="The names of the rules, separated by blanks, such as `1M Q`; null or "
            "absent on an ordinary board."
        ),
    ] = UNSET
    topology: Annotated[
        str | UnsetType | None,
        Meta(
            description="The name of the topology, such as `hexagon` or `grid 4x4x4 wrap`; null or "
            "absent for the eight cells around a cell, or with `neighbours`."
        ),
    ] = UNSET
    neighbours: Annotated[
        tuple[tuple[Number, ...], ...] | UnsetType | None,
        Meta(
            description="For each cell, row by row, the numbers of its neighbours; cells are "
            "numbered row by row from 0. Null or absent where the topology says it."
        ),
    ] = UNSET
    positions: Annotated[
        tuple[Position, ...] | UnsetType | None,
        Meta(
            description="For each cell, row by row, where pictures show it: [x, y], y growing "
            "downwards. It goes with `neighbours`; null or absent where nothing is known."
        ),
    ] = UNSET
    walls: Annotated[
        tuple[Wall, ...] | UnsetType | None,
        Meta(
            description="Pairs of cells, [[row, column], [row, column]], between which there is a "
            "wall, so that they are no neighbours; null or absent where there are none."
        ),
    ] = UNSET
    liars: Annotated[
        Number | UnsetType,
        Meta(description="The most clues that may be wrong; 0 or absent when all are right."),
    ] = UNSET
    constraints: Annotated[
        tuple[str, ...] | UnsetType | None,
        Meta(
            description="Constraints that layouts satisfy as well, as in the native text format, "
            "such as `row 1: runs 3 1 of row 1`; null or absent without any."
        ),
    ] = UNSET
    rows: Annotated[
        tuple[str, ...],
        Meta(min_length=1, description="The rows of the board in the native text format."),
    ]

    def is_of_game(self, first: BoardObject) -> bool:
        """Tell whether it is a position of games that begin with another one, whatever is open."""
        changing = ("format", "board", "clues", "positions", "rows")
        names = [name for name in self.__struct_fields__ if name not in changing]
        return all(getattr(self, name) == getattr(first, name) for name in names)
