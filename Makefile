# The two commands of the README, and the checks. Each sets up what it needs and nothing twice.
PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
# Missions that `make demo` evaluates: two websites, a console program, a batch program.
DEMO := trip-splitter,poll-station,cinema-box-office,timesheet-payroll

.PHONY: demo test check format proofs clean

demo: $(VENV)/.demo
	$(BIN)/projecteval run --agent canonical --select $(DEMO)

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-logo
	scripts/check-words
	$(BIN)/mypy
	for testcodes in missions/builtin/*/testcodes.py missions/scaffolds/*/testcodes.py; do $(BIN)/mypy $$testcodes || exit 1; done

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

proofs: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --dist worksteal -m slow

$(VENV)/.demo: pyproject.toml scripts/set-up
	scripts/set-up $(PYTHON) demo
	touch $@

$(VENV)/.dev: pyproject.toml scripts/set-up
	scripts/set-up $(PYTHON) dev
	touch $@ $(VENV)/.demo

clean:
	rm -rf $(VENV) build *.egg-info
