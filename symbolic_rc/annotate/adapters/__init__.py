"""Pipelines that users have installed, spaCy's and Stanza's, brought to Universal Dependencies."""
