"""The build hook in a small project: which wheels it makes, with and without a compiler."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import ROOT
from tests.kernel.small import in_one_small_file
from tools.compiling import KERNEL, LIBRARY, WASM, ZIG, sources_of, wasm_clang, zig_target

pytest.importorskip("hatchling")
# Each builds wheels in processes.
pytestmark = pytest.mark.slow

needs_compiler = pytest.mark.usefixtures("compiler")
without_zig = pytest.mark.skipif(find_spec("ziglang") is not None, reason="zig is installed")

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "logicsweep"
version = "0"
requires-python = ">=3.11"
[tool.hatch.build]
dev-mode-dirs = ["."]
[tool.hatch.build.targets.wheel]
packages = ["logicsweep"]
exclude = ["*.c"]
[tool.hatch.build.targets.wheel.hooks.custom]
path = "tools/hook.py"
"""
# What pip calls, in one of the ways that it has.
CALL = """
import json, sys
from hatchling import build
print(json.dumps(getattr(build, sys.argv[1])(*sys.argv[2:])))
"""
NAMES = {file.name for pattern in ("*.py", "*.pyi", "*.h") for file in KERNEL.glob(pattern)}


class Wheel(NamedTuple):
    tag: str
    names: set[str]
    said: str


class Project:
    """A checkout with a kernel and nothing else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "checkout"
        self._out = folder / "out"
        for source in ("tools", KERNEL.relative_to(ROOT)):
            shutil.copytree(
                ROOT / source,
                self._folder / source,
                ignore=shutil.ignore_patterns("__pycache__", "native*", ".native*", "*.wasm"),
            )
        in_one_small_file(self._folder / KERNEL.relative_to(ROOT))
        (self._folder / "logicsweep" / "__init__.py").touch()
        (self._folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
        shutil.copy(ROOT / ".gitignore", self._folder)
        self.library = self._folder / LIBRARY.relative_to(ROOT)

    def call(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Call a function of the build in a process of its own."""
        kept = {k: v for k, v in os.environ.items() if k != "PYTHONPATH" and "LOGICSWEEP" not in k}
        kept["LOGICSWEEP_WASM"] = "0"
        return subprocess.run(
            [sys.executable, "-c", CALL, *words],
            capture_output=True,
            text=True,
            cwd=self._folder,
            env={**kept, **environment},
            check=False,
        )

    def wheel(self, function: str = "build_wheel", **environment: str) -> Wheel:
        """Build a wheel."""
        shutil.rmtree(self._out, ignore_errors=True)
        done = self.call(function, str(self._out), **environment)
        assert done.returncode == 0, done.stderr
        (path,) = self._out.iterdir()
        with zipfile.ZipFile(path) as archive:
            inside = archive.namelist()
            (about,) = (name for name in inside if name.endswith("/WHEEL"))
            (tag,) = (
                line.removeprefix("Tag: ")
                for line in archive.read(about).decode().splitlines()
                if line.startswith("Tag: ")
            )
        assert path.stem.endswith(f"-{tag}")
        kernel = "logicsweep/kernel/"
        names = {name.removeprefix(kernel) for name in inside if name.startswith(kernel)}
        return Wheel(tag, names, done.stdout + done.stderr)

    def requirements(self, **environment: str) -> list[str]:
        """What pip installs before the build, beside what pyproject.toml names."""
        done = self.call("get_requires_for_build_wheel", **environment)
        assert done.returncode == 0, done.stderr
        return list(json.loads(done.stdout))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.fixture
def stubs(tmp_path: Path) -> Path:
    """A folder with compilers that fail, as on a system without developer tools."""
    for name in ("none", "clang"):
        path = tmp_path / name
        path.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        path.chmod(0o755)
    return tmp_path


@pytest.fixture
def no_compiler(stubs: Path) -> str:
    return str(stubs / "none")


@pytest.fixture
def no_clang(stubs: Path) -> str:
    """A `PATH` on which the first `clang` makes no WebAssembly, as Apple's does not."""
    return f"{stubs}{os.pathsep}{os.environ['PATH']}"


@needs_compiler
def test_with_a_compiler(project: Project) -> None:
    """The library is in the wheel and in the checkout, and is compiled once."""
    assert project.requirements() == []
    built = project.wheel()
    assert built.names == {*NAMES, LIBRARY.name}
    assert built.tag.startswith("py3-none-")
    assert not built.tag.endswith(("any", "manylinux"))
    assert "compiling the native kernel" in built.said
    first = project.library.stat().st_mtime_ns
    again = project.wheel()
    assert (again.tag, again.names) == (built.tag, built.names)
    assert "compiling" not in again.said
    assert project.library.stat().st_mtime_ns == first
    editable = project.wheel("build_editable")
    assert (editable.tag, editable.names) == ("py3-none-any", set())  # it points to the checkout


@needs_compiler
def test_changed_sources_are_compiled_again(project: Project) -> None:
    project.wheel()
    before = sources_of(project.library)
    with (project.library.parent / "kernel.h").open("a", encoding="utf-8") as header:
        header.write("/* changed */\n")
    project.wheel()
    assert sources_of(project.library) not in (None, before)


@needs_compiler
def test_a_checkout_that_cannot_be_written(project: Project) -> None:
    """A folder of that name stands in for it: the superuser may write to any other."""
    project.library.mkdir()
    assert project.wheel().names == {*NAMES, LIBRARY.name}
    shutil.rmtree(project.library)
    project.library.mkdir()
    editable = project.wheel("build_editable")
    assert "built without its native kernel" in editable.said
    assert "cannot be written" in editable.said


@without_zig
def test_without_a_compiler(project: Project, no_compiler: str) -> None:
    """pip is asked for zig's; if that is not there either, Python does the work."""
    wanted = [ZIG] if zig_target() else []
    assert project.requirements(CC=no_compiler) == wanted
    built = project.wheel(CC=no_compiler)
    assert (built.tag, built.names) == ("py3-none-any", NAMES)
    assert "logicsweep is built without its native kernel: there is no C compiler" in built.said
    done = project.call("build_wheel", "out", CC=no_compiler, LOGICSWEEP_KERNEL="native")
    assert done.returncode
    assert "CompileError: there is no C compiler" in done.stderr


@without_zig
@needs_compiler
def test_a_library_of_other_sources_does_not_stay(project: Project, no_compiler: str) -> None:
    project.wheel()
    assert project.requirements(CC=no_compiler) == []
    with (project.library.parent / "kernel.h").open("a", encoding="utf-8") as header:
        header.write("/* changed */\n")
    assert project.wheel(CC=no_compiler).names == NAMES
    assert not project.library.exists()


def test_the_kernel_for_browsers(project: Project, no_clang: str) -> None:
    """It comes where a compiler for it is there, is compiled once, and can be left out.

    Where Python is chosen nothing is compiled, unless that kernel is wanted.
    """
    if wasm_clang() is None:
        pytest.skip("clang makes no WebAssembly")
    python = {"LOGICSWEEP_KERNEL": "python"}
    assert project.requirements(**python) == []
    assert project.wheel(**python, LOGICSWEEP_WASM="").names == NAMES
    built = project.wheel(**python, LOGICSWEEP_WASM="1")
    assert (built.tag, built.names) == ("py3-none-any", {*NAMES, WASM.name})
    assert not project.library.exists()
    module = project.library.with_name(WASM.name)
    first = module.stat().st_mtime_ns
    assert WASM.name in project.wheel(LOGICSWEEP_WASM="").names
    assert project.requirements(PATH=no_clang, LOGICSWEEP_WASM="1") == []
    assert module.stat().st_mtime_ns == first
    assert project.wheel(**python).names == NAMES


@without_zig
@needs_compiler
def test_without_a_compiler_for_browsers(project: Project, no_clang: str) -> None:
    """pip is asked for zig only where that kernel is wanted; then it is an error to have none."""
    assert project.requirements(PATH=no_clang, LOGICSWEEP_WASM="") == []
    built = project.wheel(PATH=no_clang, LOGICSWEEP_WASM="")
    assert built.names == {*NAMES, LIBRARY.name}
    assert "WebAssembly" not in built.said
    assert project.requirements(PATH=no_clang, LOGICSWEEP_WASM="1") == [ZIG]
    done = project.call("build_wheel", "out", PATH=no_clang, LOGICSWEEP_WASM="1")
    assert done.returncode
    assert "CompileError: there is no compiler for WebAssembly" in done.stderr


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("LOGICSWEEP_KERNEL", "native or python"),
        ("LOGICSWEEP_TARGET", "one of x86_64-linux"),
        ("LOGICSWEEP_WASM", "0 or 1"),
    ],
)
def test_wrong_variables_are_refused(project: Project, name: str, expected: str) -> None:
    done = project.call("build_wheel", "out", **{name: "amiga"})
    assert done.returncode
    assert f"{name} is 'amiga'; expected {expected}" in done.stderr
