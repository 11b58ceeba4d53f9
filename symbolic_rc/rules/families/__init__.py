"""The rules over facts, a file for each family, each rule beside the function that proposes."""
