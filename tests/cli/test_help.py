"""The help of every command stays as it is, until it is changed on purpose."""

from __future__ import annotations

import pytest

from tests.cli.helps import FOLDER, helps

HELPS = helps()


def test_every_command_has_its_help_kept() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(HELPS)


@pytest.mark.parametrize("name", HELPS)
def test_help_is_as_it_was(name: str) -> None:
    """After a change on purpose, `python -m tests.cli.helps` writes the texts anew."""
    assert HELPS[name] == (FOLDER / name).read_text("utf-8")
