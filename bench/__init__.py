"""Measures meminit beside other tools: `make bench`, and `make bench-quick` for a look that takes seconds."""
