"""Explanations: sets of sources, steps, counterexamples, diagnoses, and all of it in words.

In: a board and its verdicts. Out: `Explanation`, `Step`, `Difficulty`, `Counterexample`,
`Diagnosis`. Open `explanation.py` first (the values), then `steps.py` (the easiest next deduction).
`certificates/` trusts nothing of the rest.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
