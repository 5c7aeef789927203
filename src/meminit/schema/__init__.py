"""JSON Schema: loading what a repository or meminit itself brings, judging values by it, saying so in plain words."""
