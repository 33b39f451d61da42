"""What takes processes or libraries, without them: agents of exams, workers, plots and p-values."""

from __future__ import annotations

from tests.games.plain import plain_reports, threads
from tests.games.seated import seated

__all__ = ["plain_reports", "seated", "threads"]
