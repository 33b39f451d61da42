"""The names of the counting engines, apart from what they load."""

from __future__ import annotations

from typing import Final, Literal, get_args

from logicsweep.formulas.names import MCC_FILE, is_command

ELIMINATION: Final = "elimination"
MODELS: Final = "models"
GANAK: Final = "ganak"
EngineName = Literal["elimination", "models", "ganak"]
"""The name of a counting engine."""
ENGINES: Final[tuple[EngineName, ...]] = get_args(EngineName)
"""The names of the counting engines; `KnowledgeBase.count` says what each one does."""


def is_counter(engine: object) -> bool:
    """Tell whether an engine is a model counter: ganak, or the command of a program."""
    return engine == GANAK or is_command(engine, MCC_FILE)
