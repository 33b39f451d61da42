"""Explanations: sets of sources, steps, counterexamples, diagnoses, and all of it in words.

In: a board and its verdicts. Out: `Explanation`, `Step`, `Difficulty`, `Counterexample`,
`Diagnosis`. Open `explanation.py` first (the values), then `steps.py` (the easiest next deduction).
`certificates/` trusts nothing of the rest.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
