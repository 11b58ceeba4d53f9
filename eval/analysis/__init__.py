"""Statistics of the papers' data, counted on the data at hand, beside the papers' values."""
