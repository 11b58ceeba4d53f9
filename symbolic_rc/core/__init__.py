"""The nouns that every floor shares, and a few verbs without a floor of their own."""
