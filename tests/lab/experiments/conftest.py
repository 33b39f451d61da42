"""Reports without libraries."""

from __future__ import annotations

from tests.lab.experiments.plain import plain_reports

__all__ = ["plain_reports"]
