#!/bin/sh
# Whether a rustc (the one in use unless named) has the library sources that device code is built with.
test -f "$("${1:-rustc}" --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library/core/src/lib.rs"
