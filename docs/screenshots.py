"""Take the documentation's pictures: ``python docs/screenshots.py`` (extras explore, browser; Chromium).

Pages are made from a small story, the workbench opens a run over the bundled examples; both are photographed
as a desktop and a phone show them.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "pages" / "images"
TEXT = (
    "Ada Holm kept the mill at Kells. In the spring she sold the wheel to Bo Finch, a trader. "
    "Bo carried it to the harbour, because a captain had asked for it. Ada never saw it again."
)
QUESTION, WHY_NOT = "Who sold the wheel?", "Bo Finch"
#: Width, height and, for a phone, the factor of its screen.
SCREENS = {"desktop": (1000, 720, 0.0), "bench": (1366, 860, 0.0), "phone": (390, 844, 1.0)}
_WAIT = 120.0


def _explanation(path: Path) -> None:
    import symbolic_rc
    from symbolic_rc.show.evidence import explanation_html

    engine = symbolic_rc.load()
    story = engine.read(TEXT)
    path.write_text(explanation_html(story, engine.explain(story, QUESTION, WHY_NOT)), encoding="utf-8")


def _graph(path: Path) -> None:
    import symbolic_rc
    from symbolic_rc.show.notebook import write_picture

    write_picture(symbolic_rc.read(TEXT).graph, path)


def _runs(folder: Path, readers: tuple[str, ...], **options: Any) -> list[Path]:
    from symbolic_rc.batch import RunOptions, score

    runs = [folder / reader.replace(":", "-") for reader in readers]
    for reader, out in zip(readers, runs, strict=True):
        score(RunOptions("examples", out=out, reader=reader, **options))
    return runs


def _report(path: Path) -> None:
    from symbolic_rc.compare import compare, write_report

    with tempfile.TemporaryDirectory() as folder:
        runs = _runs(Path(folder), ("symbolic", "exclusive-frequency"), limit=120)
        write_report(compare(runs, "examples"), path)


#: The pages, and what each is photographed on: screen, theme, and what its file is called behind the page.
PAGES: dict[str, tuple[Callable[[Path], None], tuple[tuple[str, str, str], ...]]] = {
    "explanation": (_explanation, (("desktop", "light", ""), ("phone", "dark", "phone"))),
    "graph": (_graph, (("desktop", "light", ""),)),
    "report": (_report, (("desktop", "dark", ""), ("phone", "light", "phone"))),
}


def _views() -> dict[str, tuple[str, str, str]]:
    """Return what each picture of the workbench shows: a view, what is done there, and when it is done."""
    from symbolic_rc.explore.workbench import encode_rulebook
    from symbolic_rc.rules.rulebook import default_rulebook

    kite = "read?story=kite&q=Where+did+Sam+find+the+kite%3F"
    rule = (FOLDER.parent / "workbench.md").read_text("utf-8").partition("```toml\n")[2].partition("```")[0]
    book = default_rulebook().parse(rule + default_rulebook().to_toml(), "the page's rule")
    change = (
        "const text = document.querySelector('#edit-text textarea');"
        "text.value = text.value.replace('His grandma', 'Ruby');"
        "document.querySelector('#edit-text button').click()"
    )
    changed = "document.querySelector('[data-part=changes] table')"
    changed += " && (document.querySelector('[data-part=changes]').scrollIntoView(), true)"
    return {
        "read": (f"{kite}&why=in+the+top+of+a+willow+tree", "", "document.querySelector('#answer')"),
        "read-phone": (kite, "", "document.querySelector('#answer')"),
        "changes": (kite, change, changed),
        "rules": ("rules?order=decided", "", "document.querySelector('#book')"),
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


def _served(folder: Path) -> str:
    """Score the examples by two readers, open both, and return the address."""
    from symbolic_rc.explore.serve import open_workbench, serve

    runs = _runs(folder, ("symbolic:rules", "exclusive-frequency"), trace=True)
    bench, told = open_workbench(runs, "examples"), list[str]()
    threading.Thread(target=serve, args=(bench, 0, "", told.append), daemon=True).start()
    while not told:
        time.sleep(0.05)
    return told[0].removesuffix("read")


def browser(width: int, height: int, factor: float) -> Any:
    """Return a Chromium without a window; with a factor, one that takes itself for a phone."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in ("headless", "no-sandbox", "disable-gpu", "hide-scrollbars", f"window-size={width},{height}"):
        options.add_argument(f"--{flag}")
    if factor:
        metrics = {"width": width, "height": height, "pixelRatio": factor}
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))


def take(address: str, screen: str, code: str, ready: str, path: Path) -> None:
    """Photograph a page once some code was run in it and it is ready."""
    found, end = browser(*SCREENS[screen]), time.monotonic() + _WAIT
    found.get(address)
    time.sleep(0.5)
    found.execute_script(code)
    while not found.execute_script(f"return {ready}"):
        if time.monotonic() > end:
            raise SystemExit(f"{address}: not ready after {_WAIT:.0f} s: {ready}")
        time.sleep(0.1)
    time.sleep(0.5)
    found.save_screenshot(str(path))
    found.quit()
    print(path)


def main() -> None:
    """Run from the command line."""
    names = (*PAGES, "workbench")
    parser = argparse.ArgumentParser(prog="python docs/screenshots.py", description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=f"of {', '.join(names)}; all by default")
    parser.add_argument("--out", type=Path, default=FOLDER)
    chosen = parser.parse_args()
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        sys.exit("there is no chromium with chromedriver on this machine")
    chosen.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.pages or names:
            if name == "workbench":
                base = _served(Path(folder))
                for view, (address, code, ready) in _views().items():
                    screen = "phone" if view.endswith("phone") else "bench"
                    take(base + address, screen, code, ready, chosen.out / f"workbench-{view}.png")
                continue
            make, shots = PAGES[name]
            make(page := Path(folder) / f"{name}.html")
            for screen, theme, suffix in shots:
                picture = chosen.out / ("-".join(filter(None, (name, suffix))) + ".png")
                paint = f"document.documentElement.dataset.theme = '{theme}'"
                take(page.as_uri(), screen, paint, "true", picture)


if __name__ == "__main__":
    main()
