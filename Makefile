# Every command of the project. `make help` lists them; CONTRIBUTING.md explains them.
# Works with GNU make 3.81 and later, on Linux and macOS.

PYTHON ?= python3
HOST = 127.0.0.1
PORT = 50051
VENV = .venv
# Options for pytest: make test ARGS="-k mana"
ARGS =
# How long `make fuzz` fuzzes each target, in seconds.
FUZZ_SECONDS = 600
# Processes that run tests; 0 runs them in pytest's own.
WORKERS = 2

SHELL := /bin/sh
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
# What is the environment's, installed from a lock and nothing else.
LOCKED := $(PIP) install --require-hashes --requirement
# The project itself, in place. What builds it is locked and installed already.
IN_PLACE := $(PIP) install --no-deps --no-build-isolation --editable .
# For every Python from 3.11 and every system at once; the locks say neither where the packages
# came from nor where the checkout is.
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock"

# A virtual environment belongs to one interpreter, one folder and one state of the locks: it is
# made anew when one of them changes, so that nothing stays in it that no lock names. Their
# checksum is in the name of the file that marks it as made.
IDENTITY := $(shell $(PYTHON) -c 'import glob, os, sys, zlib; \
	locks = [open(name).read() for name in sorted(glob.glob("locks/*.txt"))]; \
	print(zlib.crc32(repr((sys.version, sys.prefix, os.getcwd(), locks)).encode()))' 2>/dev/null)
MADE := $(VENV)/made-$(IDENTITY)

.DEFAULT_GOAL := help
.PHONY: help run test lint format types contract stubs stubs-check clauses reference settings lock bench mutants fuzz deploy-check faults soak audit build ci clean
.PHONY: test-clients client-stubs cards-page docs

help: ## List these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{printf "%-18s %s\n", $$1, $$2}'

run: $(VENV)/run-ready ## Start the service on HOST and PORT
	@exec $(BIN)/ninjutsu serve --host $(HOST) --port $(PORT)

test: $(VENV)/test-ready ## Run every test; ARGS goes to pytest
	@$(BIN)/python -m pytest -n $(WORKERS) $(ARGS)

lint: $(VENV)/test-ready ## Check style and layout of the code
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: $(VENV)/test-ready ## Lay out the code and mend what ruff can mend
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

types: $(VENV)/test-ready ## Check the types
	@$(BIN)/mypy ninjutsu_service tests tools fuzz faults $(wildcard benchmarks/*.py)

contract: $(VENV)/test-ready ## Check the wire contract, and that it breaks no caller
	@$(BIN)/buf lint proto
	@$(BIN)/buf breaking proto --against tests/contract

stubs: $(VENV)/test-ready ## Generate the Python code of the wire contract
	@$(BIN)/python tools/stubs.py

stubs-check: $(VENV)/test-ready ## Check that the generated code is up to date
	@$(BIN)/python tools/stubs.py --check

test-clients: $(VENV)/test-ready ## Build the client of each language and test it against a server
	@$(BIN)/python tools/test_clients.py $(ARGS)

client-stubs: $(VENV)/test-ready ## Generate the clients' code; needs npm and cargo
	@cd clients/typescript && npm ci
	@$(BIN)/python tools/client_stubs.py typescript
	@$(BIN)/python tools/client_stubs.py rust

clauses: $(VENV)/test-ready ## Write docs/coverage.md: clauses and their tests, rules and their modules
	@$(BIN)/python tools/clause_table.py

cards-page: $(VENV)/test-ready ## Write docs/cards.md: what of each card is carried out, and what is left
	@$(BIN)/python tools/cards_page.py

docs: clauses cards-page reference settings ## Write every generated page

reference: $(VENV)/test-ready ## Write the reference in docs/card-scripts.md: what is carried out
	@$(BIN)/python tools/script_reference.py

settings: $(VENV)/test-ready ## Write the table of settings in docs/operate.md
	@$(BIN)/python tools/settings_table.py

# What is locked stays as it is where it can: make lock ARGS=--upgrade takes the newest of all,
# ARGS="--upgrade-package grpcio" of one. The test lock holds all that the two before it do.
lock: $(VENV)/lock-ready ## Resolve the dependencies into locks/
	@$(COMPILE) $(ARGS) --group build --output-file locks/build.txt
	@$(COMPILE) $(ARGS) pyproject.toml --output-file locks/run.txt
	@$(COMPILE) $(ARGS) pyproject.toml --group test --output-file locks/test.txt \
	  --constraints locks/run.txt --constraints locks/build.txt
	@$(COMPILE) $(ARGS) --group fuzz --output-file locks/fuzz.txt
	@$(COMPILE) $(ARGS) --group deploy --output-file locks/deploy.txt \
	  --constraints locks/test.txt
	@$(COMPILE) --group lock --output-file locks/lock.txt

bench: $(VENV)/test-ready ## Measure the service against an echo server
	@$(BIN)/python benchmarks/run.py $(ARGS)

mutants: $(VENV)/test-ready ## Break each rule and see a test fail; ARGS="combat.py" for one file
	@PYTHONPATH=.:proto/python $(BIN)/python -m tools.mutants $(ARGS)

fuzz: $(VENV)/fuzz-ready ## Fuzz calls and scripts, each for FUZZ_SECONDS; on Linux, x86-64
	@$(BIN)/python -m fuzz.run $(FUZZ_SECONDS)

build: $(VENV)/test-ready ## Build the wheel and the source archive into dist/
	@$(BIN)/python -m build --no-isolation

ci: ## Run everything that must pass, as CI does
	@.ci/run

deploy-check: $(VENV)/deploy-ready ## Check the manifests, and start Envoy before two replicas
	@DEPLOY_CHECKS=required $(BIN)/python -m pytest tests/deploy tests/faults $(ARGS)

faults: $(VENV)/deploy-ready ## Kill, hang and annoy the service under load; on Linux
	@$(BIN)/python -m faults.run $(ARGS)

soak: $(VENV)/test-ready ## Make a million calls; memory, latency and open files stay flat
	@$(BIN)/python -m faults.soak $(ARGS)

audit: $(VENV)/deploy-ready ## Ask whether locked packages have known vulnerabilities
	@$(BIN)/python tools/audit.py

clean: ## Remove the environment and all that was built or cached
	rm -rf $(VENV) build dist .coverage .coverage.* htmlcov .hypothesis
	rm -rf .mypy_cache .pytest_cache .ruff_cache
	rm -rf clients/*/build clients/*/dist clients/*/node_modules clients/*/target clients/*/*/target
	find . -name node_modules -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  found=$$($(PYTHON) -c 'import sys; print("Python " + sys.version.split()[0])' 2>/dev/null); \
	  echo "Python 3.11 or newer is needed, and $(PYTHON) is $${found:-no Python that runs}." \
	    "Name one: make PYTHON=/path/to/python3.11 …" >&2; exit 1; }
	@echo "Making the virtual environment $(VENV)"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "$(PYTHON) cannot make a virtual environment; it needs its venv module with pip." >&2; \
	  exit 1; }
	@touch $@

$(VENV)/run-ready: $(MADE) pyproject.toml ninjutsu_service/__init__.py
	@echo "Installing what running needs (locks/run.txt)"
	@$(LOCKED) locks/run.txt
	@$(LOCKED) locks/build.txt
	@$(IN_PLACE)
	@touch $@

$(VENV)/test-ready: $(MADE) pyproject.toml ninjutsu_service/__init__.py
	@echo "Installing what testing needs (locks/test.txt)"
	@$(LOCKED) locks/test.txt
	@$(IN_PLACE)
	@touch $@

$(VENV)/fuzz-ready: $(VENV)/test-ready
	@echo "Installing what fuzzing needs besides (locks/fuzz.txt)"
	@$(LOCKED) locks/fuzz.txt
	@touch $@

$(VENV)/deploy-ready: $(VENV)/test-ready
	@echo "Installing what hosting is checked with (locks/deploy.txt)"
	@$(LOCKED) locks/deploy.txt
	@touch $@

$(VENV)/lock-ready: $(MADE)
	@$(LOCKED) locks/lock.txt
	@touch $@
