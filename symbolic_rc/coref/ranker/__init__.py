"""The entity ranker: candidates, features, entity states, shortlists, the ranking loop, training steps."""
