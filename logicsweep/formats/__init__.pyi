from .dealt import Dealing as Dealing, DealtGame as DealtGame
from .given import (
    AnyBoard as AnyBoard,
    BoardKeys as BoardKeys,
    CellKeys as CellKeys,
    board_of as board_of,
)
from .registry import (
    BOARD_FORMATS as BOARD_FORMATS,
    REPLAY_FORMATS as REPLAY_FORMATS,
    read_board as read_board,
    read_layout as read_layout,
    write_board as write_board,
)
from .replays.replay import Event as Event, Replay as Replay, read_replay as read_replay
from .stored import load as load, load_layout as load_layout, save as save
