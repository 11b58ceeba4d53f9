"""The components' factories: spaCy finds them through entry points, so an import has no side effect.

Annotations are evaluated here: spaCy makes pydantic models of them, and older releases take no strings.
"""

from spacy.language import Language

from symbolic_rc.annotate.names.name_finder import NameFinder
from symbolic_rc.annotate.parser.dependency_parser import Parser
from symbolic_rc.annotate.parser.parse_model import SHORT
from symbolic_rc.annotate.sentences import Senter
from symbolic_rc.annotate.tagger.tagger import Lemmatizer, Tagger


@Language.factory("symbolic_rc_senter", assigns=["token.is_sent_start", "doc.sents"])
def make_senter(nlp: Language, name: str) -> Senter:
    """Return the component that finds sentences."""
    return Senter()


@Language.factory(
    "symbolic_rc_tagger",
    assigns=["token.tag", "token.pos", "token.morph"],
    default_config={"retagged": SHORT},
)
def make_tagger(nlp: Language, name: str, retagged: int) -> Tagger:
    """Return the component that tags: see `Tagger`."""
    return Tagger(retagged=retagged)


@Language.factory("symbolic_rc_lemmatizer", assigns=["token.lemma"])
def make_lemmatizer(nlp: Language, name: str) -> Lemmatizer:
    """Return the component that sets lemmas."""
    return Lemmatizer()


@Language.factory(
    "symbolic_rc_parser",
    assigns=["token.dep", "token.head"],
    default_config={"searched": SHORT, "reranked": SHORT, "thorough": 0},
)
def make_parser(nlp: Language, name: str, searched: int, reranked: int, thorough: int) -> Parser:
    """Return the component that parses: see `Parser`."""
    return Parser(searched=searched, reranked=reranked, thorough=thorough)


@Language.factory("symbolic_rc_ner", assigns=["doc.ents", "token.ent_iob", "token.ent_type"])
def make_ner(nlp: Language, name: str) -> NameFinder:
    """Return the component that finds named entities."""
    return NameFinder()
