"""From a Doc to its frames: predicates, rolesets, arguments and their spans, and the model of them."""
