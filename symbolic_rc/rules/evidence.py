"""What rules over facts propose, as the ranker takes it: facts are evidence, too, where no rule decides."""

from __future__ import annotations

import numpy as np

from symbolic_rc.ranker.arrays import NOTHING_PROPOSED, Proposed
from symbolic_rc.rules.book import RULES
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.choosing import CONSIDERED, proposals_of, strongest

#: The rules of each group, which share a column of the ranker's list, in the order of its columns; what is in
#: none entails. Words that are only near, and mentions, are no facts.
_GROUPS = (
    ("stated", "joined-conditions"),
    (),
    ("paraphrased", "paraphrased-in-part", "other-roles", "stated-in-part", "converse-in-part"),
    ("predicate-alone",),
    ("relation", "quantity", "called", "attribute", "like-its-kind"),
    ("reason", "motive", "in-order", "feeling", "nearest-clause"),
    ("nearest-phrase",),
)
_ENTAIL = 1
_GROUP_OF = {name: group for group, names in enumerate(_GROUPS) for name in names}
#: Rules that were not among those that the ranker learned from; nor do mentions alone count.
_LATER = ("compared-options", "supported-option", "not-stated", "any-phrase")
_ASKED = tuple(
    (place, rule)
    for place, rule in enumerate(rule for rule in RULES if rule.name not in _LATER)
    if rule.name != "frequent-entity"
)


def proposed_by_facts(case: Case) -> Proposed:
    """Return the strongest spans that each rule over facts proposes for a question.

    All the engine's own rules are asked, whatever the rulebook in use: it is what the ranker learned from.
    """
    spans, strengths = [], []
    for place, rule in _ASKED:
        if rule.missed(case):
            continue
        group = _GROUP_OF.get(rule.name, _ENTAIL)
        for one in strongest(case, proposals_of(case, rule), CONSIDERED):
            if one.start >= 0:
                entity = one.proof.term.entity if one.proof.term is not None else -1
                spans.append((one.start, one.end, entity, group, place))
                strengths.append(one.strength)
    if not spans:
        return NOTHING_PROPOSED
    return Proposed(np.array(spans, np.int32), np.array(strengths, np.float32))
