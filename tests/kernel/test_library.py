"""The native library: it was built from these sources, and a library that fails is not used."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from logicsweep.kernel.library import ABI, CHOICE, FILE, PATH, kernel_in_use, library
from tests.conftest import ROOT, Run
from tools.compiling import KERNEL, LIBRARY, compile_kernel, digest, system_compiler

SAY = "from logicsweep.kernel import kernel_in_use; print(kernel_in_use())"
compiler = system_compiler()
needs_compiler = pytest.mark.skipif(compiler is None, reason="there is no C compiler")


def in_a_process(**environment: str) -> str:
    """What the kernel in use is, or the error, in a process with these variables and no others."""
    kept = {name: value for name, value in os.environ.items() if name not in (CHOICE, FILE)}
    done = subprocess.run(
        [sys.executable, "-c", SAY],
        capture_output=True,
        text=True,
        env={**kept, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )
    return (done.stdout or done.stderr).strip().splitlines()[-1]


def test_the_tests_run_with_the_kernel() -> None:
    """Unless the environment chooses Python, or there is neither a library nor a compiler."""
    if os.environ.get(CHOICE) == "python":
        assert kernel_in_use() == "python"
    elif LIBRARY.exists() or compiler:
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
    worker = ROOT / "logicsweep" / "page" / "browser" / "worker" / "kernel.js"
    script = worker.read_text(encoding="utf-8")
    assert re.findall(r"^const ABI = (\d+);$", script, re.MULTILINE) == [str(ABI)]


@pytest.fixture(scope="module")
def works(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of these sources, in a folder of its own."""
    assert compiler
    path = tmp_path_factory.mktemp("kernel") / LIBRARY.name
    compile_kernel(compiler, path, options=["-O0"])
    return path


@pytest.fixture
def other_interface(tmp_path: Path) -> Path:
    """A library of the next version of the interface."""
    assert compiler
    text = (KERNEL / "kernel.h").read_text(encoding="utf-8")
    changed = text.replace(f"#define LS_ABI {ABI}\n", f"#define LS_ABI {ABI + 1}\n")
    assert changed != text
    for source in KERNEL.glob("*.[ch]"):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    (tmp_path / "kernel.h").write_text(changed, encoding="utf-8")
    compile_kernel(compiler, tmp_path / LIBRARY.name, kernel=tmp_path, options=["-O0"])
    return tmp_path / LIBRARY.name


@needs_compiler
def test_the_environment_decides(works: Path) -> None:
    there = {FILE: str(works)}
    assert in_a_process(**there) == "native"
    assert in_a_process(**there, **{CHOICE: "native"}) == "native"
    assert in_a_process(**there, **{CHOICE: "python"}) == "python"


@pytest.mark.parametrize("choice", ["NATIVE", "no", "1"])
def test_no_other_choice_is_taken(choice: str) -> None:
    said = in_a_process(**{CHOICE: choice})
    nearest = " (did you mean native?)" if choice == "NATIVE" else ""
    assert said.endswith(f"unknown value of {CHOICE} '{choice}'{nearest}; known: native, python")


def test_no_library(tmp_path: Path) -> None:
    missing = str(tmp_path / "native.so")
    assert in_a_process(**{FILE: missing}) == "python"
    said = in_a_process(**{FILE: missing, CHOICE: "native"})
    assert said.endswith(f"KernelError: {CHOICE}=native, but there is no file {missing}")


@pytest.mark.parametrize("content", [b"", b"\x7fELF", b"no library at all\n"])
def test_a_file_that_is_no_library(content: bytes, tmp_path: Path) -> None:
    broken = tmp_path / LIBRARY.name
    broken.write_bytes(content)
    assert in_a_process(**{FILE: str(broken)}) == "python"
    assert f"{broken} does not load: " in in_a_process(**{FILE: str(broken), CHOICE: "native"})


@needs_compiler
def test_a_library_of_something_else(tmp_path: Path) -> None:
    assert compiler
    (tmp_path / "other.c").write_text("int ls_other(void) { return 1; }\n", encoding="utf-8")
    other = tmp_path / LIBRARY.name
    compile_kernel(compiler, other, kernel=tmp_path, options=["-O0"])
    assert in_a_process(**{FILE: str(other)}) == "python"
    assert "ls_abi" in in_a_process(**{FILE: str(other), CHOICE: "native"})


@needs_compiler
def test_another_interface(other_interface: Path) -> None:
    assert in_a_process(**{FILE: str(other_interface)}) == "python"
    assert in_a_process(**{FILE: str(other_interface), CHOICE: "native"}).endswith(
        f"has version {ABI + 1} of the interface; expected version {ABI}"
    )


def test_it_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = library()
    monkeypatch.setenv(CHOICE, "python" if before else "native")
    assert library() is before


def test_the_version_names_the_kernel(logicsweep: Run, tmp_path: Path) -> None:
    missing = str(tmp_path / "native.so")
    python = logicsweep("--version", **{CHOICE: "python"})
    assert python.stdout.endswith(" (Python kernel)\n")
    assert python.returncode == 0
    refused = logicsweep("--version", **{CHOICE: "native", FILE: missing})
    assert refused.returncode == 2
    assert refused.stderr == f"logicsweep: {CHOICE}=native, but there is no file {missing}\n"
    wrong = logicsweep("--version", **{CHOICE: "C"})
    assert wrong.returncode == 2
    assert wrong.stderr == f"logicsweep: unknown value of {CHOICE} 'C'; known: native, python\n"


def test_importing_loads_no_library() -> None:
    """And no numpy."""
    code = (
        "import sys\n"
        "from logicsweep.kernel.library import library\n"
        "assert library.cache_info().currsize == 0\n"
        "assert 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
