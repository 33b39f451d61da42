"""Compile the kernel: from `logicsweep/kernel/*.c` to one library, or to WebAssembly.

The build hook, `tools/kernel` and `tools/wheels` use this module. It runs before anything is
installed: it needs nothing but Python, and it never imports logicsweep.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from uuid import uuid4

ROOT: Final = Path(__file__).resolve().parent.parent
KERNEL: Final = ROOT / "logicsweep" / "kernel"

_ENDINGS: Final = {"darwin": ".dylib", "win32": ".dll"}
# `logicsweep.kernel.library` loads the file of this name beside it.
LIBRARY: Final = KERNEL / f"native{_ENDINGS.get(sys.platform, '.so')}"

# These determine the code. There is no -march: a library has to run on other machines, too.
FLAGS: Final = ("-std=c11", "-O3", "-fvisibility=hidden", "-ffp-contract=off")
SHARED: Final = ("-shared", "-fPIC")
WARNINGS: Final = ("-Wall", "-Wextra")
# The kernel for browsers, half of what a first visit loads: hence -Os. There is no `main`: the page
# calls what is exported, and the searches need more than the 64 kB of stack that are usual.
WASM: Final = KERNEL / "kernel.wasm"
_WASM_FLAGS: Final = (
    *("-std=c11", "-Os", "-g0", "-fvisibility=hidden", "-ffp-contract=off"),
    *("-mexec-model=reactor", "-Wl,--export=malloc", "-Wl,--export=free"),
    *("-Wl,--strip-all", "-Wl,-z,stack-size=1048576"),
)
# Where the page calls functions of the kernel, and how that reads.
_PAGE: Final = ROOT / "logicsweep" / "site" / "browser"
_CALLED: Final = re.compile(r"\.(ls_\w+)\(")
LIBRARIES: Final = ("-lm",)
SANITIZERS: Final = (
    *("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
    *("-fno-omit-frame-pointer", "-g", "-O1"),
)

# zig's compiler on the Python package index.
ZIG: Final = "ziglang>=0.14"


class Target(NamedTuple):
    """A platform that zig's compiler makes libraries for: its tag in a wheel's name, its library.

    `host` is what `sys.platform`, `platform.machine()` and the C library are there.
    """

    tag: str
    library: str
    host: tuple[str, str, str]


# Python in a browser: Pyodide, whose tags are those of PEP 783.
PYODIDE: Final = "wasm32-emscripten"
# zig has no C library for it. So the library is a side module that takes all functions from
# Pyodide's C library, musl, as do those of other packages; WASI's headers, which declare the same,
# are musl's as well. Not every browser and Node that runs Pyodide reads extended constants.
_SIDE_MODULE: Final = (
    *("-target", "wasm32-wasi", "-mcpu=generic-extended_const"),
    *("-nostdlib", "-Wl,--import-symbols"),
)
_HEADERS: Final = ("wasm-wasi-musl", "generic-musl")


# By zig's names, which have the oldest glibc and macOS that the library runs on.
TARGETS: Final = {
    "x86_64-linux-gnu.2.17": Target(
        "manylinux_2_17_x86_64.manylinux2014_x86_64", "native.so", ("linux", "x86_64", "glibc")
    ),
    "aarch64-linux-gnu.2.17": Target(
        "manylinux_2_17_aarch64.manylinux2014_aarch64", "native.so", ("linux", "aarch64", "glibc")
    ),
    "x86_64-linux-musl": Target("musllinux_1_2_x86_64", "native.so", ("linux", "x86_64", "musl")),
    "aarch64-linux-musl": Target(
        "musllinux_1_2_aarch64", "native.so", ("linux", "aarch64", "musl")
    ),
    "x86_64-macos.11.0": Target("macosx_11_0_x86_64", "native.dylib", ("darwin", "x86_64", "")),
    "aarch64-macos.11.0": Target("macosx_11_0_arm64", "native.dylib", ("darwin", "arm64", "")),
    "x86_64-windows-gnu": Target("win_amd64", "native.dll", ("win32", "AMD64", "")),
    PYODIDE: Target("pyemscripten_2026_0_wasm32", "native.so", ("emscripten", "wasm32", "")),
}

# A compiler has to find the headers, too.
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
# This runs in a process of its own: the file must not stay open, and loading it may crash.
_ASK: Final = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.ls_sources.restype = ctypes.c_char_p
print(library.ls_sources().decode())
"""
# How long a compiler may take, in seconds.
_PATIENCE: Final = 600.0

# How a compiler is called: `("cc",)`, or a program and its first arguments.
Compiler = tuple[str, ...]


class CompileError(Exception):
    """The compiler did not make the library; the message has the end of what it said."""


def digest(kernel: Path = KERNEL, flags: Sequence[str] = ()) -> str:
    """The digest of the C files in a folder and of the compiler's flags, as 64 digits.

    Without `flags` they are those of a library.
    """
    known = hashlib.sha256(" ".join(flags or [*FLAGS, *SHARED]).encode())
    for path in sorted([*kernel.glob("*.c"), *kernel.glob("*.h")]):
        text = path.read_bytes()
        known.update(f"\n{path.name} {len(text)}\n".encode())
        known.update(text)
    return known.hexdigest()


def compile_kernel(
    compiler: Compiler,
    target: Path,
    *,
    kernel: Path = KERNEL,
    flags: Sequence[str] = (),
    options: Iterable[str] = (),
    libraries: Iterable[str] = LIBRARIES,
) -> None:
    """Make the library from the C files in a folder, or with other `flags` something else.

    The file `target` is replaced whole: another build, or a process that has the old one loaded,
    never sees half of it. Raises `CompileError`, and OSError where the file cannot be written.
    """
    sources = sorted(map(str, kernel.glob("*.c")))
    of_sources = f'-DLS_SOURCES="{digest(kernel, flags)}"'
    chosen = [*(flags or [*FLAGS, *SHARED]), *WARNINGS, of_sources, *options]
    with TemporaryDirectory() as folder:
        made = Path(folder) / target.name
        _run([*compiler, *chosen, "-o", str(made), *sources, *libraries], Path(folder))
        if not made.is_file():
            raise CompileError(f"{compiler[0]} made no library")
        beside = target.with_name(f".{target.name}.{uuid4().hex}")
        try:
            shutil.copyfile(made, beside)
            beside.replace(target)
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)


def compile_sanitized(target: Path, *, kernel: Path = KERNEL) -> dict[str, str]:
    """Make a library that checks its memory and arithmetic, and ends the process at a fault.

    Returns the environment in which Python uses it. Raises what `compile_kernel` raises.
    """
    compiler = system_compiler()
    if compiler is None:
        raise CompileError("sanitizers need gcc or clang as $CC or cc")
    compile_kernel(compiler, target, kernel=kernel, options=SANITIZERS)
    # Python is not compiled with it, so the sanitizer has to be loaded first.
    command = [*compiler, "-print-file-name=libasan.so"]
    asked = subprocess.run(command, capture_output=True, text=True, check=True)
    return {
        "LD_PRELOAD": asked.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python keeps some memory until it ends
        "LOGICSWEEP_KERNEL": "native",
        "LOGICSWEEP_KERNEL_FILE": str(target),
    }


def wasm_flags() -> tuple[str, ...]:
    """The flags for the kernel for browsers, which exports what the page calls.

    The linker leaves all other functions out, and fails where the page calls one that is not there.
    """
    scripts = [path.read_text(encoding="utf-8") for path in _PAGE.rglob("*.js")]
    called = {"ls_sources", *chain.from_iterable(map(_CALLED.findall, scripts))}
    return (*_WASM_FLAGS, *(f"-Wl,--export={name}" for name in sorted(called)))


def compile_wasm(compiler: Compiler, target: Path = WASM, *, options: Iterable[str] = ()) -> None:
    """Make the kernel for browsers. Raises what `compile_kernel` raises."""
    compile_kernel(compiler, target, flags=wasm_flags(), options=options)


def is_current_wasm(module: Path = WASM) -> bool:
    """Whether a kernel for browsers is there, and was built from the C files as they are."""
    return module.is_file() and digest(flags=wasm_flags()).encode() in module.read_bytes()


def wasm_clang() -> Compiler | None:
    """clang, if it makes WebAssembly: that takes lld and a C library, too."""
    clang = ("clang", "--target=wasm32-wasi")
    with TemporaryDirectory() as folder:
        (Path(folder) / "trial.c").write_text(_TRIAL, encoding="utf-8")
        try:
            compile_kernel(clang, Path(folder) / WASM.name, kernel=Path(folder), flags=_WASM_FLAGS)
        except CompileError:
            return None
        return clang


def wasm_compiler() -> Compiler:
    """A compiler that makes WebAssembly: clang, or else zig's. Raises `CompileError`."""
    compiler = wasm_clang() or zig_compiler("wasm32-wasi")
    if compiler is None:
        raise CompileError(
            "there is no compiler for WebAssembly: neither clang with lld and wasi-libc (Debian: "
            f"clang lld wasi-libc libclang-rt-dev-wasm32), nor {ZIG}, is installed"
        )
    return compiler


def sources_of(library: Path) -> str | None:
    """The digest that a library names, or None if this Python cannot load it."""
    if not library.is_file():
        return None
    command = [sys.executable, "-c", _ASK, str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def is_current(library: Path = LIBRARY) -> bool:
    """Whether this Python can load a library, and it was built from the C files as they are."""
    return sources_of(library) == digest()


def system_compiler(environment: Mapping[str, str] = os.environ) -> Compiler | None:
    """$CC, or else `cc`, if it makes libraries that this Python can load."""
    try:
        given = shlex.split(environment.get("CC", ""), posix=os.name != "nt")
    except ValueError:
        return None
    command = tuple(given) or ("cc",)
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
    """What zig calls this platform, or None if its compiler is not available here."""
    libc = ""
    if sys.platform == "linux":
        libc = "glibc" if platform.libc_ver()[0] == "glibc" else "musl"
    here = (sys.platform, platform.machine(), libc)
    return next((name for name, target in TARGETS.items() if target.host == here), None)


def zig_compiler(target: str) -> Compiler | None:
    """zig's compiler for a platform, or None if its Python package is not installed."""
    package = find_spec("ziglang")
    if package is None or package.origin is None:
        return None
    options: tuple[str, ...] = ("-target", target)
    if target == PYODIDE:
        include = Path(package.origin).parent / "lib" / "libc" / "include"
        folders = [("-isystem", str(include / name)) for name in _HEADERS]
        options = (*_SIDE_MODULE, *chain.from_iterable(folders))
    # The library goes to users: without checks inside, and without anything for a debugger.
    return (sys.executable, "-m", "ziglang", "cc", *options, "-g0", "-s")


def compile_for(target: str, library: Path) -> None:
    """Make the library for a platform with zig's compiler. Raises `CompileError`."""
    compiler = zig_compiler(target)
    if compiler is None:
        raise CompileError(f"the library for {target} needs {ZIG}, which is not installed")
    compile_kernel(compiler, library, libraries=() if target == PYODIDE else LIBRARIES)


def any_compiler() -> Compiler:
    """The system's compiler, or else zig's. Raises `CompileError` if there is neither."""
    target = zig_target()
    compiler = system_compiler() or (zig_compiler(target) if target else None)
    if compiler is None:
        raise CompileError(
            "there is no C compiler: $CC or cc makes no library that this Python can load, and "
            f"{ZIG} is not installed"
        )
    return compiler


def _run(command: list[str], folder: Path) -> None:
    # zig keeps compiled files in two caches; none must stay behind in the user's home.
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
