"""The name of the environments in the registry of Gymnasium."""

from __future__ import annotations

from typing import Final

from logicsweep.errors import MissingLibraryError

ENVIRONMENT: Final = "logicsweep/Minesweeper-v0"
"""The name of the environment."""


def register() -> None:
    """Have `gymnasium.make` and `gymnasium.make_vec` know the environment by its name.

    Importing `logicsweep.lab.gym` does this where the extra `gym` is installed. To do it again
    changes nothing.

    Raises:
        MissingLibraryError: The extra `gym` is not installed.
    """
    try:
        import gymnasium
    except ImportError:
        raise MissingLibraryError("gymnasium", extra="gym", purpose="an environment") from None
    if ENVIRONMENT in gymnasium.registry:
        return
    gymnasium.register(
        id=ENVIRONMENT,
        entry_point="logicsweep.lab.gym.environment:MinesweeperEnv",
        vector_entry_point="logicsweep.lab.gym.vector:MinesweeperVectorEnv",
    )
