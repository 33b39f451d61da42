"""Settings, layouts and games with rules: what is dealt and shown, held against the judge."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import count
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Game, Layout, LimitError, Setting, State
from logicsweep.board import FirstClick
from logicsweep.board.clue_models import clue_model
from logicsweep.board.rules.rules import Rules
from logicsweep.errors import ArgumentError, IllegalMoveError, UnknownNameError
from logicsweep.games.dealing.layouts import draw, source_of
from logicsweep.games.dealing.ruled import check_dealt, satisfies
from logicsweep.limits import Budget
from tests.conftest import some
from tests.games.making import bare
from tests.judges import rules as judge
from tests.judges.refusals import refused
from tests.judges.rules_at_once import which_satisfy

CLUES = [*judge.CLUE_RULES, *judge.LIARS]
LAYOUTS = ["Q", "T", "A", "H", "U", "D", "D'", "2H", "2F", "2T", "2S", "2Z", "B", "Q T", "2H Q"]
LAYOUTS += ["C", "O", "S", "2C", "2G", "2G'", "2B", "C O"]


def setting_of(rules: str, height: int, width: int, mines: int, **options: object) -> Setting:
    own = {"height": height, "width": width, "mines": mines, "rules": Rules.of(rules)}
    return bare(**{**own, **options})  # type: ignore[arg-type]


def shown_at(board: Board, cell: tuple[int, int]) -> object:
    """What a cell shows, as the judge has it."""
    code = board[cell]
    return code if board.placed_rules is None else board.placed_rules.values.value(code)


@pytest.mark.parametrize("clue", CLUES)
def test_layouts_show_what_the_judge_may_show(clue: str) -> None:
    for seed in range(12):
        rng = Random(seed)
        mask = np.array([[rng.random() < 0.35 for _ in range(5)] for _ in range(4)])
        layout = Layout(mask)
        board = layout.revealed(rules=clue, source=rng)
        assert board.mines == mask.sum()
        assert not board.covered
        for cell in np.ndindex(*mask.shape):
            if mask[cell]:
                assert board[cell] == State.KNOWN_MINE
            else:
                assert shown_at(board, cell) in judge.may_show(clue, mask, cell)
        assert layout.mismatch(board) is None
        again = layout.revealed(rules=clue, source=Random(seed + 100))
        assert (again == board) or clue in judge.LIARS


def test_a_liar_draws_from_a_source() -> None:
    layout = Layout(np.eye(4, dtype=np.bool_))
    values = {layout.revealed(rules="1L", source=Random(seed))[0, 1] for seed in range(30)}
    assert values == {1, 3}
    assert layout.revealed() == layout.revealed(rules="V") == layout.revealed(rules=())


@pytest.mark.parametrize("clue", CLUES)
def test_what_is_opened_with_a_cell(clue: str) -> None:
    """Plain counts open what they speak of where they show 0; other clues open nothing more."""
    mask = np.zeros((5, 6), dtype=np.bool_)
    mask[0, 5] = mask[4, 0] = True
    layout = Layout(mask)
    whole = layout.revealed(rules=clue, source=Random(3))
    board = layout.opened([(2, 3)], rules=clue, source=Random(3))
    game = Game(setting_of(clue, 5, 6, 2, flood=True), seed=3, layout=layout)
    game.open((2, 3))
    wanted, queue = set(), [whole.number((2, 3))]
    is_plain = clue in ("V", "1X", "1X'", "1K", "2D")
    while queue:
        number = queue.pop()
        if number not in wanted:
            wanted.add(number)
            zero = is_plain and whole.grid.flat[number] == 0
            queue += whole.scope(whole.cell(number)).cells if zero else ()
    assert {board.number(cell) for cell in board if not board.is_covered(cell)} == wanted
    if clue not in judge.LIARS:
        assert game.board == board
    assert len(wanted) > 1 or not is_plain


@pytest.mark.parametrize("rules", some(LAYOUTS, every=5, first=2))
def test_dealt_layouts_satisfy_the_rules(rules: str) -> None:
    masks = judge.layouts(4, 4)
    for name in rules.split():
        masks = masks[which_satisfy(name, masks)]
    counts = Counter(masks.sum(axis=(1, 2)).tolist())
    mines = max(counts, key=counts.__getitem__)
    for click in (FirstClick.UNPROTECTED, FirstClick.SAFE):
        setting = setting_of(rules, 4, 4, mines, first_click=click)
        for seed in range(4):
            game = Game(setting, seed=seed)
            shown = game.open((1, 2))
            assert click is not FirstClick.SAFE or shown[1, 2] != State.KNOWN_MINE
            again = Game(setting, seed=seed)
            assert again.open((1, 2)) == shown
            found = draw(setting, {6} if click is FirstClick.SAFE else set(), source_of(seed))
            assert found.sum() == mines
            assert all(judge.satisfies(name, found) for name in rules.split())
            assert found[1, 2] == (shown[1, 2] == State.KNOWN_MINE)
            assert satisfies(setting.rules, Layout(found))


@pytest.mark.parametrize(
    ("rules", "mines", "free"),
    some([("Q", 3, 4), ("H", 3, None), ("D", 4, 5), ("2S", 5, None)], every=2),
)
def test_layouts_are_dealt_uniformly(rules: str, mines: int, free: int | None) -> None:
    masks = judge.layouts(3, 4)
    masks = masks[which_satisfy(rules, masks) & (masks.sum(axis=(1, 2)) == mines)]
    if free is not None:
        masks = masks[~masks.reshape(len(masks), -1)[:, free]]
    setting = setting_of(rules, 3, 4, mines)
    source = Random(7)
    each = 10
    drawn = Counter(
        draw(setting, set() if free is None else {free}, source).tobytes()
        for _ in range(each * len(masks))
    )
    assert set(drawn) == {mask.tobytes() for mask in masks}
    # Within five standard deviations, which one of so few numbers hardly ever exceeds.
    assert max(abs(number - each) for number in drawn.values()) <= 5 * each**0.5


def test_layout_is_of_the_seed_alone() -> None:
    """Whatever was dealt before, and with whichever tables."""
    setting = setting_of("Q", 4, 5, 7, first_click=FirstClick.SAFE)
    first = [draw(setting, {0}, source_of(seed)).tolist() for seed in range(6)]
    draw(setting, {3}, source_of(0))
    assert [draw(setting, {0}, source_of(seed)).tolist() for seed in reversed(range(6))] == first[
        ::-1
    ]


def test_ordinary_layouts_stay_what_they_are() -> None:
    ordinary = bare(height=6, width=6, mines=7, first_click=FirstClick.OPENING)
    assert setting_of("", 6, 6, 7).rules == ordinary.rules
    assert setting_of("V", 6, 6, 7) == bare(height=6, width=6, mines=7)
    clued = setting_of("1W", 6, 6, 7, first_click=FirstClick.OPENING)
    for seed in range(5):
        one, other = (draw(own, {0, 1, 6, 7}, source_of(seed)) for own in (ordinary, clued))
        assert (one == other).all()


def test_a_setting_with_rules_is_a_value() -> None:
    setting = setting_of("1M Q", 5, 6, 9)
    assert str(setting.rules) == "1M Q"
    assert hash(setting) == hash(setting_of("1M Q", 5, 6, 9))
    assert setting == setting_of("1M Q", 5, 6, 9) != setting_of("Q", 5, 6, 9)
    assert pickle.loads(pickle.dumps(setting)).rules == setting.rules  # noqa: S301
    assert setting.board().rules == setting.rules


def test_what_a_setting_with_rules_cannot_be() -> None:
    with refused(UnknownNameError, kind="rule", name="Qu", argument="rules"):
        bare(height=5, width=5, mines=8, rules="Qu")
    with refused(ArgumentError, argument="rules"):
        setting_of("B", 4, 4, 6)
    noisy = setting_of("Q", 4, 4, 6, clues=clue_model("noisy(1/10)"))
    assert Game(noisy, seed=1).open((0, 0))


def test_layouts_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="no layout of 6x6, 5 mines satisfies the rule Q"):
        check_dealt(setting_of("Q", 6, 6, 5).board(), FirstClick.SAFE)
    with pytest.raises(ValueError, match="keeps a cell and its neighbours free of mines"):
        check_dealt(setting_of("Q", 4, 4, 6).board(), FirstClick.OPENING)
    check_dealt(setting_of("H", 5, 5, 6).board(), FirstClick.OPENING)
    check_dealt(setting_of("1M", 5, 5, 6).board(), FirstClick.OPENING)
    game = Game(setting_of("Q", 4, 4, 6, first_click=FirstClick.OPENING), seed=1)
    with refused(IllegalMoveError, move=(1, 1)):
        game.open((1, 1))
    assert game.moves == 0


@pytest.mark.usefixtures("little_memory")
def test_tables_that_are_too_large() -> None:
    setting = setting_of("T", 6, 6, 9, first_click=FirstClick.SAFE)
    says = "layouts of 6x6, 9 mines under the rule T cannot be dealt: the component of 35 cells"
    with pytest.raises(LimitError, match=says):
        Game(setting, seed=1).open((0, 0))


def test_one_limit_is_for_all_that_a_deal_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many cells are looked at, and tables made: the clock is started once."""
    readings = count()
    monkeypatch.setattr("logicsweep.limits.monotonic", lambda: float(next(readings)))
    setting = setting_of("C", 5, 5, 22)  # no cell can be free along with its neighbours
    with pytest.raises(LimitError, match="cannot be dealt: no complete answer within 60 s"):
        check_dealt(setting.board(), FirstClick.OPENING, Budget(60))
    assert next(readings) < 70
    setting = setting_of("C", 5, 6, 12)
    with pytest.raises(LimitError, match="cannot be dealt: no complete answer within 50 s"):
        draw(setting, {7}, source_of(1), Budget(50))
    assert next(readings) < 70 + 60
    with pytest.raises(LimitError, match="cannot be dealt: no complete answer within 40 s"):
        Game(setting, seed=1, time_limit=40).open((0, 0))
    assert next(readings) < 70 + 60 + 50
