"""What a story says, as parts of a page: its facts one by one, and what changes in which order."""

from __future__ import annotations

from markupsafe import Markup

from symbolic_rc.graph.state import Timeline, timeline_of
from symbolic_rc.graph.state.naming import Phrase
from symbolic_rc.story import Story

_ROW = Markup('<li><span class="soft">sentence {}</span> {}</li>')


def facts_body(story: Story) -> Markup:
    """Return the facts of a story as a list, in the order of the text."""
    rows = [_ROW.format(fact.sentence + 1, story.facts.describe(fact)) for fact in story.facts]
    return Markup("<ul>{}</ul>").format(Markup("").join(rows)) if rows else Markup("<p>No facts.</p>")


def time_line_body(story: Story) -> Markup:
    """Return what changes where everybody is and who has what, in its order, and who has what in the end."""
    found = timeline_of(story.facts)
    rows = [_ROW.format(one.fact.sentence + 1, story.facts.describe(one.fact)) for one in found.changes]
    if not rows:
        return Markup("<p>Nothing changes place or hands.</p>")
    return Markup("<ol>{}</ol>{}").format(Markup("").join(rows), _in_the_end(story, found))


def _in_the_end(story: Story, found: Timeline) -> Markup:
    """Return who has what, and where everybody is, after the last change."""

    def text(phrase: Phrase) -> str:
        return story.doc[phrase.start : phrase.end].text

    lines = []
    for key, things in found.holding.items():
        if things:
            lines.append(f"{key} has {', '.join(text(held.thing) for held in things.values())}")
    for key, spells in found.spells.items():
        if spells and spells[-1].sure:
            lines.append(f"{key}: {text(spells[-1].places[0])}")
    if not lines:
        return Markup("")
    rows = Markup("").join(Markup("<li>{}</li>").format(line) for line in lines)
    return Markup("<p>In the end:</p><ul>{}</ul>").format(rows)
