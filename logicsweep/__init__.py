"""logicsweep: proofs about Minesweeper positions.

`KnowledgeBase(board).consequences()` finds every covered cell that is provably safe or provably a
mine; `.count()` gives the exact probability of a mine in all others. Importing the package loads no
solver.
"""

# The public names are those of `__init__.pyi`. Each is loaded on first use, so that a command can
# handle Ctrl-C before anything heavy is imported.

import lazy_loader

__version__ = "0.2.0"

_public, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """Load a public name, or a room of the package, on first use."""
    from importlib import import_module
    from importlib.util import find_spec

    if name in __all__ or not name.isidentifier() or not find_spec(f"{__name__}.{name}"):
        return _public(name)
    return import_module(f"{__name__}.{name}")
