"""All layouts of a part and of the board: how many, where, which, drawn.

In: the components of a board, the interior, and the mine count or density. Out: `ModelCount`,
distributions, joint marginals, samples, circuits.

Of a component open `plan.py` first (joins along a tree), then `row_keys.py` (rows, as a picture),
`trellis.py` (pairs of rows) and `passes.py` (numbers for them); nothing knows a grid there. Of a
board open `layouts.py` first (the questions), then `prior.py` (components convolved with the prior,
such as the mine count).
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
