# The front door. Everything here is a short name for CMake presets and the scripts in tools/.
JOBS ?= $(shell nproc)
MODEL ?= models/humanoid.xml
SECONDS ?= 5
# Python with the packages of tests/conformance/requirements.txt; empty: one is made in build/venv.
MUJOCO_PYTHON ?=

.DEFAULT_GOAL := help
.PHONY: help setup build run test nightly bench check format clean

# Configures and builds one preset, or one target of it, with more options for CMake, whose own chatter is shown only
# when it fails.
define build_preset
	@log=$$(cmake --preset $(1) $(3) 2>&1) || { echo "$$log"; exit 1; }
	@cmake --build --preset $(1) --parallel $(JOBS) $(if $(2),--target $(2))
endef

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 14

setup: ## Install missing packages (Debian)
	@tools/setup

build: setup ## Build the library and the command in build/release
	$(call build_preset,release)

run: build ## Simulate a model: make run MODEL=models/x.xml SECONDS=5
	build/release/apps/cli/corten run $(MODEL) --seconds $(SECONDS)

test: setup ## Build with assertions in build/dev and run all tests
	@$(if $(MUJOCO_PYTHON),,tools/mujoco_venv >/dev/null)
	$(call build_preset,dev,,-DCORTEN_MUJOCO_PYTHON=$(or $(MUJOCO_PYTHON),$(CURDIR)/build/venv/bin/python))
	@ctest --preset dev

nightly: setup ## Simulate the humanoid with random controls for a day of its time
	$(call build_preset,dev,endurance_test)
	@CORTEN_ENDURANCE_SECONDS=86400 build/dev/tests/endurance_test

bench: setup ## Compare the speed with MuJoCo
	@tools/bench

check: setup ## Static checks: format, module arrows, sizes, docs, headers
	@tools/check

format: setup ## Format all C++ files
	@tools/check format --fix

clean: ## Delete all build folders
	@rm -rf build
