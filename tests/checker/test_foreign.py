"""Certificates before foreign judges: drup, a verified checker, VeriPB, and its grammar."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from logicsweep import KnowledgeBase
from tests.checker.adding import OPB_HEAD, OPB_LINE, PROOF, last_sum, read_opb
from tests.checker.test_forged import honest_certificates, write
from tests.conftest import seeds
from tests.judges import claims
from tests.judges.features import draw
from tests.judges.making import opened_at_random


@pytest.mark.slow("drup")
@pytest.mark.parametrize("seed", seeds(range(200)))
def test_drup_accepts_every_certificate(seed: int) -> None:
    """As files, but for the comments, which that program does not read."""
    # Built from source, which takes a C compiler; CI has it.
    drup = pytest.importorskip("drup")
    kb = KnowledgeBase(opened_at_random(seed, 6, 6, 8, 0.4))
    proved = kb.consequences()
    made = [kb.certificate(cell) for cell in sorted(proved.safe | proved.mines)[:4]]
    case = claims.drawn(seed)
    made += [] if case is None else honest_certificates(case, Random(seed))
    for certificate in made:
        if certificate.kind == "drup":
            text = "\n".join(line for line in certificate.formula if not line.startswith("c"))
            proof = "\n".join(certificate.proof)
            outcome = drup.check_proof_from_strings(f"{text}\n", f"{proof}\n").outcome
            assert outcome == drup.Outcome.VALID


@pytest.mark.parametrize("seed", seeds(range(400), fast=40))
def test_sums_are_as_veripb_reads_them(seed: int) -> None:
    """By its grammar, and by an addition of our own, which ends in what no values satisfy."""
    case = claims.drawn(seed)
    made = [] if case is None else honest_certificates(case, Random(f"sums {seed}"))
    for certificate in made:
        if certificate.kind == "veripb":
            assert all(map(OPB_LINE.fullmatch, certificate.formula))
            head = OPB_HEAD.fullmatch(certificate.formula[0])
            assert head is not None
            assert int(head[2]) == sum(line[0] != "*" for line in certificate.formula)
            assert PROOF.fullmatch("".join([f"{line}\n" for line in certificate.proof]))
            read = read_opb(certificate.formula)
            assert int(head[1]) >= max(name for terms, _ in read for name in terms)
            assert certificate.proof[1] == f"f {len(read)};"
            result = last_sum(read, certificate.proof)
            assert sum([max(value, 0) for value in result.terms.values()]) < result.bound


@pytest.mark.night
@pytest.mark.skipif(shutil.which("veripb") is None, reason="VeriPB is not installed")
@pytest.mark.parametrize("name", ["plain", "range", "bounds", "1M", "1W", "T", "Q", "liars"])
def test_veripb_agrees(name: str, tmp_path: Path) -> None:
    for seed in range(3):
        case = draw((name,), seed)
        mines, safe = case.worlds.verdicts
        for cell in sorted(mines | safe)[:4]:
            certificate = case.kb().certificate(cell, proof="veripb")
            if certificate.kind == "veripb":
                write(tmp_path, certificate.files.items())
                files = [tmp_path / file for file in certificate.files]
                said = subprocess.check_output(("veripb", *files), text=True)
                assert "s VERIFIED UNSATISFIABLE" in said
