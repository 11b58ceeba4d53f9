"""Training of the coreference model: ``python -m symbolic_rc.coref.train --data DIR``."""
