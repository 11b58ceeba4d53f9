"""Direct speech, and who says it to whom."""

from symbolic_rc.coref.quotations.direct_speech import Quotation, quotations, speeches

__all__ = ["Quotation", "quotations", "speeches"]
