"""Who speaks where no verb of saying tells."""

import numpy as np

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import Reading, conversing, link_all, link_twice, prepare, surely
from symbolic_rc.coref.model import model
from symbolic_rc.coref.quotations.conversations import FEATURES, conversations, converse

TEXT = (
    "Ann Dunn met Tom Brown at the mill.\n\n"
    '"Where is the key?" asked Ann.\n\n'
    '"I lost it, Ann."\n\n'
    '"You lost it?"\n\n'
    '"Yes." Tom looked down.\n\n'
    '"Then we must wait," said Ann.\n'
)


def reading() -> Reading:
    return surely(prepare(default_pipeline()(TEXT), model().types))


def weights(**values: float) -> np.ndarray:
    """Return weights by the names of features, with _ for a space."""
    found = np.zeros(len(FEATURES))
    for name, value in values.items():
        found[FEATURES.index(name.replace("_", " "))] = value
    return found


def words(read: Reading, m: int) -> str:
    c = read.mentions.candidates[m]
    return " ".join(read.syntax.words[c.start : c.end])


def test_candidates_are_seen() -> None:
    read = reading()
    entity = link_all(read, model().ranker).entity
    (chain,) = conversations(read.syntax, read.mentions, read.quotes, entity)
    assert chain.turns == [0, 1, 2, 3, 4]
    assert [words(read, m) for m in chain.candidates[0]] == ["Ann"]
    assert not chain.views[0].any()
    seen = {
        words(read, m): {FEATURES[f] for f in np.flatnonzero(view)}
        for m, view in zip(chain.candidates[1], chain.views[1], strict=True)
    }
    assert {"speaks nearby", "called in this turn"} <= seen["Ann"]
    assert "mentioned before" in seen["Tom Brown"]
    acting = FEATURES.index("acts after, same paragraph")
    (tom,) = (k for k, m in enumerate(chain.candidates[3]) if words(read, m).startswith("Tom"))
    assert chain.views[3][tom, acting] == 1.0
    same = dict(chain.leaps[2])[FEATURES.index("back, same next")]
    assert same.shape == (1, len(chain.candidates[2]))
    assert same.sum() == 1.0


def test_what_is_hidden_is_open() -> None:
    read = reading()
    entity = link_all(read, model().ranker).entity
    (chain,) = conversations(read.syntax, read.mentions, read.quotes, entity, {0, 4})
    assert len(chain.candidates[0]) > 1
    assert not chain.views[0][:, FEATURES.index("acts after, same paragraph")].any()


def test_the_likeliest_speaks() -> None:
    read = reading()
    entity = link_all(read, model().ranker).entity
    apart = weights(same_next=-9.0, mentioned_before=3.0)
    found = converse(read.syntax, read.mentions, read.quotes, entity, apart)
    assert [words(read, q.speaker).split()[0] for q in found] == ["Ann", "Tom", "Ann", "Tom", "Ann"]
    assert [q.rule for q in found] == ["verb after", *["conversation"] * 3, "verb after"]
    assert words(read, found[1].addressee) == "Ann"


def test_the_rules_stand_where_nobody_is_likely() -> None:
    read = reading()
    entity = np.arange(len(read.mentions), dtype=np.int32)
    found = converse(read.syntax, read.mentions, read.quotes, entity, weights())
    assert found == read.quotes


def test_a_text_is_linked_again_where_a_speaker_changed() -> None:
    read = reading()
    using = model()
    links = link_all(read, using.ranker)
    again = conversing(read, links, weights(same_next=-9.0, mentioned_before=3.0))
    assert [q.rule for q in again.quotes].count("conversation") == 3
    assert conversing(again, links, weights(same_next=-9.0, mentioned_before=3.0)) is again
    twice, _ = link_twice(read, using.ranker, using.speakers)
    assert [words(twice, q.speaker).split()[0] for q in twice.quotes] == ["Ann", "Tom", "Ann", "Tom", "Ann"]
    quiet = surely(prepare(default_pipeline()("Ann met Tom. She smiled."), using.types))
    assert link_twice(quiet, using.ranker, using.speakers)[0] is quiet
