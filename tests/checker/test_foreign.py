"""Certificates before foreign judges: drup, a verified checker, and VeriPB."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from logicsweep import KnowledgeBase
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
    made += [] if case is None else honest_certificates(case, claims.Random(seed))
    for certificate in made:
        if certificate.kind == "drup":
            text = "\n".join(line for line in certificate.formula if not line.startswith("c"))
            proof = "\n".join(certificate.proof)
            outcome = drup.check_proof_from_strings(f"{text}\n", f"{proof}\n").outcome
            assert outcome == drup.Outcome.VALID


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
