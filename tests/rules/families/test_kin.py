"""How two are related, and kinship that follows from events and appositions."""

import re

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story

_LIVES = "Robert lives with his father, Hugo, and his sister Lena."
_MARRIED = "Ada and Otto got married in May. Ada gave birth to Karl."


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        ("Otto is the father of Ada. Ada is the mother of Karl.", "Otto to Karl", "grandfather"),
        ("Otto is Ada's father.", "What is the relationship between Ada and Otto?", "daughter"),
        (_LIVES, "Who is Hugo's daughter?", "Lena"),
        (_LIVES, "Hugo to Lena", "father"),
        ("Karl is the son of Ada and Otto.", "Who is Karl's father?", "Otto"),
        (_MARRIED, "Who is Otto's wife?", "Ada"),
        (_MARRIED, "Who is Karl's mother?", "Ada"),
        ("Walter spent Easter with his niece Paula.", "Walter to Paula", "uncle"),
        ("Irma met her niece Tess. Hugo drove her daughter Tess home.", "Tess to Hugo", "daughter"),
        ("Al and his wife Dora met Al's sister Rita at their father Ned's.", "Ned to Dora", "father-in-law"),
        ("Edna had been married to Hugo. Hugo has a son, Paul.", "Edna to Paul", "mother"),
        ("Edna and Hugo have been married for years.", "Hugo to Edna", "husband"),
        ("Hugo is married to Edna. The couple welcomed Paul into the world.", "Paul to Edna", "son"),
        ("Edna and her husband Hugo left. The couple have a son, Paul.", "Hugo to Paul", "father"),
        ("Walter took Elsa to Rome for their tenth wedding anniversary.", "Elsa to Walter", "wife"),
        ("Walter and Elsa held the anniversary of their marriage.", "Walter to Elsa", "husband"),
        ("Gerda is an aunt of Hazel.", "Hazel to Gerda", "niece"),
        ("Edwin lives with his daughter Faith.", "Edwin to Faith", "father"),
        ("Hubert called his uncle. The uncle's name is Bruno.", "Bruno to Hubert", "uncle"),
        ("Astrid has a nephew by the name of Leif.", "Leif to Astrid", "nephew"),
        ("Bertha and Alma, two sisters, met Frida. Alma is Frida's niece.", "Bertha to Frida", "niece"),
        ("The brothers Carl and Emil left. Emil is Frida's son.", "Carl to Frida", "son"),
        ("Kim is the mother of Lars. Bruno is the father of Lars.", "Kim to Bruno", "wife"),
    ],
)
def test_kinship(text: str, question: str, right: str) -> None:
    question = re.sub(r"^(\w+) to (\w+)$", r"How is \1 related to \2?", question)
    found = decide(open_case(read_query(Question("q", question)), Story.from_text(text)))
    assert found.text == right
    assert found.proposal is not None
    assert found.proposal.proof.facts


@pytest.mark.parametrize("parents", ["mother Hanna Elke", "father Hugo Walter"])
def test_two_mothers_are_not_married(parents: str) -> None:
    noun, *names = parents.split()
    facts = Story.from_text(" ".join(f"{name} is the {noun} of Lars." for name in names)).facts
    assert "spouse" not in [fact.predicate for fact in facts.of("relation")]
