"""Speakers of quotations without a verb of saying."""

import numpy as np
import pytest

from symbolic_rc.coref.linking import PreparedDocument, apply_sieves, attribute_speakers, link_all
from symbolic_rc.coref.linking import link_with_speakers as link
from symbolic_rc.coref.model import model
from symbolic_rc.coref.quotations.conversations import FEATURES, Conversations, attribute_by_conversation

TEXT = (
    "Ann Dunn met Tom Brown at the mill.\n\n"
    '"Where is the key?" asked Ann.\n\n'
    '"I lost it, Ann."\n\n'
    '"You lost it?"\n\n'
    '"Yes." Tom looked down.\n\n'
    '"Then we must wait," said Ann.\n'
)
NAMES = ["Ann", "Tom", "Ann", "Tom", "Ann"]


@pytest.fixture
def document(prepared) -> PreparedDocument:
    return apply_sieves(prepared(TEXT))


@pytest.fixture
def entity(document) -> np.ndarray:
    return link_all(document, model().ranker).entity


def weights(**values: float) -> np.ndarray:
    """Return weights by the names of features, with _ for a space."""
    found = np.zeros(len(FEATURES))
    for name, value in values.items():
        found[FEATURES.index(name.replace("_", " "))] = value
    return found


ALTERNATING = weights(same_next=-9.0, mentioned_before=3.0)


def words(document: PreparedDocument, m: int) -> str:
    c = document.mentions.candidates[m]
    return " ".join(document.syntax.words[c.start : c.end])


def speakers(document: PreparedDocument) -> list[str]:
    return [words(document, q.speaker).split()[0] for q in document.quotes]


def test_features_of_candidates(document, entity) -> None:
    (chain,) = Conversations(document.syntax, document.mentions, document.quotes, entity).open_chains()
    assert chain.turns == [0, 1, 2, 3, 4]
    assert [words(document, m) for m in chain.candidates[0]] == ["Ann"]
    assert not chain.features[0].any()
    found = {
        words(document, m): {FEATURES[f] for f in np.flatnonzero(row)}
        for m, row in zip(chain.candidates[1], chain.features[1], strict=True)
    }
    assert {"speaks nearby", "vocative in this turn"} <= found["Ann"]
    assert "mentioned before" in found["Tom Brown"]
    (tom,) = (k for k, m in enumerate(chain.candidates[3]) if words(document, m).startswith("Tom"))
    assert chain.features[3][tom, FEATURES.index("subject after, same paragraph")] == 1.0
    same = dict(chain.leaps[2])[FEATURES.index("back, same next")]
    assert same.shape == (1, len(chain.candidates[2]))
    assert same.sum() == 1.0


def test_hidden_turns_are_open(document, entity) -> None:
    (chain,) = Conversations(
        document.syntax, document.mentions, document.quotes, entity, {0, 4}
    ).open_chains()
    assert len(chain.candidates[0]) > 1
    assert not chain.features[0][:, FEATURES.index("subject after, same paragraph")].any()


def test_the_most_probable_candidate_speaks(document, entity) -> None:
    found = attribute_by_conversation(
        document.syntax, document.mentions, document.quotes, entity, ALTERNATING
    )
    assert [words(document, q.speaker).split()[0] for q in found] == NAMES
    assert [q.rule for q in found] == ["verb after", *["conversation"] * 3, "verb after"]
    assert words(document, found[1].addressee) == "Ann"


def test_rules_are_kept_where_no_candidate_is_probable(document) -> None:
    entity = np.arange(len(document.mentions), dtype=np.int32)
    found = attribute_by_conversation(document.syntax, document.mentions, document.quotes, entity, weights())
    assert found == document.quotes


def test_a_text_is_linked_again_where_a_speaker_changed(document, prepared) -> None:
    using = model()
    links = link_all(document, using.ranker)
    attributed = attribute_speakers(document, links, ALTERNATING)
    assert [q.rule for q in attributed.quotes].count("conversation") == 3
    assert attribute_speakers(attributed, links, ALTERNATING) is attributed
    assert speakers(link(document, using.ranker, using.speakers)[0]) == NAMES
    quiet = apply_sieves(prepared("Ann met Tom. She smiled."))
    assert link(quiet, using.ranker, using.speakers)[0] is quiet
