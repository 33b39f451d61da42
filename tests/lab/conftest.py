"""Workers without processes, as in the tests of games."""

from __future__ import annotations

from tests.games.conftest import threads

__all__ = ["threads"]
