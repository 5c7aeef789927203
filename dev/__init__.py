"""What developers of meminit run; the Makefile's targets and their equal where there is no make."""
