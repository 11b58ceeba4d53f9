"""Plain text: generated cases of each kind, and the share that is read right."""

from eval.plain_text.asked import ASKED
from eval.plain_text.coreference import COREFERENCE
from eval.plain_text.layouts import LAYOUTS
from eval.plain_text.quotations import QUOTATIONS
from eval.plain_text.sentences import SENTENCES, TOKENS

#: All kinds, in the order in which they are printed.
KINDS = (*SENTENCES, *TOKENS, *LAYOUTS, *QUOTATIONS, *COREFERENCE, *ASKED)
