"""A skip that is not on the list fails in CI, and the list is of tests that there are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import skips
from tests.conftest import ROOT

CONFTEST = """
from tests import skips
skips.listed = lambda: [skips.Listed("test_it.py::test_veripb[", "not installed", "why")]
def pytest_configure(config): skips.install(config)
"""
TESTS = """
import pytest
@pytest.mark.parametrize("name", ["a", "b c"])
def test_veripb(name): pytest.importorskip("veripb", reason="VeriPB is not installed")
@pytest.mark.xfail(reason="as it should")
def test_that_fails(): assert False
def test_that_runs(): pass
"""
UNLISTED = [
    ("test_it.py", "@pytest.mark.skipif(True, reason='not installed')\ndef test_other(): pass"),
    ("test_it.py", "def test_veripb_too(): pytest.skip('not installed')"),
    ("test_more.py", "import pytest\npytest.importorskip('no_such_module')\ndef test(): pass"),
]


def run(folder: Path, *words: str, **variables: str) -> tuple[int, str]:
    """Run the tests of a folder, without other plugins than xdist.

    Returns the exit code and what is printed.
    """
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist", "-p", "no:cacheprovider", *words],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            **variables,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_it.py").write_text(TESTS)
    return tmp_path


@pytest.mark.slow
def test_a_skip_that_is_not_listed_fails_where_that_is_asked(folder: Path) -> None:
    listed, none = {skips.ALLOWED: "listed"}, {skips.ALLOWED: "none"}
    assert run(folder, **listed)[0] == 0
    code, said = run(folder, "-n", "1", **none)
    assert code == 1
    assert "test_it.py::test_veripb[b c]: VeriPB is not installed" in said
    for name, text in UNLISTED:
        with (folder / name).open("a") as file:
            file.write(f"{text}\n")
    assert run(folder)[0] == 0
    code, said = run(folder, "-n", "1", **listed)
    assert code == 1
    cases = said.partition("skipped, and should not be ")[2].splitlines()[1:4]
    assert sorted(case.partition(": ")[0] for case in cases) == [
        *("test_it.py::test_other", "test_it.py::test_veripb_too", "test_more.py")
    ]


def test_the_list_is_of_tests_that_there_are() -> None:
    for entry in skips.listed():
        path, _, name = entry.tests.partition("::")
        text = (ROOT / path).read_text("utf-8")
        assert f"def {name.partition('[')[0]}" in text, entry.tests
        assert entry.why.endswith("."), entry.tests
        for word in entry.by_hand.split():
            assert not word.startswith("tests/") or (ROOT / word).exists(), entry.tests
