"""Git, asked safely: which commit is compared with, which files differ from it, and what it holds."""
