"""Composes new documents: ids, file names, front matter, bodies; pure but for the libraries that it needs."""
