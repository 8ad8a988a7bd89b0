# What one types here; the same commands run in CI.
#
#   make demo       set up, build, and compute the examples
#   make test       set up, and everything that is checked before a commit
#   make test-long  all of it, and then a wheel in a fresh environment, with 2,000 random problems of each operation
#   make build      the program, with the CUDA engine
#   make install    program, completions and manual pages below PREFIX (/usr/local unless given), after `make build`
#   make install-c  the C library with its header below PREFIX, after `cargo build --release -p eliminant-capi`
#   make bench      the benchmarks, on this machine
#   make gpu-pack   tests, benches and program in one folder that runs on a GPU machine without Rust
#   make wheel      the wheel of the Python package, into target/wheels
#   make tarball    program, C library, manual pages and completions, for machines without Rust
#   make package    PTX into ptx/, for a release that users build without a device tool chain

CARGO ?= cargo
PREFIX ?= /usr/local
BUILT := target/release/eliminant
# Where cargo has put the C library, and what it is called there and on this system.
C_BUILT ?= target/release
C_SHARED := $(if $(filter Darwin,$(shell uname -s)),dylib,so)
FEATURES := --features cuda
# With every feature, so that one build of the library is checked in whole; MPI where there is one by then.
HOST = --workspace $(FEATURES),num-bigint$(shell scripts/has-mpi.sh && echo ,mpi)
# Flags of the device crates, as gpu/cuda_builder passes them; `all` compiles every kernel family at once.
DEVICE_FLAGS := -Ctarget-cpu=sm_75 -Zunstable-options -Cpanic=immediate-abort --cfg family="all"

.PHONY: setup setup-tests build install install-c demo test test-long fmt clippy clippy-device doc check-tests check-package bench gpu-pack wheel tarball package

setup:
	@scripts/setup.sh

setup-tests:
	@scripts/setup.sh tests

build: setup
	$(CARGO) build --release $(FEATURES)

# Nothing is built here, so that it may run as another user than the one who has Rust.
install:
	@test -x $(BUILT) || { echo '$(BUILT) is not there; run `make build` first'; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 755 $(BUILT) $(DESTDIR)$(PREFIX)/bin/eliminant
	$(BUILT) man --output $(DESTDIR)$(PREFIX)/share/man/man1
	$(BUILT) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/eliminant
	$(BUILT) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_eliminant
	$(BUILT) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/eliminant.fish

# Cargo writes `libeliminant_c`, since the Rust library has the other name already.
install-c:
	@test -f $(C_BUILT)/libeliminant_c.a || \
	    { echo '$(C_BUILT)/libeliminant_c.a is not there; run `cargo build --release -p eliminant-capi` first'; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/lib/pkgconfig
	install -m 644 host/capi/include/eliminant.h $(DESTDIR)$(PREFIX)/include/
	install -m 755 $(C_BUILT)/libeliminant_c.$(C_SHARED) $(DESTDIR)$(PREFIX)/lib/libeliminant.$(C_SHARED)
	install -m 644 $(C_BUILT)/libeliminant_c.a $(DESTDIR)$(PREFIX)/lib/libeliminant.a
	version=$$(sed -n '/^\[workspace.package\]/,/^version/s/^version = "\(.*\)"/\1/p' Cargo.toml) && \
	    sed "s|@VERSION@|$$version|" host/capi/eliminant.pc.in \
	        > $(DESTDIR)$(PREFIX)/lib/pkgconfig/eliminant.pc

demo: build
	scripts/demo.sh

test: setup-tests fmt clippy clippy-device doc check-package check-tests

test-long: test wheel
	scripts/try-wheel.sh
	python3 scripts/faults.py "$${CARGO_TARGET_DIR:-target}/debug/eliminant" --times 20

fmt:
	$(CARGO) fmt --all --check

clippy:
	$(CARGO) clippy $(HOST) --all-targets -- -D warnings
	$(CARGO) clippy --no-default-features -- -D warnings
	$(CARGO) clippy --no-default-features $(FEATURES) -- -D warnings

# The kernels exist for the device only. Skipped, with a line, where the running cargo has no library sources.
clippy-device:
	@if scripts/has-rust-src.sh; then \
	    env -u RUSTC_WORKSPACE_WRAPPER RUSTC_BOOTSTRAP=1 RUSTFLAGS='$(DEVICE_FLAGS)' $(CARGO) clippy -p eliminant-gpu --lib \
	        --profile device --target nvptx64-nvidia-cuda -Zbuild-std=core --target-dir target/device-clippy -- -D warnings; \
	else echo 'skipped: clippy of the kernels needs `rustup component add rust-src`'; fi

# With a ptxas at hand, its absence becomes a failure.
check-tests:
	@if ls .venv/lib/python3*/site-packages/nvidia/*/bin/ptxas >/dev/null 2>&1; then export REQUIRE_PTXAS=1; fi; \
	set -x; $(CARGO) test $(HOST) --no-fail-fast
	python3 scripts/faults.py "$${CARGO_TARGET_DIR:-target}/debug/eliminant" --times 1 --only interrupt disk place memory
	python3 scripts/unsafe.py --counts

check-package:
	scripts/check-package.sh
	scripts/fresh-crate.sh

doc:
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc $(HOST) --no-deps
	@if command -v mdbook >/dev/null; then mdbook build; \
	else echo 'skipped: the book of docs/ needs mdbook: cargo install mdbook'; fi

bench:
	$(CARGO) bench $(FEATURES)

gpu-pack: setup
	scripts/gpu-pack.sh

wheel: setup
	scripts/wheel.sh

tarball: setup
	scripts/tarball.sh

package: setup
	scripts/package.sh
