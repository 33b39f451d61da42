"""Certificates by sums: true on random boards of every kind, and refused when they are changed."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Board, Cell, Clue, KnowledgeBase, LimitError, State, read_board
from logicsweep.constraints import Cardinality, Source
from logicsweep.constraints.factors import SourceKind
from logicsweep.errors import CertificateError
from logicsweep.knowledge import certifying
from logicsweep.linear.sums import Addend, Line, Row, Sum
from logicsweep.reasons import Certificate, SumCertificate, check_folder
from logicsweep.reasons.certificates import implied
from logicsweep.reasons.certificates.folder import INDEX, folder_files
from logicsweep.reasons.certificates.formula import Claim, Implied
from logicsweep.reasons.certificates.inequalities import linear_formula
from logicsweep.reasons.summed import certificate_of
from tests.conftest import ROOT, Run, seeds
from tests.judges.features import FEATURES, Position, draw
from tests.reasons.adding import OPB_HEAD, OPB_LINE, PROOF, Bound, last_sum, read_opb

BOARDS = ROOT / "examples" / "boards"
# What is combined with another feature; a board with a key has no sums, one with a program no
# certificates.
MIXED = ["bounds", "model", "liars", "1M", "1W", "1X", "1L", "T", "Q", "constraints", "hexagon"]
ALONE = sorted({*FEATURES} - {"program"})


def drawn(names: tuple[str, ...], seed: int) -> Position | None:
    """A board with some features, if there are such boards."""
    try:
        return draw(names, seed)
    except ValueError:
        return None


def check_sum(case: Position, certificate: SumCertificate) -> None:
    """Judge a certificate: it is as VeriPB reads it, says what worlds obey, and is refuted."""
    opb, proof = certificate.opb, certificate.proof
    assert all(OPB_LINE.fullmatch(line) for line in opb)
    head = OPB_HEAD.fullmatch(opb[0])
    assert head is not None
    assert int(head[2]) == sum([not line.startswith("*") for line in opb])
    assert PROOF.fullmatch("".join(f"{line}\n" for line in proof))
    read = read_opb(opb)
    assert int(head[1]) >= max(name for terms, _ in read for name in terms)
    assert proof[1] == f"f {len(read)};"
    result = last_sum(read, proof)
    assert sum([max(value, 0) for value in result.terms.values()]) < result.bound
    assert hold_in_worlds(case, read[:-1])
    denial = Bound({case.board.number(certificate.claim.cell) + 1: 1}, 1)
    if certificate.claim.mine:
        denial = Bound(dict.fromkeys(denial.terms, -1), 0)
    assert read[-1] == denial


def hold_in_worlds(case: Position, read: list[Bound]) -> bool:
    """Whether all worlds of a board satisfy inequalities; wrong clues are marked."""
    size = case.board.height * case.board.width
    for world, mask in zip(case.worlds.kept, case.worlds.masks, strict=True):
        wrong = {case.board.number(cell) for cell in case.worlds.contradicted(world)}
        values = {at + 1: bool(mine) for at, mine in enumerate(np.ravel(mask).tolist())}
        values |= {size + at + 1: at in wrong for at in range(size)}
        if not all(each.holds(values) for each in read):
            return False
    return True


@pytest.mark.parametrize("seed", seeds(range(200), fast=36))
def test_what_is_certified_is_so(seed: int) -> None:
    rng = random.Random(seed)
    names = {rng.choice(ALONE)} if seed % 2 else {*rng.sample(MIXED, 2)}
    case = drawn(tuple(sorted(names)), seed)
    if case is None:
        return
    mines, safe = case.worlds.verdicts
    cells = sorted(mines | safe)
    for cell in rng.sample(cells, min(3, len(cells))):
        certificate = case.kb().certificate(cell, proof="veripb")
        certificate.check()
        assert certificate.claim.mine == (cell in mines)
        if isinstance(certificate, SumCertificate):
            check_sum(case, certificate)


@pytest.mark.parametrize("name", ["plain", "range", "bounds", "1M", "1W", "T", "Q", "constraints"])
def test_most_verdicts_have_a_sum(name: str) -> None:
    for seed in range(3):
        case = draw((name,), seed)
        mines, safe = case.worlds.verdicts
        for cell in sorted(mines | safe)[:4]:
            certificate = case.kb().certificate(cell, proof="veripb")
            assert isinstance(certificate, SumCertificate), (name, seed, cell)


def test_a_liar_has_a_variable_of_its_own() -> None:
    """The three clues of 1 see the same cell; two of them are right, so it is a mine."""
    board = Board.parse("liars: 1\n\n1?1\n_1_")
    certificate = KnowledgeBase(board).certificate((0, 1), proof="veripb")
    assert isinstance(certificate, SumCertificate)
    certificate.check()
    text = "\n".join(certificate.opb)
    assert "no more than 1 of these clues are wrong\n-1 x7 -1 x9 >= -1 ;" in text
    assert "1 x2 1 x7 >= 1 ;" in text


def test_a_clue_with_gaps_is_used_by_what_it_implies() -> None:
    """None or two of two cells, one of which is safe: so is the other."""
    board = Board([[0, -1, State.NO_CLUE, -1]]).replace({(0, 2): Clue(0, 2, (1, 0, 1))})
    certificate = KnowledgeBase(board).certificate((0, 3), proof="veripb")
    assert isinstance(certificate, SumCertificate)
    certificate.check()
    assert certificate.claim.inequalities == (Implied("clue(0,2)", ((2, -1), (4, 1)), 0),)


def refused(certificate: SumCertificate, claim: Claim) -> str:
    with pytest.raises(CertificateError) as caught:
        SumCertificate(certificate.board, claim, certificate.opb, certificate.proof).check()
    assert caught.value.file == "opb"
    return caught.value.text


def test_a_claim_has_to_fit_the_board() -> None:
    board = Board.parse("mines: 2\n\n?1?\n?3?\n???")
    clue = Cell(1, 1)
    terms = tuple([(name, 1) for name in (1, 3, 4, 6, 7, 8, 9)])
    certificate = SumCertificate(board, Claim(Cell(0, 0), False, ()), (), ())

    def said(*inequalities: Implied, **fields: object) -> str:
        claim = Claim(Cell(0, 0), False, (clue,), inequalities=inequalities)
        return refused(certificate, claim._replace(**fields))  # type: ignore[arg-type]

    assert "cut short" in said(Implied("clue(1,1)", terms, 3))  # true, and the formula is empty
    assert "does not imply" in said(Implied("clue(1,1)", terms, 2))
    assert "'clue(0,1)' is not among the sources" in said(Implied("clue(0,1)", terms, 3))
    assert "is not over its cells" in said(Implied("clue(1,1)", ((2, 1),), 3))
    assert "is not over its cells" in said(Implied("clue(1,1)", ((3, 1), (1, 1)), 3))
    assert "is not over its cells" in said(Implied("clue(1,1)", ((1, 1), (1, 1)), 3))
    assert "has a 0, or a number above" in said(Implied("clue(1,1)", ((1, 0),), 3))
    assert "has a 0, or a number above" in said(Implied("clue(1,1)", ((1, 1),), 10**10))
    assert "not sorted" in said(*[Implied("clue(1,1)", terms, 3)] * 2)
    assert "more than 1,000" in said(*[Implied("clue(1,1)", terms, at) for at in range(2000)])
    assert "is not covered" in said(cell=Cell(0, 1))
    assert "there is no clue at (0,0)" in said(clues=(Cell(0, 0),))
    assert "the board has no constraint row" in said(constraints=("row",))


def test_a_claim_cannot_ask_for_endless_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """That 20 of 40 cells are at most 20 is true, but of each choice of 20 it takes a trial."""
    monkeypatch.setattr(implied, "_MOST", 10_000)
    half = Cardinality(tuple(range(40)), 20, 20, Source.named("half"))
    board = Board([[-1] * 40]).altered(constraints=[half])
    inequality = Implied("constraint half", tuple([(at + 1, 1) for at in range(40)]), 20)
    claim = Claim(Cell(0, 0), False, (), constraints=("half",), inequalities=(inequality,))
    with pytest.raises(LimitError, match="too many assignments"):
        SumCertificate(board, claim, (), ()).check()


def test_a_board_with_a_key_has_no_sum() -> None:
    case = draw(("2I",), 0)
    cell = min(case.worlds.verdicts[0] | case.worlds.verdicts[1])
    assert not isinstance(case.kb().certificate(cell, proof="veripb"), SumCertificate)
    with pytest.raises(ValueError, match="a board with a key"):
        linear_formula(case.board, Claim(cell, True, tuple(case.board.clues)))


def test_a_sum_made_by_hand_becomes_a_proof() -> None:
    """A rounded line first: three ones around three cells, each of two of them, cannot be."""
    board = Board([[-1, 1, -1], [1, -1, 1]]).altered(
        constraints=[
            Cardinality((0, 2), 0, 1, Source.named("a")),
            Cardinality((0, 4), 0, 1, Source.named("b")),
            Cardinality((2, 4), 0, 1, Source.named("c")),
        ]
    )
    rows = [
        Row(each.source, tuple([(cell, 1) for cell in each.cells]), None, 1)
        for each in board.constraints
    ]
    first = Line(tuple([Addend(1, row) for row in rows]), (), 2)
    assert first.result == ({0: 1, 2: 1, 4: 1}, 1)
    earlier = Row(Source(SourceKind.STEP, part=0), ((0, 1), (2, 1), (4, 1)), None, 1)
    right = Row(Source(SourceKind.CLUE, 5), ((2, 1), (4, 1)), 1, 1)
    last = Line((Addend(1, earlier), Addend(-1, right)))
    proved = Sum(0, False, (first, last))
    proved.check()
    certificate = certificate_of(board, proved, lambda source: pytest.fail(str(source)))
    assert certificate is not None
    certificate.check()
    assert [line for line in certificate.proof if line.startswith("pol")] == [
        "pol 3 4 + 5 + 2 d;",
        "pol 7 1 +;",
        "pol 8 6 +;",
    ]


def test_a_proof_of_another_cell_is_refused() -> None:
    kb = KnowledgeBase(Board.parse((BOARDS / "small.board").read_text()))
    first, second = [kb.certificate(cell, proof="veripb") for cell in ((0, 0), (0, 2))]
    assert isinstance(first, SumCertificate)
    assert isinstance(second, SumCertificate)
    for claim, opb, proof, part in [
        (second.claim, first.opb, first.proof, "opb"),
        (first.claim, first.opb, second.proof, "proof"),
        (first.claim._replace(mine=False), first.opb, first.proof, "opb"),
    ]:
        with pytest.raises(CertificateError) as caught:
            SumCertificate(first.board, claim, opb, proof).check()
        assert caught.value.file == part
        assert caught.value.line


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Certificates of one board, some by sums, some by clauses, as no sum is known."""
    case = draw(("1L",), 17)
    mines, safe = case.worlds.verdicts
    kb = case.kb()
    certificates = [kb.certificate(cell, proof="veripb") for cell in sorted(mines | safe)]
    path = tmp_path_factory.mktemp("sums")
    for name, lines in folder_files(case.board, certificates):
        (path / name).write_text("".join(f"{line}\n" for line in lines))
    return path


def test_a_folder_has_both_kinds(folder: Path) -> None:
    claims = list(check_folder(folder))
    endings = [path.suffix for path in folder.iterdir()]
    assert endings.count(".opb") == endings.count(".pbp") == 2
    assert endings.count(".cnf") == endings.count(".drup") == len(claims) - 2 == 1
    assert any(claim.inequalities for claim in claims)


@pytest.mark.parametrize("seed", seeds(range(300), fast=60))
def test_what_is_left_after_random_changes_is_true(folder: Path, tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    true = {claim.cell: claim.mine for claim in check_folder(folder)}
    board = Board.parse((folder / "board.board").read_text())
    name = rng.choice(sorted(path.name for path in copy.iterdir()))
    text = (copy / name).read_text()
    place = rng.randrange(len(text))
    kind = rng.randrange(4)
    if kind == 0:
        text = text[:place] + rng.choice("0123456789 +*-dx~;:\n\x00") + text[place + 1 :]
    elif kind == 1:
        text = text[:place] + text[place + 1 :]
    else:
        lines = text.split("\n")
        at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
        if kind == 2:
            lines[at], lines[to] = lines[to], lines[at]
        else:
            words = lines[at].split(" ")
            words[rng.randrange(len(words))] = str(rng.randrange(-2, 30))
            lines[at] = " ".join(words)
        text = "\n".join(lines)
    is_same = text == (copy / name).read_text()
    (copy / name).write_text(text)
    try:
        claims = list(check_folder(copy, board))
    except CertificateError as error:
        assert error.file
        return
    assert is_same or {claim.cell: claim.mine for claim in claims} == true


def test_a_changed_sum_is_named_by_file_and_line(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    proof = min(copy.glob("*.pbp"))
    lines = proof.read_text().split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("pol "))
    lines[at] = lines[at].replace(";", " 0 d;")
    proof.write_text("\n".join(lines))
    with pytest.raises(CertificateError, match="a division by 0") as caught:
        list(check_folder(copy))
    assert (caught.value.file, caught.value.line) == (proof.name, at + 1)


def test_an_index_of_clauses_is_written_as_ever() -> None:
    board = Board.parse("0?")
    files = dict(folder_files(board, [KnowledgeBase(board).certificate((0, 1))]))
    assert list(files[INDEX]) == [
        '{"format": "logicsweep-certificate/1", "board": ["0?"], "verdicts": [',
        (
            '{"cell": [0, 1], "verdict": "safe", "clues": [[0, 0]], "total_at_most": false, '
            '"total_at_least": false, "cnf": "safe-0-1.cnf", "proof": "safe-0-1.drup", '
            '"proof_crc32": [4108050209]}'
        ),
        "]}",
    ]


def test_commands_say_how_many_are_sums(logicsweep: Run, tmp_path: Path) -> None:
    sums, mixed = tmp_path / "sums", tmp_path / "mixed"
    done = logicsweep("certify", BOARDS / "small.board", "-o", sums, "--proof", "veripb")
    assert done.stdout == f"4 verdicts certified in {sums}: 4 by a sum, 0 by clauses.\n"
    assert logicsweep("check", sums, "--board", BOARDS / "small.board").returncode == 0
    case = draw(("1L",), 17)
    board = tmp_path / "some.board"
    board.write_text(str(case.board) + "\n")
    done = logicsweep("certify", board, "-o", mixed, "--proof", "veripb", "--json")
    assert '"verdicts": ' in done.stdout
    assert '"veripb": ' in done.stdout
    assert {".cnf", ".opb"} <= {path.suffix for path in mixed.iterdir()}
    assert logicsweep("check", mixed, "--board", board).returncode == 0
    done = logicsweep("certify", board, "-o", tmp_path / "other", "--proof", "drat")
    assert done.returncode == 2
    assert "drup" in done.stderr


@pytest.mark.night
@pytest.mark.skipif(shutil.which("veripb") is None, reason="VeriPB is not installed")
@pytest.mark.parametrize("name", ALONE)
def test_veripb_agrees(name: str, tmp_path: Path) -> None:
    case = draw((name,), 0)
    mines, safe = case.worlds.verdicts
    for cell in sorted(mines | safe):
        certificate = case.kb().certificate(cell, proof="veripb")
        if isinstance(certificate, SumCertificate):
            names = []
            for ending, lines in certificate.files.items():
                (tmp_path / f"proof{ending}").write_text("".join(f"{line}\n" for line in lines))
                names.append(str(tmp_path / f"proof{ending}"))
            done = subprocess.run(["veripb", *names], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr


def test_clauses_stand_in_for_a_sum_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    board = read_board((BOARDS / "small.board").read_bytes())

    def spent(*_: object, **__: object) -> None:
        raise LimitError("no complete answer within 60 s")

    monkeypatch.setattr(certifying, "sum_behind", spent)
    kb = KnowledgeBase(board)
    cell = min(kb.consequences().safe)
    certificate = kb.certificate(cell, proof="veripb")
    assert isinstance(certificate, Certificate)
    certificate.check()
