"""Frozen values that every other part speaks in; nothing here reads, writes or decides."""
