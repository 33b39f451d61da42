"""The build hook: hatchling asks it what the build needs, and it compiles the kernel.

The system's compiler comes first. If it does not work, the build asks for zig's, a Python package.
If there is no such package for the platform, the package is built without the library, and Python
does the work. The environment decides otherwise:

- LOGICSWEEP_KERNEL=python builds without the library;
- LOGICSWEEP_KERNEL=native fails where the library cannot be built;
- LOGICSWEEP_TARGET, one of zig's names in `compiling.py`, builds for that platform;
- LOGICSWEEP_WASM=1 builds the kernel for browsers as well, with zig's compiler where clang makes no
  WebAssembly, and fails where it cannot be built;
- LOGICSWEEP_WASM=0 builds without it; otherwise it is built where a compiler for it is there.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

# hatchling runs this file by its path.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.compiling import (
    KERNEL,
    LIBRARY,
    ROOT,
    TARGETS,
    WASM,
    ZIG,
    CompileError,
    any_compiler,
    compile_for,
    compile_kernel,
    compile_wasm,
    is_current,
    is_current_wasm,
    system_compiler,
    wasm_clang,
    wasm_compiler,
    zig_target,
)

CHOICE: Final = "LOGICSWEEP_KERNEL"
TARGET: Final = "LOGICSWEEP_TARGET"
BROWSERS: Final = "LOGICSWEEP_WASM"


class KernelHook(BuildHookInterface[Any]):
    """Compile the kernel, and put it into the wheel."""

    _elsewhere: tuple[Path, ...] = ()

    def dependencies(self) -> list[str]:
        """What pip has to install before the build: zig's compiler, if no other will do."""
        wants_zig = TARGET in os.environ
        if _choice(BROWSERS, "0", "1") == "1" and not is_current_wasm():
            wants_zig |= wasm_clang() is None
        if _choice(CHOICE, "native", "python") != "python" and not is_current():
            wants_zig |= system_compiler() is None and zig_target() is not None
        return [ZIG] if wants_zig else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put the kernel into the wheel, compiled now unless the checkout has a current one.

        That for browsers is compiled beside the library, on another processor. pip builds each
        wheel twice, the first time only to read its metadata: the second time both are current.
        """
        target = os.environ.get(TARGET)
        with ThreadPoolExecutor(1) as beside:
            compiling = beside.submit(self._for_browsers, version)
            library = self._for(target) if target else self._for_this_machine(version)
        module = compiling.result()
        if version == "editable":  # an editable wheel points to the checkout
            return
        for made in filter(None, (library, module)):
            inside = (KERNEL / made.name).relative_to(ROOT).as_posix()
            build_data["force_include"][str(made)] = inside
        if library is not None:
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{TARGETS[target].tag if target else _platform()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled outside the checkout; the wheel has it by now."""
        del version, build_data, artifact_path
        for folder in self._elsewhere:
            shutil.rmtree(folder, ignore_errors=True)

    def _for(self, target: str) -> Path:
        if target not in TARGETS:
            raise ValueError(f"{TARGET} is {target!r}; expected one of {', '.join(TARGETS)}")
        library = self._folder() / TARGETS[target].library
        compile_for(target, library)
        return library

    def _for_this_machine(self, version: str) -> Path | None:
        if _choice(CHOICE, "native", "python") == "python":
            return None
        if is_current():
            return LIBRARY
        try:
            return self._compiled(version)
        except CompileError as error:
            if _choice(CHOICE, "native", "python") == "native":
                raise
            # The checkout must not go on with a library of other sources.
            with suppress(OSError):
                LIBRARY.unlink(missing_ok=True)
            self.app.display_warning(f"logicsweep is built without its native kernel: {error}")
            return None

    def _compiled(self, version: str) -> Path:
        compiler = any_compiler()
        self.app.display_info(f"compiling the native kernel: {' '.join(compiler)}")
        library = self._written(version, LIBRARY, partial(compile_kernel, compiler))
        if not is_current(library):
            raise CompileError(f"this Python cannot load what {compiler[0]} made")
        return library

    def _for_browsers(self, version: str) -> Path | None:
        choice = _choice(BROWSERS, "0", "1")
        if choice == "0":
            return None
        if is_current_wasm():
            return WASM
        if choice != "1" and _choice(CHOICE, "native", "python") == "python":
            return None
        try:
            return self._written(version, WASM, partial(compile_wasm, wasm_compiler()))
        except CompileError:
            if choice == "1":
                raise
            return None

    def _written(self, version: str, target: Path, compiled: Callable[[Path], None]) -> Path:
        """Compile into the checkout: where Python starts in it, its package is imported."""
        try:
            compiled(target)
        except OSError:
            if version == "editable":
                raise CompileError(f"{KERNEL} cannot be written") from None
            target = self._folder() / target.name
            compiled(target)
        return target

    def _folder(self) -> Path:
        folder = Path(mkdtemp())
        self._elsewhere += (folder,)
        return folder


def _choice(name: str, *known: str) -> str:
    choice = os.environ.get(name, "")
    if choice not in ("", *known):
        raise ValueError(f"{name} is {choice!r}; expected {' or '.join(known)}")
    return choice


def _platform() -> str:
    """The platform for the wheel's tag: this machine, without a promise about others."""
    return next(tag for tag in platform_tags() if not tag.startswith(("manylinux", "musllinux")))
