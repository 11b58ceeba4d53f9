"""Forward chaining: premises, denial, absence, conditions, bounds."""

import pytest

import symbolic_rc
from symbolic_rc.graph.inference import chaining
from symbolic_rc.graph.inference.clauses import parse_clauses


def inferred(text, clauses):
    """Return what follows from a text by some clauses, in words."""
    story = symbolic_rc.read(text).with_clauses(parse_clauses(clauses))
    return [story.facts.describe(fact) for fact in story.facts if fact.clause]


def test_premises_and_names():
    story = symbolic_rc.read("Ada is the mother of Bo. Bo is the father of Cy.")
    (fact,) = [one for one in story.facts if one.predicate == "grandparent"]
    assert fact.clause == "parents-parent"
    assert [story.facts[i].predicate for i in fact.premises] == ["parent", "parent"]


def test_denial_holds_both_ways_only_if_said():
    text = "Ada did not sell the mill to Bo."
    assert inferred(text, "a: sell(ARG0=?a, ARG1=?x, ARG2=?b) -> get(ARG0=?b, ARG1=?x)") == []
    (both,) = inferred(text, "a: sell(ARG0=?a, ARG1=?x, ARG2=?b) <-> buy(ARG0=?b, ARG1=?x, ARG2=?a)")
    assert both.startswith("not buy.01(ARG0=")


def test_absence():
    clauses = "a: sell(ARG0=?a, ARG1=?x) & unless regret(ARG0=?a) -> rejoice(ARG0=?a)"
    assert inferred("Ada sold the mill.", clauses) == ["rejoice.01(ARG0=Ada)"]
    assert inferred("Ada sold the mill. Ada regretted it.", clauses) == []


@pytest.mark.parametrize(
    ("condition", "holds"),
    [("?x is a animal", True), ("?x is not a animal", False), ("?x is a plant", False), ("?a is ?x", False),
     ("?a is not ?x", True), ("?a is feminine", True), ("?a is person", True)],
)  # fmt: skip
def test_conditions(condition, holds):
    found = inferred(
        "Mary bought a horse.", f"a: buy(ARG0=?a, ARG1=?x) & {condition} -> ride(ARG0=?a, ARG1=?x)"
    )
    assert bool(found) == holds


def test_numbers():
    clauses = "a: hold(ARG0=?a, ARG1=?n) & hold(ARG0=?b, ARG1=?m) & ?n < ?m {} -> fill(ARG0=?a, ARG1=?b)"
    text = "The hall holds 600 people. The church holds 250 people."
    assert inferred(text, clauses.format("")) == ["fill.01(ARG0=The church, ARG1=The hall)"]
    assert inferred(text, clauses.format("- 500")) == []


def test_predicate_variables():
    clauses = (
        "a: comparison:?q/more(?a, standard=?b) & comparison:?q/more(?b, standard=?c)"
        " -> comparison:?q/more(?a, standard=?c)"
    )
    found = inferred("Ada is taller than Bo. Bo is taller than Cy. Cy is older than Dan.", clauses)
    assert found == ["comparison:tall/more(subject=Ada, standard=than Cy [Cy])"]


def test_bounds(monkeypatch):
    monkeypatch.setattr(chaining, "MOST_AT_LEAST", 1)
    monkeypatch.setattr(chaining, "MOST_SHARE", 0.0)
    assert len(inferred("Ada sold a mill. Bo sold a hat.", "a: sell(ARG0=?a) -> rest(ARG0=?a)")) == 1


def test_graph_that_was_changed_is_inferred_again():
    story = symbolic_rc.read("Ada is the mother of Bo. Bo is the father of Cy.")
    graph = story.graph.copy()
    (first,) = [n for n, d in graph.nodes(data=True) if d.get("predicate") == "parent" and d["sentence"] == 0]
    graph.remove_node(first)
    changed = story.with_graph(graph)
    assert "grandparent" not in [fact.predicate for fact in changed.facts]


def test_inferred_fact_that_was_removed_stays_away():
    story = symbolic_rc.read("Ada is the mother of Bo. Bo is the father of Cy.")
    graph = story.graph.copy()
    graph.remove_node(next(n for n, of in graph.nodes(data="predicate") if of == "grandparent"))
    assert "grandparent" not in [fact.predicate for fact in story.with_graph(graph).facts]


def test_new_edges_are_composed():
    story = symbolic_rc.read("Ada met Bo and Cy.")
    graph = story.graph.copy()
    ids = {entity.name: f"entity:{entity.id}" for entity in story.entities}
    for name, parent, child in (("x", "Ada", "Bo"), ("y", "Bo", "Cy")):
        graph.add_node(name, kind="relation", predicate="parent", sense="kinship")
        graph.add_edge(name, ids[parent], role="subject")
        graph.add_edge(name, ids[child], role="of")
    engine = symbolic_rc.load(weights=None)
    assert engine.answer(story.with_graph(graph), "Who is Cy's grandmother?").text == "Ada"
