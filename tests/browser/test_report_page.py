import json

import pytest

from symbolic_rc.compare import CompareOptions, compare, write_report


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    with (folder / "gold.jsonl").open("w") as file:
        for i in range(40):
            name, word = ("Ada", "Bo", "Cy")[i % 3], ("Who", "What")[i % 2]
            questions = [{"id": f"q{i}", "text": f"{word} kept mill number {i}?", "answers": [name]}]
            text = f"{name} <script>alert(1)</script> kept mill number {i}. It rained."
            file.write(json.dumps({"id": f"s{i}", "text": text, "questions": questions}) + "\n")
    (folder / "ada.json").write_text(json.dumps({f"q{i}": "Ada" for i in range(40)}))
    (folder / "bo.json").write_text(json.dumps({f"q{i}": "Bo" for i in range(40)}))
    found = compare(
        [folder / "ada.json", folder / "bo.json"],
        folder / "gold.jsonl",
        options=CompareOptions(resamples=100),
    )
    write_report(found, folder / "report.html")
    return folder / "report.html"


def script(page, code):
    return page.execute_script(code)


def test_tables_sort_both_ways(opened, report):
    page = opened(report)
    button = "document.querySelectorAll('#slice-table thead button')[1]"
    column = "[...document.querySelectorAll('#slice-table tbody tr')].map(r => +r.cells[1].dataset.value)"
    script(page, f"{button}.click()")
    up = script(page, f"return {column}")
    script(page, f"{button}.click()")
    assert up == sorted(up)
    assert script(page, f"return {column}") == sorted(up, reverse=True)
    assert script(page, f"return {button}.parentElement.getAttribute('aria-sort')") == "descending"


def test_examples_filter_and_open(opened, report):
    page = opened(report)
    shown = "[...document.querySelectorAll('details.example')].filter(e => !e.hidden)"
    everything = script(page, f"return {shown}.length")
    script(page, "const i = document.querySelectorAll('[data-filter]')[1]; i.value = 'What kept';"
                 "i.dispatchEvent(new Event('input', {bubbles: true}))")  # fmt: skip
    some = script(page, f"return {shown}.length")
    assert 0 < some < everything
    assert script(page, "return document.getElementById('example-count').textContent") == f"{some} shown"
    script(page, f"{shown}[0].querySelector('summary').click()")
    assert script(page, f"return {shown}[0].open")
    assert "<script>alert(1)</script>" in script(
        page, f"return {shown}[0].querySelector('.story').textContent"
    )
    gold = script(page, f"return {shown}[0].querySelector('mark.gold').textContent")
    assert gold.startswith(("Ada", "Bo", "Cy"))
    assert gold.endswith("reference")


def test_dark_mode_changes_the_ground_and_keeps_contrast(opened, report):
    page = opened(report)
    ground = "return getComputedStyle(document.body).backgroundColor"
    before = script(page, ground)
    script(page, "document.querySelector('[data-toggle-theme]').click()")
    assert script(page, ground) != before
    said = script(page, "return document.querySelector('[data-toggle-theme]').textContent")
    dark = script(page, "return document.documentElement.dataset.theme") == "dark"
    assert said == ("Light mode" if dark else "Dark mode"), "the button says what it will do"


def test_a_phone_scrolls_tables_and_not_the_page(opened, report):
    page = opened(report, width=400, height=800)
    assert script(page, "return document.documentElement.scrollWidth <= innerWidth + 1")


def test_the_keyboard_reaches_everything(opened, report):
    page = opened(report)
    assert script(
        page, "return [...document.querySelectorAll('th[scope=col]')].every(h => h.querySelector('button'))"
    )
    assert script(page, "return [...document.querySelectorAll('svg')].every(s => s.querySelector('title'))")


def test_in_print_the_page_is_light_and_keeps_its_heads(opened, report):
    page = opened(report)
    script(page, "document.documentElement.dataset.theme = 'dark'")
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert script(page, "return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert script(page, "return getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
        assert script(page, "return document.querySelector('thead button').offsetHeight") > 0
        assert script(page, "return document.querySelector('header button').offsetHeight") == 0
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
