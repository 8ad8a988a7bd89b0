#!/usr/bin/env python3
"""Breaks, one at a time, what decides whether an answer is trusted, and says which tests turn red.

    scripts/mutations.py                 all mutations
    scripts/mutations.py agrees certain  those whose names contain one of the words
    scripts/mutations.py --list          what there is, and whether the text of each is there once

A mutation is a text of a file, what takes its place, and the narrowest tests that must fail then. The file is put back afterwards, whatever happens. Tests
are run as they are by cargo; MUTATIONS_CARGO has arguments that are put behind `cargo test`, such as a profile that compiles faster. The status is 1 if a
mutation was caught by no test, or does not compile. Tests that do not end count as red.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Mutation(NamedTuple):
    name: str
    file: str
    text: str
    mutated: str
    tests: str


# A mutation may make a loop endless.
SECONDS = "180"

LIB, ANSWERS, GPU = "-p eliminant --lib ", "-p eliminant --test answers ", "-p eliminant-gpu "

MUTATIONS = [
    # Agreement of lifts.
    Mutation("agrees-any", "host/lift/extend.rs", "pairs.all(|(c, d)|", "pairs.any(|(c, d)|", LIB + "lift::extend"),
    Mutation("agrees-always", "host/lift/extend.rs", ".is_divisible(&block.modulus))", ".is_divisible(&block.modulus) || true)", LIB + "lift::extend"),
    Mutation("extend-symmetric", "host/lift/extend.rs", "if t > half {", "if t >= half {", LIB + "lift::extend"),
    # How many primes prove an answer, or confirm it.
    Mutation("enough-primes", "host/plan/primes.rs", "if count > 0 && sum > bits as f64 {", "if count > 0 && sum + 30.0 > bits as f64 {", LIB + "plan::primes"),
    Mutation("largest-primes", "host/plan/primes.rs", "                if total > bits as f64 {\n", "                if total + 30.0 > bits as f64 {\n", LIB + "plan::primes"),
    Mutation("room", "host/run/stopping.rs", "known.room() >= ROOM", "known.room() < ROOM", LIB + "run::stopping"),
    Mutation("confirm", "host/run/stopping.rs", "        if agrees {\n", "        if agrees || true {\n", LIB + "run::stopping"),
    # Checks of answers.
    Mutation("check", "host/run/check.rs", "if found != *expected {", "if found > *expected {", LIB + "resultant::verify"),
    Mutation("check-vanishes", "host/run/check.rs", ".all(|&(_, value)| value == 0)", ".all(|&(_, value)| value != 0)", LIB + "resultant::verify"),
    Mutation("sign-redrawn", "host/resultant/verify.rs", "if !check.vanishes() {", "if !check.vanishes() || true {", LIB + "resultant::verify"),
    Mutation("sign-swap", "host/resultant/verify.rs", "(f.len() - 1) & (g.len() - 1) & 1 != 0;", "(f.len() - 1) & (g.len() - 1) & 1 == 0;", LIB + "resultant::verify"),
    Mutation("sign-step", "host/plan/remainders.rs", "negative ^= a & b & 1 != 0;", "negative ^= (a | b) & 1 != 0;", LIB + "resultant::verify"),
    Mutation("sign-discriminant", "host/resultant/verify.rs", "Ok(Some(if (n * (n - 1) / 2).is_multiple_of(2) { value }", "Ok(Some(if (n * (n - 1)).is_multiple_of(2) { value }", LIB + "resultant::verify"),
    Mutation("gcd-check", "host/gcd/verify.rs", "self.field.mul(h, cofactor) == f)", "self.field.mul(h, cofactor) == f || true)", LIB + "gcd::verify"),
    Mutation("gcd-check-any", "host/gcd/verify.rs", "given.iter().zip(cofactors).all(", "given.iter().zip(cofactors).any(", LIB + "gcd::verify"),
    # Signs of the remedies.
    Mutation("sparse-check", "host/resultant/sparse/mod.rs", "        if found != value {", "        if false && found != value {", LIB + "resultant::sparse"),
    Mutation("sparse-balance", "host/resultant/sparse/mod.rs", "            match digit > p / 2 {", "            match digit > p {", LIB + "resultant::sparse"),
    Mutation("packed-outside", "host/resultant/packing.rs", "match found.iter().filter(|c| !c.is_zero()).count() == nonzero {", "match found.len() >= nonzero {", LIB + "resultant::packing"),
    Mutation("sparse-division", "host/gcd/sparse_division.rs", "if exponent < *degree || !c.is_divisible(lead) {", "if !c.is_divisible(lead) {", LIB + "sparse_division"),
    Mutation("remedy-sign", "host/resultant/remedy/mod.rs", "negative ^= n & 2 != 0;", "negative ^= n & 2 == 0;", LIB + "resultant::remedy::tests::discriminants"),
    Mutation("remedy-root", "host/resultant/remedy/mod.rs", "if self.square && image.values.iter().any(|value| !value.is_zero()) {", "if false && self.square {", LIB + "resultant::remedy"),
    Mutation("remedy-division", "host/resultant/remedy/coefficients.rs", "self.values.iter().all(Integer::is_zero).then_some(Coefficients { keep: self.keep, values: quotient })", "Some(Coefficients { keep: self.keep, values: quotient })", LIB + "resultant::remedy"),
    Mutation("remedy-root-rest", "host/resultant/remedy/square_root.rs", "if !rest.is_zero() {", "if false && !rest.is_zero() {", LIB + "resultant::remedy"),
    # Division of candidates.
    Mutation("division-bits", "host/gcd/division.rs", "if needed as f64 >= bits {", "if needed as f64 >= 64.0 * bits {", LIB + "gcd::division"),
    Mutation("division-exact", "host/gcd/division.rs", "let ([true, true], [f, g])", "let ([true, _], [f, g])", LIB + "gcd::"),
    Mutation("division-height", "host/gcd/division.rs", "product.max(f.height) + 1", "f.height", LIB + "gcd::division"),
    Mutation("two-primes", "host/gcd/images.rs", "least == 0 && lucky >= 2", "least == 0 && lucky >= 1", LIB + "gcd::images"),
    # GCDs in several variables.
    Mutation("told-once", "host/gcd/multivariate/bounds.rs", "[degree] => (degree > 0).then_some(degree),", "[degree] => Some(degree),", LIB + "gcd::multivariate::bounds"),
    Mutation("told-twice", "host/gcd/multivariate/bounds.rs", "before.contains(&last).then_some(last)", "Some(last)", LIB + "gcd::multivariate::bounds"),
    Mutation("coprime", "host/gcd/multivariate/coprime.rs", "gcd_degree(field, a, b, &run.control)? != Some(0)", "gcd_degree(field, a, b, &run.control)?.is_none()", LIB + "gcd::multivariate::coprime"),
    Mutation("lower-once", "host/gcd/multivariate/multiples.rs", "all.get(1).copied().filter(|&second| second < degree)", "all.first().copied().filter(|&second| second < degree)", LIB + "gcd::multivariate::multiples"),
    Mutation("certain-bits", "host/gcd/multivariate/multiples.rs", "if (bits as f64) < known =>", "if (bits as f64) < 64.0 * known =>", ANSWERS + "gcd_multivariate"),
    Mutation("aimed", "host/run/prime_supply.rs", "self.random |= count > FEW;", "self.random |= count > 1 << 20;", LIB + "run::prime_supply"),
    # Modulo a prime, and combinations.
    Mutation("modulo-exact", "host/gcd/modulo/division.rs", "if !remainder.is_empty() || factor.len() > length", "if factor.len() > length", LIB + "gcd::modulo"),
    Mutation("modulo-unlucky", "host/gcd/modulo/brown.rs", "images.monomial < monomial", "images.monomial > monomial", LIB + "gcd::modulo"),
    Mutation("modulo-bounds", "host/gcd/modulo/bounds.rs", "if keeps_degree {", "if true {", LIB + "gcd::modulo"),
    Mutation("modulo-powers", "host/gcd/modulo/squarefree.rs", "let times_p = s * p as u32;", "let times_p = s;", LIB + "gcd::modulo"),
    Mutation("modulo-check", "host/gcd/modulo/check.rs", "Ok(product == value(f))", "Ok(product == product)", LIB + "gcd::modulo"),
    Mutation("combination", "host/gcd/extended/over_q.rs", "let bits = (square_bits(f) * n + square_bits(g) * m) / 2 + 2;", "let bits = (square_bits(f) * n + square_bits(g) * m) / 4;", LIB + "gcd::extended"),
    Mutation("modulus-prime", "host/run/modulus.rs", "!= IsPrime::No\n", "!= IsPrime::Yes\n", ANSWERS + "modulus"),
    # Bounds.
    Mutation("height-rows-f", "host/plan/height.rs", "q * norm2(&self.f) + p * norm2(&self.g)", "q * norm2(&self.f)", LIB + "plan::height"),
    Mutation("height-rows-g", "host/plan/height.rs", "q * norm2(&self.f) + p * norm2(&self.g)", "p * norm2(&self.g)", LIB + "plan::height"),
    Mutation("height-columns-f", "host/plan/height.rs", "let product = mantissa * (a + b);", "let product = mantissa * b;", LIB + "plan::height"),
    Mutation("height-columns-g", "host/plan/height.rs", "let product = mantissa * (a + b);", "let product = mantissa * a;", LIB + "plan::height"),
    Mutation("height-lift", "host/plan/height.rs", "sum + (p + q) * unit - p * lift - p * q * tilt", "sum + (p + q) * unit - q * lift - p * q * tilt", LIB + "plan::height"),
    Mutation("height-discriminant", "host/plan/height.rs", "let divisor = (n - 2) as f64", "let divisor = n as f64", LIB + "plan::height"),
    Mutation("degree-lead", "host/plan/degree.rs", "let mut degree = q * a.lead + p * b.lead;", "let mut degree = q * a.lead;", LIB + "plan::degree"),
    Mutation("degree-edges", "host/plan/degree.rs", "e.rise * edge.len >= edge.rise * e.len", "e.rise * edge.len < edge.rise * e.len", LIB + "plan::degree"),
    Mutation("degree-zeros", "host/plan/degree.rs", "degree += a.zeros as i128 * b.edges.iter().map(|e| e.rise).sum::<i128>();", "", LIB + "plan::degree"),
    Mutation("degree-discriminant", "host/plan/degree.rs", "let mut degree = (2 * n - 2) * roots.lead;", "let mut degree = (2 * n - 3) * roots.lead;", LIB + "plan::degree"),
    Mutation("degree-pairs", "host/plan/degree.rs", "(2 * (n - before) - edge.len - 1)", "(2 * (n - before) - edge.len - 2)", LIB + "plan::degree"),
    # Signs of the routine that repairs.
    Mutation("repair-degree", "gpu/src/resultant/repair.rs", "let mut odd = (p - a) & q & 1 != 0;", "let mut odd = false;", GPU + "repair"),
    Mutation("repair-swap", "gpu/src/resultant/repair.rs", "        odd ^= a & b & 1 != 0;\n        core::mem::swap(&mut f, &mut g);", "        core::mem::swap(&mut f, &mut g);", GPU + "repair"),
    Mutation("determinant-swap", "host/determinant/verify.rs", "            value = field.sub(0, value);\n", "", LIB + "determinant"),
]


def there(mutation: Mutation) -> int:
    return (ROOT / mutation.file).read_text().count(mutation.text)


def run(mutation: Mutation) -> str:
    """What became of a mutation: the tests that failed, or why there are none."""
    path = ROOT / mutation.file
    original = path.read_text()
    extra = shlex.split(os.environ.get("MUTATIONS_CARGO", ""))
    try:
        path.write_text(original.replace(mutation.text, mutation.mutated, 1))
        command = ["cargo", "test", "--no-fail-fast", *extra, *shlex.split(mutation.tests)]
        built = subprocess.run([*command[:2], "--no-run", *command[3:]], cwd=ROOT, capture_output=True, text=True)
        if built.returncode != 0:
            return "does not compile: " + built.stderr.strip().splitlines()[-1][:200]
        done = subprocess.run(["timeout", "-k", "1", SECONDS, *command], cwd=ROOT, capture_output=True, text=True)
    finally:
        path.write_text(original)
    if done.returncode in (124, 137):
        return f"caught: no end within {SECONDS} seconds"
    if done.returncode == 0:
        ran = sum(int(count) for count in re.findall(r"test result: ok\. (\d+) passed", done.stdout))
        return f"NOT CAUGHT by {ran} tests"
    failed = re.findall(r"^test (\S+) \.\.\. FAILED", done.stdout, re.MULTILINE)
    return "caught by " + ", ".join(failed)


def main() -> int:
    words = sys.argv[1:]
    missing = [f"{m.name}: the text is {there(m)} times in {m.file}" for m in MUTATIONS if there(m) != 1]
    if words == ["--list"]:
        print("\n".join(f"{m.name:22} {m.file}: {m.tests}" for m in MUTATIONS))
        words = ["nothing of these"]
    print("\n".join(missing), end="\n" if missing else "")
    bad = len(missing)
    for mutation in MUTATIONS:
        if mutation in (m for m in MUTATIONS if there(m) != 1):
            continue
        if not words or any(word in mutation.name for word in words):
            result = run(mutation)
            bad += not result.startswith("caught")
            print(f"{mutation.name:22} {result}", flush=True)
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main())
