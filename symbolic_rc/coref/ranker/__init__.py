"""The entity ranker: candidates, features, the growing entities, the loop, its learning."""
