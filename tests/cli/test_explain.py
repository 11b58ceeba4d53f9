"""`symbolic-rc explain` answers by either reader, with the proof first and a page that shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic_rc.cli.explain import ExplanationFlags, explain
from symbolic_rc.cli.shared import EngineFlags
from symbolic_rc.core.errors import SymbolicRCError


def test_the_unfitted_rules_are_explained(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = story.with_suffix(".html")
    view = ExplanationFlags(why_not="Bo Finch", html=page)
    explain(story, ["Who sold the wheel?"], view, EngineFlags("symbolic:rules"))
    lines = capsys.readouterr().out.split("\n")
    assert lines[1].startswith("answer    Ada Holm  [stated, confidence ")
    assert lines[2].startswith('because   Sentence 2 says: "')
    assert lines[5].startswith(
        "why not   Bo Finch: the nearest statement is in sentence 2: there it tells to whom"
    )
    assert "nearest proof by `stated`" not in "".join(lines)
    assert 'frames/sell.html#sell.01">sell.01</a>' in page.read_text("utf-8")


def test_another_reader_is_refused(story: Path) -> None:
    with pytest.raises(SymbolicRCError, match="symbolic:rules explain themselves"):
        explain(story, ["Who sold the wheel?"], engine=EngineFlags("max-frequency"))
