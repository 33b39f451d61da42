"""Compile the native kernel: from `logicsweep/kernel/*.c` to one library.

The build hook, `tools/kernel` and `tools/wheels` use this module. It runs before anything is
installed: it needs nothing but Python, and it never imports logicsweep.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
KERNEL: Final = ROOT / "logicsweep" / "kernel"

_ENDINGS: Final = {"darwin": ".dylib", "win32": ".dll"}
# `logicsweep.kernel.library` loads the file of this name beside it.
LIBRARY: Final = KERNEL / f"native{_ENDINGS.get(sys.platform, '.so')}"

# What decides about the code. No -march: a library has to run on other machines too.
FLAGS: Final = ("-std=c11", "-O3", "-fvisibility=hidden", "-ffp-contract=off")
SHARED: Final = ("-shared", "-fPIC")
WARNINGS: Final = ("-Wall", "-Wextra")
LIBRARIES: Final = ("-lm",)

# The name and version of zig's compiler on the Python package index, and what it calls platforms.
# The versions of glibc and macOS are the oldest that its libraries run on.
ZIG: Final = "ziglang>=0.14"
_ZIG_TARGETS: Final = {
    ("linux", "x86_64", "glibc"): "x86_64-linux-gnu.2.17",
    ("linux", "x86_64", "musl"): "x86_64-linux-musl",
    ("linux", "aarch64", "glibc"): "aarch64-linux-gnu.2.17",
    ("linux", "aarch64", "musl"): "aarch64-linux-musl",
    ("darwin", "x86_64", ""): "x86_64-macos.11.0",
    ("darwin", "arm64", ""): "aarch64-macos.11.0",
    ("win32", "AMD64", ""): "x86_64-windows-gnu",
}

# A compiler has to find the headers and the library of mathematics, too.
_TRIAL: Final = """
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
const char *ls_sources(void) { return "trial"; }
"""
# In a process of its own: the file must not stay open, and may crash.
_ASK: Final = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.ls_sources.restype = ctypes.c_char_p
print(library.ls_sources().decode())
"""
# Nobody waits longer for a compiler, in seconds.
_PATIENCE: Final = 600.0

# How a compiler is called: `("cc",)`, or a program and its first arguments.
Compiler = tuple[str, ...]


class CompileError(Exception):
    """The compiler did not make the library; the message has the end of what it said."""


def digest(kernel: Path = KERNEL) -> str:
    """What a library is made of: the digest of the C files in a folder and of the flags."""
    known = hashlib.sha256(" ".join([*FLAGS, *SHARED]).encode())
    for path in sorted([*kernel.glob("*.c"), *kernel.glob("*.h")]):
        text = path.read_bytes()
        known.update(f"\n{path.name} {len(text)}\n".encode())
        known.update(text)
    return known.hexdigest()


def compile_kernel(
    compiler: Compiler, target: Path, *, kernel: Path = KERNEL, options: Iterable[str] = ()
) -> None:
    """Make the library from the C files in a folder.

    The file `target` is replaced whole: another build, or a process that has the old one loaded,
    never sees half of it. Raises `CompileError`, and OSError where the file cannot be written.
    """
    sources = sorted(map(str, kernel.glob("*.c")))
    flags = [*FLAGS, *SHARED, *WARNINGS, f'-DLS_SOURCES="{digest(kernel)}"', *options]
    with TemporaryDirectory() as folder:
        made = Path(folder) / target.name
        _run([*compiler, *flags, "-o", str(made), *sources, *LIBRARIES], Path(folder))
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            shutil.copyfile(made, beside)
            beside.replace(target)
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)


def sources_of(library: Path) -> str | None:
    """The digest that a library names, or None if this Python cannot load it."""
    if not library.is_file():
        return None
    command = [sys.executable, "-c", _ASK, str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def is_current(library: Path = LIBRARY) -> bool:
    """Whether this Python can load a library, and it was made from the C files as they are now."""
    return sources_of(library) == digest()


def system_compiler(environment: Mapping[str, str] = os.environ) -> Compiler | None:
    """$CC, or else `cc`, if it makes libraries that this Python can load."""
    try:
        command = tuple(shlex.split(environment.get("CC", ""))) or ("cc",)
    except ValueError:
        return None
    return command if works(command) else None


def works(compiler: Compiler) -> bool:
    """Whether a compiler makes libraries that this Python can load; some are there and do not."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "trial.c").write_text(_TRIAL, encoding="utf-8")
        try:
            compile_kernel(compiler, Path(folder) / LIBRARY.name, kernel=Path(folder))
        except CompileError:
            return False
        return sources_of(Path(folder) / LIBRARY.name) == "trial"


def zig_target() -> str | None:
    """What zig calls this platform, or None if its compiler is not to be had here."""
    libc = ""
    if sys.platform == "linux":
        libc = "glibc" if platform.libc_ver()[0] == "glibc" else "musl"
    return _ZIG_TARGETS.get((sys.platform, platform.machine(), libc))


def zig_compiler(target: str | None) -> Compiler | None:
    """zig's compiler for a platform, if there is a target and its Python package is installed."""
    if target is None or find_spec("ziglang") is None:
        return None
    # Compiled code goes to other machines: no checks in it, and nothing for a debugger.
    return (sys.executable, "-m", "ziglang", "cc", "-target", target, "-g0", "-s")


def _run(command: list[str], folder: Path) -> None:
    # zig keeps what it compiled in folders of these names; nothing shall be left in the user's.
    caches = {f"ZIG_{kind}_CACHE_DIR": str(folder / "zig") for kind in ("GLOBAL", "LOCAL")}
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            env={**caches, **os.environ},
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise CompileError(str(error)) from None
    if done.returncode:
        said = "\n".join((done.stderr or done.stdout).strip().splitlines()[-20:])
        raise CompileError(f"{command[0]} ended with exit code {done.returncode}: {said}")
