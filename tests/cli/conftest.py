"""What takes processes or libraries, without them, as in the tests of games."""

from __future__ import annotations

from tests.games.conftest import plain_reports, seated, threads

__all__ = ["plain_reports", "seated", "threads"]
