# The front door. Everything here is a short name for CMake presets and the scripts in tools/.
JOBS ?= $(shell nproc)
MODEL ?= models/humanoid.xml
SECONDS ?= 5
# Python with the packages of tests/conformance/requirements.txt and, for the tests of the Python package, those of
# python/requirements.txt and tests/python/requirements.txt; empty: one is made in build/venv.
MUJOCO_PYTHON ?=

.DEFAULT_GOAL := help
.PHONY: help setup build run test nightly bench bench-check check format clean

# $(call setup,run) installs what one purpose needs; make run does not bring what only tests or checks use.
setup = @tools/setup $(1)

# Configures and builds one preset, or one target of it, with more options for CMake, whose own chatter is shown only
# when it fails.
define build_preset
	@log=$$(cmake --preset $(1) $(3) 2>&1) || { echo "$$log"; exit 1; }
	@cmake --build --preset $(1) --parallel $(JOBS) $(if $(2),--target $(2))
endef

# The Python of the tests, and whether it can build the Python package.
test_python = $(or $(MUJOCO_PYTHON),$(CURDIR)/build/venv/bin/python)
has_nanobind = $$($(test_python) -c 'import nanobind, pytest' 2>/dev/null && echo ON || echo OFF)

# $(call arrive_while_building,preset,web): the first time, the packages of PyPI and npm arrive while the library compiles.
define arrive_while_building
$(2) & arriving=$$!; \
	[ -e build/$(1)/build.ninja ] || { cmake --preset $(1) >/dev/null 2>&1 && cmake --build --preset $(1) --parallel $(JOBS) --target corten; } || true; \
	wait $$arriving
endef

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 14

setup: ## Install the packages of everything below (Debian); each target installs its own
	$(call setup,all)

build: ## Build the library and the command in build/release
	$(call setup,run)
	@$(call arrive_while_building,release,tools/web --no-check)
	$(call build_preset,release)

run: build ## Simulate a model: make run MODEL=models/x.xml SECONDS=5
	build/release/apps/cli/corten run $(MODEL) --seconds $(SECONDS)
	@echo 'to watch it: build/release/apps/cli/corten view $(MODEL)'

test: ## Build with assertions in build/dev and run all tests
	$(call setup,test)
	@$(if $(MUJOCO_PYTHON),tools/web,$(call arrive_while_building,dev,{ tools/mujoco_venv >/dev/null && tools/web; }))
	$(call build_preset,dev,,-DCORTEN_MUJOCO_PYTHON=$(test_python) -DCORTEN_BUILD_PYTHON=$(has_nanobind))
	@ctest --preset dev

nightly: ## What takes too long for every change: tests under sanitizers, a day of the humanoid, fuzzing
	$(call setup,fuzz)
	@tools/nightly

bench: ## Compare the speed with MuJoCo 3.12 and 4.0
	$(call setup,bench)
	@tools/web
	@tools/bench

bench-check: ## Fail if Corten got slower than in bench/results.csv, by more than 5 % and the noise
	$(call setup,bench)
	@tools/bench --quick --rounds 10 --check bench/results.csv

check: ## Static checks: format, module arrows, sizes, docs, headers
	$(call setup,check)
	@tools/check

format: ## Format all C++ files
	$(call setup,check)
	@tools/check format --fix

clean: ## Delete all build folders
	@rm -rf build web/node_modules
