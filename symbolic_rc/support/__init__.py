"""Is a given answer supported by the text? A verdict with its proof, for answers that others give."""
