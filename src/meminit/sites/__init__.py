"""Sites that are made from documents: what their generators are told, and which addresses their pages have."""
