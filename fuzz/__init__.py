"""Looks for texts and repositories on which meminit fails: `make fuzz`. What is found is kept below `.fuzz`."""
