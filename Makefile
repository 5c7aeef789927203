# The two commands of the README, and what they are made of. Without make: python -m dev check, python -m dev test.
PYTHON ?= python3
PATHS ?=

.PHONY: check test lint docs parsers bench bench-quick clean

check test lint docs parsers:
	@$(PYTHON) -m dev $@

bench:
	@$(PYTHON) -m dev bench $(PATHS)

bench-quick:
	@$(PYTHON) -m dev bench-quick

clean:
	rm -rf .venv .bench .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
