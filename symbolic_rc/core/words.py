"""Closed classes of English words that several packages need, in lower case."""

from __future__ import annotations

#: Third-person pronouns.
PRONOUNS = frozenset(
    "he she it they him her them his hers its their theirs himself herself itself themselves".split()
)

#: Words that open a question for something.
QUESTION_WORDS = frozenset("who whom whose what which when where why how".split())
#: The forms of *do* that stand before a question's subject.
DO = frozenset(("do", "does", "did"))
#: The finite forms of *be* and *have*, and the modal verbs, as they stand before *n't*, too.
BE = frozenset("is are was were am".split())
HAVE = frozenset(("has", "have", "had"))
MODALS = frozenset("can could will would shall should may might must ca wo sha".split())
AUXILIARIES = BE | DO | HAVE | MODALS
#: Negations.
NOT = frozenset(("n't", "not"))
#: Articles and other words that open a noun phrase.
DETERMINERS = frozenset("the a an his her its their my your our this that these those every each all".split())
#: Words that open a relative clause.
RELATIVES = frozenset("who whom that which whose where".split())

#: Words that name nothing: articles, prepositions, auxiliaries, pronouns, question words, clitics.
FUNCTION_WORDS = PRONOUNS | frozenset(
    """a an the of to in on at by for with from into onto upon about as than and or but nor so if
    is are was were be been being am do does did done doing has have had having will would shall should
    can could may might must ought i me my mine myself we us our ours ourselves you your yours yourself
    that this these those there here who whom whose what which where when why how not no n't s 's 're 've
    'll 'd 'm ' ’s ’re ’ve ’ll ’d ’m n’t""".split()
)
