"""The kernel in WebAssembly, in node, beside the native one: chances equal to the bit."""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from logicsweep import Board
from logicsweep.kernel.context import CLASH, OK
from logicsweep.kernel.exact import exact_board
from logicsweep.kernel.whole import marginals_of
from logicsweep.limits import Budget
from logicsweep.system.system import position_of
from tests.conftest import TURN
from tests.judges.making import opened_at_random, some_total
from tests.site.sites import answers_in_node, kernel_for_browsers, modules_of_worker
from tools.compiling import compile_wasm, is_current_wasm, wasm_compiler

pytestmark = [pytest.mark.slow, pytest.mark.random]

# CI takes a fifth of them.
BOARDS = 10_000 if TURN else 2_000


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kernel_for_browsers(tmp_path_factory.mktemp("kernel"))


@pytest.mark.night
def test_the_same_sources_give_the_same_bytes(kernel: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.wasm"
    compile_wasm(wasm_compiler(), again, options=["-Werror"])
    assert again.read_bytes() == kernel.read_bytes()
    assert is_current_wasm(again)


def boards() -> Iterator[Board]:
    """Boards of all densities, up to 12x12: covered again here and there, some impossible."""
    for number in range(BOARDS):
        seed = TURN * BOARDS + number
        rng = Random(seed)
        height, width = rng.randint(4, 12), rng.randint(4, 12)
        size = height * width
        mines = rng.randint(0, (size - 9) // 2)
        board = opened_at_random(seed, height, width, mines, rng.random())
        grid = board.grid.copy()
        for cell in rng.sample(range(size), size // 12):
            grid.flat[cell] = rng.choice((-1, -1, -2, -4, grid.flat[cell]))
        if rng.random() < 0.1:
            grid.flat[rng.randrange(size)] = rng.randint(0, 8)
        yield Board(grid, mines=some_total(rng, mines, size))


def asked(board: Board) -> dict[str, Any]:
    return {
        "height": board.height,
        "width": board.width,
        "total": board.total_bounds,
        "states": board.grid.ravel().tolist(),
    }


def test_thousands_of_boards(kernel: Path, tmp_path: Path) -> None:
    print(f"seeds from {TURN * BOARDS} on")
    every = [*boards()]
    modules = modules_of_worker(tmp_path, kernel)
    answers = answers_in_node(modules, map(asked, every), "kernel.mjs")
    kinds = Counter[int]()
    for board, answer in zip(every, answers, strict=True):
        position = position_of(board)
        native = marginals_of(position, None, Budget())
        assert native is not None
        assert answer["status"] == native.status
        kinds[native.status] += 1
        if native.marginals is None:
            continue
        assert b64decode(answer["bytes"]) == native.marginals.tobytes()
        assert answer["needsPrior"] == native.needs_prior
        assert answer["needsTotal"] == native.needs_total
        if board.mines is not None:
            whole = exact_board(position, Budget())
            assert whole is not None
            assert answer["layouts"] == str(whole.layouts)
    assert kinds.keys() == {OK, CLASH}
    assert min(kinds.values()) > BOARDS // 20
