"""A picture of each topology with the names of its cells, one cell and its neighbours framed.

python examples/studies/topology_pictures.py docs/pictures/topologies
"""

import sys
from pathlib import Path

import numpy as np

from logicsweep import Adjacency, Board, State, svg

SQUARE = Adjacency.square(5, 7)
# Above the cell 17, to its right, and across the corner between.
WALLS = [(10, 17), (17, 18), (11, 17)]
# Each with the height and width of a board, and the number of the cell in question.
TOPOLOGIES = {
    "square": (SQUARE, (5, 7), 17),
    "four": (Adjacency.four(5, 7), (5, 7), 17),
    "knight": (Adjacency.knight(5, 7), (5, 7), 17),
    "torus": (Adjacency.torus(5, 7), (5, 7), 7),
    "cylinder": (Adjacency.cylinder(5, 7), (5, 7), 7),
    "hexagon": (Adjacency.hexagon(5, 7), (5, 7), 17),
    "triangle": (Adjacency.triangle(5, 11), (5, 11), 27),
    "grid-3d": (Adjacency.grid((3, 3, 4)), (9, 4), 17),
    "grid-4d": (Adjacency.grid((2, 2, 2, 3)), (8, 3), 4),
    "walls": (SQUARE.without(WALLS), (5, 7), 17),
    "graph": (
        Adjacency.graph(
            [(0, 1), (0, 4), (1, 2), (1, 4), (2, 3), (2, 5), (3, 5), (4, 5), (4, 6), (5, 7)],
            positions=[(0, 0), (2, 0.3), (4, 0), (6, 0.5), (1, 2), (4, 1.8), (2, 3.6), (5, 3.4)],
        ),
        (2, 4),
        4,
    ),
}


def drawn(adjacency: Adjacency, shape: tuple[int, int], number: int) -> str:
    """The picture of a topology on a board of some height and width."""
    board = Board(np.full(shape, State.COVERED), adjacency=adjacency)
    cell = board.cell(number)
    return svg(
        board.picture(
            title=f"The cell {cell} and its neighbours: {adjacency.topology or 'a graph'}",
            grid=np.full(shape, State.UNCERTAIN),  # whose cells show their labels
            labels={(row, column): f"{row},{column}" for row, column in board.cells},
            focus=cell,
            around=board.neighbours(cell),
            around_word="its neighbours",
        )
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    for name, about in TOPOLOGIES.items():
        (folder / f"{name}.svg").write_text(drawn(*about), encoding="utf-8")
        print(f"{name}.svg")
