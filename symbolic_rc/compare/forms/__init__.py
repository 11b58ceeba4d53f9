"""The forms that a comparison is written in: one page, or tables as text."""
