"""The build hook: hatchling asks it what the build needs, and has it compile the kernel.

A compiler of the system comes first. Where there is none that works, the build asks for zig's, a
Python package; where there is none of that either, the package is built without the library, and
Python does its work. LOGICSWEEP_KERNEL=python always builds so, LOGICSWEEP_KERNEL=native fails
rather than build so.
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
    LIBRARY,
    ROOT,
    ZIG,
    CompileError,
    compile_kernel,
    is_current,
    system_compiler,
    zig_compiler,
    zig_target,
)

CHOICE: Final = "LOGICSWEEP_KERNEL"


class KernelHook(BuildHookInterface[Any]):
    """Compile the kernel, and put it into the wheel."""

    _elsewhere: Path | None = None

    def dependencies(self) -> list[str]:
        """What pip has to install before the build: zig's compiler, if nothing else will do."""
        if _choice() == "python" or is_current() or system_compiler() or not zig_target():
            return []
        return [ZIG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless the checkout has a library of these sources, and say so to hatchling.

        pip builds a wheel twice, the first time only to read its metadata.
        """
        library = None if _choice() == "python" else self._library(version)
        if library is not None:
            inside = LIBRARY.relative_to(ROOT).as_posix()
            build_data["force_include"][str(library)] = inside
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{_platform()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled elsewhere; it is in the wheel by now."""
        del version, build_data, artifact_path
        if self._elsewhere:
            shutil.rmtree(self._elsewhere, ignore_errors=True)

    def _library(self, version: str) -> Path | None:
        if is_current():
            return LIBRARY
        try:
            return self._compiled(version)
        except CompileError as error:
            if _choice() == "native":
                raise
            # An older one in the checkout must not be taken for one of these sources.
            with suppress(OSError):
                LIBRARY.unlink(missing_ok=True)
            self.app.display_warning(f"logicsweep is built without its native kernel: {error}")
            return None

    def _compiled(self, version: str) -> Path:
        """Compile into the checkout; its package is imported where Python starts in it."""
        compiler = system_compiler() or zig_compiler(zig_target())
        if compiler is None:
            raise CompileError(f"there is no C compiler: neither $CC nor cc works, nor {ZIG}")
        self.app.display_info(f"compiling the native kernel: {' '.join(compiler)}")
        library = LIBRARY
        try:
            compile_kernel(compiler, library)
        except OSError:
            if version == "editable":
                raise CompileError(f"{LIBRARY.parent} cannot be written") from None
            self._elsewhere = Path(mkdtemp())
            library = self._elsewhere / LIBRARY.name
            compile_kernel(compiler, library)
        if not is_current(library):
            raise CompileError(f"this Python cannot load what {compiler[0]} made")
        return library


def _choice() -> str:
    choice = os.environ.get(CHOICE, "")
    if choice not in ("", "native", "python"):
        raise ValueError(f"{CHOICE} is {choice!r}; expected native or python")
    return choice


def _platform() -> str:
    """The platform in the wheel's tag. What was compiled for this machine promises no other."""
    return next(tag for tag in platform_tags() if not tag.startswith(("manylinux", "musllinux")))
