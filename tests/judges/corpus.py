"""Files of every board format: what they hold, and what is said of the broken ones."""

from __future__ import annotations

import json

from logicsweep.formats.registry import BOARD_FORMATS
from tests.conftest import ROOT

CORPUS = ROOT / "tests" / "formats" / "boards"
VALID = sorted(
    path for path in (CORPUS / "valid").rglob("*") if path.is_file() and path.suffix != ".canonical"
)
INVALID = json.loads((CORPUS / "invalid" / "expected.json").read_text(encoding="utf-8"))
NAMES = [form.name for form in BOARD_FORMATS]
