"""Follows the links of documents: what is at the other end, and what was probably meant when nothing is."""
