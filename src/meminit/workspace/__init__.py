"""The pipeline: files become analyses, analyses become findings."""
