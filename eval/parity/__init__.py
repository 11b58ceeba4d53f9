"""Our metrics beside the field's own scorers: ``python -m eval.parity``."""
