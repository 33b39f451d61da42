"""Modules of the page, run by Node.js without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from logicsweep.site.files import Contents
from tests.conftest import ROOT

BROWSER = ROOT / "logicsweep" / "site" / "browser"


def in_node(*words: str | Path, given: str = "", folder: Path | None = None) -> str:
    """What Node.js prints with these words and this standard input; skips where there is none."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node.js: apt-get install nodejs")
    ran = subprocess.run(
        [node, "--no-warnings", *words],
        input=given,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=folder,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def modules_in(folder: Path, files: Mapping[str, bytes] | None = None) -> Path:
    """Write modules into a folder: these, or all of the page as a browser gets them."""
    contents = Contents.of().by_name if files is None else files
    # Or node takes the files for scripts of an older kind.
    for name, data in {**contents, "package.json": b'{"type": "module"}'}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def scripted(script: str, given: object) -> Any:
    """The JSON that a script prints, as a module in which `given` is a value and `page` a folder.

    Skips the test where there is no Node.js.
    """
    begin = (
        f"const page = {json.dumps(BROWSER.as_uri())};\n"
        'const read = (await import("node:fs")).readFileSync;\n'
        'const given = JSON.parse(read(0, "utf-8"));\n'
    )
    said = in_node("--input-type=module", "--eval", begin + script, given=json.dumps(given))
    return json.loads(said)
