"""Rules over facts: from exact to loose, each with a proof."""
