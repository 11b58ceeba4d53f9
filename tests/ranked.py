"""Questions answered by the ranker's steps alone, for tests of those."""

from symbolic_rc.core.question import Question
from symbolic_rc.index.story_index import index
from symbolic_rc.ranker.resolve import open_case, run, settle
from symbolic_rc.ranker.weights import load_weights
from symbolic_rc.rules.trace.explain import trace


def ranked_case(engine, story, text):
    """Return a question on which the engine's ranker has worked."""
    asked = engine.ask([Question("1", text)])[0].parsed
    return run(open_case(index(story), asked, load_weights(), engine.profile), engine.ranker)


def ranked_answer(engine, story, text):
    """Return the ranker's answer."""
    return settle(ranked_case(engine, story, text))


def ranked_trace(engine, story, text, why_not=""):
    """Return the ranker's trace."""
    case = ranked_case(engine, story, text)
    return trace(case, settle(case).texts, why_not)
