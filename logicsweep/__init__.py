"""logicsweep: proofs about Minesweeper positions.

`KnowledgeBase(Board.parse(text)).consequences()` gives every covered cell that is proved safe or a
mine, `.count()` the exact chance of a mine in all others. Importing the package loads no solver.

The public names are those of `public`, loaded with the first of them that is asked for: a command
can hear of Ctrl-C before that.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from logicsweep.public import *  # noqa: F403
    from logicsweep.public import __all__ as __all__

__version__: Final = "0.1.0"

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        from importlib import import_module
        from importlib.util import find_spec

        if name.isidentifier():
            if find_spec(f"logicsweep.{name}") is not None:
                return import_module(f"logicsweep.{name}")
            public = import_module("logicsweep.public")
            # From now on they are found without asking here.
            globals().update({known: getattr(public, known) for known in public.__all__})
            if name == "__all__":
                return public.__all__
            if name in globals():
                return globals()[name]
        raise AttributeError(f"module 'logicsweep' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})
