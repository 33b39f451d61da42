"""The native library: it was built from these sources, and a library that fails is not used."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from ctypes import sizeof
from pathlib import Path

import pytest
from msgspec import _core

from logicsweep.errors import KernelError, UnknownNameError
from logicsweep.kernel import headers
from logicsweep.kernel.library import CHOICE, FILE, PATH, kernel_in_use, library
from tests.conftest import ROOT, Run, needs_kernel
from tests.judges.refusals import refused
from tools.compiling import KERNEL, LIBRARY, Compiler, digest, system_compiler

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
    worker = ROOT / "logicsweep" / "site" / "browser" / "worker" / "kernel.js"
    script = worker.read_text(encoding="utf-8")
    assert re.findall(r"^const ABI = (\d+);$", script, re.MULTILINE) == [str(headers.LS_ABI)]


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
    version = headers.LS_ABI
    monkeypatch.setattr(headers, "LS_ABI", version + 1)
    assert refusal(**{FILE: THERE}).endswith(
        f"has version {version} of the interface; expected version {version + 1}"
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


SIZES = """
#include "play.h"
#include <stdio.h>
int main(void) {{
    {}
    return 0;
}}
"""


def test_structures_are_laid_out_as_the_compiler_does(compiler: Compiler, tmp_path: Path) -> None:
    kinds = [kind for kind in vars(headers).values() if inspect.isclass(kind)]
    kinds = [kind for kind in kinds if kind.__name__.startswith("ls_")]
    fields = [(kind, field) for kind in kinds for field, _ in kind._fields_]
    asked = [f"offsetof({kind.__name__}, {field})" for kind, field in fields]
    asked += [f"sizeof({kind.__name__})" for kind in kinds]
    text = SIZES.format("".join(f'printf("%d ", (int){each});' for each in asked))
    (tmp_path / "sizes.c").write_text(text, encoding="utf-8")
    made = str(tmp_path / "sizes")
    subprocess.run([*compiler, f"-I{KERNEL}", "-o", made, tmp_path / "sizes.c"], check=True)
    said = subprocess.run([made], capture_output=True, check=True).stdout
    offsets = [getattr(kind, field).offset for kind, field in fields]
    assert len(kinds) >= 25
    assert list(map(int, said.split())) == [*offsets, *map(sizeof, kinds)]


def test_importing_loads_no_library() -> None:
    """And no numpy."""
    code = (
        "import sys\n"
        "from logicsweep.kernel.library import library\n"
        "assert library.cache_info().currsize == 0\n"
        "assert 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
