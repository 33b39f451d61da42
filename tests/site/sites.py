"""The page as a static site: made in a folder, asked in node, and served by Python's own server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from logicsweep.site.files import KERNEL
from logicsweep.site.site import site_files, write_site
from tests.conftest import ROOT
from tests.judges.processes import first_line_of
from tests.site.scripting import in_node, modules_in
from tools.compiling import CompileError, compile_wasm, is_current_wasm, wasm_compiler

SCRIPTS = Path(__file__).parent


def kernel_for_browsers(folder: Path) -> Path:
    """The kernel in WebAssembly: that of the checkout, or one that is made now."""
    if is_current_wasm(KERNEL):
        return KERNEL
    module = folder / KERNEL.name
    try:
        compile_wasm(wasm_compiler(), module)
    except CompileError as error:
        pytest.skip(str(error))
    return module


def made_site(folder: Path, kernel: Path) -> dict[str, bytes]:
    """Write the site into a folder; returns its files."""
    files = site_files(kernel)
    write_site(folder, files)
    return files


def files_of(site: Path) -> Path:
    """The folder of the files that are named by a digest."""
    (folder,) = (site / "f").iterdir()
    return folder


def modules_of_worker(folder: Path, kernel: Path) -> Path:
    """Write the modules of the worker into a folder, each by itself, with the kernel."""
    modules_in(folder)
    (folder / KERNEL.name).write_bytes(kernel.read_bytes())
    return folder


def answers_in_node(
    modules: Path, questions: Iterable[Mapping[str, Any]], script: str = "worker.mjs"
) -> list[Any]:
    """What a script that has the modules of the worker answers to each question, in node."""
    asked = "".join(f"{json.dumps(question)}\n" for question in questions)
    return [
        json.loads(line) for line in in_node(SCRIPTS / script, modules, given=asked).splitlines()
    ]


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a folder below which Python's server has a site at some path."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    process = subprocess.Popen(
        [*command, "--directory", folder],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    )
    try:
        # Serving HTTP on 127.0.0.1 port 43210 (http://127.0.0.1:43210/) ...
        port = first_line_of(process).split(" port ")[1].split()[0]
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.communicate(timeout=300)
