"""Forced games and environments whose clues show more values than a byte holds (2P)."""

from __future__ import annotations

import numpy as np
import pytest

from logicsweep.games.agents.registry import agent_of
from logicsweep.lab.play.forced import survive
from tests.games.test_wide_grids import setting


def test_survival_can_be_forced() -> None:
    found = survive(agent_of("exact", seed=1, time_limit=60), setting(6, 4), seed=1)
    assert 0 < found.chance <= 1


@pytest.mark.slow
@pytest.mark.parametrize("side", [5, 6])
def test_environments_observe_what_the_space_has(side: int) -> None:
    pytest.importorskip("gymnasium")
    from logicsweep.lab.gym import MinesweeperEnv, MinesweeperVectorEnv

    wanted = np.int8 if side == 5 else np.int16
    env = MinesweeperEnv(f"{side}x{side}", mines=2, rules="2P", first_click="safe", proved=True)
    seen, info = env.reset(seed=1)
    highest = 0
    for _ in range(12):
        assert seen.dtype == wanted
        assert env.observation_space.contains(seen)
        highest = max(highest, int(seen.max()))
        open_to = np.flatnonzero(info["action_mask"] & ~info["mines"].ravel())
        seen, _, is_over, _, info = env.step(int(open_to[-1]))
        if is_over:
            break
    ruled = setting(side, 2).board().placed_rules
    assert ruled is not None
    assert highest <= ruled.values.highest
    many = MinesweeperVectorEnv(2, size=f"{side}x{side}", mines=2, rules="2P", first_click="safe")
    grids, _ = many.reset(seed=1)
    assert grids.dtype == wanted
    assert many.observation_space.contains(grids)
