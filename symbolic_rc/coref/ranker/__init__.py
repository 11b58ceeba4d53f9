"""The entity ranker: candidates, features, entity states, shortlists, the ranking loop and its training step."""
