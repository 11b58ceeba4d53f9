"""The workbench: a place in the browser to look into runs, rules and proofs, and to change a rule."""
