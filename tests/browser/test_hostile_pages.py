"""Texts, ids and names that try to break out, on every kind of page, in a real browser."""

import json

import pytest

import symbolic_rc
from symbolic_rc import show
from symbolic_rc.compare import CompareOptions, compare, write_report
from symbolic_rc.core.record import Question, Record
from symbolic_rc.show.evidence import explanation_html
from symbolic_rc.show.notebook import gallery_html, render_frames, write_picture

HOSTILE = (
    "</script></style></title></svg><script>window.hacked=1</script>\"'`{{ 7*7 }}{% x %}${1}\0\x1b<!-- ]]>"
    "<img src=x onerror='window.hacked=1'>&lt;b&gt;"
)
TEXT = (
    f"Ada {HOSTILE} Holm kept the mill. In the spring she sold {HOSTILE} the wheel to Bo Finch. "
    f"Ada Holm never saw Bo Finch {HOSTILE} again. She was glad."
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    engine = symbolic_rc.load()
    record = Record(
        "s", TEXT, (Question("q", f"Who {HOSTILE} sold the wheel?", ((HOSTILE,),)),), title=HOSTILE
    )
    story = engine.read(record)
    answer = engine.answer(story, record.questions[0])
    (folder / "story.txt").write_text(TEXT, encoding="utf-8")
    texts = {
        "explanation": explanation_html(story, engine.explain(story, record.questions[0], HOSTILE)),
        "gallery": gallery_html(engine, [record]),
        "frames": render_frames(folder / "story.txt", "html"),
    }
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    parts = {
        "story": show.story(story),
        "clusters": show.clusters(story),
        "sentences": show.frames(story),
        "why": show.explanation(story, answer),
    }
    for name, part in parts.items():
        part.save(folder / f"{name}.html")
        shown = json.dumps(part._repr_html_()).replace("<", "\\u003c")
        (folder / f"cell-{name}.html").write_text(
            f"<!doctype html><title>c</title><body><script>document.body.innerHTML = {shown}</script>"
        )
    write_picture(story.graph, folder / "graph.html")
    _report(folder)
    return sorted(folder.glob("*.html"))


def _report(folder):
    with (folder / "gold.jsonl").open("w") as file:
        for i in range(24):
            questions = [{"id": f"{HOSTILE}{i}", "text": f"Who {HOSTILE}?", "answers": [f"Ada {HOSTILE}"]}]
            file.write(json.dumps({"id": f"{HOSTILE}{i}", "text": TEXT, "questions": questions}) + "\n")
    ids = [f"{HOSTILE}{i}" for i in range(20)] + [f"unknown {HOSTILE}"]
    (folder / "run").mkdir()
    trace = {"question": HOSTILE, "rule": HOSTILE, "steps": [{"rule": HOSTILE, "fired": True}],
             "candidates": [{"text": HOSTILE, "score": 1, "contributions": {HOSTILE: 1}}]}  # fmt: skip
    traces = [{"id": key, "trace": trace if i % 2 else {HOSTILE: [HOSTILE]}} for i, key in enumerate(ids)]
    runs = [{"id": key, "answers": [HOSTILE], "rule": HOSTILE, "score": i} for i, key in enumerate(ids)]
    manifest = {"options": {"reader": HOSTILE}, "learned_from": ["gold.jsonl"], "held_out": {"folds": 2}}
    for name, lines in (("predictions", runs), ("traces", traces), ("manifest", [manifest])):
        ending = "json" if name == "manifest" else "jsonl"
        (folder / "run" / f"{name}.{ending}").write_text("".join(json.dumps(one) + "\n" for one in lines))
    (folder / "other.json").write_text(json.dumps(dict.fromkeys(ids, "Ada")))
    found = compare(
        [folder / "run", folder / "other.json"], folder / "gold.jsonl", names=["", HOSTILE.replace("\0", "")],
        options=CompareOptions(
            slices=[f"{HOSTILE.replace('=', '')}=story_words > 1"], published="quoref", resamples=100
        ),
    )  # fmt: skip
    write_report(found, folder / "report.html")


def test_no_page_runs_or_loses_what_a_story_says(opened, pages):
    assert len(pages) == 13
    for path in pages:
        page = opened(path)
        page.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
        assert page.execute_script("return window.hacked") is None, path.name
        assert page.execute_script("return document.querySelectorAll('img, iframe, object').length") == 0
        assert page.execute_script("return document.querySelectorAll('script').length") <= 1, path.name
        text = page.execute_script("return document.body.textContent")
        assert "window.hacked=1" in text, path.name
        if path.stem in ("explanation", "gallery", "report", "story", "why"):
            assert "{{ 7*7 }}{% x %}${1}" in text, path.name
        assert "\0" not in text
