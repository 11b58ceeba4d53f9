"""Named entities: names by a linear model, dates and numbers by rules."""
