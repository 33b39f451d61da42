"""Names of the ways to explain a verdict."""

from __future__ import annotations

from typing import Final, Literal, get_args

ExplainedBy = Literal["sum"]
"""A way to explain a verdict, beside the set of its sources alone."""

BY: Final[tuple[ExplainedBy, ...]] = get_args(ExplainedBy)
