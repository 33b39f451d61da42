"""The names in the help of the lab's commands are those of its registries."""

from __future__ import annotations

import re

from logicsweep.lab.data import columns, command as data, manifest
from logicsweep.lab.tasks import command as names
from logicsweep.lab.tasks.kinds import KINDS
from logicsweep.lab.tasks.prompts import FORMS
from logicsweep.lab.tasks.symmetry import Split
from tests.cli.test_names import values
from tests.conftest import ROOT


def test_names_in_help_are_those_of_the_registries() -> None:
    assert values(data.FormName) == ["jsonl", *values(manifest.Form)]
    assert values(data.FloatName) == values(columns.FloatName)
    words = (ROOT / "tests" / "cli" / "help" / "tasks.txt").read_text("utf-8")
    assert all(re.search(rf"KIND .*\b{name}\b", words) for name in KINDS)
    assert values(names.TaskFormName) == list(FORMS)
    assert values(names.SplitName) == values(Split)
