"""meminit governs the documentation of a repository."""

__version__ = "0.15.0"
