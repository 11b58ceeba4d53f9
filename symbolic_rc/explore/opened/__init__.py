"""What the workbench has open: data set, runs, stories, rulebooks, and what was worked out of them."""
