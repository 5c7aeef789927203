"""meminit governs the documentation of a repository."""

__version__ = "0.7.0"
