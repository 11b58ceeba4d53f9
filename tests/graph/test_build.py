"""The entity graph holds the facts of a story, and is written in the forms that other tools read."""

import io
import json

import networkx as nx
import pytest

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.errors import DataError
from symbolic_rc.graph import entity_graph
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.picture import picture, to_dot, to_json, write_graph
from symbolic_rc.story import Story

TEXT = (
    "Margaret Hale owned a mill in Milton. Her brother Daniel worked there. The mill was red. "
    "Daniel gave Margaret a letter before he left the town. Mr. Thornton was a friend of Daniel."
)


@pytest.fixture(scope="module")
def story() -> Story:
    return Story.from_text(TEXT)


def node_of(graph: nx.MultiDiGraph, label: str) -> str:
    return next(node for node, own in graph.nodes(data="label") if own == label)


def test_entities_facts_and_values_are_nodes_and_terms_are_edges(story: Story):
    graph = story.graph
    assert graph.nodes[node_of(graph, "Margaret Hale")]["gender"] == "feminine"
    terms = [
        (graph.nodes[fact]["kind"], graph.nodes[fact]["predicate"], role, graph.nodes[term]["label"])
        for fact, term, role in graph.edges(data="role")
    ]
    assert ("event", "give", "ARG0", "Daniel") in terms
    assert ("relation", "sibling", "of", "Margaret Hale") in terms
    assert ("attribute", "red", "value", "red") in terms
    assert len(terms) == sum(len(fact.terms) for fact in story.facts)
    assert sum(node.startswith("fact:") for node in graph) == len(story.facts)


def test_what_follows_from_facts_names_them():
    graph = Story.from_text("Ada slept when Bo had left.").graph
    order = next(data for _, data in graph.nodes(data=True) if data["kind"] == "order")
    assert [graph.nodes[fact]["predicate"] for fact in order["premises"].split()] == ["leave", "sleep"]


def test_the_graph_is_changed_in_a_copy(story: Story):
    with pytest.raises(nx.NetworkXError, match="Frozen"):
        story.graph.remove_node("fact:0")
    story.graph.copy().remove_node("fact:0")


def test_events_stand_in_order_of_happening():
    story = Story.from_text("Ada sold the mill after she had met Bo. Before she slept, she wrote to Cleo.")
    assert [fact.predicate for fact in story.facts.chronology] == ["meet", "sell", "write", "sleep"]


def hostile() -> Facts:
    """Return one fact of which every word is hostile to the formats."""
    mentions = [Mention(0, 1, 0, "name", 0), Mention(2, 3, 2, "name", 1)]
    entities = [
        Entity(0, (0,), '<b>"A\\&\x01', ('<b>"A\\&\x01',), "PERSON"),
        Entity(1, (1,), "B", ("B",), "GPE"),
    ]
    terms = (Term("subject", 0, 1, 0, 0), Term("of", 2, 3, 2, 1))
    facts = [Fact(0, "relation", "</svg>\ud800", "kinship", terms, 1, 0)]
    return Facts(facts, Story.from_text("A met B.").facts.syntax, entities, mentions)


def test_exports_hold_any_text():
    graph = entity_graph(hostile())
    assert_same(through_graphml(graph), graph)
    assert nx.node_link_graph(json.loads(to_json(graph)), edges="links").number_of_edges() == 2
    assert '[label="<b>\\"A\\\\&' in to_dot(graph)
    assert "<b>" not in picture(graph)


def through_graphml(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    file = io.BytesIO()
    nx.write_graphml(graph, file)
    file.seek(0)
    return nx.read_graphml(file, force_multigraph=True)


def assert_same(one: nx.MultiDiGraph, other: nx.MultiDiGraph) -> None:
    assert list(one.nodes(data=True)) == list(other.nodes(data=True))
    assert list(one.edges(data=True)) == list(other.edges(data=True))


def test_graphml_as_networkx_writes_it_holds_everything(story: Story):
    assert_same(through_graphml(story.graph), story.graph)


def test_formats_go_by_the_ending(story: Story, tmp_path):
    graph = story.graph
    for ending in ("svg", "graphml", "json", "dot"):
        write_graph(graph, tmp_path / f"a.{ending}")
        assert (tmp_path / f"a.{ending}").stat().st_size > 100
    with pytest.raises(DataError, match="no graph format"):
        write_graph(graph, tmp_path / "a.png")
    with pytest.raises(DataError, match="cannot be written"):
        write_graph(graph, tmp_path / "none" / "a.json")
