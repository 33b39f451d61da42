"""How the kernel is compiled: which compiler is taken, and that nobody sees half a library."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from logicsweep.kernel import headers
from tests.conftest import ROOT
from tests.kernel.small import in_one_small_file
from tools import compiling
from tools.compiling import (
    KERNEL,
    LIBRARY,
    CompileError,
    Compiler,
    compile_kernel,
    compile_sanitized,
    digest,
    is_current,
    sources_of,
    system_compiler,
    works,
)

# For tests of how it is compiled, not of what comes out.
QUICK = ("-O0",)
SOURCES = [*sorted(KERNEL.glob("*.c")), *sorted(KERNEL.glob("*.h"))]
FAULTS = """
#include <stdint.h>
#include <stdlib.h>
#define API __attribute__((visibility("default")))
API int32_t ls_add(int32_t more) { return more + 1; }
API int32_t ls_freed(int32_t size) {
    volatile int32_t *numbers = calloc((size_t)size, sizeof *numbers);
    int32_t first = numbers[0];
    free((void *)numbers);
    return size > 1 ? numbers[0] : first;
}
"""


def stub(folder: Path, script: str) -> Path:
    """A program called `cc` in a folder."""
    path = folder / "cc"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    "script",
    [
        "echo 'no developer tools were found' >&2; exit 1",
        "exit 0",  # and makes nothing
        'while [ "$1" != -o ]; do shift; done; echo no library > "$2"',
    ],
)
def test_a_stub_is_no_compiler(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub(tmp_path, script)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert system_compiler({}) is None


def test_there_may_be_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert system_compiler({}) is None


@pytest.mark.slow
def test_the_variable_comes_before_cc(compiler: Compiler, tmp_path: Path) -> None:
    real = " ".join(compiler)
    assert system_compiler({"CC": f"{real} -g"}) == (*compiler, "-g")
    assert system_compiler({"CC": str(stub(tmp_path, "exit 1"))}) is None
    assert system_compiler({"CC": "'"}) is None
    assert system_compiler({"CC": ""}) == system_compiler({})


@pytest.mark.slow
def test_compilers_that_do_not_do(compiler: Compiler, tmp_path: Path) -> None:
    """One without headers, and one of another machine, whose library this Python does not load.

    Here the first bytes are spoilt.
    """
    assert not works((*compiler, "-nostdinc"))
    script = f"""
        {" ".join(compiler)} "$@" || exit 1
        while [ "$1" != -o ]; do shift; done
        printf other | dd of="$2" conv=notrunc 2>/dev/null
    """
    assert not works((str(stub(tmp_path, script)),))


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    """A copy of the C files, to change."""
    folder = tmp_path / "kernel"
    folder.mkdir()
    for path in SOURCES:
        shutil.copy(path, folder)
    return folder


def test_the_digest_is_of_names_texts_and_flags(
    kernel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {digest(), digest(kernel)}
    assert len(found) == 1
    with (kernel / "kernel.h").open("a", encoding="utf-8") as header:
        header.write("\n")
    found.add(digest(kernel))
    (kernel / "kernel.h").rename(kernel / "other.h")
    found.add(digest(kernel))
    (kernel / "other.h").unlink()
    found.add(digest(kernel))
    monkeypatch.setattr(compiling, "FLAGS", ("-O0",))
    found.add(digest(kernel))
    assert len(found) == 5


@pytest.mark.slow
def test_a_library_names_its_sources(
    compiler: Compiler, kernel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_one_small_file(kernel)
    monkeypatch.setattr(compiling, "digest", lambda folder=kernel, flags=(): digest(folder, flags))
    library = kernel / LIBRARY.name
    assert sources_of(library) is None
    compile_kernel(compiler, library, kernel=kernel, options=QUICK)
    assert sources_of(library) == digest(kernel)
    assert is_current(library)
    with (kernel / "kernel.h").open("a", encoding="utf-8") as header:
        header.write("/* changed */\n")
    assert not is_current(library)
    compile_kernel(compiler, library, kernel=kernel, options=QUICK)
    assert is_current(library)


@pytest.mark.night
def test_the_compiler_warns_of_nothing(compiler: Compiler, tmp_path: Path) -> None:
    compile_kernel(compiler, tmp_path / LIBRARY.name, options=["-Werror"])
    assert is_current(tmp_path / LIBRARY.name)


@pytest.mark.slow
def test_an_error_leaves_the_library_that_is_there(compiler: Compiler, kernel: Path) -> None:
    in_one_small_file(kernel)
    sources = {path.name for path in kernel.iterdir()}
    library = kernel / LIBRARY.name
    compile_kernel(compiler, library, kernel=kernel, options=QUICK)
    before = library.read_bytes()
    (kernel / "door.c").write_text("int f(void) { return nothing; }\n", encoding="utf-8")
    with pytest.raises(CompileError, match="nothing"):
        compile_kernel(compiler, library, kernel=kernel)
    assert library.read_bytes() == before
    assert {path.name for path in kernel.iterdir()} == {*sources, library.name}


@pytest.mark.slow
def test_builds_at_once_and_a_library_in_use(compiler: Compiler, kernel: Path) -> None:
    """At every moment there is a whole library, and one that is loaded goes on working."""
    in_one_small_file(kernel)
    sources = {path.name for path in kernel.iterdir()}
    library = kernel / LIBRARY.name
    compile_kernel(compiler, library, kernel=kernel, options=QUICK)
    loaded = ctypes.CDLL(str(library))
    loaded.ls_sources.restype = ctypes.c_char_p
    with ThreadPoolExecutor(3) as pool:
        build = partial(compile_kernel, compiler, library, kernel=kernel, options=QUICK)
        builds = [pool.submit(build) for _ in range(6)]
        while not all(build.done() for build in builds):
            assert sources_of(library) == digest(kernel)
            assert loaded.ls_sources().decode() == digest(kernel)
    for build in builds:
        build.result()
    assert {path.name for path in kernel.iterdir()} == {*sources, library.name}


@pytest.mark.skipif(not shutil.which("nm"), reason="needs nm")
@pytest.mark.skipif(not LIBRARY.exists(), reason="the kernel is not built")
@pytest.mark.skipif(sys.platform != "linux", reason="names symbols as Linux does")
def test_nothing_else_is_exported() -> None:
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True
    )
    names = {line.split()[-1] for line in listed.stdout.splitlines()}
    assert names == set(headers.SIGNATURES) >= {"ls_abi", "ls_sources"}


def test_numbers_have_one_size_everywhere() -> None:
    """A `long` has 32 bits on Windows, a `long double` 64, 80 or 128."""
    for source in SOURCES:
        text = source.read_text(encoding="utf-8")
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
        assert not re.search(r"\b(?:long|short|wchar_t)\b", code), source.name


@pytest.mark.night
@pytest.mark.skipif(sys.platform != "linux", reason="sanitizers are loaded as Linux does")
@pytest.mark.usefixtures("compiler")
def test_sanitizers_find_planted_faults(tmp_path: Path) -> None:
    """That they let the kernel pass, which has none, is seen in `test_sanitized.py`."""
    (tmp_path / "faults.c").write_text(FAULTS, encoding="utf-8")
    planted = tmp_path / "planted.so"
    environment = compile_sanitized(planted, kernel=tmp_path)
    for call, fault in (
        ("ls_add(1)", ""),
        ("ls_add(2**31 - 1)", "runtime error: signed integer overflow"),
        ("ls_freed(1)", ""),
        ("ls_freed(2)", "AddressSanitizer: heap-use-after-free"),
    ):
        done = run_with(environment, f"import ctypes; ctypes.CDLL({str(planted)!r}).{call}")
        assert (done.returncode == 0) == (not fault)
        assert fault in done.stderr
        assert fault or not done.stderr


def run_with(environment: dict[str, str], code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )
