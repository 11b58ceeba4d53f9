"""Stories that were read load again unchanged."""

from concurrent.futures import ThreadPoolExecutor

import networkx as nx
import pytest

import symbolic_rc
from symbolic_rc.core.errors import LexiconError
from symbolic_rc.story import Story
from symbolic_rc.story.disk import from_disk, to_disk

TEXT = (
    "Margaret Hale owned a mill by the river. Her brother Daniel worked there.\n\n"
    '"Where were you?" asked Margaret. "I was at the mill," Daniel said. She did not '
    "believe him — naïve\u200a?"
)


def assert_same(one: Story, other: Story) -> None:
    assert [t.text_with_ws for t in one.doc] == [t.text_with_ws for t in other.doc]
    for name in ("tag_", "pos_", "lemma_", "dep_", "ent_type_", "ent_iob", "is_sent_start", "norm_"):
        assert [getattr(t, name) for t in one.doc] == [getattr(t, name) for t in other.doc], name
    assert [t.head.i for t in one.doc] == [t.head.i for t in other.doc]
    assert [str(t.morph) for t in one.doc] == [str(t.morph) for t in other.doc]
    assert one.frames == other.frames
    assert one.resolution == other.resolution
    assert dict(one.graph.nodes(data=True)) == dict(other.graph.nodes(data=True))
    assert list(one.graph.edges(keys=True, data=True)) == list(other.graph.edges(keys=True, data=True))
    assert one.graph.graph == other.graph.graph
    assert nx.utils.graphs_equal(one.graph, other.graph)


@pytest.mark.parametrize("text", [TEXT, "", "   \n\n  ", "One."])
def test_loads_unchanged(tmp_path, text: str) -> None:
    story = Story.from_text(text)
    to_disk(story, tmp_path / "a.story")
    assert_same(story, from_disk(tmp_path / "a.story"))
    to_disk(from_disk(tmp_path / "a.story"), tmp_path / "b.story")
    assert (tmp_path / "a.story").read_bytes() == (tmp_path / "b.story").read_bytes()


def test_a_damaged_file_is_refused(tmp_path) -> None:
    path = tmp_path / "a.story"
    to_disk(Story.from_text(TEXT), path)
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(LexiconError, match="checksum"):
        from_disk(path)


def test_a_cache_is_filled_once_and_mended(tmp_path) -> None:
    story = symbolic_rc.read(TEXT, cache=tmp_path)
    (path,) = tmp_path.rglob("*.story")
    before = path.read_bytes()
    assert_same(story, symbolic_rc.read(TEXT, cache=tmp_path))
    path.write_bytes(b"broken")
    assert_same(story, symbolic_rc.read(TEXT, cache=tmp_path))
    assert path.read_bytes() == before


def test_several_readers_share_a_cache(tmp_path) -> None:
    with ThreadPoolExecutor(4) as pool:
        stories = list(pool.map(lambda _: symbolic_rc.read(TEXT, cache=tmp_path), range(8)))
    assert len({story.entities for story in stories}) == 1
    assert len(list(tmp_path.rglob("*.*"))) == 1


def test_resolved_tokens_name_pronouns() -> None:
    story = Story.from_text("Margaret Hale owned a mill. She sold her house.")
    assert story.resolved_tokens.words[6:12] == ("Margaret", "Hale", "sold", "Margaret", "Hale", "'s")
