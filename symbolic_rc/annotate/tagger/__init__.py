"""Tags, morphology and lemmas: the components, their compiled loops, the table of lemmas."""
