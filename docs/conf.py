"""How `sphinx-build -W --keep-going -n docs site` builds the documentation, without a network."""

from __future__ import annotations

import inspect
import os
import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from pygments.lexers.prolog import PrologLexer
from sphinx.util.logging import getLogger

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

DOCS: Final = Path(__file__).resolve().parent
ROOT: Final = DOCS.parent
sys.path[:0] = [str(ROOT), str(DOCS)]

import printed  # noqa: E402

import logicsweep  # noqa: E402
from logicsweep import errors, limits  # noqa: E402

logger = getLogger(__name__)

_PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
_SOURCE: Final = _PROJECT["urls"]["Source"]

project = "logicsweep"
author = _PROJECT["authors"][0]["name"]
copyright = author  # noqa: A001
version = release = logicsweep.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "trying"]

html_theme = "furo"
html_title = f"logicsweep {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_theme_options = {
    "source_repository": f"{_SOURCE}/",
    "source_branch": "main",
    "source_directory": "docs/",
}

# Headings down to the third level can be linked to, by the name that they have on the web.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]
suppress_warnings = ["myst.header"]

# In docstrings single backticks are code, as they are in Markdown.
default_role = "code"
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
# Annotations name these types and do not write them out.
autodoc_type_aliases = {
    "ArrayLike": "numpy.typing.ArrayLike",
    "CardinalityName": "logicsweep.formulas.CardinalityName",
    "EngineName": "logicsweep.reason.EngineName",
    "FormulaFormat": "logicsweep.formulas.FormulaFormat",
    "ReasonerName": "logicsweep.reason.ReasonerName",
    "SolverName": "logicsweep.reason.SolverName",
    "ThemeName": "logicsweep.board.ThemeName",
    "Total": "logicsweep.board.Total",
}
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
# Names of other packages lead nowhere: the build asks no other site.
nitpick_ignore_regex = [
    (r"py:.*", r"(?!logicsweep).*"),
    # Type variables.
    (r"py:class", r"logicsweep\.(board\.state\.AnyCell|system\.system\.Cells)"),
    # An `int`, but for type checkers.
    (r"py:class", r"logicsweep\.board\.clue\.Code"),
    # What rooms hand on to each other.
    (r"py:class", r"logicsweep\.tables\.(layouts\.Layouts|listing\.Weighed)"),
    (r"py:class", r"logicsweep\.tables\.counted\.CountedComponents"),
    (r"py:class", r"logicsweep\.games\.told\.(easy\.SingleClues|facts\.Facts)"),
    (r"py:class", r"logicsweep\.games\.dealing\.seeded\.SplitMix64"),
    (r"py:class", r"logicsweep\.formats\.board_object\.BoardObject"),
    (r"py:class", r"logicsweep\.(kernel\.hand\.Hand|strategy\.parts\.CellsByComponent)"),
    (r"py:class", r"logicsweep\.strategy\.decision\.Solved"),
    # Answers, whose keys the page on JSON describes, and the arguments of settings and boards.
    (r"py:class", r"logicsweep\.answers\..*"),
    (r"py:class", r"logicsweep\.(games\.setting\.SettingKeys|board\.digits\.Digits)"),
    (r"py:class", r"logicsweep\.formats\.given\.\w+"),
    (r"py:class", r"logicsweep\.knowledge\.comparison\.Configuration"),
    (r"py:class", r"logicsweep\.(reasons\.explanation\.MinesOfBoth|games\.told\.grades\.Because)"),
    (r"py:class", r"logicsweep\.board\.(picture|rules)\.\w+\.(ClueSign|Shapes|Place|Entry)"),
    (r"py:class", r"logicsweep\.constraints\.(diagram\.Diagram|factors\.\w*Factor)"),
]

# The names that have an entry on the pages of the API.
_STUBS: Final = (ROOT / "logicsweep").glob("*/**/__init__.pyi")
_ROOMS: Final = [".".join(stub.parent.relative_to(ROOT).parts) for stub in _STUBS]
_PUBLIC: Final = {
    *(name for room in _ROOMS for name in dir(import_module(room))),
    *vars(errors),
    *vars(limits),
}

_LINK: Final = re.compile(r"(?<=\]\()(?![a-z+]+:|#)([^)\s]+)(?=[)\s])")
# A mean with its interval.
_FIGURE: Final = re.compile(r"[\d.,]+ \[[-+\d., ]+\]")
_PAGE: Final = re.compile(r"<!-- page: (\S+) -->\n")
_PRINTED: Final = re.compile(r"<!-- printed: (\w+) -->")
_PAGES: Final = {page: page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md")}
# Files of the checkout's top, each with the page that shows it.
_SHOWN: Final = {
    ROOT / found[1]: page for page, text in _PAGES.items() if (found := _PAGE.match(text))
}


def setup(app: Sphinx) -> None:
    """Connect what this file adds."""
    app.connect("env-get-outdated", _showing_code)
    app.connect("source-read", _with_links)
    app.connect("missing-reference", _public)
    app.connect("autodoc-process-signature", _made_by_us)
    app.connect("autodoc-process-signature", _with_names)
    app.connect("autodoc-skip-member", _not_told)
    app.connect("autodoc-process-docstring", _without_a_type, priority=900)
    app.connect("doctree-read", _tables)
    app.connect("build-finished", _with_schemas)
    app.add_lexer("lp", PrologLexer)  # logic programs are read like it


def _with_links(app: Sphinx, name: str, source: list[str]) -> None:
    """Have a page show a file of the checkout's top or what the code says, and lead links out of
    `docs` to the source.
    """
    page = DOCS / f"{name}.md"
    text, home = _PRINTED.sub(lambda mark: printed.text(mark[1]), source[0]), page.parent
    if shown := _PAGE.search(text):
        path = ROOT / shown[1]
        text, home = path.read_text(encoding="utf-8"), path.parent
    text = _LINK.sub(lambda link: _led(link[1], home, page.parent), text)
    source[0] = with_trees(text) if name == app.config.root_doc else text


def with_trees(text: str) -> str:
    """Have the pages that each section of the first page lists be a part of the navigation."""
    first, *sections = re.split(r"^(?=##)", text, flags=re.MULTILINE)
    return "".join([first, *[section + _tree(section) for section in sections]])


def _tree(section: str) -> str:
    marks, title = section.partition("\n")[0].split(" ", 1)
    pages = re.findall(r"\]\(([\w/-]+)\.md\)", section)
    caption = title if marks == "##" else f"Guides: {title.lower()}"
    named = "\n".join(pages)
    return f'\n```{{toctree}}\n:caption: "{caption}"\n:hidden:\n\n{named}\n```\n\n' if pages else ""


def _showing_code(app: Sphinx, *changes: Any) -> list[str]:
    """Name the pages that show what the code says, which may have changed where they have not."""
    del app, changes
    showing = (page for page, text in _PAGES.items() if _PRINTED.search(text))
    return [page.relative_to(DOCS).with_suffix("").as_posix() for page in showing]


def _with_schemas(app: Sphinx, error: Exception | None) -> None:
    """Write the schemas beside the page that links to them."""
    if error is None and app.builder.format == "html":
        page = app.builder.get_target_uri("reference/json")
        printed.write_schemas((Path(app.outdir) / page.rpartition("/")[0]) / "schemas")


def _led(link: str, home: Path, folder: Path) -> str:
    """Where a link of a file in `home` leads from a page in `folder`."""
    path, hash_, anchor = link.partition("#")
    target = (home / path).resolve()
    target = _SHOWN.get(target, target)
    if target.is_relative_to(DOCS):
        return f"{os.path.relpath(target, folder)}{hash_}{anchor}"
    if not target.exists():
        return link
    kind = "tree" if target.is_dir() else "blob"
    return f"{_SOURCE}/{kind}/v{version}/{target.relative_to(ROOT)}{hash_}{anchor}"


def _public(app: Sphinx, env: BuildEnvironment, node: Any, contnode: Any) -> Any:
    """A type that annotations name by its module: the entry under its public name."""
    name = node.get("reftarget", "").rpartition(".")[2]
    domain = env.domains.python_domain
    for full, entry in domain.objects.items():
        if full.rpartition(".")[2] == name and entry.objtype in ("class", "exception", "data"):
            return domain.resolve_xref(
                env, node["refdoc"], app.builder, "obj", full, node, contnode
            )
    return None


def _tables(app: Sphinx, tree: Any) -> None:
    """Say of a table whether its last column explains, and of a cell whether it is a figure."""
    del app
    for table in tree.findall(lambda node: node.tagname == "table"):
        head = [cell.astext() for cell in table.next_node(lambda node: node.tagname == "thead")[0]]
        if head[-1] == "meaning":
            table["classes"].append("explains")
        for cell in table.findall(lambda node: node.tagname == "entry"):
            if _FIGURE.fullmatch(cell.astext()):
                cell["classes"].append("figure")


def _made_by_us(  # noqa: PLR0917
    app: Sphinx, what: str, name: str, thing: Any, options: Any, signature: str | None, gives: Any
) -> tuple[str, Any] | None:
    """No signature for a class that users do not make themselves: what it takes is private.

    Nor for a protocol, which nobody makes, or a record, whose fields carry their descriptions: a
    table on a page of its own has them.
    """
    del app, name, options
    if what != "class" or not signature:
        return None
    if issubclass(thing, msgspec.Struct) or getattr(thing, "_is_protocol", False):
        return ("", gives)
    known = vars(sys.modules[thing.__module__])
    private = (
        found
        for word in set(re.findall(r"\w+", signature))
        if inspect.isclass(found := known.get(word))
        and found.__module__.startswith("logicsweep.")
        and found.__name__ not in _PUBLIC
    )
    return ("", gives) if any(private) else None


def _with_names(  # noqa: PLR0917
    app: Sphinx, what: str, name: str, thing: Any, options: Any, signature: str | None, gives: Any
) -> tuple[str, Any] | None:
    """The names of `autodoc_type_aliases` also in a union, where Sphinx shows how it keeps them."""
    del app, what, name, thing, options
    if not signature or "TypeAliasForwardRef" not in signature:
        return None
    return (re.sub(r"TypeAliasForwardRef\('([^']+)'\)", r"\1", signature), gives)


def _not_told(  # noqa: PLR0917
    app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any
) -> bool | None:
    """Leave out fields that only say which place of a tuple they are."""
    del app, what, name, skip, options
    return True if str(getattr(thing, "__doc__", "")).startswith("Alias for field number") else None


def _without_a_type(  # noqa: PLR0917
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Warn of a first line with a colon: napoleon takes what stands before it for a type."""
    del app, thing, options
    if what in {"attribute", "property"} and any(line.startswith(":type:") for line in lines):
        logger.warning("the docstring of %s begins with a type; avoid the colon", name)
