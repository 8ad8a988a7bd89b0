#!/usr/bin/env bash
# Makes a fresh crate outside this repository that depends on `eliminant` with the feature `cuda`, by the lines of
# docs/toolchain.md: once by path, once as published. Builds both and runs them, and links the first again as other machines would.
#
# Takes about five minutes on two cores, and asks the registry for the dependencies.
#
# The kernels are built as for any dependent: ELIMINANT_DEVICE_CARGO=none leaves them out. They are not assembled.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $(realpath "$work")/ in "$root"/*)
    echo "TMPDIR is inside the repository, whose .cargo/config.toml would be found" >&2
    exit 1
    ;;
esac

# A dependent has none of these unless its configuration sets them.
unset CUDA_LIBRARY_PATH CUDA_PATH CUDA_ROOT CUDA_TOOLKIT_ROOT_DIR RUSTFLAGS
RUSTUP_TOOLCHAIN=$(sed -n 's/^channel = "\(.*\)"/\1/p' "$root/rust-toolchain.toml")
export RUSTUP_TOOLCHAIN ELIMINANT_CUBIN=none CARGO_TARGET_DIR=$work/target

# lines FIRST: the block of docs/toolchain.md that begins with the line FIRST.
lines() {
    awk -v first="$1" '/^```/ { inside = 0 } $0 == first { inside = 1 } inside' "$root/docs/toolchain.md" >"$work/lines"
    [ -s "$work/lines" ] || { echo "docs/toolchain.md has no block that begins with: $1" >&2; exit 1; }
    cat "$work/lines"
}

# crate NAME FIRST: a crate of that name, with the dependency of the block.
crate() {
    mkdir -p "$work/$1/src" "$work/$1/.cargo"
    printf '[package]\nname = "%s"\nedition = "2024"\n\n' "$1" >"$work/$1/Cargo.toml"
    lines "$2" >>"$work/$1/Cargo.toml"
    lines '# .cargo/config.toml' >"$work/$1/.cargo/config.toml"
    cat >"$work/$1/src/main.rs" <<'RUST'
use eliminant::{Backend, ErrorKind, Polynomial, Resultant};

fn main() {
    let f: Polynomial = "x^2 + y^2 - 1".parse().unwrap();
    let g: Polynomial = "y - x^2".parse().unwrap();
    for backend in [Backend::Cpu, Backend::Cuda] {
        match Resultant::new(&f, &g, "y").backend(backend).run() {
            Ok(answer) => {
                assert_eq!(answer.polynomial.to_string(), "x^4 + x^2 - 1");
                println!("  {}: {}", answer.report.run.backend, answer.polynomial);
            }
            Err(error) => {
                let expected = matches!(
                    error.kind(),
                    ErrorKind::DriverUnavailable { .. } | ErrorKind::NoDevice { .. } | ErrorKind::BuiltWithoutKernels { .. }
                );
                assert!(backend == Backend::Cuda && expected, "{error}");
                println!("  {backend:?}: {error}");
            }
        }
    }
}
RUST
}

# try WORDS NAME ARGUMENT..: builds the crate by `cargo rustc ARGUMENT..`, runs it, and looks at the libraries it needs to start.
try() {
    local words=$1 name=$2 start=$SECONDS
    shift 2
    echo "$words"
    touch "$work/start"
    if ! (cd "$work/$name" && touch src/main.rs && cargo rustc "$@") >"$work/log" 2>&1; then
        tail -n 40 "$work/log" >&2
        exit 1
    fi
    echo "  built in $((SECONDS - start)) s"
    "$work/target/debug/$name"
    if readelf -d "$work/target/debug/$name" | grep libcuda; then
        echo "the program does not start without libcuda" >&2
        exit 1
    fi
}

# kernels FOLDER: copies the PTX that the last build made of the kernels, if any, to the folder.
kernels() {
    mkdir -p "$1"
    find "$work/target/debug/build" -path '*/eliminant-*/out/*.ptx' -newer "$work/start" -exec cp {} "$1" \;
    echo "  kernels: $(find "$1" -name '*.ptx' | wc -l) families"
}

ln -s "$root" "$work/eliminant"
crate by-path '# Cargo.toml, by path'
try 'by path' by-path

# The package as `make package` and `cargo publish` make it, from a copy, so that the working tree stays as it is.
mkdir "$work/tree" "$work/packages"
(cd "$root" && git ls-files -z --cached --others --exclude-standard | xargs -0 tar cf - --no-recursion) | tar xf - -C "$work/tree"
kernels "$work/packed"
cp -r "$work/packed" "$work/tree/ptx"
if ! (cd "$work/tree" && cargo package --workspace --no-verify) >"$work/log" 2>&1; then
    tail -n 40 "$work/log" >&2
    exit 1
fi
echo '[patch.crates-io]' >"$work/published.toml"
for file in "$work"/target/package/*.crate; do
    tar xzf "$file" -C "$work/packages"
    folder=$(basename "$file" .crate)
    echo "${folder%-*} = { path = \"$work/packages/$folder\" }" >>"$work/published.toml"
done
rm -rf "$work/eliminant" "$work/tree"
crate as-published '# Cargo.toml, as published'
try 'as published' as-published --config "$work/published.toml"
kernels "$work/ptx"
if ! diff -rq "$work/packed" "$work/ptx"; then
    echo "the published package does not have the kernels that were packed" >&2
    exit 1
fi

# A toolkit has a library of the driver's functions to link against.
mkdir -p "$work/toolkit/lib64/stubs"
sed -n 's/^    fn \(cu[A-Z][A-Za-z0-9_]*\)(.*/int \1(void) { return 100; }/p' "$root/host/engine/cuda/driver/calls.rs" |
    cc -shared -fPIC -Wl,-soname,libcuda.so.1 -x c -o "$work/toolkit/lib64/stubs/libcuda.so" -
export CUDA_LIBRARY_PATH=$work/toolkit
try 'as published, where there is a CUDA toolkit' as-published --config "$work/published.toml"
if [ "$(uname -m)" = x86_64 ]; then
    try "as published, where there is a CUDA toolkit, by GNU's linker" as-published --config "$work/published.toml" -- -Clinker-features=-lld
fi
unset CUDA_LIBRARY_PATH
if [ "$(uname -m)" = x86_64 ]; then
    try "as published, by GNU's linker" as-published --config "$work/published.toml" -- -Clinker-features=-lld
fi
echo "all in $SECONDS s"
