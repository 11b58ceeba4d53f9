import pytest

from symbolic_rc.match import Kind, Matcher, Weights, matcher

STORY = """He kills two men with a six-shooter and the hand gun of France ; the French
were destroyed slowly""".split()


@pytest.mark.parametrize(
    ("asked", "told", "kind"),
    [
        ("France", "France", Kind.SURFACE),
        ("killed", "kills", Kind.INFLECTION),
        ("man", "men", Kind.INFLECTION),
        ("2", "two", Kind.NUMBER),
        ("destruction", "destroyed", Kind.DERIVATION),
        ("slow", "slowly", Kind.DERIVATION),
        ("French", "France", Kind.DERIVATION),
        ("revolver", "six-shooter", Kind.SYNSET),
        ("handgun", "gun", Kind.PHRASE),
        ("weapon", "gun", Kind.HYPERNYM),
    ],
)
def test_kind_of_match(asked, told, kind):
    found = matcher().matches([asked], STORY)
    kinds = {STORY[token]: each for token, each, _ in found.reasons(0)}
    assert kinds[told] == kind


def test_phrase_in_question():
    found = matcher().matches(["hand", "gun"], ["the", "handgun", "fell"])
    assert [found.reasons(row)[0][:2] for row in range(2)] == [(1, Kind.PHRASE), (1, Kind.PHRASE)]


def test_function_words_match_themselves_only():
    found = matcher().matches(["is", "the"], ["The", "mill", "was", "is"])
    assert [[token for token, _, _ in found.reasons(row)] for row in range(2)] == [[3], [0]]


def test_opposites_are_no_match_but_reported():
    found = matcher().matches(["good"], ["an", "evil", "man", "a", "bad", "one"])
    assert found.relation.positions.size == 0
    assert found.opposed == ((0, 1), (0, 4))


def test_switched_off():
    surface = Matcher(Weights().only("surface"))
    assert surface.relate(["killed", "two", "2"], STORY).positions.tolist() == [2]


def test_part_of_speech_chooses_senses():
    verb = matcher().matches(["saw"], ["he", "sees"], parts=["v"])
    noun = matcher().matches(["saw"], ["he", "sees"], parts=["n"])
    assert verb.reasons(0)[0][1] == Kind.INFLECTION
    assert not noun.reasons(0)


def test_relation_has_rising_positions_and_weights_up_to_one():
    relation = matcher().relate("who killed men with the revolver".split(), STORY)
    for row in range(len(relation)):
        positions, weights = relation.row(row)
        assert (positions[1:] > positions[:-1]).all()
        assert ((weights > 0) & (weights <= 1)).all()


def test_empty():
    assert len(matcher().relate([], STORY)) == 0
    assert len(matcher().relate(["mill"], [])) == 1
