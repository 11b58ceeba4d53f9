"""A real browser for the pages: Debian's Chromium through Selenium; skipped where it is absent."""

import shutil
import threading
import time

import pytest


@pytest.fixture(scope="session")
def browser():
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed (extra: browser)")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and driver):
        pytest.skip("no chromium with chromedriver on this machine")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in ("headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run",
                 "disable-background-networking", "disable-component-update", "disable-sync"):  # fmt: skip
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=driver))
    yield found
    found.quit()


@pytest.fixture
def opened(browser):
    """Open a page and hold that it says nothing on the console."""

    def open_page(path, width=1200, height=900):
        browser.set_window_size(width, height)
        browser.get_log("browser")
        browser.get(path.as_uri())
        assert browser.get_log("browser") == []
        return browser

    return open_page


@pytest.fixture(scope="session")
def served():
    """Serve a workbench, and return the address of its first page."""
    pytest.importorskip("starlette", reason="starlette is not installed (extra: explore)")
    from symbolic_rc.explore.serve import serve

    def start(bench, view=""):
        told = []
        threading.Thread(target=serve, args=(bench, 0, view, told.append), daemon=True).start()
        while not told:
            time.sleep(0.02)
        return told[0]

    return start


@pytest.fixture(scope="session")
def workbench(tmp_path_factory, served):
    """A workbench with a run over the examples and a rival, served: itself, and its first address."""
    pytest.importorskip("starlette", reason="starlette is not installed (extra: explore)")
    from tests.explore.opened_run import open_bench

    bench = open_bench(tmp_path_factory.mktemp("bench"))
    return bench, served(bench)


@pytest.fixture
def desk(browser, workbench):
    """Opens a view, and holds at the end that nothing was said on the console."""
    from tests.browser.desk import Desk

    browser.get_log("browser")
    yield Desk(browser, workbench[1].removesuffix("read"))
    assert browser.get_log("browser") == []
