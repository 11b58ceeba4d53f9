"""Direct speech, its speakers and addressees."""
