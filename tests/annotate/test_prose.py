"""Prose to learn trees from: of novels and training tales, without what coreference is judged on."""

import io
import tarfile

import pytest

from symbolic_rc.annotate.parser.parse_model import parse_model
from symbolic_rc.annotate.tagger.tagger import tag_model
from symbolic_rc.annotate.train.prose import prose_sentences
from symbolic_rc.annotate.train.uptraining import parsed
from symbolic_rc.annotate.words import word_table
from symbolic_rc.core.files.resources import lexicon_path

pytestmark = pytest.mark.skipif(
    not lexicon_path("annotate_parser.lex").is_file(), reason="the parser's model is not there"
)
JUDGED = "The old miller kept his white horse in the small barn behind the mill all winter."
NOVEL = f"CHAPTER I\n\n{JUDGED} It ate a lot.\n\nThe next morning she walked to the market. It rained.\n"
TALE = 'section,text\n1,"Once there was a king. He had three sons."\n'


def archive(path, files):
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w:xz") as out:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            out.addfile(member, io.BytesIO(text.encode()))


@pytest.fixture
def data(tmp_path):
    archive(tmp_path / "litbank/books.tar.xz", {"1_novel.txt": NOVEL})
    archive(tmp_path / "litbank/annotations.tar.xz", {"coref/tsv/1_novel.txt": JUDGED})
    tales = {
        "section-stories/train/one-story.csv": TALE,
        "section-stories/val/two-story.csv": TALE.replace("king", "queen"),
        "questions/train/one-questions.csv": "a,b\n",
    }
    archive(tmp_path / "fairytaleqa/fairytaleqa.tar.xz", tales)
    return tmp_path


def test_annotated_pages_and_other_tales_are_left_out(data):
    words = {" ".join(sentence) for sentence in prose_sentences(data, 1000)}
    assert "Once there was a king ." in words
    assert "The next morning she walked to the market ." in words
    assert not any("miller" in sentence or "queen" in sentence for sentence in words)


def test_no_more_is_drawn_than_asked_for(data):
    assert 0 < sum(map(len, prose_sentences(data, 5))) < 20


def test_sentences_get_the_trees_that_the_parser_finds():
    words = [["Rain", "fell"], ["She", "sold", "the", "wheel"]]
    tags = tag_model().tag(word_table(), words)
    found = list(parsed(parse_model(), word_table(), words, tags, tag_model().linear.classes))
    assert [sentence.words for sentence in found] == [tuple(each) for each in words]
    assert [sentence.heads for sentence in found] == [(1, -1), (1, -1, 3, 1)]
    assert found[1].relations == ("nsubj", "root", "det", "obj")
