"""The workbench in the browser: read texts, explore runs, rules and proofs, and edit rules."""
