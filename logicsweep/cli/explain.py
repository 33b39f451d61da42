"""`logicsweep explain` and `diagnose`: the reasons for a cell, and the clues that may be wrong."""

from __future__ import annotations

from typing import Annotated

from click.exceptions import Exit

from logicsweep.board.names import CLUE_MODELS
from logicsweep.cli.common import INCONSISTENT, command, fail, not_both, refusing, show
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import AGENTS, BoardOptions, ReasoningOptions
from logicsweep.cli.values import Bounds, completing
from logicsweep.formulas.names import WCNF
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES, MOST_SETS
from logicsweep.reasons.names import BY

with lazily():
    from logicsweep.answers import reasons as answers
    from logicsweep.answers.asked import Asked
    from logicsweep.answers.base import Inconsistent
    from logicsweep.answers.reasons import Explanation, Undetermined
    from logicsweep.board.board import Board, Cell
    from logicsweep.board.clue_models import clue_model
    from logicsweep.cli.cells import covered_cell
    from logicsweep.cli.files import outputs_of, write_whole
    from logicsweep.cli.reasoning import answering_conflicts, asked_agent, check_way, posed
    from logicsweep.cli.terminal import draw_lines, draw_marked, print_lines
    from logicsweep.cli.working import working
    from logicsweep.formulas.registry import encode
    from logicsweep.render import games, reasons, suspects
    from logicsweep.render.marked import marked_lines


@command
def explain(
    board: str,
    cell: str | None = None,
    *,
    by: Annotated[str | None, completing(*BY, *AGENTS)] = None,
    smallest: bool = False,
    steps: bool = False,
    cut: bool = False,
    reasoning: ReasoningOptions,
    options: BoardOptions,
) -> None:
    """Explain why a cell is safe or a mine, by a minimal set of sources (clues, mine count).

    For an undetermined cell, show two layouts, one with a mine there and one without, and the mine
    probability. For an inconsistent board, explain the contradiction (exit code 1).

    Args:
        cell (ROW,COLUMN): A covered cell; rows and columns count from 0. With --by AGENT,
            default: the cell of the agent's next move, and what the agent knows.
        by (sum|AGENT): Explain it as a weighted sum of as few sources as possible (sum); or as an
            agent does in the terms of its own method, such as the equations of rref. One of
            {names}; or module:Class, an agent of your own.
        smallest: Find a smallest set of sources.
        steps: Show steps that a person can follow.
        cut: Show which cells would be cut off from each other, under a rule such as C.

    Example: logicsweep explain example:only-total 0,0 --by sum
    """
    if steps and reasoning.program:
        raise fail("--steps cannot be combined with --program")
    asked, kb, density = posed("explain", board, options, reasoning)
    position = kb.board
    wanted = None if cell is None else covered_cell(position, cell)
    way = next((name for name in BY if name == by), None)
    check_way(by)
    if by is not None and way is None:
        if smallest or steps or cut or reasoning._replace(json=False) != ReasoningOptions():
            raise fail("--by takes no options of other explanations; expected BOARD [ROW,COLUMN]")
        with answering_conflicts(asked, position):
            _show_account(asked, position, by, wanted, as_json=reasoning.json)
        return
    if wanted is None:
        raise fail("the cell is missing; expected BOARD ROW,COLUMN")
    with working(f"explaining {wanted}", lambda: kb.counted):
        answer = answers.explaining(
            asked, kb, wanted, smallest=smallest, steps=steps, cut=cut, by=way, density=density
        )

    def tell() -> None:
        if isinstance(answer, Explanation):
            _tell(position, answer, cut=cut, by=by)
        elif isinstance(answer, Undetermined):
            _tell_both_ways(position, answer)
        elif isinstance(answer, Inconsistent):
            _tell_conflict(position, answer)

    show(answer, tell, as_json=reasoning.json)


def _show_account(
    asked: Asked, board: Board, name: str, cell: Cell | None, *, as_json: bool
) -> None:
    """Have an agent explain a cell, or its next move."""
    with working(f"asking {name}"):
        given = asked_agent(board, name, cell)
    answer = answers.agent_account(asked, board, name, cell, given)

    def tell() -> None:
        draw_marked(board, reasons.account_marks(answer), reasons.ACCOUNT_LEGEND)
        print_lines(reasons.account_lines(answer))
        if cell is None:
            print_lines(games.known_lines(given.known, given.knowledge))

    show(answer, tell, as_json=as_json)


def _tell(board: Board, answer: Explanation, *, cut: bool, by: str | None) -> None:
    draw_marked(board, reasons.explanation_marks(board, answer), reasons.LEGEND)
    print_lines(reasons.explanation_lines(answer))
    if by is not None and answer.sum is None:
        print("No weighted sum was found that proves it.")
    if cut and answer.cut is None:
        print("No single cut shows it.")


def _tell_both_ways(board: Board, answer: Undetermined) -> None:
    """Draw the two layouts of an undetermined cell, and say how likely it is a mine."""
    if draw_lines(lambda columns: reasons.pair_lines(board, answer, columns)):
        print(reasons.PAIR_LEGEND)
    print_lines(reasons.undetermined_lines(answer))


def _tell_conflict(board: Board, answer: Inconsistent) -> None:
    """Draw a contradiction, and explain it."""
    if answer.core:
        marks = reasons.conflict_marks(board, answer)
        draw_lines(lambda columns: marked_lines(board, marks, columns=columns))
    if answer.core is not None:
        print_lines(reasons.conflict_lines(board, answer))


@command
def diagnose(
    board: str,
    *,
    clues: Annotated[str, completing(*CLUE_MODELS)] = "noisy(1/10)",
    most: Annotated[int, Bounds(1)] = MOST_SETS,
    output: str | None = None,
    reasoner: str | None = None,
    solver: str | None = None,
    program: list[str] | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    max_entries: int = MAX_ENTRIES,
    options: BoardOptions,
) -> None:
    """List the clues that conflict, and the sets of clues that may be wrong, likeliest first.

    The exit code is 1 if the board is inconsistent.

    Args:
        clues (MODEL): The clue model, which says how clues go wrong: {names}.
        most (N): The most sets of each kind to find.
        output (-o, --output FILE.wcnf): Also write a weighted CNF for MaxSAT solvers: each clue
            costs 1.

    Example: logicsweep diagnose example:inconsistent
    """
    with refusing("--clues"):
        noise = clue_model(clues)
    way = ReasoningOptions(json, None, reasoner, solver, program, time_limit, max_entries)
    asked, kb, _ = posed("diagnose", board, options, way)
    position = kb.board
    if output is not None:
        if program:
            raise not_both("--output", "--program")
        wcnf = outputs_of([output], {"wcnf": (".wcnf",)})["wcnf"]
        # Which clues are wrong is what is asked: any number of them may be.
        write_whole(wcnf, encode(position.altered(liars=0), WCNF).lines())
    with working(f"diagnosing {position.width}x{position.height}"):
        answer = answers.diagnosis(asked, kb.diagnose(noise, most=most))

    def tell() -> None:
        print_lines(suspects.diagnosis_lines(answer, position))
        if answer.conflicts and not asked.note:  # then the lines say all that the message does
            raise Exit(INCONSISTENT)

    show(answer, tell, as_json=json)
