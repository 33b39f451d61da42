"""Other neighbours: six cells in a ring, each next to two others."""

import numpy as np

from logicsweep import Adjacency, Board, KnowledgeBase

ring = Adjacency.of([[(cell - 1) % 6, (cell + 1) % 6] for cell in range(6)])
flat = Board.parse("2???1?")  # inconsistent as a row, where the 2 has only one neighbour
board = Board(np.array(flat.grid), mines=3, adjacency=ring)
found = KnowledgeBase(board).consequences()
print("mines:", *sorted(found.mines))
print("safe:", *sorted(found.safe))
