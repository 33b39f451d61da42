"""The package of agents that only published tables need: its modules are shipped as examples.

They are in `examples/agents/published`, and are imported as `published.rref` and so on.
"""

from __future__ import annotations

from typing import Final

from logicsweep.formats.files import shipped_folder

# A module with a path is a package: imports look there for its modules.
__path__: Final = [str(shipped_folder("examples/agents/published"))]
