"""Minesweeper as environments of Gymnasium, one game or many at once (extra `gym`).

To import this registers them, as Gymnasium expects it of packages, whose entry points it no longer
reads since 1.0. So `gymnasium.make("logicsweep.lab.gym:logicsweep/Minesweeper-v0")` makes one.
Open `vector.py` first, of which `environment.py` is one; `rewards.py` says what actions are worth.
"""

from contextlib import suppress

from logicsweep.errors import MissingLibraryError
from logicsweep.lab.gym.registration import register
from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)

with suppress(MissingLibraryError):  # the environments need the library, rewards do not
    register()
