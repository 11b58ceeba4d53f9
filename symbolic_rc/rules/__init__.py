"""The ordered rules: from a case to proposals with proofs, and the first that is confident enough."""
