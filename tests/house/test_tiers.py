"""Each case is in its tier: a run with `--tiers` says which are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.house.test_skips import run

CONFTEST = """
from tests import tiers
tiers.QUICK = 0.1
def pytest_addoption(parser): tiers.options(parser)
def pytest_configure(config): tiers.install(config)
def pytest_collection_modifyitems(items): tiers.choose(items)
"""
INI = "[pytest]\nmarkers =\n  slow\n  night\n  random\n  few\n"
TESTS = """
import subprocess, sys
from functools import cache
from time import process_time
import pytest

def work(seconds):
    start = process_time()
    while process_time() < start + seconds: pass

@pytest.fixture(scope="module")
def shared(): work(0.15)

@pytest.fixture
def dear(): work(0.13)

@cache
def remembered(): work(0.15)

def test_cheap(): pass
def test_shared(shared): pass
def test_remembered(): remembered()
def test_fixture(dear): pass
def test_dear(): work(0.13)
def test_process():
    code = "from time import process_time\\nwhile process_time() < 0.2: pass"
    subprocess.run([sys.executable, "-c", code], check=True)
@pytest.mark.slow
def test_slow(): work(0.03)
@pytest.mark.slow
def test_quick_in_truth(): pass
@pytest.mark.slow
@pytest.mark.random
def test_random(): pass
@pytest.mark.night
def test_night(): pass
@pytest.mark.few
@pytest.mark.parametrize("number", range(13))
def test_few(number): pass
"""
FAULTS = {
    "test_fixture": "no mark",
    "test_dear": "no mark",
    "test_process": "no mark",
    "test_quick_in_truth": "marked slow",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "pytest.ini").write_text(INI)
    (tmp_path / "test_it.py").write_text(TESTS)
    return tmp_path


@pytest.mark.slow
def test_a_case_in_the_wrong_tier_is_named(folder: Path) -> None:
    costs = folder / "costs.json"
    code, said = run(folder, "-n", "2", "--tiers", "--costs", str(costs))
    assert code == 1
    named = dict(
        line.removeprefix("test_it.py::").split(": ", 1)
        for line in said.splitlines()
        if line.startswith("test_it.py::")
    )
    assert set(named) == set(FAULTS)
    for name, words in FAULTS.items():
        assert words in named[name]
    measured = json.loads(costs.read_text())
    assert len(measured) == 23
    assert 0.15 < measured["test_it.py::test_process"] < 2
    assert run(folder, "--tiers", "-k", "shared or random or cheap")[0] == 0


@pytest.mark.slow
def test_few_of_a_product_are_quick(folder: Path) -> None:
    code, said = run(folder, "--collect-only", "-q", "-k", "few", "-m", "not slow")
    assert code == 0
    kept = [line for line in said.splitlines() if "::" in line]
    assert kept == [f"test_it.py::test_few[{number}]" for number in (0, 3, 6, 9, 12)]
    assert "13/23 tests" in run(folder, "--collect-only", "-q", "-k", "few")[1]
