"""Tags, morphology and lemmas: the components, their compiled loops, the table of lemmas."""

from symbolic_rc.annotate.tagger.tagger import Lemmatizer, Tagger, tag_model

__all__ = ["Lemmatizer", "Tagger", "tag_model"]
