"""What a repository asks for: the settings, and how they are read from its configuration."""
