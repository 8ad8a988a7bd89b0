#!/bin/sh
# Packs what people install without Rust: program, C library, header, manual pages, completions, licences, and the list of all crates with theirs.
# Makes target/eliminant-VERSION-x86_64-unknown-linux-gnu.tar.xz, for the glibc of this machine and later. Fails above 30 MB.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
name=eliminant-$version-$(rustc -vV | sed -n 's/^host: //p')
folder=target/$name
# Its users have no assembler of kernels.
export ELIMINANT_CUBIN="${ELIMINANT_CUBIN:-all}"
cargo build --release --locked --features cuda -p eliminant -p eliminant-capi
rm -rf "$folder"
make --no-print-directory install install-c PREFIX="$PWD/$folder"
install -d "$folder/share/doc/eliminant"
strip "$folder/bin/eliminant" "$folder/lib/libeliminant.so"
strip --strip-debug "$folder/lib/libeliminant.a"
install -m 644 LICENSE-MIT LICENSE-APACHE README.md CHANGELOG.md "$folder/share/doc/eliminant/"
cargo tree --locked --edges normal --features cuda -p eliminant -p eliminant-capi --prefix none --format '{p} {l}' |
    sed 's/ (\*)$//; s/ ([^)]*)//' | sort -u | sed '/^$/d' > "$folder/share/doc/eliminant/CRATES.txt"
# A window as long as all of them: program and libraries repeat each other.
tar -C target -cf - "$name" | xz --lzma2=preset=2,dict=256MiB > "target/$name.tar.xz"
size=$(du -m "target/$name.tar.xz" | cut -f1)
echo "target/$name.tar.xz: $size MB"
[ "$size" -le 30 ] || { echo "target/$name.tar.xz is above 30 MB" >&2; exit 1; }
