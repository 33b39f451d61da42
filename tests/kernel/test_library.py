"""The native library: it was built from these sources, and a library that fails is not used."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import _core

from logicsweep.errors import KernelError, UnknownNameError
from logicsweep.kernel.library import ABI, CHOICE, FILE, PATH, kernel_in_use, library
from tests.conftest import ROOT, Run, needs_kernel
from tests.judges.refusals import refused
from tools.compiling import KERNEL, LIBRARY, digest, system_compiler

# The library of this run, if there is one.
THERE = os.environ.get(FILE) or PATH


def in_use(**environment: str) -> str:
    """What the kernel in use would be, in a process with these variables and no others."""
    with pytest.MonkeyPatch.context() as patch:
        for name in (CHOICE, FILE):
            patch.delenv(name, raising=False)
        for name, value in environment.items():
            patch.setenv(name, value)
        return "python" if library.__wrapped__() is None else "native"


def refusal(**environment: str) -> str:
    """What is said where the native kernel is required, and there is none."""
    assert in_use(**environment) == "python"
    with pytest.raises(KernelError) as caught:
        in_use(**environment, **{CHOICE: "native"})
    return str(caught.value)


def test_the_tests_run_with_the_kernel() -> None:
    """Unless the environment chooses Python, or there is neither a library nor a compiler."""
    if os.environ.get(CHOICE) == "python":
        assert kernel_in_use() == "python"
    elif LIBRARY.exists() or system_compiler():
        assert kernel_in_use() == "native", "build the kernel: tools/kernel"
    else:
        assert kernel_in_use() == "python"


def test_the_library_was_built_from_these_sources() -> None:
    loaded = library()
    if loaded is None:
        pytest.skip("there is no native kernel in this run")
    assert loaded.ls_sources().decode() == digest(), "build the kernel again: tools/kernel"


def test_the_build_and_the_package_agree() -> None:
    assert Path(PATH) == LIBRARY
    header = (KERNEL / "kernel.h").read_text(encoding="utf-8")
    assert re.findall(r"^#define LS_ABI (\d+)$", header, re.MULTILINE) == [str(ABI)]
    worker = ROOT / "logicsweep" / "site" / "browser" / "worker" / "kernel.js"
    script = worker.read_text(encoding="utf-8")
    assert re.findall(r"^const ABI = (\d+);$", script, re.MULTILINE) == [str(ABI)]


@needs_kernel
def test_the_environment_decides() -> None:
    there = {FILE: THERE}
    assert in_use(**there) == "native"
    assert in_use(**there, **{CHOICE: "native"}) == "native"
    assert in_use(**there, **{CHOICE: "python"}) == "python"


@pytest.mark.parametrize("choice", ["NATIVE", "no", "1"])
def test_no_other_choice_is_taken(choice: str) -> None:
    with refused(UnknownNameError, name=choice, known=("native", "python")) as caught:
        in_use(**{CHOICE: choice})
    assert ("did you mean native?" in str(caught.value)) == (choice == "NATIVE")


def test_no_library(tmp_path: Path) -> None:
    missing = str(tmp_path / "native.so")
    assert refusal(**{FILE: missing}) == f"{CHOICE}=native, but there is no file {missing}"


@pytest.mark.parametrize("content", [b"", b"\x7fELF", b"no library at all\n"])
def test_a_file_that_is_no_library(content: bytes, tmp_path: Path) -> None:
    broken = tmp_path / LIBRARY.name
    broken.write_bytes(content)
    assert f"{broken} does not load: " in refusal(**{FILE: str(broken)})


def test_a_library_of_something_else() -> None:
    assert "ls_abi" in refusal(**{FILE: _core.__file__})


@needs_kernel
def test_another_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logicsweep.kernel.library.ABI", ABI + 1)
    assert refusal(**{FILE: THERE}).endswith(
        f"has version {ABI} of the interface; expected version {ABI + 1}"
    )


def test_it_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = library()
    monkeypatch.setenv(CHOICE, "python" if before else "native")
    assert library() is before


def test_the_version_names_the_kernel(logicsweep: Run) -> None:
    python = logicsweep("--version", **{CHOICE: "python"})
    assert python.stdout.endswith(" (Python kernel)\n")
    assert python.returncode == 0


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ("native", f"{CHOICE}=native, but there is no file missing.so"),
        ("C", f"unknown value of {CHOICE} 'C'; known: native, python"),
    ],
)
def test_no_version_without_the_kernel_that_is_required(
    choice: str, said: str, logicsweep: Run
) -> None:
    done = logicsweep("--version", **{CHOICE: choice, FILE: "missing.so"})
    assert (done.returncode, done.stderr) == (2, f"logicsweep: {said}\n")


def test_importing_loads_no_library() -> None:
    """And no numpy."""
    code = (
        "import sys\n"
        "from logicsweep.kernel.library import library\n"
        "assert library.cache_info().currsize == 0\n"
        "assert 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
