"""What a story does not tell is not answered; what it does tell is."""

import pytest

import symbolic_rc

NOT_TOLD = [
    ("Karl found the key. Edgar bought a bucket.", "Who found the bucket?"),
    ("The roof was not mended. Henrik and Simon were away.", "Who mended the roof?"),
    ("Sarah did not hide the map.", "Who hid the map?"),
    ("The chest was large. The candle was green.", "What colour was the chest?"),
    ("Bo teased Ada.", "Who teased Bo?"),
    ("Karl found the key. Edgar bought a bucket. Selma visited Wanda.", "Who visited Selma?"),
    ("Ada wanted to buy a boat.", "Who bought a boat?"),
    ("Ada bought a lamp.", "Which animal did Ada buy?"),
    ("Ada is older than Bo. Karl is tall.", "Who is older than Karl?"),
    ("Ada is older than Bo. Karl is tall.", "Who is taller than Bo?"),
    ("Ada sold the boat in May.", "Where did Ada sell the boat?"),
    ("Bo is Ada's brother. Karl is Bo's friend.", "Who is Ada's father?"),
    ("Ada gave Bo a book.", "Who gave Karl a book?"),
    ("Ada is a nurse. Bo lives in Rome.", "Where does Ada live?"),
    ("The boat was stolen in May. Bo is a diver.", "Who stole the boat?"),
    ("The prize was handed to Selma Orr.", "Who handed over the prize?"),
    ("Vera had her coat mended in Oslo.", "Who mended the coat?"),
]
TOLD = [
    ("It was hailing. Ada hailed a cab.", "Who hailed a cab?", "Ada"),  # an event of nobody
    ("Ada sold the boat in May.", "When did Ada sell the boat?", "May"),
    ("Bo is Ada's brother. Karl is Bo's friend.", "Who is Ada's brother?", "Bo"),
    ("Karl found the key. Edgar bought a bucket.", "Who found the key?", "Karl"),
    ("Ada wanted to buy a boat.", "Who wanted to buy a boat?", "Ada"),
    ("The chest was large. The candle was green.", "What colour was the candle?", "green"),
    ("Bo saw a key. He found it in May.", "Who found the key?", "Bo"),
    ("Bo said that Ada had sold the boat.", "Who sold the boat?", "Ada"),
    ("Ruth works in a bank in Warsaw.", "In which town does Ruth work?", "Warsaw"),
    ("The boat was stolen in May. Bo stole the boat.", "Who stole the boat?", "Bo"),
    ("Peter came home. Mary hugged his mother.", "Whose mother did Mary hug?", "Peter"),
]


@pytest.mark.parametrize(("story", "question"), NOT_TOLD)
def test_nothing_is_answered_where_others_did_it(story, question):
    engine = symbolic_rc.load(weights=None, refuse_below=0.1)
    answer = engine.answer(engine.read(story), question)
    assert (answer.text, answer.rule) == ("", "told-otherwise")
    assert answer.trace.to_dict()


@pytest.mark.parametrize(("story", "question"), NOT_TOLD)
def test_where_no_refusal_is_asked_for_it_is_a_doubt(story, question):
    engine = symbolic_rc.load(weights=None)
    answer = engine.answer(engine.read(story), question)
    assert answer.text
    assert answer.confidence <= 0.3


@pytest.mark.parametrize(("story", "question", "right"), TOLD)
def test_what_is_told_is_answered(story, question, right):
    engine = symbolic_rc.load(weights=None, refuse_below=0.1)
    assert engine.answer(engine.read(story), question).text == right
