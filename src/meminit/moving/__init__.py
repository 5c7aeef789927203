"""Links that follow what moves, and mentions that follow ids: the edits that these need, without touching a file."""
