"""The language in which documents are asked for by their front matter: from text to a test of fields."""
