"""Rules over the text itself: clauses, feelings, reasons, the nearest phrase, the frequent entity."""
