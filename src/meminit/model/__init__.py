"""Frozen values that all other parts use; nothing here reads or writes files, or decides anything."""
