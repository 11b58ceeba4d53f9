"""Files of lexicons and models: their container, what they must hold, where they lie."""
