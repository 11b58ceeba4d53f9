"""What systems predict, in whatever form they write it."""

from symbolic_rc.compare.predictions.answers import EXPECTED, PLAIN, Ambiguous, is_predicted, texts_of
from symbolic_rc.compare.predictions.gathering import gather
from symbolic_rc.compare.predictions.ranked import likelihood

__all__ = ["EXPECTED", "PLAIN", "Ambiguous", "gather", "is_predicted", "likelihood", "texts_of"]
