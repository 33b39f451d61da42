"""Agents that sit in this process."""

from __future__ import annotations

from tests.lab.exams.seated import seated

__all__ = ["seated"]
