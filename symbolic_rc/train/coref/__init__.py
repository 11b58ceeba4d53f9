"""Training of the coreference model: ``python -m symbolic_rc.train coref --data DIR``."""
