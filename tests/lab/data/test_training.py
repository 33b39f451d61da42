"""Examples that train networks on shards."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from logicsweep.board.first_click import FirstClick
from logicsweep.games.setting import Setting
from logicsweep.lab.data import read_shards
from logicsweep.lab.data.columns import Answer
from logicsweep.lab.data.manifest import FilesOrder
from logicsweep.lab.data.shards import files_at
from tests.conftest import ROOT, run_script

SETTING = Setting(height=6, width=6, mines=6, first_click=FirstClick.OPENING)
NUMPY = ROOT / "examples" / "train_on_shards.py"
TORCH = ROOT / "examples" / "train_with_torch.py"
LOSSES = r"""loss on ([\d,]+) cells of other positions:
  (\d\.\d{3})  before training
  (\d\.\d{3})  after training
  (\d\.\d{3})  the same chance for every cell
  (\d\.\d{3})  the exact chances: no loss is lower
"""


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have scripts import modules beside them, as `python SCRIPT` does."""
    monkeypatch.syspath_prepend(str(NUMPY.parent))


def make(folder: Path, seeds: range, answer: Answer = "chances") -> None:
    order = FilesOrder("npz", SETTING, (answer,), False, "float64", None)
    with files_at(folder, order, seeds, 400) as shards:
        list(shards.fill(map(order.piece, shards.parts())))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data")
    make(path / "train", range(1, 801))
    make(path / "test", range(5000, 5100))
    make(path / "level", range(3), "level")
    return path


def check_losses(told: str, folder: Path) -> None:
    """The last two by their definitions, the others in between."""
    match = re.search(LOSSES, told)
    assert match is not None, told
    tests, trains = ([*read_shards(folder / name)] for name in ("test", "train"))
    exact, learned = (
        np.concatenate([part.chances[part.boards == -1] for part in parts])  # type: ignore[index]
        for parts in (tests, trains)
    )
    assert int(match[1].replace(",", "")) == len(exact)
    before, after, constant, least = (float(match[place]) for place in range(2, 6))
    inner = exact[(exact > 0) & (exact < 1)]
    entropy = -(inner * np.log(inner) + (1 - inner) * np.log(1 - inner)).sum() / len(exact)
    mean = learned.mean()
    said = -(exact * np.log(mean) + (1 - exact) * np.log(1 - mean)).mean()
    assert least == pytest.approx(entropy, abs=6e-4)
    assert constant == pytest.approx(said, abs=6e-4)
    assert least < after < constant < before


def test_the_network_in_numpy_learns(folder: Path) -> None:
    done = run_script(NUMPY, folder, "train", "test", "--epochs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("800 positions, ")
    check_losses(done.stdout, folder)


@pytest.mark.slow
def test_the_network_in_torch_learns(folder: Path, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    words = ("train", "test", "--epochs", "5", "--channels", "16", "--blocks", "2")
    path = tmp_path / "network.pt"
    done = run_script(TORCH, folder, *words, "-o", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    check_losses(done.stdout, folder)
    assert torch.load(path, weights_only=True)["0.weight"].shape == (16, 12, 3, 3)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("train", "level"), "the shards have no chances; expected --answers chances\n"),
        (("nowhere", "test"), "cannot read nowhere/manifest.json: no such file or directory\n"),
    ],
)
def test_folders_that_do_not_do(names: tuple[str, str], says: str, folder: Path) -> None:
    done = run_script(NUMPY, folder, *names)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", says)
