"""Agents that are described by documents: what a blueprint says, its prompt, and what counts as its output."""
