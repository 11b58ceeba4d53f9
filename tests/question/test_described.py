"""Questions for the name of whoever a relative clause describes."""

import pytest

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.question.query import read_query
from symbolic_rc.question.statement import described

READ = [
    ("What is the first name of the person who sold the mill?", "Someone sold the mill ."),
    ("What is the name of the singer that never came back?", "Some singer never came back ."),
    ("What was the name of the man Ada followed?", "Ada followed someone ."),
    ("What is the last name of the person that Bo did not talk to?", "Bo did not talk to someone ."),
    ("What is the name of the person from whom the boat was bought?", "The boat was bought from someone ."),
    ("What is the full name of the person whose brother left?", "His brother left ."),
    ("What is the name of the town where Bo lives?", "Bo lives in some town ."),
    ("What is the name of Ada's brother?", None),
    ("Who sold the mill?", None),
    ("What is the name of the mill?", None),
]


@pytest.mark.parametrize(("question", "statement"), READ)
def test_a_description_is_read_as_a_statement(question, statement):
    found = described(list(default_pipeline()(question)))
    assert (found and " ".join(found.words)) == statement


def test_the_statement_is_what_is_asked():
    query = read_query("What is the name of the man that Ada followed?")
    assert str(query) == "follow.02(ARG0=Ada, ARG1=?)"
    assert query.understanding.form == "name"
