"""Training: the loop, checkpoints, parts by story."""
