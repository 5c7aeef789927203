"""Sites that are made from documents: how their generators are configured, and which addresses their pages have."""
