"""Text of `--version`; nothing is loaded for that but the kernel, if there is one."""

from __future__ import annotations

from logicsweep import __version__


def tell_version() -> None:
    """Print the version, and whether the native kernel does the work, or Python.

    Raises `KernelError` if a native kernel is required and there is none.
    """
    from logicsweep.kernel.library import kernel_in_use

    kernel = {"native": "native", "python": "Python"}[kernel_in_use()]
    print(f"logicsweep {__version__} ({kernel} kernel)", flush=True)
