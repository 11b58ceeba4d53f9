"""Fitting what is learned to data sets on disk: the engine, the book reader, the cloze classifier."""
