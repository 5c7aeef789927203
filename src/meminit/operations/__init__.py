"""What each command does, without a command line and without printing."""
