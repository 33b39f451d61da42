"""Read a board, print the cells that are safe to open, open one of them and ask again."""

from pathlib import Path

from logicsweep import KnowledgeBase, read_board

board = read_board((Path(__file__).parent / "boards" / "expert.board").read_bytes())
kb = KnowledgeBase(board)
print("safe to open:", *sorted(kb.consequences().safe))
new = kb.tell((12, 0), 1)  # the cell was opened and shows a 1
print("newly proved:", len(new.safe), "safe,", len(new.mines), "mines; safe:", *sorted(new.safe))
