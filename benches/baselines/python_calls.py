"""What calls from Python cost, and the same work by SymPy and python-flint where they are installed.

    python3 benches/baselines/python_calls.py        medians, in microseconds or milliseconds
"""

import statistics
import sys
import time

import eliminant
from eliminant import Polynomial


def median(work, repeats=15, inner=1):
    """The median time of one of `inner` runs, in seconds."""
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        for _ in range(inner):
            work()
        times.append((time.perf_counter() - begun) / inner)
    return statistics.median(times)


def row(name, work, inner=1, repeats=15, unit="ms"):
    scale = {"us": 1e6, "ms": 1e3}[unit]
    print(f"{name:64} {scale * median(work, repeats, inner):10.2f} {unit}")


def tiny_row(name, work, calls=1000):
    """The median time of a call where calls follow each other, and after a pause in which threads fall asleep."""
    times = [], []
    for pause, measured in zip((0, 0.001), times):
        for _ in range(calls):
            time.sleep(pause) if pause else None
            begun = time.perf_counter()
            work()
            measured.append(time.perf_counter() - begun)
    one, other = (1e6 * statistics.median(measured) for measured in times)
    print(f"{name:64} {one:10.2f} us, after a pause {other:.2f} us")


def main():
    print(f"Python {sys.version.split()[0]}, eliminant {eliminant.__version__}, {eliminant.build_info()['cuda']}")
    root = eliminant.real_roots("x - 1")[0]
    f, g = Polynomial("x^2 - 1"), Polynomial("x - 1")
    tiny_row("handing over to the worker and back, no work", lambda: root.decimal(30))
    tiny_row("a call of the same without handing over", lambda: root.decimal(1))
    row("f + g, two terms each", lambda: f + g, 2000, unit="us")
    tiny_row("gcd(x^2 - 1, x - 1)", lambda: eliminant.gcd(f, g))
    tiny_row("resultant(x^2 - 1, x - 1)", lambda: eliminant.resultant(f, g, "x"))
    cubic, square = Polynomial("x^3 - 3*x + 1"), Polynomial("(x - 1)^2*(x + 3)*(x^2 + 1)")
    tiny_row("discriminant(x^3 - 3*x + 1)", lambda: eliminant.discriminant(cubic))
    tiny_row("real_roots(x^3 - 3*x + 1)", lambda: eliminant.real_roots(cubic))
    tiny_row("squarefree((x - 1)^2*(x + 3)*(x^2 + 1))", lambda: eliminant.squarefree(square))
    matrix = eliminant.Matrix([["x", "1", "2"], ["3", "x + 1", "y"], ["y", "2", "x - y"]])
    tiny_row("determinant of 3 x 3 polynomials", lambda: eliminant.det(matrix))
    terms = {(i, j): i * j + 1 for i in range(320) for j in range(320)}
    row("a dict of 102,400 terms to a polynomial", lambda: Polynomial(terms, ["x", "y"]))
    large = Polynomial(terms, ["x", "y"])
    row("a polynomial of 102,400 terms to a dict", large.to_dict)
    try:
        import sympy
    except ImportError:
        print("without SymPy")
    else:
        x, y = sympy.symbols("x y")
        pair = sympy.Poly(x**2 - 1, x), sympy.Poly(x - 1, x)
        tiny_row("gcd of two Poly of degrees 2 and 1", lambda: eliminant.gcd(*pair))
        row("  the same by SymPy", lambda: sympy.gcd(*pair), 300, unit="us")
        for n in (4, 5, 6):
            m = sympy.Matrix(n, n, lambda i, j: sympy.Symbol(f"a{i}{j}"))
            row(f"determinant of {n} x {n} symbols of SymPy", lambda m=m: eliminant.det(m), repeats=5)
            if n < 6:
                row("  the same by SymPy (berkowitz, not expanded)", lambda m=m: m.det(method="berkowitz"), repeats=3)
        f, g = (x + y + 1) ** 6 + x * y - 3, (x - 2 * y + 5) ** 5 + x
        row("resultant of degrees 6 and 5 in two variables", lambda: eliminant.resultant(f, g, x), repeats=5)
        row("  the same by SymPy", lambda: sympy.resultant(f, g, x), repeats=1)
    try:
        import flint
    except ImportError:
        print("without python-flint")
    else:
        f = flint.fmpz_poly([(k * k * 7919) % 1009 - 500 for k in range(400)])
        g = flint.fmpz_poly([(k * k * 104729) % 997 - 500 for k in range(300)])
        h = flint.fmpz_poly([(k * 31) % 101 - 50 for k in range(200)])
        a, b = f * h, g * h
        row("gcd of degree 199, fmpz_poly of degrees 598 and 498", lambda: eliminant.gcd(a, b))
        row("  the same by FLINT", lambda: a.gcd(b))


if __name__ == "__main__":
    main()
