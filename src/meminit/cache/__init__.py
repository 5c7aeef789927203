"""Keeps what was read of documents from one run to the next, outside the repository."""
