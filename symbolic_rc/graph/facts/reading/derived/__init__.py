"""Facts that follow from those that were read: shared arguments, kinds, order, the same event again."""
