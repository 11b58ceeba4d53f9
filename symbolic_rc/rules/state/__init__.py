"""Rules over the state of a story: places, possession, positions, sizes, kinds, motives."""
