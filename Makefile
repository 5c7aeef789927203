# The two commands of the README, and what they are made of. Without make: python -m dev check, python -m dev test.
PYTHON ?= python3

.PHONY: check test lint docs parsers clean

check test lint docs parsers:
	@$(PYTHON) -m dev $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
