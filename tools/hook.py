"""The build hook: hatchling asks it what the build needs, and it compiles the kernel.

The system's compiler comes first. If it does not work, the build asks for zig's, a Python package.
If there is no such package for the platform, the package is built without the library, and Python
does the work. The environment decides otherwise:

- LOGICSWEEP_KERNEL=python builds without the library;
- LOGICSWEEP_KERNEL=native fails where the library cannot be built;
- LOGICSWEEP_TARGET, one of zig's names in `compiling.py`, builds for that platform.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
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
    is_current,
    is_current_wasm,
    system_compiler,
    zig_target,
)

CHOICE: Final = "LOGICSWEEP_KERNEL"
TARGET: Final = "LOGICSWEEP_TARGET"


class KernelHook(BuildHookInterface[Any]):
    """Compile the kernel, and put it into the wheel."""

    _elsewhere: Path | None = None

    def dependencies(self) -> list[str]:
        """What pip has to install before the build: zig's compiler, if no other will do."""
        if TARGET in os.environ:
            return [ZIG]
        if _choice() == "python" or is_current() or system_compiler() or not zig_target():
            return []
        return [ZIG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put the library into the wheel, compiled now unless the checkout has a current one.

        The kernel for browsers goes in if the checkout has a current one. pip builds each wheel
        twice, the first time only to read its metadata.
        """
        if version != "editable" and is_current_wasm():
            build_data["force_include"][str(WASM)] = WASM.relative_to(ROOT).as_posix()
        target = os.environ.get(TARGET)
        library = self._for(target) if target else self._for_this_machine(version)
        if library is None or version == "editable":  # an editable wheel points to the checkout
            return
        inside = (KERNEL / library.name).relative_to(ROOT).as_posix()
        build_data["force_include"][str(library)] = inside
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TARGETS[target].tag if target else _platform()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled outside the checkout; the wheel has it by now."""
        del version, build_data, artifact_path
        if self._elsewhere:
            shutil.rmtree(self._elsewhere, ignore_errors=True)

    def _for(self, target: str) -> Path:
        if target not in TARGETS:
            raise ValueError(f"{TARGET} is {target!r}; expected one of {', '.join(TARGETS)}")
        library = self._folder() / TARGETS[target].library
        compile_for(target, library)
        return library

    def _for_this_machine(self, version: str) -> Path | None:
        if _choice() == "python":
            return None
        if is_current():
            return LIBRARY
        try:
            return self._compiled(version)
        except CompileError as error:
            if _choice() == "native":
                raise
            # The checkout must not go on with a library of other sources.
            with suppress(OSError):
                LIBRARY.unlink(missing_ok=True)
            self.app.display_warning(f"logicsweep is built without its native kernel: {error}")
            return None

    def _compiled(self, version: str) -> Path:
        """Compile into the checkout: where Python starts in it, its package is imported."""
        compiler = any_compiler()
        self.app.display_info(f"compiling the native kernel: {' '.join(compiler)}")
        library = LIBRARY
        try:
            compile_kernel(compiler, library)
        except OSError:
            if version == "editable":
                raise CompileError(f"{KERNEL} cannot be written") from None
            library = self._folder() / LIBRARY.name
            compile_kernel(compiler, library)
        if not is_current(library):
            raise CompileError(f"this Python cannot load what {compiler[0]} made")
        return library

    def _folder(self) -> Path:
        self._elsewhere = Path(mkdtemp())
        return self._elsewhere


def _choice() -> str:
    choice = os.environ.get(CHOICE, "")
    if choice not in ("", "native", "python"):
        raise ValueError(f"{CHOICE} is {choice!r}; expected native or python")
    return choice


def _platform() -> str:
    """The platform for the wheel's tag: this machine, without a promise about others."""
    return next(tag for tag in platform_tags() if not tag.startswith(("manylinux", "musllinux")))
