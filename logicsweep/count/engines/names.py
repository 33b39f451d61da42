"""The names of the counting engines, apart from what they load."""

from __future__ import annotations

from typing import Final, Literal, get_args

ELIMINATION: Final = "elimination"
MODELS: Final = "models"
GANAK: Final = "ganak"
EngineName = Literal["elimination", "models", "ganak"]
"""The name of a counting engine."""
ENGINES: Final[tuple[EngineName, ...]] = get_args(EngineName)
"""The names of the counting engines; `KnowledgeBase.count` says what each one does."""
