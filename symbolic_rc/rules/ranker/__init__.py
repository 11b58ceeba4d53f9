"""The ranker: evidence for candidates, their learned comparison, and the wording of what it chose."""
