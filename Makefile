# The two commands of the README, and what they are made of. Without make: python -m dev check, python -m dev test.
PYTHON ?= python3
PATHS ?=
# Of `make fuzz`: how long, which targets, `--seed N`; ten minutes for all of them unless said.
FUZZ ?=

.PHONY: check test test-fast test-long lint docs parsers walk first-contact floors audit fuzz oracles cost bench bench-quick clean

check test test-fast test-long lint docs parsers walk first-contact:
	@$(PYTHON) -m dev $@

# The tests with the lowest versions of all dependencies; what is known against the installed ones. Each in an environment
# of its own. Where no registry can be asked, they say so and exit with 75, which make shows as "Error 75" and turns into 2.
floors audit:
	@$(PYTHON) -m dev $@

fuzz:
	@$(PYTHON) -m dev fuzz $(FUZZ)

# The same for how bodies are read, beside other readers, in an environment of its own; ten minutes unless said.
oracles:
	@$(PYTHON) -m dev oracles $(FUZZ)

# Looks for one document that costs too much; fifteen minutes of processor time unless said.
cost:
	@$(PYTHON) -m dev cost $(FUZZ)

bench:
	@$(PYTHON) -m dev bench $(PATHS)

bench-quick:
	@$(PYTHON) -m dev bench-quick

clean:
	rm -rf .venv .bench .floors .audit .oracles .fuzz .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
