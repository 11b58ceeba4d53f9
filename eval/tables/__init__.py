"""The papers' tables, ours beside the published figures."""
