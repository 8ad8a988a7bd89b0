#!/usr/bin/env python3
"""Times of real roots by the program and by PARI's `polrootsreal`: real_roots.py [PROGRAM] [--digits N ..] [--threads N]

Families of orthogonal polynomials, Bernoulli's, Wilkinson's, Mignotte's (two roots that agree in thousands of bits), random and sparse ones. The program's times
are those of the process with reading and writing; PARI's are those of a call, to 38 digits. Least of three, milliseconds; one run where it takes more
than 2 s, none beyond a minute. Needs cypari.
"""

import argparse
import json
import subprocess
import tempfile
import time

from cypari import pari

MINUTE = 60
FAMILIES = ["polchebyshev", "pollegendre", "pollaguerre", "polhermite", "bernpol"]
OTHERS = [
    ("Wilkinson 100", "prod(k=1,100,x-k)"),
    ("Mignotte 60, 2^30", "x^60-2*(2^30*x-1)^2"),
    ("Mignotte 100, 2^50", "x^100-2*(2^50*x-1)^2"),
    ("Mignotte 200, 2^100", "x^200-2*(2^100*x-1)^2"),
    ("random 500, signs", "sum(k=0,500,x^k*(2*random(2)-1))"),
    ("random 1000, 10 bits", "sum(k=0,1000,x^k*(random(2^10)-2^9))"),
    ("random 200, 1000 bits", "sum(k=0,200,x^k*(random(2^1000)-2^999))"),
    ("sparse 3000", "x^3000-7*x^1001+3*x^2-1"),
]


def least(run):
    best = None
    for _ in range(3):
        start = time.monotonic()
        answer = run()
        took = (time.monotonic() - start) * 1e3
        best = took if best is None else min(best, took)
        if answer is None or took > 2000:
            break
    return (answer, best if answer is not None else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="target/release/eliminant")
    parser.add_argument("--digits", type=int, nargs="*", default=[10, 38, 1000])
    parser.add_argument("--threads", default="auto", help="of the program; PARI has one")
    args = parser.parse_args()
    pari.allocatemem(2**28, 2**31)
    pari("setrand(1)")
    problems = [(f"{name.removeprefix('pol')} {n}", f"{name}({n})") for n in (50, 100, 200) for name in FAMILIES]
    columns = [f"{digits} digits" for digits in args.digits] + ["PARI, 38"]
    print(f"{'':24}{'roots':>6}" + "".join(f"{column:>14}" for column in columns))
    for name, text in problems + OTHERS:
        f = pari(text)
        f *= pari.denominator(pari.content(f))
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(str(f))
            file.flush()

            def program(digits):
                command = [args.program, "roots", "@" + file.name, "--format", "json", "--digits", str(digits)]
                command += [] if args.threads == "auto" else ["--threads", args.threads]
                try:
                    out = subprocess.run(command, capture_output=True, check=True, timeout=MINUTE).stdout
                except subprocess.TimeoutExpired:
                    return None
                return len(json.loads(out)["roots"])

            def reference():
                try:
                    return len(pari(f"alarm({MINUTE}, polrootsreal({f}))"))
                except Exception:
                    return None

            found = [least(lambda: program(digits)) for digits in args.digits] + [least(reference)]
        counts = {count for count, _ in found if count is not None}
        times = "".join(f"{'-' if took is None else f'{took:.1f}':>14}" for _, took in found)
        print(f"{name:24}{'/'.join(map(str, counts)):>6}{times}", flush=True)


if __name__ == "__main__":
    main()
