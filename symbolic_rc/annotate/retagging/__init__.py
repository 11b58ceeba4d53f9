"""Tags looked at again, where the first tagger is not sure."""
