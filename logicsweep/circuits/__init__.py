"""Circuits: all layouts of a board as one value that counts, conditions, weighs and samples.

In: the constraints of a board, and the order in which elimination sums out its boxes. Out: a
decomposable, deterministic circuit (d-DNNF). Open `circuit.py` first (the nodes, and
the questions), then `compiling.py` (from tables to nodes).
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
