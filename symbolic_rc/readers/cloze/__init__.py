"""The feature classifier for cloze questions (Chen et al. 2016): features, trees, training, reader."""
