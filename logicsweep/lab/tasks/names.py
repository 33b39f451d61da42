"""Names that the help of commands lists, of what loads numpy; a test compares both."""

from __future__ import annotations

from typing import Literal

TaskKindName = Literal["move", "certain", "safe", "chance", "why"]
TaskFormName = Literal["grid", "json", "list", "markdown"]
SplitName = Literal["train", "test"]
