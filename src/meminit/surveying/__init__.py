"""Finds the conventions that documents follow, and proposes a configuration; nothing here reads or writes files."""
