"""Lets `python -m meminit` do what `meminit` does."""

from meminit.cli import main

main()
