"""From bytes to facts: which files are documents, and what stands in them. Odd text is a fact, never an error."""
