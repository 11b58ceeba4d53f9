"""The rules over facts that entail what is asked, as rules of the book."""

from __future__ import annotations

from symbolic_rc.rules.conditions import ASKS_EVENT
from symbolic_rc.rules.entail.converse import ConverseRule
from symbolic_rc.rules.entail.in_order import told_in_order
from symbolic_rc.rules.entail.joined import joins_conditions, joins_descriptions
from symbolic_rc.rules.entail.speakers import who_says
from symbolic_rc.rules.passes import Pass
from symbolic_rc.rules.rule import Rule

_SOURCE = "own lexicon of converses over PropBank's roles; VerbNet's classes of giving and getting"

CONVERSE = Rule(
    "converse",
    ConverseRule(Pass()),
    0.3,
    "A fact tells the event from the other side, or one that entails it, with all that the question names.",
    _SOURCE,
    "Who bought the wheel? -> Ada sold Bo the wheel. -> Bo",
    conditions=(ASKS_EVENT,),
)
CONVERSE_IN_PART = Rule(
    "converse-in-part",
    ConverseRule(Pass(share=0.5)),
    0.3,
    "A fact tells the event from the other side, with half of what the question names.",
    _SOURCE,
    "Who bought the old wheel in spring? -> Ada sold Bo the wheel. -> Bo",
    conditions=(ASKS_EVENT,),
)
JOINED_CONDITIONS = Rule(
    "joined-conditions",
    joins_conditions,
    0.3,
    "Two facts together tell of one entity what the question says of whom it asks for.",
    "own",
    "Who sold the wheel and left Osby? -> Ada sold the wheel. She left Osby. -> Ada",
)
JOINED_DESCRIPTION = Rule(
    "joined-description",
    joins_descriptions,
    0.3,
    "Of whom the question speaks is found by its condition first, then what the story says of them.",
    "own",
    "Where does the man who sold the wheel live? -> Bo sold the wheel. Bo lives in Osby. -> Osby",
)
IN_ORDER = Rule(
    "in-order",
    told_in_order,
    0.5,
    "The event next to the one that the question tells, with the same actor; or the first or the last.",
    "own",
    "What did Ada do after she sold the wheel? -> Ada sold the wheel. She left Osby. -> left Osby",
)
SPEAKER = Rule(
    "speaker",
    who_says,
    0.72,
    "Whose words or thoughts it is that the question repeats.",
    "own; VerbNet's classes of saying and thinking",
    'Who warned that the bridge would fall? -> "The bridge will fall," said Odd. -> Odd',
)
