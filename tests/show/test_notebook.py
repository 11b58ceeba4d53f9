import pytest

from symbolic_rc import show
from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.show.evidence import explanation_html
from symbolic_rc.show.notebook import gallery_html

TEXT = (
    "Ada Holm kept the mill. <script>alert(1)</script> In the spring she sold the wheel to "
    "Bo Finch, a trader. Ada never saw the trader again."
)


@pytest.fixture(scope="module")
def story(engine):
    return engine.read(Record("s", TEXT, title="The <mill>"))


def test_every_picture_is_html_without_the_text_as_markup(engine, story):
    answer = engine.answer(story, "Who sold the wheel?")
    for picture in (
        show.story(story),
        show.clusters(story),
        show.frames(story),
        show.graph(story),
        show.explanation(story, answer),
    ):
        found = picture._repr_html_()
        assert "<style>" in found
        assert "<script>" not in found


def test_an_entity_has_one_colour_everywhere(story):
    (ada,) = [entity for entity in story.entities if entity.name == "Ada Holm"]
    from symbolic_rc.show.markup import hue

    colour = f"--hue:{hue(ada.id)}"
    assert colour in show.story(story).body
    assert colour in show.clusters(story).body
    assert show.graph(story).body.count(colour) == 2


def test_frames_are_shown_in_their_sentence(story):
    assert 'class="predicate">sold<sub>sell.01</sub>' in show.frames(story).body


def test_a_picture_is_saved_as_a_page(story, tmp_path):
    show.story(story).save(tmp_path / "p.html")
    page = (tmp_path / "p.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "The &lt;mill&gt;" in page
    assert page.count("<script>") == 1


def test_an_answer_without_a_trace_is_refused(story):
    with pytest.raises(ValueError, match="no trace"):
        show.explanation(story, Answer(("x",)))


def test_the_explanation_page_holds_rules_story_and_arcs(engine, story):
    trace = engine.explain(story, "Who sold the wheel?", why_not="Bo Finch")
    page = explanation_html(story, trace)
    assert "displacy" in page
    assert trace.rule in page
    assert page.count("<script>") == 1


def test_the_gallery_explains_each_story(engine):
    record = Record("s", TEXT, (Question("q", "Who sold the wheel?"),), title="The <mill>")
    page = gallery_html(engine, [record])
    assert page.count("<script>") == 1
    layers = ("Entities", "Frames", "Facts", "Time line", "Entity graph")
    parts = ["Who sold the wheel?", 'class="story"', *(f"<summary>{layer}<" for layer in layers)]
    places = [page.index(part, page.index("The &lt;mill&gt;")) for part in parts]
    assert places == sorted(places), "questions come first"


def test_facts_and_time_line_tell_what_the_story_says(story):
    assert "sell.01(" in show.facts(story).body
    told = show.time_line(story).body
    assert told.index("<ol>") < told.index("At the end:")
    assert "has the wheel" in told


def test_the_page_marks_exactly_what_the_proof_rests_on(story):
    from symbolic_rc.engine import Engine

    (answer,) = Engine(weights=None).answer_all(story, [Question("q", "Who sold the wheel?")])
    page = explanation_html(story, answer.trace)
    sentences = [one for one in answer.trace.evidence if one.kind == "sentence"]
    assert page.count('<span class="evidence">') >= len(sentences) == 2
    assert 'class="predicate">sold<sub>sell.01</sub>' in page
    assert "kept<sub>" not in page, "what is no part of the proof is not marked"
    assert page.index("Proof") < page.index("rules tried")
