"""Another neighbourhood: six cells in a ring, each next to two others."""

import numpy as np

from logicsweep import Adjacency, Board, KnowledgeBase

ring = Adjacency.of([[(cell - 1) % 6, (cell + 1) % 6] for cell in range(6)])
flat = Board.parse("2???1?")  # impossible in a row: the 2 has one neighbour there
board = Board(np.array(flat.grid), total_mines=3, adjacency=ring)
found = KnowledgeBase(board).consequences()
print("mines:", *sorted(found.mines))
print("safe:", *sorted(found.safe))
