"""The rules over the state of a story, as rules of the book: one place, in order."""

from __future__ import annotations

from symbolic_rc.rules.conditions import ASKS_ATTRIBUTE_OR_TIME, IS_POLAR, asks_for, asks_state
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.state.kinds import by_kind, like_its_kind
from symbolic_rc.rules.state.motives import drives, will_go
from symbolic_rc.rules.state.outcomes import became_what, left_so, lives_where
from symbolic_rc.rules.state.places import is_there, is_where, who_is_there
from symbolic_rc.rules.state.positions import is_larger, leads, lies_so, lies_where
from symbolic_rc.rules.state.possession import had_it_before, has_it, has_what, passed_on

_SOURCE = "after Weston et al. 2016; VerbNet's classes as in Basu et al. 2020"

#: Before the rules over single facts: what the story's events together leave so.
STATE_RULES: tuple[Rule, ...] = (
    Rule(
        "place",
        is_where,
        0.5,
        "Where events leave somebody or something, or left them before; places persist until they change.",
        _SOURCE,
        "Where is the lamp? -> Ida took the lamp. Ida went to the cellar. -> the cellar",
        conditions=(asks_state("place", "place before"),),
    ),
    Rule(
        "in-place",
        is_there,
        0.5,
        "Whether somebody or something is in a place, by the last that the story tells of where they are.",
        _SOURCE,
        "Is Ida in the cellar? -> Ida went to the cellar. -> yes",
        conditions=(asks_state("in place"),),
    ),
    Rule(
        "who-is-there",
        who_is_there,
        0.5,
        "Who has come to a place, or was there, and has not left it since.",
        _SOURCE,
        "Who is in the cellar? -> Ida and Odd were in the cellar. Odd went to the hall. -> Ida",
        conditions=(asks_state("who is there"),),
    ),
    Rule(
        "possession",
        has_what,
        0.5,
        "What somebody took or was given and has not lost since, and how many things.",
        _SOURCE,
        "What is Ida carrying? -> Ida took the lamp. -> the lamp",
        conditions=(asks_state("held", "how many held"),),
    ),
    Rule(
        "holder",
        has_it,
        0.5,
        "Who took or was given something and has not lost it since.",
        _SOURCE,
        "Who has the lamp? -> Odd gave the lamp to Ida. -> Ida",
        conditions=(asks_state("holder"),),
    ),
    Rule(
        "holder-before",
        had_it_before,
        0.5,
        "Who had something right before or after another.",
        _SOURCE,
        "Who had the lamp before Ida? -> Odd gave the lamp to Ida. -> Odd",
        conditions=(asks_state("holder before"),),
    ),
    Rule(
        "transfer",
        passed_on,
        0.5,
        "Who gave what to whom, the last time; whoever is given something receives it.",
        _SOURCE,
        "Who received the lamp? -> Odd gave the lamp to Ida. -> Ida",
        conditions=(asks_state("receiver", "received", "who gave"),),
    ),
    Rule(
        "what-lies-there",
        lies_where,
        0.5,
        "What lies so to something, told in these words or the other way round.",
        _SOURCE,
        "What is the barn east of? -> The mill is west of the barn. -> the mill",
        conditions=(asks_state("what lies", "lies to what"),),
    ),
    Rule(
        "position",
        lies_so,
        0.5,
        "Whether one thing lies so to another, by steps from each thing to the next.",
        _SOURCE,
        "Is the cup above the bowl? -> The cup is above the box. The box is above the bowl. -> yes",
        conditions=(asks_state("position"),),
    ),
    Rule(
        "way",
        leads,
        0.5,
        "The way from one place to another, by steps from each place to the next.",
        _SOURCE,
        "How do you go from the mill to the inn? -> The mill is north of the barn. The inn is east of the"
        " barn. -> south, then east",
        conditions=(asks_state("path"),),
    ),
    Rule(
        "chain-of-comparisons",
        is_larger,
        0.5,
        "Whether one is more so than another, or fits in it, by a chain of comparisons.",
        _SOURCE,
        "Does the cup fit in the chest? -> The cup fits in the box. The chest is bigger than the box. -> yes",
        conditions=(asks_state("size", "compared"),),
    ),
    Rule(
        "kind",
        by_kind,
        0.5,
        "What the story says of a kind holds of whoever is one of it.",
        _SOURCE,
        "What is Gerd afraid of? -> Gerd is a hare. Hares are afraid of foxes. -> foxes",
        conditions=(asks_state("likes what"),),
    ),
    Rule(
        "future-place",
        will_go,
        0.5,
        "Where somebody will go for what they need.",
        "own, with a small table of needs",
        "Where will Ida go? -> Ida is sleepy. -> bedroom",
        conditions=(asks_state("future place"),),
    ),
    Rule(
        "home",
        lives_where,
        0.5,
        "Where somebody lives who has moved: the home that the story tells last.",
        example="Where does Ida live? -> Ida lived in Riga. Later she moved to Oslo. -> Oslo",
        conditions=(asks_for("event"),),
    ),
    Rule(
        "outcome",
        left_so,
        0.5,
        "Whether the last event that makes something so, or its contrary, left it so.",
        example="Is the door open? -> Ida opened the door. Odd closed it. -> no",
        conditions=(IS_POLAR,),
    ),
    Rule(
        "became",
        became_what,
        0.5,
        "What something is now, or when: what it last became, or was moved to.",
        example="What is the mill now? -> The mill became a museum. -> a museum",
        conditions=(ASKS_ATTRIBUTE_OR_TIME,),
    ),
)

#: Behind the reasons that the story states.
MOTIVE = Rule(
    "motive",
    drives,
    0.5,
    "What somebody needed is why they went somewhere or took something.",
    _SOURCE,
    "Why did Ida go to the kitchen? -> Ida was hungry. She went to the kitchen. -> hungry",
    conditions=(asks_state("motive"),),
)
#: Behind the attributes that the story states.
LIKE_ITS_KIND = Rule(
    "like-its-kind",
    like_its_kind,
    0.5,
    "What the story says of another of the same kind is likely so of this one.",
    _SOURCE,
    "What colour is Gerd? -> Gerd is a hare. Lotte is a hare. Lotte is grey. -> grey",
    conditions=(asks_state("attribute"),),
)
