#!/bin/sh
# The first minutes of a Rust user: a fresh crate that depends on this one by path, with the first program of docs/library.md.
#
#   scripts/fresh-crate.sh          finds all crates and features that it needs; compiles nothing, takes about a second
#   scripts/fresh-crate.sh run      compiles and runs the program too: minutes. The tests of the documents compile and run it in any case, as
#                                   a crate beside this one
set -eu
cd "$(dirname "$0")/.."
repository=$(pwd)
crate=$(mktemp -d)
trap 'rm -rf "$crate"' EXIT
mkdir "$crate/src"
cat > "$crate/Cargo.toml" <<END
[package]
name = "first"
version = "0.1.0"
edition = "2024"

[dependencies]
eliminant = { path = "$repository", default-features = false, features = ["cuda", "num-bigint"] }
END
awk '/^## The first program/ { here = 1 } here && /^```$/ { exit } inside { print } here && /^```rust$/ { inside = 1 }' \
    docs/library.md > "$crate/src/main.rs"
grep -q '^fn main' "$crate/src/main.rs" || { echo 'docs/library.md has no first program' >&2; exit 1; }
# The versions of this repository, so that nothing is fetched.
cp Cargo.lock "$crate/"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}"
case ${1:-} in
    '') cargo metadata --format-version 1 --manifest-path "$crate/Cargo.toml" > /dev/null ;;
    run) cargo run --manifest-path "$crate/Cargo.toml" ;;
    *) echo "usage: $0 [run]" >&2; exit 2 ;;
esac
