"""Read and Check in a real browser: open, ask, mark, why not, look at what was read; failed cases."""

from urllib.parse import quote

import pytest

TEXT = 'Ada Holm kept the old mill. In spring she sold it to Bo Finch. "It was too big for me," said Ada.'


@pytest.fixture
def story(desk):
    """A text that was pasted."""
    desk.open("read")
    desk.type("#text", TEXT)
    desk.click("form[action='read/text'] button")
    desk.until("document.querySelector('#q')")
    return desk


def ask(desk, question):
    desk.type("#q", question)
    desk.click("#ask button")
    desk.until_text("#answer", "by rule")


def test_a_question_is_asked_and_its_proof_marked(story):
    ask(story, "Who sold the mill?")
    assert story.text("#answer .said") == "Ada Holm"
    assert story.text("#story mark.predicate").startswith("sold")
    assert story.text("#story mark.answer")
    assert "Sentence 2" in story.text("#answer .proof")
    assert float(story.run("return document.querySelector('#answer meter').value")) > 0
    assert "query: sell.01" in story.text("#answer")
    assert story.text("#story span.quotation").startswith('"It was too big')
    assert "Ada" in story.run("return document.querySelector('#story span.quotation').title")
    assert "q=Who+sold" in story.address


def test_why_not_a_span_that_is_selected(story):
    ask(story, "Who sold the mill?")
    assert story.run("return document.getElementById('offer').hidden")
    story.select("#story", "Bo Finch")
    story.until("!document.getElementById('offer').hidden")
    assert story.text("#offer") == "Why not “Bo Finch”?"
    story.click("#offer")
    story.until_text("#answer", "Why not: Bo Finch")
    assert "and the question asks for the seller (ARG0)" in story.text("#answer")
    assert "why=Bo+Finch" in story.address


def test_what_was_read_is_shown_when_it_is_opened(story):
    for part, words in (
        ("entities", "Ada Holm"),
        ("frames", "sell.01"),
        ("graph", "entities"),
        ("time", "sell.01"),
        ("facts", "keep.01"),
    ):
        story.click(f"details[data-part={part}] summary")
        story.until_text(f"details[data-part={part}]", words)
    assert story.run("return document.querySelectorAll('details[data-part=graph] svg').length") == 1
    assert "facts" in story.address.partition("open=")[2]
    rows = "document.querySelectorAll('details[data-part=facts] tbody tr')"
    every = story.run(f"return {rows}.length")
    story.type("details[data-part=facts] [name=words]", "mill")
    story.until(f"{rows}.length < {every}")
    assert story.run("return document.activeElement.name") == "words"
    story.type("details[data-part=facts] [name=words]", "")
    story.choose("details[data-part=facts] [name=pattern]", "sell(ARG0=?who)")
    story.until_text("details[data-part=facts]", "?who = Ada Holm")
    story.choose("details[data-part=facts] [name=pattern]", "sell(")
    story.until_text("details[data-part=facts] [role=alert]", "cannot be read")
    story.choose("details[data-part=facts] [name=pattern]", "sell(ARG0=?who)")
    story.until_text("details[data-part=facts]", "?who = Ada Holm")
    story.browser.refresh()  # the address says it all
    story.until_text("details[data-part=facts]", "?who = Ada Holm")


def test_hostile_text_shows_as_text(desk):
    hostile = (
        "<script>window.hacked=1</script><img src=x onerror='window.hacked=1'>\"'{{ 7*7 }}</mark>&lt;b&gt;"
    )
    desk.open("read")
    desk.type("#text", f"Ada {hostile} Holm sold the mill to Bo {hostile} Finch. She was glad {hostile}.")
    desk.click("form[action='read/text'] button")
    desk.until("document.querySelector('#q')")
    ask(desk, f"Who {hostile} sold the mill?")
    for part in ("entities", "facts", "frames", "graph", "time", "tables"):
        desk.click(f"details[data-part={part}] summary")
        desk.until(f"document.querySelector('details[data-part={part}] .part-body').textContent.length > 9")
    desk.type("#why", hostile)
    desk.click("#why-not button")
    desk.until_text("#answer", "Why not:")
    assert hostile in desk.text("#story")
    for view in ("rules", "compare", "check"):
        for state in ("q", "words", "rule", "slice", "where", "book", "id", "reader", "find", "name"):
            desk.open(f"{view}?{state}={quote(hostile)}")
            desk.until("document.querySelector('#main').textContent.length > 9")
    desk.open(f"read?story={quote(hostile)}")
    assert "window.hacked=1" in desk.text("[role=alert]")
    assert desk.run("return window.hacked") is None
    assert desk.run("return document.querySelectorAll('img, iframe').length") == 0
    desk.browser.get_log("browser")  # states that cannot be are answered with 400, which the console tells


def test_a_long_text_is_shown_by_chapters(desk):
    chapters = [
        f"CHAPTER {n}\n\n" + f"Person{n} Holm kept mill number {n}. It rained that day. " * 90
        for n in ("I", "II", "III", "IV", "V", "VI", "VII")
    ]
    desk.open("read")
    desk.type("#text", "\n\n".join(chapters))
    desk.click("form[action='read/text'] button")
    desk.until("document.querySelector('.chapters')")
    assert "PersonI Holm" in desk.text("#story")
    assert "PersonII " not in desk.text("#story")
    desk.until("document.querySelector('#story .sentence')", 120)
    desk.click(".chapters [rel=next]")
    desk.until_text("#story", "PersonII Holm")
    assert "PersonI Holm" not in desk.text("#story")
    assert "chapter=1" in desk.address
    ask(desk, "Who kept mill number V?")
    assert "Holm" in desk.text("#story mark.answer")


def test_a_failed_case_of_the_checks_opens_in_read(desk):
    from symbolic_rc.explore.workbench import encode_rulebook
    from symbolic_rc.rules.rulebook import default_rulebook

    book = default_rulebook()
    book.disable(*(name for name in book.names if name != "frequent-entity"))  # so that cases do fail
    desk.open(f"check?book={encode_rulebook(book)}")
    desk.run("document.querySelector('[name=cases]').value = 8")
    desk.choose("[name=capability]", "roles")
    desk.click("#check-form button.main")
    desk.until_text("#result", "% passed", 120)
    assert desk.run("return document.querySelectorAll('#result details.capability').length") == 1
    assert "capability=roles" in desk.address
    story = desk.text("#result blockquote p")
    assert story
    desk.click("#result blockquote a")
    desk.until("[...document.querySelectorAll('.note')].some(one => one.textContent.includes('A case of'))")
    desk.run("for (const one of document.querySelectorAll('#story sub')) one.remove()")
    assert desk.text("#story") == story
    desk.until_text("#answer", "Reference")


@pytest.mark.parametrize("place", ["read", "rules", "compare", "check"])
@pytest.mark.parametrize("width", [400, 1200])
def test_every_place_fits_and_is_labelled(desk, place, width):
    desk.open(place, width=width)
    assert desk.fits()
    nameless = desk.run(
        """return [...document.querySelectorAll('button, a, input, select, textarea, summary')].filter(
             one => one.type !== 'hidden' && !one.hidden && !(one.textContent.trim() || one.ariaLabel
               || one.labels?.length || one.getAttribute('aria-label'))).map(one => one.outerHTML)"""
    )
    assert nameless == []
    for theme in ("dark", "light"):
        desk.run("document.documentElement.dataset.theme = arguments[0]", theme)
        ground, ink = (
            desk.run(f"return getComputedStyle(document.body).{one}") for one in ("backgroundColor", "color")
        )
        assert ground != ink


def test_the_keyboard_goes_everywhere(desk):
    from selenium.webdriver.common.keys import Keys

    desk.open("rules")
    seen = set()
    for _ in range(30):
        desk.browser.switch_to.active_element.send_keys(Keys.TAB)
        seen.add(
            desk.run(
                "return document.activeElement.tagName + ' ' + document.activeElement.textContent.trim()"
            )
        )
    assert {"A Skip to the content", "A Compare", "BUTTON Copy view", "BUTTON Run again", "BUTTON ↑"} <= seen


def test_columns_are_chosen_and_the_answer_is_seen_on_a_phone(story):
    ask(story, "Who sold the mill?")
    story.browser.set_window_size(400, 860)
    assert story.run(
        "return document.querySelector('#answer .said').getBoundingClientRect().bottom < innerHeight"
    )
    assert story.run("return scrollY") == 0
    story.click("details[data-part=facts] summary")
    story.until("document.querySelector('details[data-part=facts] .choose')")
    kind = (
        "getComputedStyle(document.querySelector('details[data-part=facts] tbody td:nth-child(2)')).display"
    )
    assert story.run(f"return {kind}") == "table-cell"
    story.click("details[data-part=facts] .choose label:nth-of-type(2) input")
    assert story.run(f"return {kind}") == "none"


def test_a_selected_word_is_corrected(story):
    story.select("#s2", "she")
    story.until("document.getElementById('fix-words').value === 'she'")
    assert story.run("return document.getElementById('fix-sentence').value") == "2"
    story.type("#fix [name=means]", "Bo Finch")
    story.click("#fix button")
    story.until_text("#correct ol", "means Bo Finch")
    ask(story, "Who sold the mill?")
    assert story.text("#answer .said").startswith("Bo")
    story.until_text("details[data-part=changes]", "answers changed")
