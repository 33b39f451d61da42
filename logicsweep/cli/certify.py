"""`logicsweep certify` and `logicsweep check`: verdicts with proofs for sceptics."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from logicsweep.answers.asked import Asked
from logicsweep.cli.common import command, fail, show
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions, ProofName, ReasoningOptions
from logicsweep.errors import CertificateError, LimitError, counted
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.answers import certificates
    from logicsweep.answers.asking import board_of_game
    from logicsweep.answers.certificates import Certified, Checked
    from logicsweep.board.board import Cell
    from logicsweep.checker import folder as folders
    from logicsweep.checker.folder import Claim
    from logicsweep.cli.boards import load, load_layout
    from logicsweep.cli.cells import covered_cell
    from logicsweep.cli.files import check_new, where_is, write_folder
    from logicsweep.cli.reasoning import answering_trouble, posed
    from logicsweep.cli.working import working
    from logicsweep.reasons.certificates.certificate import Certificate
    from logicsweep.reasons.certificates.folder import check_folder, folder_files, game_in


@command
def certify(
    board: str,
    cell: str | None = None,
    *,
    output: Path,
    to: ProofName = "drup",
    reasoner: str | None = None,
    solver: str | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Write a formula and a proof for each verdict, for other programs to check.

    The formulas are in DIMACS CNF, the proofs in DRUP, as drat-trim and others read them. With
    --to veripb a proof is a weighted sum of clues: the formula is in OPB, and VeriPB reads both.
    Verdicts without such a sum, which are few, are written as before.

    The folder is written in full or not at all. --time-limit applies to each verdict.

    Args:
        cell (ROW,COLUMN): One covered cell. Default: all proved cells.
        output (-o, --output DIR): The folder to write, new or empty.
        to (NAME): The form of the proofs: drup or veripb.

    Example: logicsweep certify example:only-total -o proofs --to veripb
    """
    way = ReasoningOptions(reasoner=reasoner, solver=solver, time_limit=time_limit)
    asked, kb, _ = posed("certify", board, options, way)
    wanted = None if cell is None else covered_cell(kb.board, cell)
    check_new(output)
    done: list[Certificate] = []
    cells: list[Cell] = []

    def certificates_of() -> Iterator[Certificate]:
        for each in cells:
            done.append(kb.certificate(each, proof=to))
            yield done[-1]

    progress = working("certifying", lambda: (len(done), len(cells)))
    with answering_trouble(asked, kb), progress:
        proved = kb.consequences()
        if wanted is not None and wanted not in proved.safe | proved.mines:
            raise fail(f"{wanted} is undetermined; `logicsweep explain` shows how it can be either")
        cells += sorted(proved.safe | proved.mines) if wanted is None else [wanted]
        write_folder(output, folder_files(kb.board, certificates_of()))
    answer = certificates.certified(asked, kb.board, output, done)
    show(answer, lambda: _tell_certified(answer, to), as_json=json)


@command
def check(
    folder: Path,
    *,
    board: str | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Check certificates without a solver, by a checker that shares nothing with what it checks.

    Each clause of a formula has to follow from its source, and each line of a proof from those
    before it. In a folder that `count -o` wrote, the circuit is followed node by node: its
    models are the layouts of the board, exactly so many. In one that `deal --to proofs` wrote, each
    step is checked in the position after the steps before it, and the last one has to leave no safe
    cell.

    If anything is wrong, the message names the first wrong file and line, and the exit code is 1.
    --time-limit applies to the whole folder.

    Args:
        folder (DIR): A folder written by certify, count or deal.
        board (BOARD): Check that the certificates prove what they claim of this board.

    Example: logicsweep check proofs --board example:only-total
    """
    if board is None and options.given:
        raise fail(f"{options.given[0]} needs --board BOARD")
    if not (folder / folders.INDEX).exists():
        wrong = f"has no {folders.INDEX}" if folder.is_dir() else "is not a folder"
        games = sorted(folder.glob(f"*/{folders.INDEX}"))
        inner = f", such as {games[0].parent}" if games else ""
        wrote = "`certify`, `count -o` or `deal --to proofs` wrote"
        raise fail(f"{folder} {wrong}; expected a folder that {wrote}{inner}")
    about = where_is(board) if board else str(folder / folders.BOARD)
    claims: list[Claim] = []
    game, fault = None, None
    try:
        game = game_in(folder)
        position = None
        if board is not None and game is not None:
            position = board_of_game(load_layout(board, options), game)
        elif board is not None:
            position = load(board, options).board
        with working("checking", lambda: (len(claims), 0)):
            claims.extend(check_folder(folder, position, time_limit=time_limit))
    except (LimitError, CertificateError) as error:
        fault = error
    answer = certificates.checked(Asked("check", board), folder, claims, game, fault)
    show(answer, lambda: _tell(answer, about), as_json=json)


def _tell_certified(answer: Certified, proof: ProofName) -> None:
    verdicts = counted(answer.verdicts, "verdict")
    kinds = ""
    if proof == "veripb":
        kinds = f": {answer.veripb} by a sum, {answer.verdicts - answer.veripb} by clauses"
    print(f"{verdicts} certified in {answer.folder}{kinds}.")


def _tell(answer: Checked, about: str) -> None:
    if not answer.valid:  # which the message says
        return
    verdicts = len(answer.verdicts)
    if answer.game is not None:
        start, total = Cell(*answer.game.start), "with" if answer.game.uses_total else "without"
        print(f"No guess is needed for {about} from {start}, {total} the mine count:")
        print(f"{counted(verdicts, 'step')} proved, which open every safe cell.")
        return
    if isinstance(answer.layouts, str):
        agree = "layout agrees" if answer.layouts == "1" else "layouts agree"
        print(f"Exactly {answer.layouts} {agree} with {about}.")
    if verdicts or not isinstance(answer.layouts, str):
        print(f"{counted(verdicts, 'verdict')} proved for {about}.")
