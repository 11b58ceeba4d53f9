"""The workbench in a real browser: each of its four places."""

import time

import pytest

pytest.importorskip("starlette", reason="starlette is not installed (extra: explore)")

from tests.explore.opened_run import open_bench


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    return open_bench(tmp_path_factory.mktemp("bench"))


@pytest.fixture(scope="module")
def first(bench, served):
    return served(bench)


@pytest.fixture
def desk(browser, first):
    """Opens a view, and holds at the end that nothing was said on the console."""
    browser.get_log("browser")
    yield Desk(browser, first.removesuffix("read"))
    assert browser.get_log("browser") == []


class Desk:
    """A view of the workbench, and what a user does there."""

    def __init__(self, browser, base):
        self.browser, self.base = browser, base

    def open(self, view, width=1200, height=900):
        self.browser.set_window_size(width, height)
        self.browser.get(self.base + view)
        return self

    def run(self, code, *given):
        return self.browser.execute_script(code, *given)

    def text(self, selector="#main"):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def until(self, code, seconds=20):
        """Wait until some code says so."""
        end = time.monotonic() + seconds
        while not (found := self.run(f"return {code}")):
            assert time.monotonic() < end, code
            time.sleep(0.02)
        return found

    def type(self, selector, words):
        self.run(
            "const one = document.querySelector(arguments[0]); one.focus(); one.value = arguments[1];"
            "one.dispatchEvent(new Event('input', {bubbles: true}))", selector, words,
        )  # fmt: skip

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).click()", selector)

    @property
    def address(self):
        return self.browser.current_url


def test_a_text_is_pasted_and_asked_about(desk):
    desk.open("read")
    desk.type("#text", "Ada Holm kept the old mill. She sold it to Bo Finch, who was glad.")
    desk.click("form[action='read/text'] button")
    desk.until("document.querySelector('#q')")
    desk.type("#q", "Who sold the mill?")
    desk.click("#ask button")
    desk.until("document.querySelector('#answer')")
    assert desk.text("#answer .said") == "Ada Holm"
    assert desk.run("return document.querySelector('#story mark.predicate').textContent").startswith("sold")
    assert "q=Who" in desk.address


def test_rules_compare_and_check_open(desk):
    for place in ("rules", "compare", "check"):
        desk.open("read")
        desk.click(f"#places a[href^='{place}']")
        desk.until(f"location.pathname.endsWith('{place}')")
        desk.until(f"document.title.toLowerCase().startsWith('{place}')")
