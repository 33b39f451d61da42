"""Options with few values: their types, their lists and what the shell completes are the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from logicsweep.board import CLUE_MODELS, clue_models
from logicsweep.board.first_click import FirstClick
from logicsweep.board.names import GRID, TOPOLOGY_NAMES
from logicsweep.board.picture.themes import THEMES, ThemeName
from logicsweep.board.topology_text import TOPOLOGIES
from logicsweep.cli import options
from logicsweep.cli.app import main
from logicsweep.cli.options import GameOptions
from logicsweep.cli.picture_files import PICTURES
from logicsweep.formats import BOARD_FORMATS
from logicsweep.formats.registry import REPLAY_FORMATS
from logicsweep.formulas import ENCODINGS, FORMULA_FORMATS
from logicsweep.formulas.cardinality import NATIVE, CardinalityName, EncodingName, encoded
from logicsweep.formulas.names import FormulaFormat
from logicsweep.games.agents.registry import AGENTS
from logicsweep.games.dealing.deal import MODES
from logicsweep.games.setting import STANDARD, USUAL_RULE, GameRule
from logicsweep.reason import ENGINES, REASONERS
from logicsweep.reason.solvers.names import SOLVERS, SolverName
from logicsweep.reasons.certificates import certificate
from logicsweep.reasons.patterns import PATTERNS
from logicsweep.reasons.techniques import Technique

FORMATS = [form.name for form in BOARD_FORMATS]


def values(union: object) -> list[str]:
    return [
        value for part in get_args(union) for value in (get_args(part) or (part,))
    ]  # a union of literals, or one


def test_types_and_lists_do_not_drift_apart() -> None:
    assert (*TOPOLOGIES, GRID, f"{GRID} wrap") == TOPOLOGY_NAMES
    assert (clue_models.Exact.name, *vars(clue_models)["_SHOWS"]) == CLUE_MODELS
    assert values(FormulaFormat) == list(FORMULA_FORMATS)
    assert values(ThemeName) == list(THEMES)
    assert values(SolverName) == list(SOLVERS)
    assert values(CardinalityName) == [*ENCODINGS, NATIVE] == [*values(EncodingName), NATIVE]
    for encoding in ENCODINGS:
        assert encoded(range(1, 21), 0, 10, encoding=encoding, top=20)[0]


def test_names_in_help_are_those_of_the_registries() -> None:
    assert list(options.AGENTS) == list(AGENTS)
    assert list(options.REPLAY_FORMATS) == list(REPLAY_FORMATS)
    assert list(options.TECHNIQUES) == [technique.value for technique in Technique]
    assert options.PATTERNS == PATTERNS
    assert values(options.FirstClickName) == [first.value for first in FirstClick]
    assert values(options.ProofName) == values(certificate.ProofName)
    assert values(options.ModeName) == list(MODES)
    assert values(options.GameRuleName) == [rule.value for rule in GameRule]
    assert GameOptions().rule == USUAL_RULE.value


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("solve --reasoner", REASONERS),
        ("solve --solver", SOLVERS),
        ("count --engine", ENGINES),
        ("encode --to", FORMULA_FORMATS),
        ("encode --cardinality", [*ENCODINGS, NATIVE]),
        ("show --to", (*PICTURES, *FORMATS)),
        ("show --from", FORMATS),
        ("show --theme", THEMES),
        ("play --agent", (*AGENTS, "human")),
        ("play --clues", CLUE_MODELS),
        ("play --seed 1 --seed 2 --size", STANDARD),
        ("deal --mode", MODES),
        ("play --rule", [rule.value for rule in GameRule]),
        ("play --first-click", [first.value for first in FirstClick]),
        ("diagnose --clues", CLUE_MODELS),
    ],
)
def test_the_shell_completes_names(
    words: str, names: list[str], completed: Callable[[str], list[str]]
) -> None:
    assert completed(f"{words} ") == [f"plain,{name}" for name in names]
    last = list(names)[-1][:3]
    assert completed(f"{words} {last}") == [
        f"plain,{name}" for name in names if name.startswith(last)
    ]


@pytest.mark.parametrize("words", ["solve", "show --output", "count --output", "play --board"])
def test_the_shell_completes_files(words: str, completed: Callable[[str], list[str]]) -> None:
    assert completed(f"{words} ab") == ["file,ab"]
    assert completed("solve --time-limit 1") == [""]


@pytest.fixture
def completed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], list[str]]:
    """What a shell is told behind some words."""

    def asked(words: str) -> list[str]:
        monkeypatch.setenv("_LOGICSWEEP_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", f"logicsweep {words}")
        monkeypatch.setenv("COMP_CWORD", str(words.count(" ") + 1))
        with pytest.raises(SystemExit):
            main()
        return capsys.readouterr().out.splitlines()

    return asked
