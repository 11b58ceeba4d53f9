"""The ranker's kernel against its plain Python twin, its bounds, and its reasons."""

import numpy as np
import pytest

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import Teaching, link, prepare
from symbolic_rc.coref.mentions.attributes import PRO
from symbolic_rc.coref.mentions.pronouns import SHE
from symbolic_rc.coref.model import Ranker, model
from symbolic_rc.coref.ranker import ranking
from symbolic_rc.coref.ranker.templates import PLACES
from symbolic_rc.story import Story

TEXTS = (
    "Ann met Tom by the gate. He gave her the old key, and she thanked him. The key was cold.",
    "“I am late,” said Captain Reed. “You are,” said Mrs. Lind. The captain bowed; she laughed at him.",
    "In her youth, Clara rowed. The crew trusted her, and they won the cup. It stood on a shelf.",
)


@pytest.mark.parametrize("text", TEXTS)
def test_the_kernel_equals_its_python_twin(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = prepare(default_pipeline()(text), model().types)
    compiled = link(reading, model().ranker)
    monkeypatch.setattr(ranking, "rank", getattr(ranking.rank, "py_func", ranking.rank))
    plain = link(reading, model().ranker)
    assert compiled.entity.tolist() == plain.entity.tolist()
    assert compiled.antecedent.tolist() == plain.antecedent.tolist()
    assert compiled.why.tolist() == plain.why.tolist()
    np.testing.assert_allclose(compiled.margin, plain.margin, rtol=1e-4, atol=1e-4)


def test_learning_makes_the_gold_likelier() -> None:
    reading = prepare(default_pipeline()(TEXTS[0]), model().types)
    learning, gradients = Ranker(np.zeros(PLACES, np.float32)), np.zeros(PLACES, np.float32)
    gold = np.where(reading.mentions.table[:, PRO] == SHE, 0, -1).astype(np.int32)
    gold[[c.core == (0, 1) for c in reading.mentions.candidates]] = 0
    mode = np.ones(len(gold), np.int32)
    teaching = Teaching(gold, mode, gradients, rate=0.15)
    losses = [link(reading, learning, teaching=teaching).loss for _ in range(5)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 0.5 * losses[0]
    learned = link(reading, learning).entity
    assert len(set(learned[gold == 0].tolist())) == 1


def test_the_same_text_gives_the_same_links() -> None:
    first, second = (Story.from_text(TEXTS[1]).resolution for _ in range(2))
    assert first == second


def test_links_name_their_reasons() -> None:
    story = Story.from_text(TEXTS[0])
    links = [m.link for m in story.mentions if m.antecedent >= 0]
    assert links
    assert all(link.startswith("ranked: ") or link in ("narrator", "same name", "speaker") for link in links)
