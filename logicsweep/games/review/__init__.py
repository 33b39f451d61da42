"""Reviews of played games: what each opening was, by proof, and what that cost.

Open `review.py` first. `mouse.py` and `log.py` say what was opened, `grades.py` judges it.
`causes.py` says why a game was lost.
"""
