"""Rules that reason over several facts: statements proved, scales, order in time, what is left over."""
