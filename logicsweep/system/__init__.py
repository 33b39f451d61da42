"""The constraints of a board, over cell numbers, without the grid.

In: a `Board`. Out: a `ConstraintSystem`, and its boxes and components. Open `system.py` first, then
`partition.py`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
