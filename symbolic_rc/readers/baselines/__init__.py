"""The baselines of the papers: frequency, word distance, retrieval, sliding window, guessing."""
