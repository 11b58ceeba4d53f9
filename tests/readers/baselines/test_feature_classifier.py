"""The feature classifier: features, trees, training, the reader."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.core.errors import LexiconError, SymbolicRCError
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.cloze import permuted
from symbolic_rc.models.trees import trees_of_sklearn
from symbolic_rc.readers import ReaderOptions, load_reader
from symbolic_rc.readers.baselines import feature_classifier as C
from symbolic_rc.readers.entities import capitalised
from symbolic_rc.story import Story
from symbolic_rc.train.cloze import Examples, examples, fit, rarity_of, write_weights

pytestmark = pytest.mark.skipif(
    not all(
        lexicon_path(f"{name}.lex").is_file()
        for name in ("wordnet", "annotate_parser", "annotate_tagger", "annotate_words", "annotate_lemmas")
    ),
    reason="the annotation models are not there",
)

TEXT = (
    "@entity1 sold the mill to @entity0 . @entity2 wrote a letter . @entity0 mended the old wheel in May . "
    "@entity2 saw @entity1 in @entity3 ."
)


def cloze(identity, text, answer):
    return Question(identity, text, ((answer,),), placeholder="@placeholder")


QUESTIONS = (
    cloze("a", "@placeholder mended the old wheel", "@entity0"),
    cloze("b", "@placeholder wrote a letter", "@entity2"),
    cloze("c", "@entity0 bought the mill from @placeholder", "@entity1"),
)
RECORD = Record("mill", TEXT, QUESTIONS, tokenised=True)


def features_of(record, question):
    story = Story(record)
    view = C.StoryView(story, capitalised(story))
    matrix = C.candidate_features(C.CandidateViews(view, C.question_view(question, story), lambda word: 1.0))
    return {entity.name: row for entity, row in zip(view.entities, matrix, strict=True)}


def test_every_template_gives_its_columns():
    found = features_of(RECORD, QUESTIONS[0])
    assert set(found) == {"@entity0", "@entity1", "@entity2", "@entity3"}
    total = sum(width for _, width in C.TEMPLATES.values())
    assert {len(row) for row in found.values()} == {2 * total}
    assert sorted(column for name in C.TEMPLATES for column in C.columns_of(name)) == list(range(2 * total))


def test_what_the_templates_see():
    found = features_of(RECORD, QUESTIONS[0])
    right, other = found["@entity0"], found["@entity2"]
    run = C.columns_of("n-gram match")[1]
    assert (right[run], other[run]) == (4, 0)  # mended the old wheel
    distance = C.columns_of("word distance")[0]
    assert right[distance] == 0
    assert other[distance] > 2
    asked = C.columns_of("whether e is in the question")[0]
    assert features_of(RECORD, QUESTIONS[2])["@entity0"][asked] == 1
    assert right[asked] == 0


def test_permuting_the_markers_permutes_the_features():
    for seed in range(3):
        other = permuted(RECORD, seed)
        for before, after in zip(RECORD.questions, other.questions, strict=True):
            wanted = features_of(RECORD, before)[before.references[0][0]]
            np.testing.assert_array_equal(features_of(other, after)[after.references[0][0]], wanted)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_trees_are_scikit_learns(seed):
    from sklearn.ensemble import HistGradientBoostingClassifier

    generator = np.random.default_rng(seed)
    features = generator.normal(size=(400, 5)).astype(np.float32)
    right = features[:, 0] + generator.normal(size=400) > 0.5
    model = HistGradientBoostingClassifier(max_iter=8, random_state=0).fit(features, right)
    scores = trees_of_sklearn(model).scores(features)
    expected = model.decision_function(features)
    np.testing.assert_allclose(scores, expected, atol=1e-5)


def many(count, seed=0):
    """Return examples where one column decides, with ten candidates a question."""
    generator = np.random.default_rng(seed)
    width = 2 * sum(width for _, width in C.TEMPLATES.values())
    features = generator.normal(size=(10 * count, width)).astype(np.float32)
    right = np.zeros(10 * count, bool)
    column = C.columns_of("frequency of e")[0]
    for start in range(0, 10 * count, 10):
        right[start + int(np.argmax(features[start : start + 10, column]))] = True
    return Examples(features, right, np.arange(0, 10 * count + 1, 10))


def test_training_finds_what_decides_and_an_ablation_takes_it_away():
    found, unseen = many(150), many(150, seed=1)
    assert unseen.accuracy(fit(found).scores(unseen.features)) > 80
    silenced = unseen.features.copy()
    silenced[:, C.columns_of("frequency of e")] = 0
    blind = fit(found, without=("frequency of e",))
    assert unseen.accuracy(blind.scores(silenced)) < 30


def test_weights_are_written_read_and_used(tmp_path):
    rarity = rarity_of([RECORD])
    found = examples([RECORD], rarity)
    assert found.bounds.tolist() == [0, 4, 8, 12]
    assert found.right.sum() == 3
    path = tmp_path / "weights.lex"
    write_weights(path, fit(many(60)), rarity, {"questions": 3})
    reader = load_reader("feature-classifier", ReaderOptions(weights=str(path)))
    answers = reader.answer_all(Story(RECORD), [*QUESTIONS, Question("d", "Who?")])
    assert all(answer.text.startswith("@entity") for answer in answers[:3])
    assert answers[3].texts == ()


def test_weights_must_be_given_and_fit(tmp_path):
    with pytest.raises(SymbolicRCError, match="train-cloze"):
        load_reader("feature-classifier")
    with pytest.raises(LexiconError, match="train-cloze"):
        load_reader("feature-classifier", ReaderOptions(weights=str(tmp_path / "none")))
