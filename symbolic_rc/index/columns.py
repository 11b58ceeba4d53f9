"""The rows and columns of the integer arrays that the engine's kernels read: one place for their meaning."""

# Rows of `StoryIndex.tok`, an int32 array of shape (TOKEN_ROWS, n tokens).
LOWER, LEMMA, TAG, POS, DEP, HEAD, SENT, ENT_TYPE, ENTITY, MENTION, LOW, HIGH, FUNC, SENSE, CASE, NAMED = (
    range(16)
)
TOKEN_ROWS = 16

# Columns of `StoryIndex.cand`, an int32 array of shape (m candidates, CAND_COLUMNS).
START, END, TOP, SHAPE, C_SENT, C_ENTITY, A_START, A_END, SAME = range(9)
CAND_COLUMNS = 9

# Columns of `StoryIndex.ent`, an int32 array of shape (entities, ENTITY_COLUMNS): type, gender, number, how
# many mentions, first token, the kind of its best mention.
E_TYPE, E_GENDER, E_NUMBER, E_MENTIONS, E_FIRST, E_KIND = range(6)
ENTITY_COLUMNS = 6

# Kinds of mentions, in row MENTION and column E_KIND; 0 is no mention.
M_NAME, M_NOMINAL, M_PRONOUN = 1, 2, 3

# Columns of `StoryIndex.frames`, an int32 array of shape (arguments, FRAME_COLUMNS).
F_FRAME, F_PREDICATE, F_LEMMA, F_ROLE, F_START, F_END, F_HEAD = range(7)
FRAME_COLUMNS = 7

# Columns of `StoryIndex.relations`, an int32 array of shape (relations, RELATION_COLUMNS).
R_SOURCE, R_LABEL, R_TARGET = range(3)
RELATION_COLUMNS = 3

# Bits of a candidate's SHAPE: the ways in which it was found.
WHOLE, CORE, PHRASE, CLAUSE, CUT, NAME, MENTIONED, ARGUMENT, PREPOSITION, QUOTED, NUMBER, GRAM = (
    1 << i for i in range(12)
)
RESOLVED = 1 << 12

# Parts of speech (Universal) as small integers; anything else is 0.
PARTS = (
    "X", "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT",
    "SCONJ", "SYM", "VERB", "SPACE",
)  # fmt: skip
(
    P_X, P_ADJ, P_ADP, P_ADV, P_AUX, P_CCONJ, P_DET, P_INTJ, P_NOUN, P_NUM, P_PART, P_PRON, P_PROPN, P_PUNCT,
    P_SCONJ, P_SYM, P_VERB, P_SPACE,
) = range(18)  # fmt: skip

# Dependency labels as small integers; subtypes that are not listed fall back to their base.
RELATIONS = (
    "dep", "root", "nsubj", "nsubj:pass", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "obl:agent",
    "vocative", "expl", "dislocated", "advcl", "advmod", "discourse", "aux", "aux:pass", "cop", "mark",
    "nmod", "nmod:poss", "appos", "nummod", "acl", "acl:relcl", "amod", "det", "case", "conj", "cc", "fixed",
    "flat", "compound", "compound:prt", "list", "parataxis", "punct",
)  # fmt: skip
(
    D_DEP, D_ROOT, D_NSUBJ, D_NSUBJPASS, D_OBJ, D_IOBJ, D_CSUBJ, D_CCOMP, D_XCOMP, D_OBL, D_OBLAGENT,
    D_VOCATIVE, D_EXPL, D_DISLOCATED, D_ADVCL, D_ADVMOD, D_DISCOURSE, D_AUX, D_AUXPASS, D_COP, D_MARK,
    D_NMOD, D_POSS, D_APPOS, D_NUMMOD, D_ACL, D_RELCL, D_AMOD, D_DET, D_CASE, D_CONJ, D_CC, D_FIXED,
    D_FLAT, D_COMPOUND, D_PRT, D_LIST, D_PARATAXIS, D_PUNCT,
) = range(39)  # fmt: skip

#: Longest candidate, in tokens.
LONGEST = 24

# What `ParsedQuestion.info` holds, an int32 array.
(
    KIND, QCLASS, FINE, GAP_GOV, GAP_REL, GAP_PREP, FOCUS, FORM, PLURAL, GAP_WORD, ORDER, WH, GOV_LEMMA,
    GOV_SENSE, OPEN_ROLE, FOCUS_SENSE, FOCUS_WORD, GENDER,
) = range(18)  # fmt: skip
INFO = 18
