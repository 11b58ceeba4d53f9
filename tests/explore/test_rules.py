from urllib.parse import parse_qs

from symbolic_rc.explore.workbench import decode_rulebook
from symbolic_rc.rules.rulebook import default_rulebook


def book_after(client, **form):
    reply = client.post("rules/edit", **form)
    assert reply.status == 303
    return decode_rulebook(parse_qs(reply.to.query).get("book", [""])[0])


def test_edits_are_what_they_say(client):
    own = default_rulebook().names
    assert book_after(client, do=f"up {own[3]}").names == (*own[:2], own[3], own[2], *own[4:])
    assert book_after(client, do=f"down {own[3]}").names == (*own[:3], own[4], own[3], *own[5:])
    assert book_after(client, do=f"up {own[0]}").names == own
    assert book_after(client, do=f"down {own[-1]}").names == own
    assert book_after(client, do=f"before {own[5]}", other=own[1]).names[1] == own[5]
    assert book_after(client, do=f"before {own[5]}").names[-1] == own[5]
    assert own[5] not in book_after(client, do=f"remove {own[5]}")
    assert not book_after(client, do="switch stated")["stated"].enabled


def test_thresholds_that_are_not_changed_stay(client):
    form = {f"threshold {rule.name}": f"{rule.threshold:g}" for rule in default_rulebook()}
    assert book_after(client, do="set", **form).to_toml() == default_rulebook().to_toml()
    book = book_after(client, do="set", **{**form, "threshold stated": "0.85"})
    assert book["stated"].threshold == 0.85
    assert client.post("rules/edit", **{"threshold stated": "high"}).status == 400


def test_a_moved_rule_is_marked_and_no_other(client):
    reply = client.post("rules/edit", do="before reason", other="stated")
    page = client.get("rules", **{key: value[0] for key, value in parse_qs(reply.to.query).items()}).text
    assert page.count('class="changed"') == 1
    assert '<b>reason</b> <span class="changed">' in page


def test_a_broken_book_in_the_address_is_told_and_the_page_opens(client):
    page = client.get("rules", book="nonsense")
    assert page.status == 200
    assert "the address has no valid rulebook" in page.text


def test_toml_is_taken_or_what_is_wrong_stands_there(client):
    toml = default_rulebook().to_toml().replace('name = "stated"\n', 'name = "stated"\nenabled = false\n')
    reply = client.post("rules/toml", toml=toml.replace("\n", "\r\n"))
    assert not decode_rulebook(parse_qs(reply.to.query)["book"][0])["stated"].enabled
    wrong = client.post("rules/toml", toml="[[rule]]\nname = 'stated'\nthreshhold = 1\n")
    assert wrong.status == 200
    assert "no field &#39;threshhold&#39;" in wrong.text


def test_the_file_is_the_book(client):
    reply = client.get("rules/book.toml")
    assert reply.text == default_rulebook().to_toml()
    assert "attachment" in reply.headers["content-disposition"]
