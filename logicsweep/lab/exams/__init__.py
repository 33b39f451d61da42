"""Exams of agents: every claim that an agent makes in its games, held against the verdicts.

Open `exam.py` first. `hosting.py` has the player: an agent in a process of its own, where no mine
is known. There `process.py` hosts a class by the lines that programs speak, and `candidate.py`
plays through the interface of the class.
`examiner.py` judges, `report.py` holds what it says.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
