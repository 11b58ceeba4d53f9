"""Take the documentation's pictures of pages anew: ``python docs/screenshots.py`` (extra: browser; Chromium).

Pages are made from a small story and photographed as a desktop and a phone show them, in light and in dark.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
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
SCREENS = {"desktop": (1000, 720, 0.0), "phone": (390, 844, 1.0)}


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


def _report(path: Path) -> None:
    from symbolic_rc.batch import RunOptions, score
    from symbolic_rc.compare import compare, write_report

    with tempfile.TemporaryDirectory() as folder:
        runs = []
        for reader in ("symbolic", "exclusive-frequency"):
            runs.append(Path(folder) / reader)
            score(RunOptions("examples", out=runs[-1], reader=reader, limit=120))
        write_report(compare(runs, "examples"), path)


#: The pages, and what each is photographed on: screen, theme, and what its file is called behind the page.
PAGES: dict[str, tuple[Callable[[Path], None], tuple[tuple[str, str, str], ...]]] = {
    "explanation": (_explanation, (("desktop", "light", ""), ("phone", "dark", "phone"))),
    "graph": (_graph, (("desktop", "light", ""),)),
    "report": (_report, (("desktop", "dark", ""), ("phone", "light", "phone"))),
}


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


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python docs/screenshots.py", description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=f"of {', '.join(PAGES)}; all by default")
    parser.add_argument("--out", type=Path, default=FOLDER)
    chosen = parser.parse_args()
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        sys.exit("there is no chromium with chromedriver on this machine")
    chosen.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.pages or PAGES:
            make, shots = PAGES[name]
            page = Path(folder) / f"{name}.html"
            make(page)
            for screen, theme, suffix in shots:
                found = browser(*SCREENS[screen])
                found.get(page.as_uri())
                found.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
                picture = chosen.out / "-".join(part for part in (name, suffix) if part)
                found.save_screenshot(str(picture.with_suffix(".png")))
                found.quit()
                print(picture.with_suffix(".png"))


if __name__ == "__main__":
    main()
