"""The account that an agent gives of a position: its move or verdict, and how it came to it."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.errors import expect
from logicsweep.games.agents.base import Agent, Known, Move
from logicsweep.games.agents.deducing import DeducingAgent
from logicsweep.games.agents.registry import check_rules
from logicsweep.games.loop import checked_move
from logicsweep.games.setting import GameRule
from logicsweep.games.view import View
from logicsweep.knowledge.base import KnowledgeBase


class Account(NamedTuple):
    """The account of an agent.

    Attributes:
        move: The move that the agent would make: on the cell that was asked about if the agent is
            certain about it, else the one it would make next. `Move.details` has the way to it.
        is_decided: Whether the move is on the cell that was asked about, or none was asked about.
        knowledge: The agent's knowledge in its own terms, as `Agent.knowledge` gives it.
        known: The extent of its knowledge, as `Agent.known` counts it.
    """

    move: Move
    is_decided: bool
    knowledge: list[str]
    known: Known


def account(board: Board, agent: Agent, cell: tuple[int, int] | None = None) -> Account:
    """Ask an agent about a position by the rule `continue`, under which it flags mines as well.

    Args:
        board: A position with a covered cell left.
        agent: The agent, made with `explains=True` if details are wanted; it forgets its game.
        cell: The covered cell without a flag to be told about; None for the next move.

    Raises:
        UnknownNameError: The agent does not play on such boards.
        ValueError: There is no cell to choose, or not this one.
        InconsistentBoardError: No layout agrees with the position, seen by the agent or not.
        LimitError: A limit of the agent was reached, also by the search for a layout.
        AgentError: The agent returned something that is not a move.
    """
    view = _joined(board, agent)
    wanted = None if cell is None else Cell.of(cell)
    if wanted is not None and not view.can_open(wanted):
        raise ValueError(f"{wanted} cannot be chosen; expected a covered cell without a flag")
    kb = KnowledgeBase(board, time_limit=agent.time_limit)
    if not kb.has_layout():
        kb.consequences()  # raises the clues that conflict: any move would follow from them
    if wanted is not None and isinstance(agent, DeducingAgent):
        for move in agent.certain(view):
            if move.cell == wanted:
                return Account(move, True, agent.knowledge(view), agent.known(view))
        view = _joined(board, agent)  # what was not played must not stay noted as decided
    move = checked_move(agent.choose(view), agent)
    is_decided = wanted in (None, move.cell)
    return Account(move, is_decided, agent.knowledge(view), agent.known(view))


def _joined(board: Board, agent: Agent) -> View:
    """Return the view of an agent that joins a game at a position."""
    expect("agent", agent, Agent, "an Agent, as agent_of(name) makes it")
    view = View(board, rule=GameRule.CONTINUE)
    check_rules(agent, view)
    if not view.choices:
        raise ValueError("no cell is left to choose; expected a covered cell without a flag")
    agent.begin(view)
    return view
