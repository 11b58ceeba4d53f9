"""The way that docs/pages/workbench.md takes, step by step: from a wrong answer to a mended rule."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "pages" / "workbench.md").read_text("utf-8")
RULE = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)[1]
ASKED, SHOULD = "Who made the kite?", "His grandma"


def test_from_a_wrong_answer_to_a_mended_rule(desk, tmp_path):
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.by import By

    desk.open("compare")
    desk.until("document.querySelector('.chunk a')")
    desk.type("[name=words]", ASKED)
    desk.until_text("#count", "1 questions")
    desk.click(".chunk a")
    desk.until_text("#question", "Proof of symbolic:rules")
    desk.click("#question a[data-swap]")
    desk.until_text("#answer", "by rule")
    if SHOULD in desk.text("#answer .said"):
        pytest.skip("this is answered right now: take another question in docs/pages/workbench.md")
    assert "by rule transfer" in desk.text("#answer")
    desk.run(
        """
        const walker = document.createTreeWalker(document.getElementById('story'), NodeFilter.SHOW_TEXT);
        const ends = [];
        while (walker.nextNode()) for (const word of ['His', 'grandma'])
          if (walker.currentNode.data.includes(word) && ends.length === ['His', 'grandma'].indexOf(word))
            ends.push([walker.currentNode, walker.currentNode.data.indexOf(word), word.length]);
        getSelection().setBaseAndExtent(ends[0][0], ends[0][1], ends[1][0], ends[1][1] + ends[1][2]);"""
    )
    desk.until("!document.getElementById('offer').hidden")
    assert desk.text("#offer") == "Why not “His grandma”?"
    desk.click("#offer")
    desk.until_text("#answer", "the earlier rule `transfer` answered first")
    desk.click("#answer a[href^='rules']")
    desk.until("document.querySelector('#rule-transfer details')?.open")

    behind = """const names = [...document.querySelectorAll('#book > li')].map(one => one.dataset.name);
                return names.indexOf('predicate-alone') - names.indexOf('transfer')"""
    while desk.run(behind) > 3:
        before = desk.address
        desk.click("#rule-transfer [aria-label^='Move down']")
        desk.until(f"location.href !== {before!r}")
    find = desk.browser.find_element
    handle = find(By.CSS_SELECTOR, "#rule-transfer .handle")
    onto = find(By.CSS_SELECTOR, "#rule-predicate-alone .handle")
    desk.run("arguments[0].scrollIntoView({block: 'center'})", onto)
    hand = ActionChains(desk.browser).click_and_hold(handle)
    hand.move_to_element(onto).move_by_offset(0, 9).release().perform()
    desk.until("document.querySelector('#rule-predicate-alone').nextElementSibling.id === 'rule-transfer'")

    desk.click("#run button")
    desk.until_text("#effect", "turned wrong", 120)
    assert ASKED in desk.text("#effect .turned")
    assert SHOULD in desk.text("#effect .turned")

    desk.run("document.getElementById('toml').open = true")
    toml = desk.run("return document.getElementById('toml-text').value")
    desk.type("#toml-text", RULE + toml)
    desk.click("#toml button:not([type])")
    desk.until("document.querySelector('#book > li').dataset.name === 'found-where-it-is'")
    desk.click("#run button")
    desk.until_text("#effect", "turned wrong", 120)
    assert "found-where-it-is" in desk.text("#effect table")
    assert "Where did Sam find the kite?" in desk.text("#effect .turned")
    kept = desk.run(
        """const said = new XMLHttpRequest();
           said.open('GET', document.querySelector('a[download]').href, false);
           said.send(); return said.responseText"""
    )
    (tmp_path / "rulebook.toml").write_text(kept, encoding="utf-8")

    from symbolic_rc.batch import RunOptions, score
    from symbolic_rc.readers.reader import ReaderOptions

    options = ReaderOptions(rulebook=str(tmp_path / "rulebook.toml"))
    run = score(RunOptions("examples", tmp_path / "run", reader="symbolic:rules", reader_options=options))
    assert "found-where-it-is" in (run.path / "predictions.jsonl").read_text("utf-8")
