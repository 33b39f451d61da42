"""Modules of the page, run by Node.js without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from tests.conftest import ROOT

BROWSER = ROOT / "logicsweep" / "page" / "browser"


def scripted(script: str, given: object) -> Any:
    """The JSON that a script prints, as a module in which `given` is a value and `page` a folder.

    Skips the test where there is no Node.js.
    """
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node.js: apt-get install nodejs")
    begin = (
        f"const page = {json.dumps(BROWSER.as_uri())};\n"
        'const read = (await import("node:fs")).readFileSync;\n'
        'const given = JSON.parse(read(0, "utf-8"));\n'
    )
    ran = subprocess.run(
        [node, "--no-warnings", "--input-type=module", "--eval", begin + script],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)
