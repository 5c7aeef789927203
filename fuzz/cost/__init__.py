"""Looks for one document that costs far more than its size is worth, under a configuration that a stranger wrote."""
