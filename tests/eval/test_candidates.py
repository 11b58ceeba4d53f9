"""The table of what candidates cover."""

from eval.candidates import table
from symbolic_rc.train.data_sets import material_of


def test_hardly_any_answer_of_the_examples_has_no_candidate():
    examples = material_of(["examples"], lambda line: None).examples[:40]
    rows = [line.split("|") for line in table("jsonl", examples)]
    best = next(row for row in rows if len(row) > 4 and row[1].strip() == "of the story")
    assert float(best[3]) > 95
