"""No certificate of anything false: honest folders are accepted, changed ones refused or true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from logicsweep import Board, KnowledgeBase, LimitError, State, Verdict
from logicsweep.checker.folder import INDEX, Claim
from logicsweep.errors import CertificateError, LogicSweepError
from logicsweep.reasons import Certificate, check_folder
from logicsweep.reasons.certificates.folder import count_files, folder_files
from logicsweep.tables import circuit_of
from logicsweep.tables.circuit import nnf_lines
from tests.conftest import ROOT, seeds
from tests.judges import claims
from tests.judges.features import Position

# Forged folders for each seed.
FORGED = 10


@pytest.mark.parametrize("seed", seeds(range(3_000), fast=300))
def test_nothing_false_is_accepted(seed: int, tmp_path: Path) -> None:
    """Folders with changed claims, sources, formulas, proofs and files, each with a fitting index.

    Honest ones are accepted, so that the checker does not refuse everything.
    """
    case, rng = claims.drawn(seed), Random(f"forged {seed}")
    if case is None:
        return
    honest = honest_certificates(case, rng)
    for certificate in honest:
        certificate.check()
    if honest:
        assert accepted(case, write(tmp_path, folder_files(case.board, honest)))
    for _ in range(FORGED):
        forged = forge(rng, case, honest)
        if forged is None:
            continue
        folder = write(tmp_path, folder_files(case.board, [forged]))
        for _ in range(rng.choice([0, 0, 1, 1, 3])):
            damage(rng, folder)
        for claim in accepted(case, folder):
            assert claims.is_true(case, claim), (case, forged)


@pytest.mark.parametrize("seed", seeds(range(1_500), fast=400))
def test_no_false_count_is_accepted(seed: int, tmp_path: Path) -> None:
    """Circuits of other boards, and other numbers."""
    case, rng = claims.drawn(seed), Random(f"counts {seed}")
    if case is None:
        return
    layouts = len(case.worlds.masks)
    for board in (case.board, *[altered(rng, case.board) for _ in range(FORGED)]):
        try:
            circuit = circuit_of(board, refutations=True)
        except (ValueError, LimitError):  # it is no board for circuits
            continue
        number = rng.choice([circuit.count(), layouts, layouts + 1])
        files = count_files(case.board, list(nnf_lines(circuit)), number)
        for claim in accepted(case, write(tmp_path, files)):
            assert claims.is_true(case, claim), (case, board)


def honest_certificates(case: Position, rng: Random) -> list[Certificate]:
    """Certificates of some verdicts, as clauses or as sums."""
    kb, made = KnowledgeBase(case.board), []
    proved = kb.consequences()
    for cell in sorted(proved.mines | proved.safe)[:3]:
        try:
            made.append(kb.certificate(cell, proof=rng.choice(["drup", "veripb"])))
        except (ValueError, LimitError) as error:
            said = str(error)
            assert "no certificates with" in said or "needs a board" in said or "open" in said
    return made


def forge(rng: Random, case: Position, honest: Sequence[Certificate]) -> Certificate | None:
    """A certificate that fits in most places: of another board, another cell, another verdict."""
    board = altered(rng, case.board)
    try:
        kb = KnowledgeBase(board)
        proved = kb.consequences()
        cell = rng.choice(sorted(proved.mines | proved.safe))
        forged = kb.certificate(cell, proof=rng.choice(["drup", "veripb"]))
    except (LogicSweepError, IndexError):  # inconsistent, without a verdict or a certificate
        if not honest:
            return None
        forged = rng.choice(honest)
    forged = replace(forged, board=case.board)
    other = Verdict.SAFE if forged.verdict is Verdict.MINE else Verdict.MINE
    opposite = tuple(
        [line.replace(str(forged), str(replace(forged, verdict=other))) for line in forged.formula]
    )
    kinds: list[Callable[[], Certificate]] = [
        lambda: forged,
        lambda: replace(forged, proof=("0",)),
        lambda: replace(forged, proof=mutated(rng, forged.proof)),
        lambda: replace(forged, formula=opposite, verdict=other),
        lambda: replace(forged, cell=rng.choice(case.board.covered or [forged.cell])),
    ]
    return rng.choice(kinds)()


def mutated(rng: Random, lines: tuple[str, ...]) -> tuple[str, ...]:
    """A proof with a line dropped, changed, or swapped with another."""
    changed = list(lines)
    place, kind = rng.randrange(len(changed)), rng.randrange(3)
    if kind == 0 or len(changed) == 1:
        del changed[place]
    elif kind == 1:
        changed[place] = f"{rng.choice((-1, 1)) * rng.randint(1, 7)} 0"
    else:
        second = rng.randrange(len(changed))
        changed[place], changed[second] = changed[second], changed[place]
    return tuple(changed)


def altered(rng: Random, board: Board) -> Board:
    """Another board: with other clues, without a rule, a constraint, liars or its mine count."""
    changes: list[Callable[[], Board]] = [
        lambda: board.replace({rng.choice(board.covered): State.NO_CLUE}),
        lambda: board.replace({rng.choice(sorted(board.clues)): rng.randint(0, 3)}),
        lambda: board.replace({rng.choice(sorted(board.clues)): State.NO_CLUE}),
        lambda: board.altered(constraints=(), liars=0),
        lambda: board.altered(rules=list(board.rules.clue.every)),
        lambda: board.altered(mines=rng.randint(0, board.grid.size)),
        lambda: Board(board.grid.clip(max=8), mines=board.mines, density=board.density),
    ]
    try:
        return rng.choice(changes)()
    except (ValueError, IndexError):  # such a board is refused
        return board


def write(folder: Path, files: Iterable[tuple[str, Sequence[str]]]) -> Path:
    """Write files into a folder that has nothing else."""
    for old in folder.iterdir():
        old.unlink()
    for name, lines in files:
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


def damage(rng: Random, folder: Path) -> None:
    """Change a character, a word or a line of a file."""
    path = rng.choice([path for path in sorted(folder.iterdir()) if path.stat().st_size])
    text = path.read_text(encoding="utf-8")
    kind = rng.randrange(3)
    if kind == 0:
        place = rng.randrange(len(text))
        text = text[:place] + rng.choice('01-? x\n["é') + text[place + 1 :]
    else:
        parts = text.split("\n" if kind == 1 else " ")
        place, other = rng.randrange(len(parts)), rng.randrange(len(parts))
        parts[place] = rng.choice([parts[other], "", "-" + parts[place], "9" * 400])
        text = ("\n" if kind == 1 else " ").join(parts)
    path.write_text(text, encoding="utf-8")


def accepted(case: Position, folder: Path) -> list[Claim]:
    """The claims of a folder, if all are accepted."""
    try:
        return list(check_folder(folder, case.board))
    except CertificateError:
        return []


@pytest.mark.parametrize("form", ["drup", "veripb"])
@pytest.mark.parametrize("block", seeds(range(100), fast=4))
def test_changed_files_are_refused_or_still_true(block: int, form: str, tmp_path: Path) -> None:
    """100 changes a block, of the folder of a board that has every kind of source."""
    text = (ROOT / "examples" / "boards" / "only-total.board").read_text()
    board = Board.parse(text)
    kb = KnowledgeBase(board)
    verdicts = {cell: kb.verdict(cell) for cell in board.covered}
    cells = [cell for cell, verdict in verdicts.items() if verdict is not Verdict.UNDETERMINED]
    made = [kb.certificate(cell, proof=form) for cell in cells[:2]]  # type: ignore[arg-type]
    taken = 0
    for seed in range(block * 100, block * 100 + 100):
        rng = Random(f"{form} {seed}")
        folder = write(tmp_path, folder_files(board, made))
        for _ in range(rng.choice([1, 1, 2])):
            damage(rng, folder)
        try:
            claims_made = list(check_folder(folder, board))
        except CertificateError as error:
            assert error.file in (
                None,
                INDEX,
                "board.board",
                *[name for each in made for name in each.files],
            )
            continue
        taken += 1
        for claim in claims_made:
            assert claim.cell is not None
            assert (
                verdicts[board.cell(claim.cell[0] * board.width + claim.cell[1])].value
                == claim.claim
            )
    assert taken < 60
