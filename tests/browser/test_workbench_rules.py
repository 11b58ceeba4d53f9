"""Rules in a real browser: drag, keys, switches, thresholds, TOML, run again, keep as a file."""

from urllib.parse import parse_qs, urlsplit

import pytest

NEW = """[[rule]]
name = "leased"
threshold = 0.5
asks = "run(ARG0=?who, ARG1=?what)"
finds = "lease(ARG2=?who, ARG1=?what)"
"""


@pytest.fixture
def rules(desk):
    desk.open("rules")
    return desk


def order(desk):
    return desk.run("return [...document.querySelectorAll('#book > li')].map(one => one.dataset.name)")


def decode_rulebook(desk):
    return parse_qs(urlsplit(desk.address).query).get("book", [""])[0]


def test_each_rule_shows_what_it_decided(rules, workbench):
    decided = [name for name in workbench[0].data.rules if name == "stated"]
    assert f"/{len(decided)} " in rules.text("#rule-stated .share")
    rules.click("#rule-stated summary")
    for words in ("Hermann et al. 2015", "Who sold the wheel?", "asks for an argument of an event"):
        assert words in rules.text("#rule-stated dl")
    rules.click("#rule-stated a.bar")
    rules.until("location.pathname.endsWith('compare')")
    assert rules.text("#count") == f"{len(decided)} questions"


def test_a_rule_is_dragged_and_back_undoes_it(rules):
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.by import By

    before = order(rules)
    moved, target = before[4], before[1]
    find = rules.browser.find_element
    handle = find(By.CSS_SELECTOR, f"#rule-{moved} .handle")
    onto = find(By.CSS_SELECTOR, f"#rule-{target} .handle")
    ActionChains(rules.browser).click_and_hold(handle).move_to_element(onto).move_by_offset(
        0, -8
    ).release().perform()
    rules.until(f"document.querySelectorAll('#book > li')[1].dataset.name === {moved!r}")
    assert order(rules) == [before[0], moved, *before[1:4], *before[5:]]
    assert "changed" in rules.text(f"#rule-{moved}")
    assert "changed" not in rules.text(f"#rule-{target}")
    assert decode_rulebook(rules)
    rules.browser.refresh()
    assert order(rules)[1] == moved
    rules.browser.back()
    rules.until(f"document.querySelectorAll('#book > li')[4].dataset.name === {moved!r}")
    assert order(rules) == before


def test_the_keyboard_moves_and_switches_a_rule(rules):
    from selenium.webdriver.common.keys import Keys

    before = order(rules)
    name = before[6]

    def press(label):
        rules.run("document.querySelector(arguments[0]).focus()", f"#rule-{name} [aria-label^='{label}']")
        rules.browser.switch_to.active_element.send_keys(Keys.ENTER)

    press("Move up")
    rules.until(f"document.querySelectorAll('#book > li')[5].dataset.name === {name!r}")
    assert rules.run("return document.activeElement.value") == f"up {name}"
    press("Switch off")
    rules.until(f"document.querySelector('#rule-{name}').classList.contains('off')")
    press("Move down")
    rules.until(f"document.querySelectorAll('#book > li')[6].dataset.name === {name!r}")
    press("Switch on")
    rules.until("!document.querySelector('#book > li.off')")
    assert order(rules) == before
    rules.until("!new URL(location.href).searchParams.has('book')")


def test_a_threshold_is_set(rules):
    rules.choose("[name='threshold stated']", "0.95")
    rules.until("new URL(location.href).searchParams.has('book')")
    assert "changed" in rules.text("#rule-stated")
    assert 'name = "stated"\nthreshold = 0.95' in rules.run(
        "return document.getElementById('toml-text').value"
    )


def test_what_is_wrong_in_the_toml_stands_beside_it(rules):
    rules.run("document.getElementById('toml').open = true")
    toml = rules.run("return document.getElementById('toml-text').value")
    for wrong, told in (
        ("[[rule]\n", "no rulebook can be read"),
        ('[[rule]]\nname = "no-such"\n', "there is no rule"),
        (NEW.replace("?who, ARG1=?what", "?x", 1), "share no variable"),
    ):
        rules.type("#toml-text", wrong + toml)
        rules.click("#toml button:not([type])")
        rules.until_text("#toml-error", told)
        assert rules.run("return document.getElementById('toml-text').value").startswith(wrong)
    assert not rules.address.endswith("toml")


def test_a_rule_is_added_rerun_and_seen(rules, workbench):
    rules.run("document.getElementById('toml').open = true")
    rules.click("[data-insert]")
    toml = rules.run("return document.getElementById('toml-text').value")
    assert 'name = "runs-what-is-leased"' in toml
    rules.type("#toml-text", NEW + toml.partition("\n\n")[2])
    rules.click("#toml button:not([type])")
    rules.until("document.querySelector('#book > li').dataset.name === 'leased'")
    for name in ("stated", "paraphrased", "predicate-alone"):
        rules.click(f"#rule-{name} [aria-label^='Switch off']")
        rules.until(f"document.querySelector('#rule-{name}').classList.contains('off')")
    rules.click("#run button")
    rules.until_text("#effect", "turned wrong", 120)
    effect = workbench[0].jobs.get(("effect", "symbolic:rules", decode_rulebook(rules))).result
    assert f"{len(effect.turned_wrong)} turned wrong" in rules.text("#effect")
    assert effect.turned_wrong
    assert "stated" in rules.text("#effect table")
    rules.click("#effect details:last-of-type summary")
    rules.click("#effect details:last-of-type a")
    rules.until_text("#main .note", "You are using a changed rulebook")
    rules.until_text("#answer", "by rule")
    assert "rule stated" not in rules.text("#answer")


def test_the_rulebook_is_kept_as_a_file_that_score_takes(rules, tmp_path):
    from symbolic_rc.rules.rulebook import default_rulebook

    rules.choose("[name='threshold stated']", "0.91")
    rules.until("new URL(location.href).searchParams.has('book')")
    text = rules.run(
        """const said = new XMLHttpRequest();
           said.open('GET', document.querySelector('a[download]').href, false);
           said.send(); return said.responseText"""
    )
    (tmp_path / "book.toml").write_text(text, encoding="utf-8")
    assert default_rulebook().read(tmp_path / "book.toml")["stated"].threshold == 0.91
