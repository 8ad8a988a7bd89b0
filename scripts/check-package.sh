#!/bin/sh
# Whether each package of the workspace ships what it should and nothing else. Takes less than a second: nothing is built.
set -eu
cd "$(dirname "$0")/.."

wrong=0

# check PACKAGE PATTERN NEEDED..: every file of the package matches the pattern, and the needed ones are among them.
check() {
    package=$1 pattern=$2
    shift 2
    files=$(cargo package --list --allow-dirty --package "$package" 2>/dev/null) || {
        echo "cargo package --list --package $package fails" >&2
        exit 1
    }
    stray=$(echo "$files" | grep -Evx "Cargo\.(toml|toml\.orig|lock)|\.cargo_vcs_info\.json|$pattern" || true)
    if [ -n "$stray" ]; then
        echo "$package ships what it should not:" "$stray" >&2
        wrong=1
    fi
    for needed in "$@"; do
        if ! echo "$files" | grep -Fqx "$needed"; then
            echo "$package does not ship $needed" >&2
            wrong=1
        fi
    done
}

library='build\.rs|host/.*|ptx/[^/]*\.ptx|docs/[^/]*\.md|examples/.*'
check eliminant "$library|README\.md|CHANGELOG\.md|LICENSE-(APACHE|MIT)" build.rs host/lib.rs host/main.rs README.md \
    CHANGELOG.md LICENSE-APACHE LICENSE-MIT docs/toolchain.md
for package in eliminant-gpu eliminant-cuda-std eliminant-cuda-std-macros eliminant-cuda-builder eliminant-cust; do
    check "$package" '(src|tests)/.*\.rs' src/lib.rs
done
exit $wrong
