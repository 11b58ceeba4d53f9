"""One file a format: how its files are recognised, read and, for some, written."""
