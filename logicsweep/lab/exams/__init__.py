"""Exams of agents: every claim that an agent makes in its games, held against the verdicts.

Open `exam.py` first. `process.py` runs in the process of the agent, where no mine is known, and
`candidate.py` plays there through the interface of the agent; `hosting.py` talks with that process.
`examiner.py` judges, `report.py` holds what it says.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
