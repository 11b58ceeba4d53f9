"""Make the pictures of the workbench's page: `python docs/pictures.py` (extras explore, browser; Chromium).

They follow the page: a run over the bundled examples, a question that is answered wrong, the mended rule.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

IMAGES = Path(__file__).parent / "pages" / "images"
WIDTH, HEIGHT = 1200, 860
_WAIT = 120.0


def main() -> None:
    """Write the pictures."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in ("headless", "no-sandbox", "disable-gpu", "hide-scrollbars"):
        options.add_argument(f"--{flag}")
    service = webdriver.ChromeService(executable_path=shutil.which("chromedriver"))
    browser = webdriver.Chrome(options=options, service=service)
    browser.set_window_size(WIDTH, HEIGHT)
    with tempfile.TemporaryDirectory() as folder:
        base = _served(Path(folder)).removesuffix("read")
        for name, (view, code, ready) in _views().items():
            browser.get(base + view)
            _until(browser, "return document.querySelector('#main h1')")
            browser.execute_script(code)
            _until(browser, f"return {ready}")
            time.sleep(0.5)
            path = IMAGES / f"workbench-{name}.png"
            browser.save_screenshot(str(path))
            sys.stdout.write(f"{path}: {path.stat().st_size // 1024} kB\n")
    browser.quit()


def _served(folder: Path) -> str:
    """Score the examples by two readers, open both, and return the address."""
    from symbolic_rc.batch import RunOptions, score
    from symbolic_rc.explore.serve import open_workbench, serve

    runs = []
    for reader in ("symbolic:rules", "exclusive-frequency"):
        runs.append(folder / reader.replace(":", "-"))
        score(RunOptions(input="examples", out=runs[-1], reader=reader, trace=reader.startswith("symbolic")))
    bench, told = open_workbench(runs, "examples"), list[str]()
    threading.Thread(target=serve, args=(bench, 0, "", told.append), daemon=True).start()
    while not told:
        time.sleep(0.05)
    return told[0]


def _views() -> dict[str, tuple[str, str, str]]:
    """Return what each picture shows: a view, what is done there, and when it is done."""
    from symbolic_rc.explore.workbench import encode_rulebook
    from symbolic_rc.rules.rulebook import default_rulebook

    book = default_rulebook()
    book.move("transfer", before="paraphrased-in-part")
    return {
        "read": (
            "read?story=kite&q=Who+made+the+kite%3F&why=His+grandma",
            "",
            "document.querySelector('#answer')",
        ),
        "rules": (
            "rules?rule=stated",
            "document.querySelector('#rule-possession').scrollIntoView()",
            "document.querySelector('#rule-stated dl')",
        ),
        "effect": (
            f"rules?book={encode_rulebook(book)}",
            "document.querySelector('#run button').click()",
            "document.querySelector('#effect table')",
        ),
        "compare": (
            "compare?words=who&open=plots",
            "",
            "document.querySelectorAll('details.plots svg').length > 1",
        ),
        "check": (
            "check?cases=6",
            "document.querySelector('#check-form button.main').click()",
            "document.querySelectorAll('#result details').length > 9",
        ),
    }


def _until(browser: Any, code: str) -> None:
    end = time.monotonic() + _WAIT
    while not browser.execute_script(code):
        if time.monotonic() > end:
            raise SystemExit(f"{browser.current_url}: not ready after {_WAIT:.0f} s: {code}")
        time.sleep(0.1)


if __name__ == "__main__":
    main()
