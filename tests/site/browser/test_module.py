"""The engine without the page, imported by pages of the same host and of another one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT
from tests.judges.pages import blocks
from tests.site.browser.browsing import Visit
from tests.site.sites import hosted, kernel_for_browsers, made_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.slow

HOME = "https://example.org/logicsweep/"
# The policy that the guide speaks of, for a script within the page.
HEAD = """<!DOCTYPE html><meta charset=utf-8><meta http-equiv="Content-Security-Policy"
content="default-src 'none'; script-src {home} 'unsafe-inline' 'wasm-unsafe-eval';
connect-src {home}; worker-src {home} blob:">"""


def with_leave(route: Route) -> None:
    """Answer as a host does whose files other hosts may load."""
    answer = route.fetch()
    headers = {**answer.headers, "access-control-allow-origin": "*"}
    route.fulfill(response=answer, headers=headers)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_page_of_the_guide(browser: Browser, tmp_path: Path, host: str) -> None:
    """Another name of the same computer is another origin."""
    made_site(tmp_path / "some" / "where", kernel_for_browsers(tmp_path))
    guide = (ROOT / "docs" / "howto" / "javascript.md").read_text("utf-8")
    [lines] = [block.lines for block in blocks(guide) if block.kind == "html"]
    with hosted(tmp_path) as url:
        home = f"{url}some/where/"
        page = "\n".join([HEAD.format(home=home), *lines]).replace(HOME, home)
        (tmp_path / "index.html").write_text(page, encoding="utf-8")
        visit = Visit(browser, url.replace("127.0.0.1", host), is_alone=True)
        visit.context.route(f"{home}**", with_leave)
        visit.page.goto(visit.url)
        visit.page.wait_for_function("() => document.getElementById('said').textContent")
        assert f"`{visit.text('#said')}`" in guide
        visit.close()
