"""Questions: what is asked, in words and as integer arrays."""
