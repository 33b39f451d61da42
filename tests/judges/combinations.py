"""What does not go together today: each refusal by hand, with its sentence, and the tables of it.

To take an entry off: delete the feature's name where it stands; a sentence without a name goes. A
sentence is the beginning of what is said, where `...` stands for anything.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Final

from tests.judges.features import FEATURES, can_go_together
from tests.judges.questions import QUESTIONS
from tests.judges.surfaces import ABSENT, SURFACES

ROWS: Final = {**QUESTIONS, **SURFACES}
# In place of a sentence: no argument and no option takes the feature.
NO_PLACE: Final = "no place"
_RULES: Final = "1M 1W 1X 1L T Q C 2I 2E 2L"
_CLUES: Final = "1M 1W 1X 1L 2I 2E 2L"
_KEYS: Final = "2I 2E 2L"

_STEPS: Final = "steps are only for boards without a program"
_NO_PROGRAM: Final = "... cannot hold a program; lp and lp-ground can"
_NO_COUNT: Final = "...--output: there are no certificates of counts with "
_NO_WEIGHTS: Final = "a circuit cannot weigh layouts by likelihoods, such as those of ..."
_NO_BOARD: Final = {
    "content is a KnowledgeBase; expected a Board, a Layout or a DealtGame": "program",
}

_GAMES: Final = {
    NO_PLACE: "program",
    "a density for each cell is for positions; games take one for all cells": "priors",
}

# For each question the sentences, and the features that are refused with them.
_EVERY: Final[dict[str, dict[str, str]]] = {
    "ganak": {
        "the counting engine ganak cannot weigh layouts, and the mine count is unknown": "density",
        "the counting engine ganak cannot weigh layouts, and clues ... have likelihoods": "model",
        "the counting engine ganak cannot weigh layouts, and each cell has its density": "priors",
        "unknown counting engine with a program 'ganak'; known: models": "program",
    },
    "own solver": {"solver names a SAT solver, which the reasoner asp does not use": "program"},
    "own counter": {
        "the counting engine ... cannot weigh layouts, and the mine count is unknown": "density",
        "the counting engine ... cannot weigh layouts, and clues ... have likelihoods": "model",
        "the counting engine ... cannot weigh layouts, and each cell has its density": "priors",
        "unknown counting engine with a program ...; known: models": "program",
    },
    "sat": {"a program needs the reasoner asp, not sat": "program"},
    "elimination": {"a program needs the reasoner asp, not elimination": "program"},
    "steps": {_STEPS: "program"},
    "hint": {_STEPS: "program"},
    "rate": {"a difficulty is only for boards without a program": "program"},
    "certificate": {
        "certificates are only for boards without a program": "program",
    },
    "certificate veripb": {
        "certificates are only for boards without a program": "program",
    },
    "certified count": {
        f"...--output: {_NO_WEIGHTS}": "model",
        _NO_COUNT + "clues that may be wrong": "liars",
        _NO_COUNT + "the rule ... for clues": "1M 1W",
        _NO_COUNT + "a hidden key": _KEYS,
        _NO_COUNT + "the rule ... for layouts": "T Q C",
        _NO_COUNT + "a program": "program",
        _NO_COUNT + "the constraint ..., which does not count mines": "constraints",
    },
    "encode nnf": {
        _NO_PROGRAM: "program",
        _NO_WEIGHTS: "model",
        "a circuit cannot hold constraints on regions, such as ...": "C",
        "a circuit has no key; expected no rule such as ...": _KEYS,
    },
    "encode cnf": {_NO_PROGRAM: "program"},
    "encode opb": {_NO_PROGRAM: "program"},
    "encode wcnf": {_NO_PROGRAM: "program"},
    "encode mcc": {_NO_PROGRAM: "program"},
    "batch": {
        "board 0: the array has -4 at ...; expected a clue 0 to 8, or": "blank",
        NO_PLACE: "bounds model program",
    },
    "zero_chances": {"only ordinary clues open areas; the board has the rule ...": _CLUES},
    "text": _NO_BOARD,
    "json": _NO_BOARD,
    "play exact": _GAMES,
    "play strategist": _GAMES,
    "deal": _GAMES,
    "no-guess": {
        **_GAMES,
        "1 clue may be wrong; a layout without guesses needs clues that show one": "liars",
        "the clues are uncertain; a layout without guesses needs exact clues": "blank bounds model",
        "a clue may show two values under the rule ...; a layout without guesses needs clues that "
        "show one": f"1L {_KEYS}",
    },
    "experiment": {
        "own.toml:...: boards[0]: unknown key ...": "program",
        "own.toml:...: boards[0]: density is ...; expected a number between 0 and 1": "priors",
        "own.toml:...: boards[0]: unknown topology ...": "graph",
    },
    "gym": _GAMES,
    "puzzle": {
        **_GAMES,
        "the clues are uncertain; a puzzle needs exact clues": "blank bounds model",
    },
    "dataset": {
        **_GAMES,
        "the clues are uncertain; a data set needs exact clues": "blank bounds model",
        "a line can only name a topology; expected one with a name and no walls": "graph",
    },
    "tasks": {
        **_GAMES,
        "the clues are uncertain; a data set needs exact clues": "blank bounds model",
        "a line can only name a topology; expected one with a name and no walls": "graph",
    },
    "review": _GAMES,
}
REFUSED: Final = {name: listed for name, listed in _EVERY.items() if name not in ABSENT}

_TWO_KEYS: Final = "the rules ... hide a key each; expected one"
_SQUARES: Final = "the rule ... needs a board of squares"
# Pairs that no board has, or no question takes: the sentences, and who is refused with whom.
PAIRS: Final[dict[str, dict[str, str]]] = {
    "liars and clues with likelihoods cannot be combined": {"liars": "model"},
    "a program and the rule ..., which has a key, cannot be combined; expected one of them": {
        "program": _KEYS
    },
    "there are no uncertain clues under the rule ...; expected exact ones": {
        "bounds": f"1W 1L {_KEYS}",
        "model": f"1W 1L {_KEYS}",
    },
    _TWO_KEYS: {"2I": "2E 2L", "2E": "2L"},
    _SQUARES: {"hexagon": "1W 1X T Q 2I", "graph": "1W 1X T Q 2I"},
}

_TWO_MODELS: Final = "...the clue model is ... and the rule for clues ...; expected one of them"
_MODELLED: Final = "play exact, play strategist, deal, experiment, gym, review"
# Questions that two features answer, but not both of them together: the sentence, the questions,
# and who is refused with whom.
REFUSED_TOGETHER: Final[list[tuple[str, str, dict[str, str]]]] = [
    (_TWO_MODELS, _MODELLED, dict.fromkeys(("blank", "bounds", "model"), _CLUES))
]


def refused(question: str, feature: str) -> str | None:
    """The sentence with which a question is refused under a feature; None if it is answered."""
    listed = REFUSED.get(question, {})
    return next((said for said, names in listed.items() if feature in names.split()), None)


def refused_pair(one: str, other: str) -> str | None:
    """The sentence with which two features are refused; None if they go together."""
    for said, pairs in PAIRS.items():
        for first, names in pairs.items():
            if (first == one and other in names.split()) or (
                first == other and one in names.split()
            ):
                return said
    return None


def refused_together(question: str, one: str, other: str) -> str | None:
    """The sentence with which a question is refused that both features answer alone."""
    for said, questions, pairs in REFUSED_TOGETHER:
        if question in questions.split(", "):
            for first, names in pairs.items():
                if {one, other} in [{first, name} for name in names.split()]:
                    return said
    return None


def go_together(names: Collection[str]) -> bool:
    """Whether a board has all of these features, by the lists."""
    pairs = combinations(names, 2)
    return can_go_together(names) and not any(refused_pair(*pair) for pair in pairs)


def is_said(sentence: str, text: str) -> bool:
    """Whether a text begins as a sentence of the lists."""
    return bool(re.match(".*?".join(map(re.escape, sentence.split("..."))), text, re.DOTALL))


def tables() -> Iterator[str]:
    """The page's tables as Markdown: questions by features, pairs of features, and the notes."""
    notes: list[str] = []

    def sign(sentence: str | None) -> str:
        if sentence is None:
            return "+"
        if sentence == NO_PLACE:
            return "."
        if sentence not in notes:
            notes.append(sentence)
        return str(notes.index(sentence) + 1)

    yield "| name | feature |"
    yield "|---|---|"
    for name, feature in FEATURES.items():
        yield f"| {name} | {feature.about} |"
    yield "\n## Questions\n"
    yield f"| | {' | '.join(FEATURES)} |"
    yield f"|---|{'---|' * len(FEATURES)}"
    for name, question in ROWS.items():
        yield f"| {question.about} | {' | '.join(sign(refused(name, one)) for one in FEATURES)} |"
    yield "\n## Pairs of features\n"
    names = list(FEATURES)[1:]
    yield f"| | {' | '.join(names)} |"
    yield f"|---|{'---|' * len(names)}"
    for name in names:
        signs = [
            sign(refused_pair(name, other)) if can_go_together({name, other}) else ""
            for other in names
        ]
        signs[names.index(name)] = ""
        yield f"| {name} | {' | '.join(signs)} |"
    yield "\n## Questions about pairs\n"
    yield "These are refused for a pair, though each of the two features takes them alone.\n"
    yield "| questions | pairs | |"
    yield "|---|---|---|"
    for said, questions, pairs in REFUSED_TOGETHER:
        which = "; ".join(f"{one} with {names}" for one, names in pairs.items())
        yield f"| {questions} | {which} | {sign(said)} |"
    yield "\n## Sentences\n"
    for number, sentence in enumerate(notes, 1):
        yield f"{number}. {sentence.replace('`', '')}"
