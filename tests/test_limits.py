"""Every limit that SECURITY.md names holds, and the refusal names it."""

import ast
import json
import random
import re
from pathlib import Path

import pytest

import symbolic_rc
from symbolic_rc.compare.slices import own_slice
from symbolic_rc.core.errors import DataError, SymbolicRCError
from symbolic_rc.core.files import plain_text
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets import Problem, read
from symbolic_rc.engine import Engine
from symbolic_rc.graph.inference.clauses import parse_clauses
from symbolic_rc.rules.rulebook import default_rulebook
from symbolic_rc.story import Story
from symbolic_rc.story.disk import StoryCache

_CLAUSE = "a: sell(ARG0=?a, ARG1=?x) -> own(ARG0=?a, ARG1=?x)\n"
_PATTERN = '[[rule]]\nname = "q"\nasks = "sell(?a)"\nfinds = "{}"'
_CHOICES = f"a: {' & '.join(['sell|buy|own(ARG0=?a)'] * 8)} -> keep(ARG0=?a)"


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda: own_slice("a=" + "(0 or " * 90 + "1" + ")" * 90, ["n"]), "90 parentheses; at most 50"),
        (lambda: own_slice("a=" + "n or " * 500 + "1", ["n"]), "2,503 characters; at most 2,000"),
        (lambda: own_slice("n:" + "9" * 5000, ["n"]), "with a count from 2 to 1,000"),
        (lambda: own_slice("n:²", ["n"]), "with a count from 2 to 1,000"),
        (lambda: parse_clauses(_CLAUSE * 20_000), "1,020,000 characters; at most 1,000,000"),
        (
            lambda: parse_clauses(_CLAUSE.replace("sell", "s" * 5000)),
            "the clause has 5,046 characters; at most 4,000",
        ),
        (lambda: parse_clauses(_CLAUSE.strip() + "\n  x" * 5000), "the clause has 4,"),
        (lambda: parse_clauses(_CHOICES), "6,561 choices between predicates; at most 1,000"),
        (lambda: default_rulebook().parse("#" * 1_000_001), "1,000,001 characters; at most 1,000,000"),
        (lambda: default_rulebook().parse("a = " + "[" * 5000), "nested too deeply"),
        (
            lambda: default_rulebook().parse(_PATTERN.format("sell|" * 1500 + "buy(?a)")),
            "finds has 7,507 characters; at most 4,000",
        ),
        (
            lambda: list(Engine().cases(Story.from_text("Ann."), [Question("q", "who " * 2000)])),
            "8,000 characters; at most 4,000",
        ),
    ],
)
def test_what_is_too_large_is_refused_with_its_limit(use, message):
    with pytest.raises(SymbolicRCError, match=message) as error:
        use()
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("where", ["start", "middle", "end"])
def test_half_a_surrogate_pair_is_an_error_of_ours(tmp_path, where):
    half, words = chr(random.Random(where).randrange(0xD800, 0xE000)), "Ann sold the mill."
    text = {"start": half + words, "middle": words[:4] + half + words[4:], "end": words + half}[where]
    uses = (
        lambda: Engine().read(text),
        lambda: Story(Record("s", text)),
        lambda: StoryCache(tmp_path).read(Record("s", text)),
        lambda: list(Engine().cases(Story.from_text(words), [Question("q", text)])),
        lambda: list(Engine().cases(Story.from_text(words), [Question("q", "Who?", choices=("a", text))])),
    )
    for use in uses:
        with pytest.raises(DataError, match="holds half a surrogate pair"):
            use()


def test_a_text_larger_than_the_limit_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(plain_text, "LARGEST", 1 << 20)
    path = tmp_path / "long.txt"
    path.write_text("a" * ((1 << 20) + 1))
    with pytest.raises(DataError, match="larger than 1 MB"):
        plain_text.read_text(path)


@pytest.mark.parametrize("bad", ["who " * 2000, "\ud800", "choices", "a choice"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_bad_question_does_not_take_its_story(tmp_path, bad, place):
    asked = [{"id": str(i), "text": "Who came?", "choices": ["a", "b"], "answers": ["a"]} for i in range(3)]
    if bad == "choices":
        asked[place]["choices"] = ["a", *map(str, range(1000))]
    elif bad == "a choice":
        asked[place]["choices"] = ["a", "b" * 4001]
    else:
        asked[place]["text"] = bad
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "s", "text": "Ann came.", "questions": asked}))
    problem, record = read(path)
    assert isinstance(problem, Problem)
    assert [one.id for one in record.questions] == [str(i) for i in range(3) if i != place]


#: What a function is asked for that only the program, or a user, names: not a word of any text.
_NAMED = {"name", "module", "packages", "kinds", "rank"}


def _unbounded(path):
    """Yield the functions of a module that remember all that they were ever asked, and of what."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            made = [ast.unparse(one) for one in node.decorator_list]
            if any(re.fullmatch(r"(functools\.)?(cache|lru_cache\((maxsize=)?None\))", one) for one in made):
                yield node.name, {one.arg for one in (*node.args.args, node.args.vararg) if one}


def test_what_is_remembered_of_words_has_a_limit():
    places = Path(symbolic_rc.__file__).parent.rglob("*.py")
    found = [(path.stem, name) for path in places for name, asked in _unbounded(path) if asked - _NAMED]
    assert found == []
