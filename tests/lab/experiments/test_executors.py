"""Games played by processes and clusters are those that are played here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import psutil
import pytest

from logicsweep.errors import ExperimentError
from logicsweep.games.executors import Place, cluster, processes
from logicsweep.games.keys import Condition
from logicsweep.lab.experiments.game_run import play_game, run
from logicsweep.lab.experiments.records import GameRow, Key, key_of
from tests.judges.processes import first_line_of
from tests.lab.experiments.small import SMALL, play_all, specification, without_times


@pytest.mark.slow
def test_processes_play_the_same_games() -> None:
    with processes(2) as place:
        found = play_all(place)
    assert without_times(found) == without_times([play_game(t) for t in specification().tasks()])


@pytest.mark.slow
def test_a_cluster_plays_the_same_games_for_this_machine_alone() -> None:
    pytest.importorskip("distributed")
    me = psutil.Process()
    with cluster("local:2") as place:
        assert place.workers == 2
        found = play_all(place)
        heard = [
            connection.laddr.ip
            for process in (me, *me.children(recursive=True))
            for connection in process.net_connections()
            if connection.status == psutil.CONN_LISTEN
        ]
    assert without_times(found) == without_times([play_game(t) for t in specification().tasks()])
    assert len(heard) > 4
    assert set(heard) == {"127.0.0.1"}


@pytest.mark.night
def test_a_cluster_may_lose_a_worker() -> None:
    distributed = pytest.importorskip("distributed")
    many = specification(SMALL.replace("games = 6", "games = 15"))
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
        ) as made,
        cluster(made.scheduler_address) as place,
    ):
        pid = next(iter(made.workers.values())).pid
        records = []
        for record in run(many.tasks(), place):
            records.append(record)
            if len(records) == 5:
                os.kill(pid, 9)
    keys = [key_of(record) for record in records]
    assert len(keys) == len(set(keys)) == 60
    assert without_times(records) == without_times([play_game(t) for t in many.tasks()])


CLUSTER = """
import distributed, time
if __name__ == "__main__":
    made = distributed.LocalCluster(n_workers=2, dashboard_address="127.0.0.1:0", silence_logs=50)
    print(made.scheduler_address, flush=True)
    time.sleep(120)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_a_cluster_that_is_lost_says_so(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    script = tmp_path / "made.py"
    script.write_text(CLUSTER)
    made = subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    many = specification(SMALL.replace("games = 6", "games = 5000"))
    played: list[GameRow] = []

    def play_until_it_is_lost() -> None:
        with cluster(address) as place:
            for record in run(many.tasks(), place):
                played.append(record)
                if len(played) == 20:
                    os.killpg(made.pid, signal.SIGKILL)

    with made:
        address = first_line_of(made).strip()
        with pytest.raises(ExperimentError, match="was lost; the games played are kept"):
            play_until_it_is_lost()
    assert 20 <= len(played) < 20_000
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow("distributed")
def test_clusters_that_do_not_answer_say_so() -> None:
    pytest.importorskip("distributed")
    with (
        pytest.raises(
            ExperimentError, match=r"the cluster at tcp://127\.0\.0\.1:1 does not answer"
        ),
        cluster("tcp://127.0.0.1:1"),
    ):
        pass


@pytest.mark.parametrize(
    ("where", "words"),
    [
        *((name, "is not a cluster; expected tcp://host:port") for name in ("near", "local:0")),
        *(
            (f"local:{number}", "too large; expected at most local:1000")
            for number in (1001, "9" * 50)
        ),
    ],
)
def test_clusters_have_their_names(where: str, words: str) -> None:
    with pytest.raises(ValueError, match=words), cluster(where):
        pass


class Breaking(Executor):
    """Plays here, but its worker dies whenever a game is one of some; then it is broken."""

    def __init__(self, deadly: Callable[[Key], bool]) -> None:
        self._deadly = deadly
        self._broken = False

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self._broken:
            raise BrokenProcessPool
        if self._deadly(args[0].key):
            self._broken = True
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(fn(*args))
        return future


def test_a_game_that_kills_its_worker_costs_itself_alone() -> None:
    made = []
    deadly = Key(Condition(5, 6, 6, "continue", "unprotected", False), "exact", 2)

    def make() -> Executor:
        made.append(Breaking(lambda key: key == deadly))
        return made[-1]

    found = list(
        run(specification().tasks(), Place(make, 3, lambda e: isinstance(e, BrokenProcessPool)))
    )
    keys = [key_of(record) for record in found]
    assert len(keys) == len(set(keys)) == 24
    lost = [record for record in found if record.error]
    assert [key_of(record) for record in lost] == [deadly]
    assert lost[0].error == "its worker died 3 times"
    assert 3 <= len(made) <= 5


def test_workers_that_are_abandoned_leave_nothing_at_work() -> None:
    """A thread that still put semaphores away would be cut off where the command ends."""
    before = set(threading.enumerate())
    with processes(2) as place:
        executor = place.make()
        future = executor.submit(time.sleep, 60)
        assert set(threading.enumerate()) > before
        executor.shutdown(wait=False)
    assert [one.name for one in set(threading.enumerate()) - before if one.is_alive()] == []
    assert isinstance(future.exception(5), BrokenProcessPool)


def test_other_failures_of_an_executor_are_raised() -> None:
    class Failing(Executor):
        def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
            del fn, args
            future: Future[Any] = Future()
            future.set_exception(OSError("no route"))
            return future

    with pytest.raises(OSError, match="no route"):
        list(run(specification().tasks(), Place(Failing, 1, lambda _: False)))
