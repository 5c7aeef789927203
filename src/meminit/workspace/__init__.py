"""What is known of a repository, and a run over it: documents become summaries, and rules make findings of them."""
