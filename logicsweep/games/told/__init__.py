"""The judge of a game: the knowledge of its player, its consequences, the worth of a move.

Open `told.py` first. Reviews, causes of losses, referees and claims read it, and so do the lab's
exams, tasks and judgements of moves.
"""
