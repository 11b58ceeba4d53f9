"""Rules over facts that entail what is asked: converses, descriptions, order in time, speakers."""
