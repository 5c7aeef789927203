"""What is accepted of findings: the suppressions that authors write into documents."""
