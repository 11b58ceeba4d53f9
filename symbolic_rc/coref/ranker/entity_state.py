"""The ranker's state of each entity, as one integer array, and how a mention updates it."""

from __future__ import annotations

from symbolic_rc.core.kernels import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions import pronouns as G
from symbolic_rc.coref.ranker.arrays import Ints, RankerState

#: Columns of the array of entities; mentions are numbers of rows of the array of mentions, or -1.
(
    LATEST, EARLIEST, SIZE,  # the last mention, the first, how many
    NAMES, NOMINALS, PRONOUNS,  # how many of each kind
    LATEST_NAME, LATEST_NOMINAL, LATEST_PRONOUN,
    CLASS,  # the mentions' type; a name's wins
    SUBJECTS,  # how many mentions are subjects
    GOLD,
    STAMP,  # the last mention that it was a candidate of
    MASCULINE, FEMININE, NEUTER, SINGULAR, PLURAL,  # votes
    HERE, HERE_AT,  # mentions in the sentence of the last one, that sentence
    BEFORE_HERE,  # mentions in the sentence before that
    SUBJECT_CLAUSE,  # the clause of the last subject
    FULL_FIRST, FULL_LAST,  # first and last name, of a name with both
    FAMILY_TITLE,  # the title that distinguishes members of a family
    SURNAME,  # the surname of the last name with a title
    OWNED,  # the head word of the last phrase that belongs to a name
    OWNER_FIRST, OWNER_LAST,  # that name's first and last word
    CONTRASTED, SCALE, PLACE,  # the head word of the last phrase that is contrasted with others
    CERTAIN,  # unambiguous gender bits of its mentions
    WIDTH,
) = range(34)  # fmt: skip

#: The bits of gender in CERTAIN, and those of persons.
_GENDERS, _PERSONS = G.ANY_GENDER, G.MASCULINE | G.FEMININE
#: Sentences within which an unambiguous woman excludes a doubtful man as antecedent of *she*.
NEAR = 4
#: The decay of salience from one sentence to the next.
DECAY = 0.7


@kernel
def begin(state: Ints, e: int, m: int) -> None:
    """Start entity e with mention m."""
    state[e, EARLIEST] = m
    state[e, SIZE] = state[e, NAMES] = state[e, NOMINALS] = state[e, PRONOUNS] = 0
    state[e, CLASS] = state[e, SUBJECTS] = state[e, CERTAIN] = 0


@kernel
def add_mention(s: RankerState, table: Ints, e: int, m: int, gold: int, mode: int) -> None:
    """Add mention m to entity e."""
    state, salience, salience_at = s.entities, s.salience, s.salience_at
    kind, role, sentence = table[m, A.KIND], table[m, A.ROLE], table[m, A.SENTENCE]
    subject = role == 1 or role == 2
    gap = max(sentence - salience_at[e], 0)
    gain = 1.0 if subject else (0.7 if role == 3 else 0.5)
    salience[e] = salience[e] * DECAY**gap + gain
    salience_at[e] = max(sentence, salience_at[e])
    state[e, LATEST] = m
    state[e, SIZE] += 1
    if kind == A.PRONOUN:
        state[e, PRONOUNS] += 1
        state[e, LATEST_PRONOUN] = m
    elif kind == A.NAME:
        _add_name(state, table, e, m)
    else:
        state[e, NOMINALS] += 1
        state[e, LATEST_NOMINAL] = m
    if table[m, A.TYPE] > 0 and (state[e, CLASS] <= 0 or kind == A.NAME):
        state[e, CLASS] = table[m, A.TYPE]
    if subject:
        state[e, SUBJECTS] += 1
        state[e, SUBJECT_CLAUSE] = table[m, A.CLAUSE]
    if gold >= 0 and (mode != 3 or state[e, NAMES] == 0):
        state[e, GOLD] = gold
    _vote(state, e, table[m, A.GENDER], table[m, A.NUMBER])
    if state[e, HERE_AT] == sentence:
        state[e, HERE] += 1
    else:
        state[e, BEFORE_HERE] = state[e, HERE] if state[e, HERE_AT] == sentence - 1 else 0
        state[e, HERE], state[e, HERE_AT] = 1, sentence


@kernel
def _add_name(state: Ints, table: Ints, e: int, m: int) -> None:
    state[e, NAMES] += 1
    state[e, LATEST_NAME] = m
    if table[m, A.FULL] == 1 and state[e, FULL_FIRST] < 0:
        state[e, FULL_FIRST], state[e, FULL_LAST] = table[m, A.FIRST], table[m, A.LAST]
    if table[m, A.RANK] > 0 and state[e, FAMILY_TITLE] < 0:
        state[e, FAMILY_TITLE] = table[m, A.RANK]


@kernel
def _vote(state: Ints, e: int, gender: int, number: int) -> None:
    state[e, MASCULINE] += 2 * (gender == 1) + (gender == 3)
    state[e, FEMININE] += 2 * (gender == 2) + (gender == 3)
    state[e, NEUTER] += 2 * (gender == 4)
    state[e, SINGULAR] += number == 1
    state[e, PLURAL] += number == 2


@kernel
def names_clash(table: Ints, state: Ints, m: int, e: int, number: int) -> bool:
    """Whether a name's parts exclude that it is the entity's.

    Two full names share only the first or only the last (*Jane Bennet*, *Elizabeth Bennet*); *Mr* is not
    *Mrs* nor *Miss*; a family (*the Bennets*) is none of its members; Anna is not Lucy.
    """
    same_first = table[m, A.FIRST] == state[e, FULL_FIRST]
    same_last = table[m, A.LAST] == state[e, FULL_LAST]
    if table[m, A.FULL] == 1 and state[e, FULL_FIRST] >= 0 and same_first != same_last:
        return True
    if _other_first_name(table, m, state[e, LATEST_NAME]):
        return True
    title = table[m, A.RANK]
    if title > 0 and state[e, FAMILY_TITLE] > 0 and title != state[e, FAMILY_TITLE]:
        return True
    return table[m, A.NUMBER] == 2 and number == 2


@kernel
def _other_first_name(table: Ints, m: int, named: int) -> bool:
    """Whether two names are unambiguous first names that differ."""
    if named < 0 or table[m, A.LINK_KIND] != 0 or table[m, A.FULL] == 1:
        return False
    certain = table[m, A.CERTAIN] & _PERSONS > 0 and table[named, A.CERTAIN] & _PERSONS > 0
    first = table[m, A.FIRST]
    return bool(certain and first != table[named, A.FIRST] and first != table[named, A.LAST])


@kernel
def genders_exclude(table: Ints, state: Ints, m: int, e: int) -> bool:
    """Whether the mention's unambiguous gender differs from the entity's, or the entity is a coordination.

    *It* is nobody who has a person's name.
    """
    named = state[e, LATEST_NAME]
    if table[m, A.PRO] == G.IT and named >= 0 and table[named, A.TYPE] == A.PERSON:
        return bool(table[named, A.GENDER] & G.NEUTER == 0)
    own, others = table[m, A.CERTAIN] & _GENDERS, state[e, CERTAIN] & (_GENDERS | A.SEVERAL)
    if table[m, A.KIND] != A.PRONOUN:
        own &= _PERSONS
    return bool(own > 0 and others > 0 and own & others == 0)


@kernel
def is_certain_antecedent(table: Ints, state: Ints, m: int, e: int) -> bool:
    """Whether an entity a few sentences before *he* or *she* is unambiguously of its gender."""
    own, known = table[m, A.CERTAIN], state[e, CERTAIN] & _PERSONS
    near = table[m, A.SENTENCE] - table[state[e, LATEST], A.SENTENCE] <= NEAR
    return bool(near and table[m, A.KIND] == A.PRONOUN and 0 < own < G.NEUTER and known == own)


@kernel
def is_doubtful_antecedent(table: Ints, state: Ints, m: int, e: int) -> bool:
    """Whether the mention is *she*, and the entity a man unless the name is a woman's last name."""
    return bool(table[m, A.CERTAIN] == G.FEMININE and state[e, CERTAIN] == A.DOUBTFUL)
