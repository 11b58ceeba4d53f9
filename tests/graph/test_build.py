"""The entity graph of a short story: relations, events, queries, exports."""

import json
import re
import xml.etree.ElementTree as ElementTree

import networkx as nx
import numpy as np
import pytest

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.graph import entity_graph
from symbolic_rc.graph.build import entity_nodes
from symbolic_rc.graph.events import Event, timeline
from symbolic_rc.graph.export import to_dot, to_graphml, to_json, write_graph
from symbolic_rc.graph.picture import _apart, picture
from symbolic_rc.graph.queries import after, before, events_with, find_entity, how_related, others_in_event
from symbolic_rc.story import Story

TEXT = (
    "Margaret Hale owned a mill in Milton. Her brother Daniel worked there. "
    "Daniel gave Margaret a letter before he left the town. Mr. Thornton was a friend of Daniel."
)


def frame(words: list[str], roleset: str, predicate: str, **roles: str) -> Frame:
    """Return a frame over the first occurrences of words at or after the one before, written by hand."""
    at = words.index(predicate)
    arguments = []
    for role, phrase in roles.items():
        places = [i for i, word in enumerate(words) if word == phrase.split()[-1]]
        head = min(places, key=lambda i: abs(i - at))
        arguments.append(Argument(role.replace("_", "-"), head - len(phrase.split()) + 1, head + 1, head))
    return Frame(roleset, at, at, at + 1, "verb", tuple(sorted(arguments, key=lambda a: a.start)))


@pytest.fixture(scope="module")
def graph() -> nx.MultiDiGraph:
    story = Story.from_text(TEXT)
    words = [token.text for token in story.doc]
    frames = (
        frame(words, "work.01", "worked", ARG0="Her brother"),
        frame(words, "give.01", "gave", ARG0="Daniel", ARG1="a letter", ARG2="Margaret"),
        frame(words, "leave.01", "left", ARG0="he", ARG1="the town"),
    )
    return entity_graph(story.doc, story.mentions, story.entities, frames)


def test_nodes_are_entities(graph: nx.MultiDiGraph) -> None:
    margaret = find_entity(graph, "Margaret Hale")
    assert graph.nodes[margaret]["type"] == "PERSON"
    assert graph.nodes[margaret]["gender"] == "feminine"
    assert find_entity(graph, "margaret") == margaret
    assert find_entity(graph, "Bessy") == -1


def test_kinship_is_stated_with_its_inverse(graph: nx.MultiDiGraph) -> None:
    labels = {
        (graph.nodes[a]["name"], data["label"], graph.nodes[b]["name"])
        for a, b, data in graph.edges(data=True)
        if data["kind"] == "relation" and data["relation"] == "kinship"
    }
    assert ("Daniel", "sibling", "Margaret Hale") in labels
    assert ("Margaret Hale", "sibling", "Daniel") in labels


def test_paths_have_labels(graph: nx.MultiDiGraph) -> None:
    (step,) = how_related(graph, "Daniel", "Margaret Hale")
    assert (step.kind, step.label) == ("relation", "sibling")
    path = how_related(graph, "Mr. Thornton", "Margaret Hale")
    assert path[0].source == find_entity(graph, "Thornton")
    assert path[-1].target == find_entity(graph, "Margaret")
    assert how_related(graph, "Nobody", "Margaret") == ()


def test_who_else_was_there(graph: nx.MultiDiGraph) -> None:
    daniel, margaret = find_entity(graph, "Daniel"), find_entity(graph, "Margaret")
    giving = next(e for e in events_with(graph, daniel, margaret) if e.roleset.startswith("give"))
    others = [
        graph.nodes[entity]["name"] for _, entity in others_in_event(graph, giving.id, daniel, margaret)
    ]
    assert [name[:8] for name in others] == ["a letter"]


def test_before_and_after(graph: nx.MultiDiGraph) -> None:
    daniel = find_entity(graph, "Daniel")
    giving = next(e for e in graph.graph["events"] if e.roleset.startswith("give"))
    assert before(graph, giving.id, entity=daniel)[0].roleset.startswith("work")
    assert after(graph, giving.id, entity=daniel)[0].roleset.startswith("leave")


def test_the_timeline_follows_words_of_time() -> None:
    events = [
        Event(0, 0, "wake.01", 0, 1, ()),
        Event(1, 1, "leave.01", 1, 5, (), cue="before", other=0),
        Event(2, 2, "eat.01", 2, 9, ()),
    ]
    assert timeline(events) == [1, 0, 2]


def hostile() -> nx.MultiDiGraph:
    mentions = [Mention(0, 1, 0, "name", 0), Mention(2, 3, 2, "name", 1)]
    entities = [
        Entity(0, (0,), '<b>"A\\&\x01', ('<b>"A\\&\x01',), "PERSON"),
        Entity(1, (1,), "B", ("B",), "GPE"),
    ]
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(entity_nodes(mentions, entities))
    graph.add_edge(0, 1, kind="relation", label="</svg>", inverse="x", relation="kinship", sentence=0)
    graph.graph.update(events=(), timeline=())
    return graph


def test_exports_hold_any_text() -> None:
    graph = hostile()
    assert json.loads(to_json(graph))["nodes"][0]["name"] == '<b>"A\\&\x01'
    assert nx.parse_graphml(to_graphml(graph), force_multigraph=True).number_of_edges() == 1
    assert '[label="<b>\\"A\\\\&' in to_dot(graph)
    svg = picture(graph)
    assert "<b>" not in svg
    ElementTree.fromstring(svg.replace("\x01", ""))


def test_the_picture_is_one_svg_without_script(graph: nx.MultiDiGraph) -> None:
    page = picture(graph)
    assert page.count("<svg") == 1
    assert "<script" not in page
    assert "Margaret Hale" in page


def test_names_do_not_lie_on_each_other() -> None:
    random = np.random.default_rng(0)
    boxes = np.column_stack([random.uniform(30, 130, 200), random.uniform(18, 40, 200)])
    points = _apart(random.uniform(300, 1300, (200, 2)), boxes, 1600)
    gap = np.abs(points[:, None] - points[None])
    over = (boxes[:, None] + boxes[None]) / 2 - gap
    meets = (over > 3.0).all(2) & ~np.eye(200, dtype=bool)
    assert meets.sum() == 0
    assert ((points >= boxes / 2) & (points <= 1600 - boxes / 2)).all()


def test_formats_go_by_the_ending(graph: nx.MultiDiGraph, tmp_path) -> None:
    for ending in ("svg", "graphml", "json", "dot"):
        write_graph(graph, tmp_path / f"a.{ending}")
        assert (tmp_path / f"a.{ending}").stat().st_size > 100
    with pytest.raises(DataError, match="no graph format"):
        write_graph(graph, tmp_path / "a.png")
    with pytest.raises(DataError, match="cannot be written"):
        write_graph(graph, tmp_path / "none" / "a.json")


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
