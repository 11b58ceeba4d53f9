"""The picture of an entity graph: entities as circles, joined by what facts tell of them."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np

from symbolic_rc.graph.picture import _apart, drawn, picture
from symbolic_rc.story import Story


def test_the_picture_is_one_svg_without_script():
    svg = picture(Story.from_text("Margaret Hale owned a mill. Her brother Daniel worked there.").graph)
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert "<script" not in svg
    assert "Margaret Hale" in svg


def test_lines_say_which_facts_join_two_entities():
    graph = Story.from_text("Ada is the sister of Bo. Ada met Cleo. Cleo saw Ada.").graph
    names = {node: data["label"] for node, data in graph.nodes(data=True)}
    lines = {frozenset((names[a], names[b])): line for (a, b), line in drawn(graph)[1].items()}
    kin, met = lines[frozenset(("Ada", "Bo"))], lines[frozenset(("Ada", "Cleo"))]
    assert (kin.kind, kin.label) == ("relation", "Ada sibling Bo")
    assert (met.kind, met.label) == ("event", "meet")
    assert [says.split()[::2] for says in met.says] == [["Ada", "Cleo"], ["Cleo", "Ada"]]


def test_names_do_not_lie_on_each_other() -> None:
    random = np.random.default_rng(0)
    boxes = np.column_stack([random.uniform(30, 130, 200), random.uniform(18, 40, 200)])
    points = _apart(random.uniform(300, 1300, (200, 2)), boxes, 1600)
    gap = np.abs(points[:, None] - points[None])
    over = (boxes[:, None] + boxes[None]) / 2 - gap
    meets = (over > 3.0).all(2) & ~np.eye(200, dtype=bool)
    assert meets.sum() == 0
    assert ((points >= boxes / 2) & (points <= 1600 - boxes / 2)).all()


def test_the_picture_of_a_small_story_shows_all_of_it_and_fills_its_space():
    story = Story.from_text("Ada kept a mill. Bo found a key there. A captain asked for the key.")
    svg = picture(story.graph)
    for name in ("Ada", "mill", "Bo", "key", "captain"):
        assert re.search(rf">[^<]*{name}</text>", svg), name
    left, top, width, height = map(float, re.search(r'viewBox="([^"]+)"', svg)[1].split())
    spots = [tuple(map(float, spot)) for spot in re.findall(r'<circle cx="([\d.-]+)" cy="([\d.-]+)"', svg)]
    across, down = zip(*spots, strict=True)
    assert max(across) - min(across) > 0.55 * width
    assert left < min(across)
    assert top < min(down) <= max(down) < top + height
