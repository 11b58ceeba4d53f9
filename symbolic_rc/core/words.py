"""Small closed classes of English words that several floors need; all in lower case."""

from __future__ import annotations

#: Third-person pronouns.
PRONOUNS = frozenset(
    "he she it they him her them his hers its their theirs himself herself itself themselves".split()
)

#: Words that open a question for something.
QUESTION_WORDS = frozenset("who whom whose what which when where why how".split())
#: The forms of *do* that stand before a question's subject.
DO = frozenset(("do", "does", "did"))

#: Words that name nothing: articles, prepositions, auxiliaries, pronouns, question words, clitics.
FUNCTION_WORDS = PRONOUNS | frozenset(
    """a an the of to in on at by for with from into onto upon about as than and or but nor so if
    is are was were be been being am do does did done doing has have had having will would shall should
    can could may might must ought i me my mine myself we us our ours ourselves you your yours yourself
    that this these those there here who whom whose what which where when why how not no n't s 's 're 've
    'll 'd 'm ' ’s ’re ’ve ’ll ’d ’m n’t""".split()
)
