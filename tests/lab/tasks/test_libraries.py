"""Adapters, each held against its library's own checks; skipped where the library is missing."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from logicsweep.errors import ArgumentError, MissingLibraryError
from logicsweep.formats.registry import read_board
from logicsweep.games.setting import Setting
from logicsweep.lab.tasks.drawing import tasks
from logicsweep.lab.tasks.episode import Episode
from tests.conftest import ROOT

# Libraries warn of what is none of our business.
pytestmark = pytest.mark.filterwarnings("default")
KINDS = ("move", "certain", "safe", "chance", "why")


def is_there(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True


# reasoning-gym.
@pytest.mark.night
@pytest.mark.parametrize("kind", KINDS)
def test_a_dataset_of_reasoning_gym(kind: str) -> None:
    library = pytest.importorskip("reasoning_gym")
    import_module("logicsweep.lab.tasks.reasoning_gym")
    made = library.create_dataset(
        "logicsweep", kind=kind, board="6x6", size=4, seed=9, options={"mines": 6}
    )
    assert len(made) == 4
    entries = list(made)
    again = library.create_dataset(
        "logicsweep", kind=kind, board="6x6", size=4, seed=9, options={"mines": 6}
    )
    assert entries == list(again) == [made[number] for number in range(4)]
    assert len({entry["question"] for entry in entries}) == 4
    for entry in entries:
        assert set(entry) == {"question", "answer", "metadata"}
        json.dumps(entry)  # as trainers keep it
        assert "answer" not in entry["metadata"]["task"]
        assert made.score_answer(entry["answer"], entry) == 1
        assert made.score_answer(f"Answer: {entry['answer']}", entry) == 1
        assert made.score_answer(None, entry) == 0
        assert made.score_answer("", entry) == 0
        assert made.score_answer("I do not know.", entry) == 0
        assert entry["metadata"]["task"]["split"] == "train"
    with pytest.raises(IndexError):
        made[4]
    last, first, second = (
        library.create_dataset(
            "logicsweep", kind=kind, board="6x6", size=1, seed=seed, options={"mines": 6}
        )[0]
        for seed in (2**32, 0, 1)
    )
    assert last == first != second


@pytest.mark.night
def test_reseeded_and_composed_datasets_of_reasoning_gym() -> None:
    """The library adds 1 to the seed for more items: these are others."""
    library = pytest.importorskip("reasoning_gym")
    import_module("logicsweep.lab.tasks.reasoning_gym")
    dataset, composite = (
        import_module(f"reasoning_gym.{name}") for name in ("dataset", "composite")
    )
    made = library.create_dataset("logicsweep", kind="chance", size=3, seed=1)
    endless = iter(dataset.ReseedingDataset(made, chunk_size=3))
    assert len({next(endless)["question"] for _ in range(9)}) == 9
    spec = composite.DatasetSpec(
        name="logicsweep", weight=1, config={"kind": "safe", "level": [1, 2]}
    )
    composed = library.create_dataset("composite", size=3, seed=1, datasets=[spec])
    for entry in composed:
        assert composed.score_answer(entry["answer"], entry) == 1


@pytest.mark.night
def test_wrong_configurations_of_reasoning_gym() -> None:
    library = pytest.importorskip("reasoning_gym")
    import_module("logicsweep.lab.tasks.reasoning_gym")
    for wrong in ({"level": [1, 2, 3]}, {"size": -1}, {"seed": -1}, {"kind": "chance", "level": 1}):
        with pytest.raises(ArgumentError):
            library.create_dataset("logicsweep", **wrong)


# verifiers.
@pytest.fixture
def taskset_module(tmp_path: Path) -> Iterator[Path]:
    """A module of a taskset, as the documentation has it."""
    name = "from logicsweep.lab.tasks.verifiers import "
    (tmp_path / "logicsweep_taskset.py").write_text(f"{name}*\n{name}__all__\n")
    sys.path.insert(0, str(tmp_path))
    yield tmp_path
    sys.path.remove(str(tmp_path))
    sys.modules.pop("logicsweep_taskset", None)


@pytest.mark.night
@pytest.mark.parametrize("kind", KINDS)
def test_a_taskset_of_verifiers(kind: str, taskset_module: Path) -> None:
    loaders = pytest.importorskip("verifiers.v1.utils.loaders")
    assert taskset_module.is_dir()
    config = loaders.taskset_config_type("logicsweep-taskset")(
        id="logicsweep-taskset", kind=kind, size="6x6", n=3, options={"mines": 6}, split="test"
    )
    made = list(loaders.load_taskset(config))
    expected = list(tasks(kind, Setting("6x6", mines=6), n=3, split="test"))
    assert [task.data.prompt for task in made] == [task.prompt for task in expected]
    for task, own in zip(made, expected, strict=True):
        assert [hook.__name__ for hook in task.hooks("reward")] == ["exact"]
        assert "answer" not in task.data.line
        assert asyncio.run(task.validate(None)) is True
        for answer, reward in ((own.answer_text(), 1), ("I do not know.", 0), ("", 0)):
            trace = SimpleNamespace(last_reply=answer)
            assert asyncio.run(task.exact(trace)) == reward
            assert asyncio.run(task.is_read(trace)) == reward


@pytest.mark.night
def test_verifiers_validates_the_taskset(taskset_module: Path) -> None:
    """By its own command, which asks each task whether its right answer is right."""
    pytest.importorskip("verifiers.v1.utils.loaders")
    done = subprocess.run(
        [
            *(sys.executable, "-c", "from verifiers.v1.cli.validate import main; main()"),
            *("logicsweep-taskset", "--only-gold", "--runtime.type", "subprocess"),
            *("--taskset.n", "3", "--taskset.kind", "why"),
        ],
        cwd=taskset_module,
        env={"PYTHONPATH": f"{ROOT}:{taskset_module}", "PATH": "/usr/bin:/bin", "HOME": "/nowhere"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert '"valid": 3' in done.stdout


# OpenEnv.
@pytest.fixture
def url() -> Iterator[str]:
    """The address of the server among the examples."""
    pytest.importorskip("openenv.core", exc_type=ImportError)
    uvicorn = import_module("uvicorn")
    spec = spec_from_file_location("openenv_server", ROOT / "examples" / "openenv_server.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(16)
        app = module.application(Setting("beginner"))
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off"))
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join()
    del sys.modules[spec.name]


@pytest.mark.night
def test_openenv_validates_the_server(url: str) -> None:
    report = import_module("openenv.cli._validation").validate_running_environment(url, 60)
    assert report["passed"], report["criteria"]
    assert report["mode"] == "simulation"


@pytest.mark.night
def test_clients_of_openenv_play(url: str) -> None:
    """Each a game of its own, with the rewards of an `Episode`."""
    generic = import_module("openenv.core.generic_client").GenericEnvClient

    async def played() -> None:
        async with generic(base_url=url) as client, generic(base_url=url) as other:
            begun = await client.reset(seed=3, episode_id="a")
            assert (begun.reward, begun.done) == (None, False)
            assert "The mine count is 10" in begun.observation["prompt"]
            with pytest.raises(RuntimeError, match="expected reset first"):
                await other.step({"text": "open (4,4)"})
            await other.reset(seed=3)
            episode = Episode(Setting("beginner"), seed=3)
            for text in ("open (4,4)", "open (4,4)", "flag (0,0)", "I do not know."):
                turn, own = await client.step({"text": text}), episode.step(text)
                assert (turn.reward, turn.done) == (own.reward, episode.is_over)
                assert turn.observation["prompt"] == episode.prompt
                assert turn.observation["error"] == own.error
                assert turn.observation["idle"] == episode.idle
                assert read_board(turn.observation["board"]) == episode.board
            assert (await client.state())["step_count"] == 4
            assert (await other.state())["step_count"] == 0
            with pytest.raises(RuntimeError, match="VALIDATION_ERROR"):
                await client.step({"cell": [1, 1]})

    asyncio.run(played())


# Without them.
@pytest.mark.parametrize(
    ("name", "needed"),
    [("reasoning_gym", "reasoning_gym"), ("verifiers", "verifiers.v1.utils.loaders")],
)
def test_a_missing_library_is_named(name: str, needed: str) -> None:
    if is_there(needed):
        pytest.skip("the library is there")
    with pytest.raises(MissingLibraryError, match=r"pip install 'logicsweep\[llm\]'"):
        import_module(f"logicsweep.lab.tasks.{name}")
