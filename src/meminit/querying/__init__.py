"""The language of conditions on front matter: from the text of a condition to a test of a document's fields."""
