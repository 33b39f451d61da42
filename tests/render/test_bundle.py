"""Modules joined to one script: it does what they do, once each, and other forms are refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from logicsweep.render.bundle import bundle
from logicsweep.site.files import Contents
from tests.site.scripting import in_node, modules_in

MODULES = {
    "main.js": b"""import { Tree, leaf } from "./in/tree.js";
import {
  counted as next,
} from "./in/deep/words.js";
async function main() {
  const later = await import("./later.js");
  const again = await import("./later.js");
  console.log(leaf(), next(), new Tree().name, later.word, later.word === again.word);
  console.log(later.here.endsWith("/later.js"), later.far.endsWith("/in/deep/words.js"));
}
main();
""",
    "later.js": b"""import { runs } from "./in/tree.js";
import { far } from "./in/deep/words.js";
export const word = `later ${runs.count}`;
export const here = import.meta.url;
export { far } from "./in/deep/words.js";
""",
    "in/tree.js": b"""import { counted } from "./deep/words.js";
export { far } from "./deep/words.js";
export const runs = { count: 0 };
runs.count += 1;
export class Tree {
  name = `tree ${counted()}`;
}
export function leaf() { return "leaf"; }
export async function* every() { yield 1; }
""",
    "in/deep/words.js": b"""let number = 0;
export function counted() { return number += 1; }
export const far = import.meta.url;
""",
}


def said(folder: Path, files: Mapping[str, bytes]) -> str:
    """What the main module prints, in node."""
    return in_node(modules_in(folder, files) / "main.js")


@pytest.mark.slow
def test_a_script_does_what_its_modules_do(tmp_path: Path) -> None:
    apart = said(tmp_path / "apart", MODULES)
    assert apart == "leaf 1 tree 2 later 1 true\ntrue true\n"
    assert said(tmp_path / "joined", {"main.js": bundle("main.js", MODULES)}) == apart


def test_a_script_below_the_top() -> None:
    """Addresses stay those of the modules."""
    moved = {f"at/{name}": data for name, data in MODULES.items()}
    joined = bundle("at/in/tree.js", moved).decode()
    assert 'new URL("deep/words.js", import.meta.url).href' in joined


@pytest.mark.parametrize(
    "form", ['import * as all from "./in/tree.js";', "export default 1;", "export let number = 1;"]
)
def test_other_forms_are_refused(form: str) -> None:
    with pytest.raises(ValueError, match=r"main\.js.*is no form"):
        bundle("main.js", {**MODULES, "main.js": form.encode()})


def test_a_module_that_is_not_there() -> None:
    with pytest.raises(KeyError, match="none"):
        bundle("main.js", {"main.js": b'import { one } from "./none.js";\n'})


def test_the_scripts_of_the_page_import_nothing_more() -> None:
    joined = Contents.of({"kernel-file.js": b"export const KERNEL = {};\n"}).joined("app.js")
    assert [name for name in joined.by_name if name.endswith(".js")] == ["app.js"]
    assert b"\nimport " not in joined.by_name["app.js"]
