from itertools import pairwise

import pytest

from symbolic_rc.show.markup import hue
from tests.show.colours import GROUNDS, contrast, ground


@pytest.mark.parametrize("theme", GROUNDS)
def test_every_entity_can_be_read(theme):
    letters = GROUNDS[theme][2]
    assert min(contrast(ground(entity, theme), letters) for entity in range(360)) >= 4.5


def test_the_first_entities_differ():
    hues = sorted(hue(entity) for entity in range(8))
    assert min(b - a for a, b in pairwise(hues)) > 15
