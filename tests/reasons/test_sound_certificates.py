"""No certificate of anything false: what a checker trusts is satisfied by every layout.

The judge writes down all layouts of small boards with every rule, pairs of rules for clues, liars,
constraints, keys and topologies. `tools/soak --only sound_certificates` draws as many as you like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random

import pytest

from logicsweep import Board, Cell, Certificate, KnowledgeBase, LimitError, State
from logicsweep.errors import CertificateError
from logicsweep.limits import Budget
from logicsweep.reason.solvers.calls import refutation
from logicsweep.reasons import Claim, SumCertificate, check_count_folder, check_folder
from logicsweep.reasons.certificates.certificate import AnyCertificate
from logicsweep.reasons.certificates.counts_folder import count_files
from logicsweep.reasons.certificates.folder import folder_files
from logicsweep.reasons.certificates.formula import formula_of, numbers_allowed
from logicsweep.reasons.certificates.inequalities import linear_formula
from logicsweep.tables import circuit_of
from logicsweep.tables.circuit import nnf_lines
from tests.conftest import seeds, some
from tests.judges import claims
from tests.judges.features import Position
from tests.reasons.proofs import mutated

# Forged files for each seed.
FORGED = 10


@pytest.mark.parametrize("seed", seeds(range(2_000), fast=300))
def test_every_layout_satisfies_all_that_is_trusted(seed: int) -> None:
    """The formula, the inequalities and the premises of circuits, of every claim."""
    case, rng = claims.drawn(seed), Random(f"sources {seed}")
    if case is None:
        return
    for claim in claims.claims(case.board, rng):
        claims.check_clauses(case, claim)
        claims.check_sums(case, claim)
    claims.check_forged_inequalities(case, rng)
    claims.check_count_premises(case)
    kb = KnowledgeBase(case.board)
    for cell in sorted(kb.consequences().mines | kb.consequences().safe):
        try:
            certificate = kb.certificate(cell, proof="veripb")
        except (ValueError, LimitError):  # it is about regions, or too large
            continue
        assert claims.is_true(case, certificate.claim)
        if isinstance(certificate, SumCertificate):
            assert claims.check_sums(case, certificate.claim)
        else:  # it does not follow by adding up
            claims.check_clauses(case, certificate.claim)


@pytest.mark.parametrize(
    "names", ["1N V", "1M V", "1W V", "2X V", "1N V C", "2I V", "2E V", "V 1N"]
)
def test_a_clue_of_a_later_rule_says_what_its_rule_says(names: str) -> None:
    """The number of such a clue in a grid is another than the number that it shows."""
    for seed in range(3):
        rng = Random(f"{names} {seed}")
        case = claims.position(tuple(names.split()), rng)
        assert case is not None
        for claim in claims.claims(case.board, rng):
            claims.check_clauses(case, claim)
            claims.check_sums(case, claim)


def test_a_clue_that_shows_no_number_allows_not_simply_none() -> None:
    """It would be the empty clause, from which everything follows."""
    board = Board.parse("rules: 1W\n\n? 1+2 ?\n? ? ?\n")
    with pytest.raises(ValueError, match=r"the clue at \(0,1\) shows no number of mines"):
        numbers_allowed(board, Cell(0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("first", some(claims.CLUES, every=9))
def test_every_pair_of_rules_for_clues(first: str) -> None:
    """Each rule as the first one with each other one, where the package takes them together."""
    asked = 0
    for second in claims.CLUES:
        rng = Random(f"{first} {second}")
        case = None if first == second else claims.position((first, second), rng)
        if case is not None:
            asked += 1
            for claim in claims.claims(case.board, rng):
                claims.check_clauses(case, claim)
                claims.check_sums(case, claim)
            claims.check_count_premises(case)
    assert asked > len(claims.CLUES) // 2


@pytest.mark.parametrize("seed", seeds(range(1_500), fast=400))
def test_nothing_false_is_accepted(seed: int, tmp_path: Path) -> None:
    """Folders with changed claims, sources, formulas, proofs and files, each with a fitting index.

    An honest one is accepted, so that the check of a board does not refuse everything.
    """
    case, rng = claims.drawn(seed), Random(f"forged {seed}")
    if case is None:
        return
    honest = honest_certificates(case)
    if honest:
        assert accepted(case, write(tmp_path, folder_files(case.board, honest)))
    for _ in range(FORGED):
        try:
            forged = forge(rng, case, honest)
        except (ValueError, LimitError):  # there is no such formula
            continue
        folder = write(tmp_path, folder_files(case.board, [forged]))
        if rng.random() < 0.3:
            damage(rng, folder)
        for claim in accepted(case, folder):
            assert claims.is_true(case, claim), (case, forged)


@pytest.mark.parametrize("seed", seeds(range(1_500), fast=400))
def test_no_false_count_is_accepted(seed: int, tmp_path: Path) -> None:
    """Circuits of other boards, and other numbers."""
    case, rng = claims.drawn(seed), Random(f"counts {seed}")
    if case is None:
        return
    layouts = len(case.worlds.layouts)
    for board in (case.board, *[altered(rng, case.board) for _ in range(FORGED)]):
        try:
            circuit = circuit_of(board, refutations=True)
        except (ValueError, LimitError):  # it is no board for circuits
            continue
        number = rng.choice([circuit.count(), layouts, layouts + 1])
        folder = write(tmp_path, count_files(case.board, list(nnf_lines(circuit)), number))
        try:
            proved = check_count_folder(folder, case.board)
        except (CertificateError, ValueError):
            assert board is not case.board or number != layouts or not is_counted(case)
            continue
        assert proved == layouts, (case, board)


def is_counted(case: Position) -> bool:
    """Whether there are certificates of counts for such a board."""
    return claims.check_count_premises(case)


def honest_certificates(case: Position) -> list[AnyCertificate]:
    """Certificates of some verdicts, as clauses and as sums."""
    kb, found = KnowledgeBase(case.board), []
    proved = kb.consequences()
    for cell in sorted(proved.mines | proved.safe)[:3]:
        try:
            found.append(kb.certificate(cell))
        except (ValueError, LimitError):
            continue
    return found


def forge(rng: Random, case: Position, honest: Sequence[AnyCertificate]) -> AnyCertificate:
    """A certificate that fits in most places. Raises ValueError where there is no formula."""
    board = case.board
    claim = rng.choice([*claims.claims(board, rng)])
    kinds: list[Callable[[], AnyCertificate]] = [
        lambda: clauses_of(board, claim, ("0",)),
        lambda: sums_of(board, claim),
        lambda: clauses_of(board, claim, proof_of(altered(rng, board), claim)),
        lambda: written_for(altered(rng, board), board, claim),
    ]
    for one in honest[:1]:
        other = claim._replace(cell=one.claim.cell, mine=not one.claim.mine)
        flipped = one.claim._replace(mine=not one.claim.mine)
        kinds += [
            lambda: clauses_of(board, flipped, one.proof),  # noqa: B023
            lambda: clauses_of(board, other, one.proof),  # noqa: B023
            lambda: clauses_of(board, one.claim, mutated(rng, one.proof)),  # noqa: B023
        ]
    return rng.choice(kinds)()


def clauses_of(board: Board, claim: Claim, proof: tuple[str, ...]) -> Certificate:
    return Certificate(board, claim, formula_of(board, claim).lines, proof)


def sums_of(board: Board, claim: Claim) -> SumCertificate:
    """A claim by sums, with a proof that ends at once or adds up all that there is."""
    formula = linear_formula(board, claim)
    last = len(formula.constraints)
    every = " ".join(["1", *[f"{number} +" for number in range(2, last + 1)]])
    end = ["output NONE;", f"conclusion UNSAT : {last + 1};", "end pseudo-Boolean proof;"]
    proof = ["pseudo-Boolean proof version 3.0", f"f {last};", f"pol {every};", *end]
    return SumCertificate(board, claim, formula.lines, tuple(proof))


def written_for(board: Board, shown: Board, claim: Claim) -> Certificate:
    """A certificate of another board under the name of this one."""
    return Certificate(shown, claim, formula_of(board, claim).lines, proof_of(board, claim))


def proof_of(board: Board, claim: Claim) -> tuple[str, ...]:
    return refutation(formula_of(board, claim).clauses, Budget(10)) or ("0",)


def altered(rng: Random, board: Board) -> Board:
    """Another board: with other clues, without a rule, a constraint, liars or its mine count."""
    changes: list[Callable[[], Board]] = [
        lambda: board.replace({rng.choice(board.covered): State.NO_CLUE}),
        lambda: board.replace({rng.choice(sorted(board.clues)): rng.randint(0, 3)}),
        lambda: board.replace({rng.choice(sorted(board.clues)): State.NO_CLUE}),
        lambda: board.altered(constraints=(), liars=0),
        lambda: board.altered(rules=list(board.rules.clue.every)),
        lambda: board.altered(total_mines=rng.randint(0, board.grid.size)),
        lambda: Board(board.grid.clip(max=8), total_mines=board.total_mines, density=board.density),
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
    """Change a character of a file."""
    path = rng.choice([path for path in sorted(folder.iterdir()) if path.stat().st_size])
    text = path.read_text(encoding="utf-8")
    place = rng.randrange(len(text))
    path.write_text(text[:place] + rng.choice("01-? x\n") + text[place + 1 :], encoding="utf-8")


def accepted(case: Position, folder: Path) -> list[Claim]:
    """The claims of a folder, if all are accepted."""
    try:
        return list(check_folder(folder, case.board))
    except CertificateError:
        return []
