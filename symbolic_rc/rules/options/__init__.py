"""Questions that name their options: which of them the story proves, compares so, or supports best."""
