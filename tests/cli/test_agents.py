"""`logicsweep list agents`: a line for each agent, as in the reference."""

from __future__ import annotations

import json
import re

from logicsweep.games import AGENTS
from tests.conftest import ROOT, Run
from tests.judges.terminal import on_a_terminal


def test_every_agent_has_a_line(logicsweep: Run) -> None:
    """The same as in the reference, but for what that links to."""
    page = (ROOT / "docs" / "reference" / "agents.md").read_text().partition("\n\n`linear`")[0]
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.+?) \|", page, re.MULTILINE))
    answer = json.loads(logicsweep("list", "agents", "--json").stdout)
    assert [one["name"] for one in answer["rows"]] == list(AGENTS)
    for one in answer["rows"]:
        assert rows[one["name"]].startswith(one["about"])
        assert one["plays_rules"] == AGENTS[one["name"]].plays_rules
    said = " ".join(logicsweep("list", "agents").stdout.split())
    for one in answer["rows"]:
        assert f"{one['name']} {one['about']}" in said


def test_a_narrow_terminal_has_the_line_below_the_name() -> None:
    lines = on_a_terminal(["list", "agents"], COLUMNS="40").splitlines()
    assert max(map(len, lines)) <= 40
    assert lines[:4] == ["name", "  how it decides", "random", "  opens a random covered cell"]
