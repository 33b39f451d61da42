"""Dealing: layouts from seeds, and layouts that can be won without a guess.

Open `no_guess.py` first: it defines what that means. `walk.py` says how far proofs lead, and by
which steps; `deal.py` finds layouts, by rejection or by repairs (`repair.py`).
"""
