"""What the papers tell of their data, counted on the data at hand, the papers' values beside."""
