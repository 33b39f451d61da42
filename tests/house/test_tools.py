"""The tools of a night: mutants are what they say, and a step that fails is printed whole."""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT
from tools.mutating import Mutant, code_of, drawn


def test_a_mutant_is_one_function_with_one_change() -> None:
    mutants = drawn(ROOT, ["linear", "system"], 11, seed=7)
    assert [mutant.path.split("/")[1] for mutant in mutants].count("linear") == 6
    assert mutants == drawn(ROOT, ["linear", "system"], 11, seed=7)
    assert mutants != drawn(ROOT, ["linear", "system"], 11, seed=8)
    for mutant in mutants:
        source = (ROOT / mutant.path).read_text("utf-8")
        before, after = source.splitlines(), mutant.applied(source).splitlines()
        assert before[: mutant.line - 1] == after[: mutant.line - 1]
        rest = len(before) - mutant.end_line
        assert before[len(before) - rest :] == after[len(after) - rest :]
        code = code_of(mutant, source)
        assert code is not None, mutant
        assert code.co_qualname == mutant.function
        # The same function as it is, with the same lines.
        right = code_of(mutant._replace(text=_text_at(mutant, source)), source)
        assert right is not None
        assert (right.co_qualname, right.co_firstlineno) == (mutant.function, mutant.first)
        assert right != code, mutant


def _text_at(mutant: Mutant, source: str) -> str:
    _, _, _, line, column, end_line, end_column, _ = mutant
    lines = source.encode().splitlines(keepends=True)[line - 1 : end_line]
    lines[-1] = lines[-1][:end_column]
    lines[0] = lines[0][column:]
    return b"".join(lines).decode()


@pytest.fixture
def night() -> ModuleType:
    loader = SourceFileLoader("night", str(ROOT / "tools" / "night"))
    spec = spec_from_loader("night", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_a_step_that_fails_is_printed_with_its_command(
    night: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    good = night.Part(("sh", "-c", "echo some dots; echo 3 passed"), tmp_path)
    bad = night.Part(("sh", "-c", "echo why: $ROOM; exit 3"), tmp_path, {"ROOM": "count"})
    steps = {"good": lambda _: iter([good]), "bad": lambda _: iter([bad, good])}
    monkeypatch.setattr(night, "STEPS", steps)
    monkeypatch.setattr(sys, "argv", ["night", "good"])
    assert night.main() == 0
    assert "good: 3 passed (" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["night"])
    assert night.main() == 1
    said = capsys.readouterr().out
    assert "why: count\n\nTo repeat it, in" in said
    assert "ROOM=count sh -c" in said
    assert said.endswith("failed: bad\n")


def test_a_step_that_there_is_not(
    night: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["night", "tiers", "evening"])
    with pytest.raises(SystemExit) as ended:
        night.main()
    assert ended.value.code == 2
    assert "there is no step evening; expected tiers, night, soak" in capsys.readouterr().err
