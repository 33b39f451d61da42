"""The mechanical rules of plain English, for docstrings and the names of locals."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

import pytest

from tests.house.modules import MODULES, PACKAGE

# A function's docstring begins with one of these, in the imperative. Add a verb when you need it;
# add no word that may be read as a noun or a question ("What", "The", "Layouts").
VERBS = frozenset(
    re.findall(
        r"\w+",
        """
        Adapt Add Advise Align Allow Answer Apply Arrange Ask Assume Bind Blank Blend Block Bound
        Bring Certify Change Check Choose Collect Combine Compare Complete Compute Condition Convert
        Copy Count Cover Cut Deal Decide Decode Deduce Delete Demand Derive Describe Diagnose Divide
        Do Draw Drop Encode End Enter Escape Estimate Exclude Exit Explain Extend Find Fit Follow
        Forbid Forget Give Ground Group Grow Hand Have Hear Hold Import Join Judge Keep Kill Know
        Lay Leave Let Link List Load Locate Look Make Map Mark Measure Merge Multiply Name Negate
        Note Open Order Pack Partition Pass Pick Place Plan Play Prepare Print Propagate Prove Push
        Put Quote Raise Rate Read Record Refuse Release Remove Renumber Repeat Replace Restrict
        Return Round Rule Run Say Scale Score Search See Send Serve Set Settle Show Solve Sort Split
        Simplify Stand Start Step Stop Suggest Sum Take Tell Tie Turn Undo Update Use
        Validate Wait Weigh Work Write Yield
        """,
    )
)
EMPTY_NAMES = {"found", "one", "own", "other"}
COMPARISONS = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__and__", "__or__"}
# A docstring of anything else than a function names a thing: it begins with no question; nor do
# the entries of its lists, such as `cells: The cells.`.
QUESTIONS = {"What", "How", "Where", "Which", "Why", "Who", "When", "Those", "That"}
ENTRY = re.compile(r"^ +\w+: (\w+) ", re.MULTILINE)

Function = ast.FunctionDef | ast.AsyncFunctionDef
BINDING = (ast.Name, ast.arg, ast.MatchAs, ast.MatchStar, ast.ExceptHandler)
FOLDERS = defaultdict(list)
for module in MODULES.values():
    FOLDERS[module.parent.relative_to(PACKAGE).as_posix()].append(module)


def functions(nodes: Iterable[ast.AST]) -> Iterator[Function]:
    return (node for node in nodes if isinstance(node, Function))


def is_value(function: Function) -> bool:
    """Tell whether a noun describes a function: one that is read like an attribute, or the text of
    `logicsweep --help`, which describes the program.
    """
    names = [ast.unparse(decorator).split(".")[-1] for decorator in function.decorator_list]
    return not {"property", "cached_property", "setter", "callback()"}.isdisjoint(names)


def first_word(docstring: str) -> str:
    return docstring.split(maxsplit=1)[0].rstrip(",.:;")


def without_verb(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the line of each docstring that does not begin with a verb, and its first word."""
    for function in functions(nodes):
        docstring = ast.get_docstring(function, clean=False)
        if docstring and not is_value(function) and first_word(docstring) not in VERBS:
            yield function.lineno, first_word(docstring)


def headless(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the line and the first word of each docstring, also of attributes, that is a question;
    and of each entry in a docstring that is one.

    Functions are included: theirs begin with a verb anyway, except those of properties.
    """
    for node in nodes:
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))) if text.strip():
                for word in (first_word(text), *ENTRY.findall(text)):
                    if word in QUESTIONS:
                        yield node.lineno, word


def name_bound(node: ast.AST) -> str | None:
    """Return the name of a parameter or a variable that a node binds; None if it binds none."""
    match node:
        case ast.Name(ctx=ast.Store()):
            return node.id
        case ast.arg():
            return node.arg
        case ast.MatchAs() | ast.MatchStar() | ast.ExceptHandler():
            return node.name
    return None


def empty_names(nodes: Collection[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the line of each local variable and parameter that is called by an empty name."""
    # Most modules have none at all, and then there is no need to look which function it is in.
    some = [node for node in nodes if isinstance(node, BINDING) and name_bound(node) in EMPTY_NAMES]
    for function in functions(nodes) if some else ():
        for node in ast.walk(function):
            is_comparison = isinstance(node, ast.arg) and function.name in COMPARISONS
            if node in some and not (is_comparison and name_bound(node) == "other"):
                yield node.lineno, str(name_bound(node))


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_and_names_are_plain(folder: str) -> None:
    """All modules of a folder are parsed once for all of the rules."""
    faults: list[str] = []
    for path in FOLDERS[folder]:
        nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        where = path.relative_to(PACKAGE).as_posix()
        faults += [f"{where}:{line}: {word} is no verb" for line, word in without_verb(nodes)]
        faults += [f"{where}:{line}: {name} is no role" for line, name in empty_names(nodes)]
        faults += [f"{where}:{line}: {word} asks" for line, word in headless(nodes)]
    assert not faults, (
        "a function's docstring begins with a verb, a local has the name of its role, and another "
        "docstring says the noun: 'The told clues', not 'What was told'"
    )


def test_headless_docstrings_are_seen() -> None:
    source = '''
"""How a board is read."""
LIMIT = 1
"""What it may take."""
class C:
    """The reader.

    Args:
        most: Who knows.
        least: The least.
    """
    x: int
    """Where it is."""
    @property
    def p(self):
        """Which one."""
'''
    assert sorted(word for _, word in headless(ast.walk(ast.parse(source)))) == [
        "How",
        "What",
        "Where",
        "Which",
        "Who",
    ]


@pytest.mark.parametrize(
    ("source", "verbs", "names"),
    [
        ('def f():\n    """What a clue says."""', ["What"], []),
        ('def f():\n    """Raises ValueError."""', ["Raises"], []),
        ('def f():\n    """`tell` for several cells."""', ["`tell`"], []),
        ('def f():\n    """Return, if any, the clue."""', [], []),
        (
            'class C:\n    """A clue."""\n    @property\n    def f(self):\n        """The clue."""',
            [],
            [],
        ),
        ("def f(own):\n    return [one for one in own]", [], ["one", "own"]),
        ("def f():\n    g(lambda found: 1)", [], ["found"]),
        ("def f():\n    while (found := g()):\n        pass", [], ["found"]),
        (
            "def f():\n    match g():\n        case [other, *own]:\n            pass",
            [],
            ["other", "own"],
        ),
        ("class C:\n    own: int\n    def __eq__(self, other):\n        return self.own", [], []),
        ("def f(other):\n    return other", [], ["other"]),
    ],
)
def test_the_rules_see_what_they_are_for(source: str, verbs: list[str], names: list[str]) -> None:
    nodes = [*ast.walk(ast.parse(source))]
    assert [word for _, word in without_verb(nodes)] == verbs
    assert sorted({name for _, name in empty_names(nodes)}) == names
