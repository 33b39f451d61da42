"""The seeds of the benchmark, by kind and stratum; `tools/arena` finds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SEEDS: Final[Mapping[str, Mapping[str, tuple[int, ...]]]] = {}
