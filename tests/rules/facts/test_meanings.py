"""Small stories whose facts must be read and met: what each says is asked for in other words."""

import pytest

import symbolic_rc

ASKED = [
    ("There was a tiny round grey box in the hall.", "What size was the box?", "tiny"),
    ("There was a tiny round grey box in the hall.", "What shape was the box?", "round"),
    ("There was a tiny round grey box in the hall.", "What colour was the box?", "grey"),
    ("On the wall hung an old woollen coat.", "What was the coat made of?", "woollen"),
    ("The bench was made of oak.", "What material was the bench made of?", "oak"),
    ("Vera was 6 years old, and Emil was 9.", "How old was Emil?", "9"),
    ("At first Emma was angry. In the end Emma was worried.", "How did Emma feel in the end?", "worried"),
    ("At first Emma was angry. In the end Emma was worried.", "How did Emma feel at first?", "angry"),
    ("Ada taught Bo chess, and Bo taught Karl chess.", "Whom did Bo teach?", "Karl"),
    ("Ada taught Bo chess, and Bo taught Karl chess.", "From whom did Bo learn chess?", "Ada"),
    ('"I stole the bicycle," said Ada to Bo.', "To whom did Ada speak?", "Bo"),
    ('"Thank you for the drum, Bo," said Ada.', "Who thanked Bo?", "Ada"),
    ("Ada promised Bo to bring the drum.", "Who promised to bring the drum?", "Ada"),
    ("Ada promised Bo to bring the drum.", "What did Ada promise to bring?", "the drum"),
    ("Selma beat Ruth at chess.", "Who lost?", "Ruth"),
    ("Selma beat Ruth at chess.", "Who won?", "Selma"),
    ("The discovery of the cave by Ada surprised Bo.", "Who discovered the cave?", "Ada"),
    ("The discovery of the cave by Stefan surprised Vera.", "Who was surprised?", "Vera"),
    ("Cora, Anna and Henry went on a journey.", "Who went on a journey?", "Cora, Anna and Henry"),
    ("William helped Ruth.", "Who was helped?", "Ruth"),
    ("Hanna has never been to Riga. David has been to Riga.", "Who has been to Riga?", "David"),
    (
        "Oliver bought a carpet and a ladder. Smoke rose above the roofs.",
        "What did Oliver buy?",
        "a carpet and a ladder",
    ),
    ("Simon made Emil sing.", "Who sang?", "Emil"),
    ("Mina was 7 years old, and Lena was 9.", "How old was Mina?", "7 years"),
    ('"Thank you for the drum, Bo," said Ada.', "What did Ada thank Bo for?", "the drum"),
    ("Felix married Clara in August.", "Whom did Felix marry?", "Clara"),
    ("Ada lives in Rome, and Bo lives in Oslo.", "Where does Bo live?", "Oslo"),
]


@pytest.mark.parametrize(("story", "question", "answer"), ASKED)
def test_a_meaning_is_read_and_met(story, question, answer):
    engine = symbolic_rc.load(weights=None)
    assert engine.answer(engine.read(story), question).text == answer


CONTRASTS = [
    ("Not Ada but Bo broke the window.", "Who broke the window?", "Bo"),
    ("It was not Ada who broke the window, it was Bo.", "Who broke the window?", "Bo"),
    ("Bo eats fish but no meat. Ada eats meat.", "Who eats meat?", "Ada"),
    ("Bo eats fish but no meat. Ada eats meat.", "Does Bo eat meat?", "no"),
    ("All the children but Mina could swim.", "Could Mina swim?", "no"),
    ("Bo doesn't like tea. Ada likes tea.", "Who doesn't like tea?", "Bo"),
    ("None of the boys had a coat. Selma had one.", "Who had a coat?", "Selma"),
    ("Bo is a Swedish painter.", "What nationality is Bo?", "Swedish"),
    ("The shop closed last year. Today it is a café.", "What is the shop today?", "a café"),
    ("Ada used to be a singer. Now she is a teacher.", "What is Ada now?", "a teacher"),
    ("Ada used to be a singer. Now she is a teacher.", "What was Ada before?", "a singer"),
]


@pytest.mark.parametrize(("story", "question", "answer"), CONTRASTS)
def test_one_is_told_from_another(story, question, answer):
    engine = symbolic_rc.load(weights=None)
    assert engine.answer(engine.read(story), question).text == answer
