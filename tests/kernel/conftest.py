"""What the tests of the kernel share."""

from __future__ import annotations

import pytest

from tools.compiling import Compiler, system_compiler


@pytest.fixture(scope="session")
def compiler() -> Compiler:
    """The system's compiler. It is looked for when the first test wants it, not at collection."""
    compiler = system_compiler()
    if compiler is None:
        pytest.skip("there is no C compiler")
    return compiler
