"""A real browser for the pages: Debian's Chromium through Selenium; skipped where it is absent."""

import shutil

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
