"""Files of lines that are continued after a run was killed, or after a power cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from logicsweep.errors import ExperimentError
from logicsweep.games.lines import LONGEST, LineFile, read_lines

BEGINNING = b'{"format":"x"'
LINES = [BEGINNING + b',"n":%d}\n' % number for number in range(3)]
WHOLE = b"".join(LINES)


CUT_OFF = [
    b"",
    b"{",
    BEGINNING[:5],
    BEGINNING + b',"n',
    b"\0",
    b"\0" * 200_000,
    b"{\0",
    BEGINNING + b"\0" * 5,
    BEGINNING + b',"n":' + b"\0" * 70_000,
    b"\0" * (LONGEST + 9),
]
FROM_NO_RUN = [b"x", b"\0x", b"{\0x", b"\0" * 99 + b"x", b"\0" * 100_000 + b"x", b"{}\0"]


@pytest.mark.parametrize("before", [0, 3])
def test_what_was_cut_off_is_removed(
    before: int, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    path = tmp_path / "a.jsonl"
    for rest in CUT_OFF:
        path.write_bytes(b"".join(LINES[:before]) + rest)
        with subtests.test(f"{rest[:20]!r}-{len(rest)}"):
            assert [*read_lines(path)] == LINES[:before]
            with LineFile(path, path) as lines:
                lines.mend(BEGINNING)
                for line in LINES[before:]:
                    lines.append(line)
            assert path.read_bytes() == WHOLE


def test_what_is_from_no_run_stays(tmp_path: Path, subtests: pytest.Subtests) -> None:
    path = tmp_path / "a.jsonl"
    for rest in FROM_NO_RUN:
        path.write_bytes(WHOLE + rest)
        with subtests.test(f"{rest[:20]!r}-{len(rest)}"):
            with (
                LineFile(path, path) as lines,
                pytest.raises(ExperimentError, match="the last line begins"),
            ):
                lines.mend(BEGINNING)
            assert path.read_bytes() == WHOLE + rest


def test_nuls_before_other_lines_are_no_tail(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(WHOLE + b"\0" * LONGEST + WHOLE)
    with pytest.raises(ExperimentError, match=r"a\.jsonl:4: this line has more than"):
        list(read_lines(path))
