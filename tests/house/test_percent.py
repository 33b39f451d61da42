"""Percentages are written in one way."""

from __future__ import annotations

import ast

from tests.house.modules import MODULES


def test_percentages_are_written_in_one_way() -> None:
    """No f-string has a `%` format of its own; densities in tables of reports are whole."""
    for name, path in MODULES.items():
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "%}" in text else ():
            if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
                spec = ast.unparse(node.format_spec)
                assert "%" not in spec or name == "lab.experiments.reporting", (name, node.lineno)
