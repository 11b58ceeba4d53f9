"""The workbench's four places: what each shows, and what can be done there."""
