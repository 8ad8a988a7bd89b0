#!/usr/bin/env python3
"""Real roots of FLINT's families by the program and by FLINT, each on one thread: flint_families.py [PROGRAM] [--degrees N ..] [--limit SECONDS] [--only NAME ..] [--columns N ..] [--threads N] [--folder FOLDER]

The polynomials of FLINT's profile of `fmpz_poly_isolate_real_roots` (Fibonacci, Bernoulli, Chebyshev, Legendre, Hermite, Laguerre, random with 1 and 1000 bits), of
Mignotte and of Wilkinson. All times are CPU times, so that other work on the machine counts little. The program's are those of the process with start, reading and
writing: `roots --count`, and `roots` with 20 digits; with --threads also the wall time of `roots --count` on so many. FLINT's are those of a call in the library that python-flint brings: `fmpz_poly_isolate_real_roots`, and
`arb_fmpz_poly_real_roots` to 68 bits. Least of three, milliseconds; one run beyond a second; none where a smaller degree took more than the limit. Ends with status 1
where numbers of roots differ. Needs python-flint; polynomials that --folder has are not made anew, for machines that have FLINT's library alone.
"""

import argparse
import ctypes
import glob
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from itertools import accumulate


def wilkinson(n):
    import flint

    def product(a, b):
        return flint.fmpz_poly([-a, 1]) if b - a == 1 else product(a, (a + b) // 2) * product((a + b) // 2, b)

    return product(1, n + 1).coeffs()


def recurrence(n, first, second, step):
    """Coefficients of a sequence of polynomials, primitive, from the first two and the next one of two."""
    import flint

    p, q = flint.fmpq_poly(first), flint.fmpq_poly(second)
    for k in range(1, n):
        p, q = q, step(k, p, q)
    return q.numer().coeffs()


def hypergeometric(n, first, ratio):
    """Coefficients c_k with c_(k+1) / c_k = ratio(k), as integers."""
    import flint

    ratios = (flint.fmpq(*ratio(k)) for k in range(n))
    return flint.fmpq_poly(list(accumulate(ratios, lambda a, b: a * b, initial=flint.fmpq(first)))).numer().coeffs()


def bernoulli(n):
    import flint

    return flint.fmpq_poly([flint.fmpz.bin_uiui(n, k) * flint.fmpq.bernoulli(n - k) for k in range(n + 1)]).numer().coeffs()


def chebyshev(n):
    # x^n and x^(n-2) ..., downwards.
    return descending(n, lambda k: (-(n - 2 * k) * (n - 2 * k - 1), 4 * (k + 1) * (n - k - 1)))


def descending(n, ratio):
    down = hypergeometric(n // 2, 1, ratio)
    f = [0] * (n + 1)
    for k, c in enumerate(down):
        f[n - 2 * k] = c
    return f


def mignotte(n):
    return [-2, 4 * 101, -2 * 101**2] + [0] * (n - 3) + [1]


def signs(n):
    rng = random.Random(n)
    return [1] + [rng.randint(-1, 1) for _ in range(n - 1)] + [1]


# Coefficients for a degree n, and the number of real roots where mathematics tells it. Fibonacci's have degree n - 1.
FAMILIES = {
    "Fibonacci": (lambda n: descending(n - 1, lambda k: ((n - 1 - 2 * k) * (n - 2 - 2 * k), (k + 1) * (n - 1 - k))), lambda n: 1 - n % 2),
    "Bernoulli": (bernoulli, None),
    "Chebyshev": (chebyshev, lambda n: n),
    "Legendre": (lambda n: descending(n, lambda k: (-(n - 2 * k) * (n - 2 * k - 1), 2 * (k + 1) * (2 * n - 2 * k - 1))), lambda n: n),
    "Hermite": (lambda n: descending(n, lambda k: (-(n - 2 * k) * (n - 2 * k - 1), 4 * (k + 1))), lambda n: n),
    "Laguerre": (lambda n: hypergeometric(n, 1, lambda k: (k - n, (k + 1) ** 2)), lambda n: n),
    "Mignotte, 101": (mignotte, lambda n: 4 - n % 2),
    "Wilkinson": (wilkinson, lambda n: n),
    "random, 1 bit": (signs, None),
    "random, 1000 bits": (lambda n: [random.Random(n * 10**4 + k).getrandbits(1000) * (-1) ** random.Random(k - n * 10**4).getrandbits(1) for k in range(n + 1)], None),
}


def library():
    import flint

    folder = os.path.join(os.path.dirname(os.path.dirname(flint.__file__)), "python_flint.libs")
    return ctypes.CDLL(glob.glob(os.path.join(folder, "libflint*"))[0])


class Poly(ctypes.Structure):
    _fields_ = [("coeffs", ctypes.c_void_p), ("alloc", ctypes.c_long), ("length", ctypes.c_long)]


def child(path, whole):
    """Seconds of FLINT's call and the number of roots, in a process of its own."""
    lib = library()
    lib._fmpz_vec_init.restype = lib._arb_vec_init.restype = ctypes.c_void_p
    lib._fmpz_vec_init.argtypes = lib._arb_vec_init.argtypes = [ctypes.c_long]
    lib.arb_fmpz_poly_real_roots.restype = ctypes.c_long
    f = Poly()
    lib.fmpz_poly_init(ctypes.byref(f))
    with open(path) as file:
        terms = json.load(file)["terms"]
    text = " ".join([str(terms[-1][1][0] + 1), ""] + by_degree(terms))
    lib.fmpz_poly_set_str(ctypes.byref(f), text.encode())
    n = f.length
    start, clock = time.process_time(), time.perf_counter()
    if whole:
        roots = lib._arb_vec_init(n)
        number = lib.arb_fmpz_poly_real_roots(ctypes.c_void_p(roots), ctypes.byref(f), 0, ctypes.c_long(68))
    else:
        exact, c = lib._fmpz_vec_init(2 * n), lib._fmpz_vec_init(n)
        # Fractions begin as 0/1.
        for k in range(n):
            ctypes.c_long.from_address(exact + 16 * k + 8).value = 1
        exponents, exact_number, number = (ctypes.c_long * n)(), ctypes.c_long(0), ctypes.c_long(0)
        lib.fmpz_poly_isolate_real_roots(
            ctypes.c_void_p(exact), ctypes.byref(exact_number), ctypes.c_void_p(c), exponents, ctypes.byref(number), ctypes.byref(f)
        )
        number = exact_number.value + number.value
    took, wall = time.process_time() - start, time.perf_counter() - clock
    # The CPU time of the system may advance by steps of some milliseconds.
    print(took if wall > 0.05 else wall, number)


def by_degree(terms):
    text = ["0"] * (terms[-1][1][0] + 1)
    for c, (k,) in terms:
        text[k] = c
    return text


def measured(command, limit):
    """Output and seconds of CPU time of a process, which ends where it takes more than the limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    bound = lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 2))
    out = subprocess.run(command, capture_output=True, preexec_fn=bound)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if out.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise subprocess.TimeoutExpired(command, limit)
    out.check_returncode()
    return out.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(run):
    """The number of roots and the least time in milliseconds; no number where the limit was passed, and text where it failed."""
    best = None
    for _ in range(3):
        try:
            number, took = run()
        except subprocess.TimeoutExpired:
            return None, None
        except subprocess.CalledProcessError as error:
            return f"status {error.returncode} {error.stderr.decode().strip()[-200:]}", None
        best = took if best is None else min(best, took)
        if took > 1:
            break
    return number, best * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="target/release/eliminant")
    parser.add_argument("--degrees", type=int, nargs="*", default=[256, 512, 1024, 2048, 4096])
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--columns", type=int, nargs="*", default=[0, 1, 2, 3], help="of the table, counted from 0")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--folder")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(args.child[0], args.child[1] == "1")
        return
    sys.set_int_max_str_digits(0)

    def program(path, options, threads=1):
        command = [args.program, "roots", "@" + path, "--format", "json", "--threads", str(threads), "--backend", "cpu"] + options
        begin = time.perf_counter()
        out, took = measured(command, args.limit)
        wall = time.perf_counter() - begin
        answer = json.loads(out)
        return (answer["count"] if options else len(answer["roots"])), took if threads == 1 else wall

    def reference(path, whole):
        command = [sys.executable, os.path.abspath(__file__), "--child", path, str(whole)]
        took, number = measured(command, args.limit)[0].split()
        return int(number), float(took)

    runs = [
        ("count", lambda path: program(path, ["--count"])),
        ("20 digits", lambda path: program(path, [])),
        ("FLINT isolates", lambda path: reference(path, 0)),
        ("FLINT, 68 bits", lambda path: reference(path, 1)),
    ]
    runs = [runs[column] for column in args.columns]
    if args.threads:
        runs.append((f"{args.threads} threads", lambda path: program(path, ["--count"], args.threads)))
    own = tempfile.TemporaryDirectory()
    folder = args.folder or own.name
    print(f"{'':26}{'roots':>6}" + "".join(f"{name:>16}" for name, _ in runs), flush=True)
    faults = 0
    for name, (coefficients, known) in FAMILIES.items():
        if args.only and not any(part in name for part in args.only):
            continue
        over = set()
        for n in args.degrees:
            path = os.path.join(folder, f"{name.replace(', ', '-').replace(' ', '-')}-{n}.json")
            if not os.path.exists(path):
                terms = [[str(c), [k]] for k, c in enumerate(coefficients(n)) if c != 0]
                with open(path, "w") as file:
                    json.dump({"vars": ["x"], "terms": terms}, file)
            cells, numbers = [], set() if known is None else {known(n)}
            for column, run in runs:
                if column in over:
                    cells.append("-")
                    continue
                number, took = least(lambda: run(path))
                if took is None:
                    over.add(column)
                    cells.append(f"> {args.limit:.0f} s" if number is None else "fails")
                    faults += number is not None
                    if number is not None:
                        print(f"{name} {n}, {column}: {number}")
                else:
                    numbers.add(number)
                    cells.append(f"{took:.1f}")
            fault = len(numbers) > 1
            faults += fault
            print(f"{name + ' ' + str(n):26}{'/'.join(map(str, sorted(numbers))):>6}" + "".join(f"{cell:>16}" for cell in cells) + ("  DIFFER" if fault else ""), flush=True)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
