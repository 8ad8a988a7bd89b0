#!/usr/bin/env bash
# Discriminants and resultants of the polynomials in examples/, checked against the facts in examples/README.md.
#
# Builds the program first; ELIMINANT_BIN names one that is built already. ELIMINANT_DEMO_OPTIONS is added to every
# command, for instance `--backend cuda`.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${ELIMINANT_BIN:-}" ]; then
    cargo build --release --features cuda
    ELIMINANT_BIN=${CARGO_TARGET_DIR:-target}/release/eliminant
fi
read -r -a options <<<"${ELIMINANT_DEMO_OPTIONS:-}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$ELIMINANT_BIN" --version
"$ELIMINANT_BIN" devices
echo
printf '%-16s %-12s %11s %7s %6s %6s %10s  %s\n' name kind 'f in x, y' degree terms bits ms answer

# A number from the report, by the words around it.
report() { sed -n "s/$1/\\1/p" "$work/err"; }

wrong=0
count=0
# Rows of the table of facts: | name | kind | degrees of f | degree | bits | value |
while IFS='|' read -r _ name kind shape degree bits _; do
    name=${name// /} kind=${kind// /} degree=${degree// /} bits=${bits// /}
    if [ "$kind" = resultant ]; then
        inputs=("@examples/$name.f.poly" "@examples/$name.g.poly")
    else
        inputs=("@examples/$name.poly")
    fi
    command=("$kind" "${inputs[@]}" --var y --report --timings --timings-svg "$work/$name.svg" "${options[@]}")
    if ! "$ELIMINANT_BIN" "${command[@]}" >"$work/out" 2>"$work/err"; then
        cat "$work/err"
        exit 1
    fi
    cp "$work/err" "$work/$name.err"
    found_degree=$(report '^answer .* degree \([0-9]*\) in x, .*')
    found_bits=$(report '^answer .*, \([0-9]*\) bits*$')
    terms=$(report '^answer .*, \([0-9]*\) terms*.*')
    time=$(report '^total *\([0-9.]*\) .*')
    printf '%-16s %-12s %11s %7s %6s %6s %10s  %s\n' "$name" "$kind" "$(echo $shape)" "$found_degree" "$terms" \
        "$found_bits" "$time" "$(head -c 40 "$work/out" | head -n 1)..."
    if [ "$found_degree" != "$degree" ] || [ "$found_bits" != "$bits" ]; then
        echo "  wrong: examples/README.md has degree $degree and $bits bits"
        wrong=$((wrong + 1))
    fi
    count=$((count + 1))
done < <(grep -E '^\| [A-Za-z0-9_]+ \| (discriminant|resultant) \|' examples/README.md)

echo
echo "Where the time goes, dense60:"
cat "$work/dense60.err"
echo
if [ "$wrong" -ne 0 ] || [ "$count" -eq 0 ]; then
    echo "demo: $wrong of $count answers differ from examples/README.md"
    exit 1
fi
echo "demo: all $count answers have the degrees and bits of examples/README.md"
