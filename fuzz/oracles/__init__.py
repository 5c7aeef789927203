"""What others read in a body of Markdown, beside what meminit reads there: parsers that share no code with ours."""
