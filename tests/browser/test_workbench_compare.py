"""Compare in a real browser: filters, plots, proofs, exports; and 10,557 questions."""

import json
import statistics

import pytest

pytest.importorskip("starlette", reason="starlette is not installed (extra: explore)")


@pytest.fixture
def compare(desk):
    desk.open("compare")
    desk.until("document.querySelector('.chunk a')")
    desk.until("document.querySelector('[name=slice]')")  # the questions are described by then
    return desk


def count(desk):
    return int(desk.text("#count").split()[0])


def test_filters_leave_what_they_ask_for(compare, workbench):
    data = workbench[0].data
    assert count(compare) == len(data.asked)
    compare.type("[name=words]", "lantern")
    wanted = sum("lantern" in text for text in data.lowered)
    compare.until(f"document.querySelector('#count').textContent === '{wanted} questions'")
    assert compare.run("return document.activeElement.name") == "words"
    compare.type("[name=words]", "")
    compare.until(f"document.querySelector('#count').textContent === '{len(data.asked)} questions'")
    compare.choose("[name=right]", "01")
    wanted = int((~data.right[0] & data.right[1]).sum())
    compare.until(f"document.querySelector('#count').textContent === '{wanted} questions'")
    assert compare.run("return document.querySelectorAll('.chunk a').length") == min(wanted, 100)
    assert compare.run("return document.querySelectorAll('.chunk a > span:nth-child(3).good').length") == 0
    compare.choose("[name=slice]", "question_kind: person")
    compare.until(f"document.querySelector('#count').textContent !== '{wanted} questions'")
    left = count(compare)
    compare.choose("[name=where]", "question_words > 5")
    compare.until(f"document.querySelector('#count').textContent !== '{left} questions'")
    address = compare.address
    for part in ("right=01", "slice=question_kind", "where=question_words"):
        assert part in address
    left = count(compare)
    compare.browser.refresh()
    assert count(compare) == left
    compare.choose("[name=where]", "no_such > 1")
    compare.until_text("#found [role=alert]", "no field 'no_such'")


def test_plots_answer_to_the_filters(compare):
    compare.click("details.plots summary")
    compare.until_text("details.plots", "symbolic:rules minus rival")
    assert compare.run("return document.querySelectorAll('details.plots svg').length") >= 2
    compare.type("[name=words]", "why")
    compare.until("/f1 on (\\d+) questions/.exec(document.querySelector('details.plots')?.textContent)?.[1]"
                  " === document.querySelector('#count').textContent.split(' ')[0]")  # fmt: skip
    assert "open=plots" in compare.address


def test_a_row_opens_its_story_with_all_answers_and_proofs(compare, workbench):
    data = workbench[0].data
    compare.click(".chunk a[data-at='1']")
    compare.until_text("#question", "Reference")
    asked = data.asked[1]
    shown = compare.text("#question")
    assert asked.question.text in shown
    for system in data.systems:
        assert system.name in shown
    assert "Proof of symbolic:rules" in shown
    assert compare.run("return document.querySelectorAll('#question .story mark').length") > 0
    assert f"id={asked.question.id}".replace("/", "%2F") in compare.address
    compare.click("#question a[data-swap]")
    compare.until_text("#answer", "by rule")
    assert asked.question.text == compare.run("return document.querySelector('#q').value")


def test_arrow_keys_go_from_row_to_row(compare):
    from selenium.webdriver.common.keys import Keys

    compare.run("document.querySelector('.chunk a').focus()")
    for _ in range(2):
        compare.browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert compare.run("return document.activeElement.dataset.at") == "2"
    compare.browser.switch_to.active_element.send_keys(Keys.ENTER)
    compare.until_text("#question", "Reference")


def test_the_selection_is_exported(compare):
    compare.type("[name=words]", "who")
    compare.until("location.search.includes('words=who')")
    compare.until("document.querySelector('#found a[download]').href.includes('words=who')")
    texts = compare.run(
        """return [...document.querySelectorAll('#found a[download]')].map(link => {
             const said = new XMLHttpRequest(); said.open('GET', link.href, false); said.send();
             return said.responseText; })"""
    )
    rows = [json.loads(line) for line in texts[1].splitlines()]
    assert len(rows) == count(compare)
    assert texts[0].startswith("id,story,question")
    assert r"\begin{tabular}" in texts[2]
    assert "<!doctype html>" in texts[3]


@pytest.fixture(scope="module")
def large(tmp_path_factory, served):
    """A data set of 10,557 questions with two systems, served."""
    from eval.bench.explore import large_data
    from symbolic_rc.explore.data import open_data
    from symbolic_rc.explore.workbench import Workbench

    files = large_data(tmp_path_factory.mktemp("large"))
    bench = Workbench(open_data(files[1:], files[0]))
    assert bench.data.slices
    return served(bench, "compare")


def test_10557_questions_scroll_and_filter_at_once(browser, large):
    from tests.browser.desk import Desk

    desk = Desk(browser, large.removesuffix("compare")).open("compare")
    desk.until("document.querySelector('.chunk a')")
    assert count(desk) == 10557
    waits = [
        desk.browser.execute_async_script(
            """const [place, done] = arguments, began = performance.now();
               const table = document.getElementById('table');
               table.scrollTop = place * table.scrollHeight;
               const look = () => {
                 const box = table.getBoundingClientRect();
                 const row = document.elementFromPoint(box.left + 40, box.top + box.height / 2);
                 if (row?.closest('a[data-at]')) done(performance.now() - began);
                 else requestAnimationFrame(look);
               }; requestAnimationFrame(look);""", place,
        )
        for place in (0.5, 0.9, 0.1, 0.7, 0.3)
    ]  # fmt: skip
    assert statistics.median(waits) < 200, waits
    filtered = [
        desk.browser.execute_async_script(
            """const [words, done] = arguments, field = document.querySelector('[name=words]');
               const before = document.querySelector('#count').textContent, began = performance.now();
               field.value = words; field.dispatchEvent(new Event('input', {bubbles: true}));
               const look = () => document.querySelector('#count').textContent !== before
                 ? done(performance.now() - began) : setTimeout(look, 2); look();""", words,
        )
        for words in ("mill 7", "mill 77", "ada", "wheel", "")
    ]  # fmt: skip
    assert statistics.median(filtered) < 200, filtered
    assert desk.run("return document.querySelectorAll('.chunk a').length") < 1200
