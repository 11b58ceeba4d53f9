import pytest

from symbolic_rc.core.errors import MissingExtraError, SymbolicRCError
from symbolic_rc.core.record import Question, Record
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.readers.transformers_qa import transformers_reader
from symbolic_rc.story import Story


def test_a_folder_is_needed():
    with pytest.raises(SymbolicRCError, match="--weights FOLDER"):
        transformers_reader(ReaderOptions())


def test_a_missing_package_says_what_to_install(tmp_path):
    try:
        import transformers  # noqa: F401
    except ImportError:
        with pytest.raises(MissingExtraError, match=r"symbolic_rc\[transformers\]"):
            transformers_reader(ReaderOptions(weights=str(tmp_path)))
    else:
        pytest.skip("transformers is installed here")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A very small model with random weights."""
    pytest.importorskip("torch", reason="torch is not installed (extra: transformers)")
    transformers = pytest.importorskip(
        "transformers", reason="transformers is not installed (extra: transformers)"
    )
    folder = tmp_path_factory.mktemp("model")
    words = "[PAD] [UNK] [CLS] [SEP] [MASK] who sold the mill ada bo river to ? .".split()
    (folder / "vocab.txt").write_text("\n".join(words))
    transformers.BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, max_position_embeddings=48,
    )  # fmt: skip
    transformers.set_seed(3)
    transformers.BertForQuestionAnswering(config).save_pretrained(folder)
    return folder


def test_answers_are_spans_of_the_story(folder):
    reader = transformers_reader(ReaderOptions(weights=str(folder)))
    story = Story(Record("s", "Ada sold the mill to Bo. " * 30))
    (answer,) = reader.answer_all(story, [Question("q", "Who sold the mill?")])
    ((start, end),) = answer.spans
    assert answer.text == story.text[start:end] != ""
    assert answer == reader.answer_all(story, [Question("q", "Who sold the mill?")])[0]


def test_an_empty_folder_is_refused(tmp_path):
    pytest.importorskip("transformers", reason="transformers is not installed (extra: transformers)")
    with pytest.raises(SymbolicRCError, match="no question-answering model"):
        transformers_reader(ReaderOptions(weights=str(tmp_path)))
