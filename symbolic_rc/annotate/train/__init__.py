"""Training of the shipped annotation models: ``python -m symbolic_rc.annotate.train --data DIR``."""
