"""Whole books: names, wordings, probabilities of words, and the model that holds them."""

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

from symbolic_rc.books.features import COMMON, WORD_NAMES, expected_rouge, place, relevance, shares, usage
from symbolic_rc.books.gather import BookQuestion, Core
from symbolic_rc.books.model import load_model, write_model
from symbolic_rc.books.reading import Cast, bare, name_of
from symbolic_rc.books.wording import WORDINGS, frame_of, wordings
from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Question, Record
from symbolic_rc.engine import Engine
from symbolic_rc.metrics.rouge import caption_rouge_l
from symbolic_rc.readers.whole_book import WholeBook
from symbolic_rc.story import Story
from symbolic_rc.train.books import BookExample, cross_validated, fit
from tests.small_story import asked_of


def tagged(*rows) -> Doc:
    """Make a question of words with tags, parts and lemmas."""
    words, tags, parts, lemmas = zip(*rows, strict=True)
    flat = {"heads": [0] * len(words), "deps": ["dep"] * len(words)}
    return Doc(spacy.blank("en").vocab, words=words, tags=tags, pos=parts, lemmas=lemmas, **flat)


WHY = tagged(
    ("Why", "WRB", "ADV", "why"),
    ("was", "VBD", "AUX", "be"),
    ("Ada", "NNP", "PROPN", "Ada"),
    ("arrested", "VBN", "VERB", "arrest"),
    ("?", ".", "PUNCT", "?"),
)


def test_names_without_marks_and_titles():
    assert bare(name_of("Old Mrs. Hale-Quill")) == ("hale-quill",)
    assert bare(name_of("Captain")) == ("captain",)


class Read:
    """A story with entities alone."""

    def __init__(self, text, entities):
        words = text.split()
        starts = [True] + [False] * (len(words) - 1)
        self.doc = Doc(spacy.blank("en").vocab, words=words, sent_starts=starts)
        self.mentions, self.entities = [], []
        for number, (names, gender, spans) in enumerate(entities):
            own = []
            for start, end in spans:
                own.append(len(self.mentions))
                self.mentions.append(Mention(start, end, end - 1, "name", number))
            self.entities.append(Entity(number, tuple(own), names[0], names, "PERSON", gender))


def test_clusters_of_one_name_are_one_member_unless_something_differs():
    story = Read(
        "Ann Hale Hale Hale Mrs. Hale Mrs. Hale Mrs. Hale Tom Hale Tom Tom",
        [
            (("Ann Hale", "Hale"), "feminine", [(0, 2), (2, 3), (3, 4)]),
            (("Mrs. Hale",), "feminine", [(4, 6), (6, 8), (8, 10)]),
            (("Tom Hale", "Tom"), "masculine", [(10, 12), (12, 13), (13, 14)]),
        ],
    )
    cast = Cast(story, [token.text for token in story.doc])
    assert [sorted(member.ids) for member in cast.members] == [[0, 1], [2]]
    assert list(cast.members[0].forms) == [("mrs", "hale"), ("hale",), ("ann", "hale")]
    assert cast.named_by(["tom"]) == [1]
    assert cast.presence.toarray().tolist() == [[6.0], [3.0]]


def test_a_question_becomes_a_sentence_with_a_pronoun_of_the_name():
    frame = frame_of(WHY, {"ada": "feminine"})
    assert (frame.left, frame.right) == (("Ada", "was", "arrested"), ())
    assert (frame.subject, frame.pronouns) == (1, ("she",))
    texts = {WORDINGS[number]: text for number, text in wordings(frame, "reason", "she sold the mill")}
    assert texts["sentence of a pronoun without its end"] == "She was arrested because she sold the mill"
    assert "because" not in [WORDINGS[n] for n, _ in wordings(frame, "reason", "for selling the mill")]


def test_a_sentence_has_the_verb_in_the_auxiliarys_form():
    rest = [("Ada", "NNP", "PROPN", "Ada"), ("go", "VB", "VERB", "go"), ("?", ".", "PUNCT", "?")]
    for auxiliary, verb in (("did", "went"), ("does", "goes")):
        question = tagged(("Where", "WRB", "ADV", "where"), (auxiliary, "VBD", "AUX", "do"), *rest)
        assert frame_of(question).left == ("Ada", verb)


@pytest.mark.parametrize(
    ("kind", "answer", "found"),
    [
        ("place", "mill", ["in mill", "to mill", "in the mill"]),
        ("place", "Riga", ["in Riga", "to Riga"]),
        ("place", "in Riga", []),
        ("object", "lamp", ["the lamp", "a lamp"]),
        ("person", "miller", []),
        ("object", "Ada", []),
        ("object", "his lamp", []),
    ],
)
def test_openings_fit_the_answer(kind, answer, found):
    assert [text for _, text in wordings(None, kind, answer)] == found


def test_expected_rouge_is_rouge_when_the_words_are_known():
    wanted = ["the", "old", "mill"]
    for answer in (["the", "mill"], ["old"], wanted, ["a", "mill"]):
        probabilities = dict.fromkeys(wanted, 1.0) | {"a": 1e-12}
        assert expected_rouge(answer, probabilities, 3) == pytest.approx(caption_rouge_l(answer, [wanted]))


def test_use_without_a_book_is_that_of_the_others():
    one, other = ("person", [["ada"], ["ada", "quill"]]), ("place", [["the", "mill"]])
    left = usage([one, other]).without(usage([one]))
    np.testing.assert_allclose(
        left.columns("place", ["the", "ada"]), usage([other]).columns("place", ["the", "ada"]), rtol=1e-6
    )
    assert left.questions["person"] == 0


def test_relevance_fades_with_distance():
    asked = asked_of(Question("q", "Why was Ada arrested?"), WHY)
    sentence = np.repeat(np.arange(6, dtype=np.int32), 2)
    relation = (np.array([0, 1, 2], np.int32), np.array([0, 8], np.int32), np.ones(2, np.float32))
    scores = {"graph": np.array([1.0, 0, 2])}
    found = relevance(asked, relation, sentence, (sentence // 2).astype(np.int64), scores)
    assert found.own.tolist() == [0.5, 0, 0, 0, 0.5, 0]
    assert found.around[2] == pytest.approx(0.81)
    assert found.rank[2] == 0
    assert found.places["graph"].tolist() == [1, 2, 0]
    assert found.broad.sum() == pytest.approx(1.0)
    assert shares(np.zeros(0), 1.0).tolist() == []
    assert place([]).tolist() == []


def examples(count: int = 12) -> list[BookExample]:
    """Make questions whose answer is the word that the engine likes, twenty to a book."""
    found = []
    for number in range(count):
        asked = asked_of(Question(str(number), "Why was Ada arrested?"), WHY)
        cores = tuple(
            Core(word, (word,), (i, i + 1), float("nan"), "book") for i, word in enumerate(("mill", "lamp"))
        )
        words = tuple(sorted({"mill", "lamp", *COMMON}))
        table = np.zeros((len(words), len(WORD_NAMES) - 2), np.float32)
        right = ("mill", "lamp")[number % 2]
        table[words.index(right), WORD_NAMES.index("chance of its candidates")] = 1.0
        found += [BookExample(str(number), BookQuestion(asked, None, cores, words, table), ((right,),))] * 20
    return found


def test_a_model_learns_what_marks_the_words_and_reads_again(tmp_path):
    given = examples()
    model = fit(given, {"name": "books"})
    best = [model.ranked(x.gathered, reword=False)[0].text for x in given]
    assert best == [x.references[0][0] for x in given]
    write_model(tmp_path / "books.lex", model)
    again = load_model(str(tmp_path / "books.lex"))
    for x in given[::20]:
        assert [one.text for one in again.ranked(x.gathered)] == [
            one.text for one in model.ranked(x.gathered)
        ]


def test_cross_validation_judges_every_lesson_once_by_other_books():
    judged = []
    cross_validated(examples(6), 3, lambda x, model: judged.append((x.book, model.use.questions["reason"])))
    assert sorted(judged) == [(str(book), 80.0) for book in range(6) for _ in range(20)]


def test_a_missing_model_says_how_to_make_it(tmp_path):
    with pytest.raises(LexiconError, match="train-books"):
        load_model(str(tmp_path / "none.lex"))


@pytest.mark.skipif(not lexicon_path("engine.lex").is_file(), reason="the engine's weights are not built")
def test_a_long_story_is_answered_with_a_trace(monkeypatch):
    """Ada's sale is told once among five thousand words; the cast is told in all of them."""
    idle = "Tom Reed looked at the river and Ada Quill looked at the sky. Nobody said a word to them. "
    text = idle * 120 + "Ada Quill was arrested because she sold the mill. " + idle * 120
    monkeypatch.setattr("symbolic_rc.readers.whole_book.load_model", lambda: fit(examples(), {}))
    story, question = Story(Record("s", text)), Question("q", "Why was Ada arrested?")
    found = WholeBook(Engine()).answer_all(story, [question, Question("r", "What?", choices=("a", "b"))])
    assert (found[0].rule, found[1].rule) == ("whole-book", "choice")
    trace = found[0].trace
    assert trace.answer == (found[0].text,)
    assert {one.proposers[0] for one in trace.candidates} <= {"graph", "tfidf", "book", "cast"}
    assert trace.compared >= len(trace.candidates) > 0
    assert "[whole-book, " in str(trace)
    for start, end in found[0].spans:
        assert text[start:end] == found[0].text


def test_short_stories_are_the_engines():
    class Plain:
        profile = ""

        def answer_all(self, story, questions):
            return [one.id for one in questions]

    story = Story(Record("s", "Ada sold the mill. " * 9))
    assert WholeBook(Plain()).answer_all(story, [Question("a", "Who?"), Question("b", "Why?")]) == ["a", "b"]
