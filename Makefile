# The two commands of the README, and the checks. Each sets up what it needs and nothing twice.
PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
TYPESCRIPT := $(VENV)/typescript/node_modules/.bin/tsc
# Missions that `make demo` evaluates: two websites, a console program, a batch program.
DEMO := trip-splitter,parking-permits,cinema-box-office,timesheet-payroll

# Modules are compiled once, not by every process.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-fast check format agents proofs size lock pictures docs clean

demo: $(VENV)/.demo
	$(BIN)/projecteval run --agent canonical --select $(DEMO)

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n 4 --dist worksteal

# Tests without browsers and sandboxes.
FAST := structure masker missions evaluator/model evaluator/reports evaluator/runs evaluator/strategies evaluator/agents evaluator/io evaluator/diagrams

test-fast: $(VENV)/.dev
	$(BIN)/python -m pytest -n 4 --dist worksteal $(addprefix tests/unit/,$(FAST))

check: $(VENV)/.dev $(TYPESCRIPT)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-logo
	scripts/check-words
	$(BIN)/mypy
	$(TYPESCRIPT) --project scripts/typescript
	for testcodes in missions/builtin/*/testcodes.py missions/scaffolds/*/testcodes.py; do $(BIN)/mypy $$testcodes || exit 1; done

# Type checker of the report's script, in the version of its lock.
$(TYPESCRIPT): scripts/typescript/package-lock.json
	mkdir -p $(VENV)/typescript
	cp scripts/typescript/package.json scripts/typescript/package-lock.json $(VENV)/typescript
	npm ci --silent --no-audit --no-fund --prefix $(VENV)/typescript
	touch $@

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Real coding agents, in the versions of scripts/agents/; the proofs lead them by a scripted service.
agents: $(VENV)/.dev
	PYTHON=$(PYTHON) scripts/set-up-agents $(VENV)/agents

proofs: agents
	$(BIN)/python -m pytest -n 2 --dist worksteal -m slow

$(VENV)/.demo: pyproject.toml requirements.lock scripts/set-up
	scripts/set-up $(PYTHON) demo
	touch $@

$(VENV)/.dev: pyproject.toml requirements.lock scripts/set-up
	scripts/set-up $(PYTHON) dev
	touch $@ $(VENV)/.demo

# Lines and modules of the product, by package.
size:
	$(PYTHON) performance/size.py

# Newest allowed packages for the development environment; the result is committed.
lock:
	scripts/lock $(PYTHON)

# Pictures of the README.
pictures: $(VENV)/.dev
	$(BIN)/python scripts/readme-pictures

# Documentation site in site/.
docs: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable '.[docs]'
	$(BIN)/mkdocs build --strict

clean:
	rm -rf $(VENV) build *.egg-info
