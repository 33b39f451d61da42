"""Reviews of played games: what each opening was, by proof, and what that cost.

Open `review.py` first. `mouse.py` and `log.py` say what was opened, `games/told` judges it.
"""
