from symbolic_rc import show
from symbolic_rc.show.evidence import explanation_html

TEXT = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch. Ada never saw it again."


def test_the_explanation_opens_and_arcs_are_drawn(opened, engine, tmp_path):
    story = engine.read(TEXT)
    trace = engine.explain(story, "Who sold the wheel?")
    (tmp_path / "e.html").write_text(explanation_html(story, trace), encoding="utf-8")
    page = opened(tmp_path / "e.html", width=400)
    assert page.execute_script("return document.querySelectorAll('svg.displacy').length") == 1
    assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth + 1")


def test_a_notebook_part_brings_its_own_style_and_leaves_the_rest(opened, engine, tmp_path):
    part = show.story(engine.read(TEXT))._repr_html_()
    page = (
        f'<!doctype html><title>n</title><p><mark class="entity" id="out">x</mark></p><div id="cell"></div>'
        f"<script>document.getElementById('cell').innerHTML = {part!r}</script>"
    )
    (tmp_path / "n.html").write_text(page, encoding="utf-8")
    opened_page = opened(tmp_path / "n.html")
    ground = "return getComputedStyle(document.querySelector('{}')).backgroundColor"
    inside = opened_page.execute_script(ground.format("#cell mark.entity"))
    assert inside != opened_page.execute_script(ground.format("#out"))
    assert "rgb" in inside
