"""Training of the ranker: examples, linear scorer, trees, choices, refusal; answers held out."""
