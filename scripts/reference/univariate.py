"""Polynomials in Z[x] as lists of ints, and their GCDs and squarefree decompositions by FLINT and by PARI under one convention.

A polynomial is a list of ints, lowest degree first, without trailing zeros; [] is zero.

Convention: gcd(f, g) is taken in Z[x], so it contains the gcd of the contents, and its leading coefficient is positive; gcd(0, 0) = 0,
gcd(0, g) = |g|: g with its leading coefficient made positive. The squarefree decomposition is f = content * product of s_i^i with
s_i primitive, squarefree, pairwise coprime, of positive degree and leading coefficient; the content carries the sign of f. A constant
has no factors, and zero has content 0.
"""

import math
import re

import flint
from cypari import pari

from bivariate import trim

TERM = re.compile(r"([+-]?)(\d*)\*?(x?)(?:\^(\d+))?")


def to_text(f):
    """f as the program prints it: terms from the highest degree down, "0" for zero."""
    pieces = []
    for e, c in reversed(list(enumerate(f))):
        if c:
            monomial = "" if e == 0 else "x" if e == 1 else f"x^{e}"
            size = str(abs(c)) if abs(c) != 1 or not monomial else ""
            body = size + "*" * bool(size and monomial) + monomial
            pieces.append((" - " if c < 0 else " + ") + body if pieces else ("-" if c < 0 else "") + body)
    return "".join(pieces) or "0"


def parse(text):
    """A polynomial from expanded text in x."""
    text = text.replace(" ", "").strip()
    terms, place = {}, 0
    while place < len(text):
        found = TERM.match(text, place)
        sign, digits, variable, power = found.groups()
        # A sign alone, a number without x but with a power, or terms that touch: no such text.
        if not (digits or variable) or (power and not variable) or (place and not sign):
            raise ValueError(f"no term at {text[place : place + 20]!r}")
        e = int(power) if power else 1 if variable else 0
        terms[e] = terms.get(e, 0) + int(digits or 1) * (-1 if sign == "-" else 1)
        place = found.end()
    return trim(terms.get(e, 0) for e in range(max(terms, default=-1) + 1))


def strings(f):
    """f as decimal strings."""
    return [str(c) for c in f]


def mul(*factors):
    """The product of lists or ints."""
    out = flint.fmpz_poly([1])
    for f in factors:
        out *= f if isinstance(f, int) else flint.fmpz_poly(f)
    return [int(c) for c in out.coeffs()]


def power(f, n):
    """f^n."""
    return [int(c) for c in (flint.fmpz_poly(f) ** n).coeffs()]


def add(f, g):
    """f + g."""
    return [int(c) for c in (flint.fmpz_poly(f) + flint.fmpz_poly(g)).coeffs()]


def derivative(f):
    """f'."""
    return [i * c for i, c in enumerate(f)][1:]


def inflate(f, k):
    """f(x^k)."""
    return [f[i // k] if i % k == 0 else 0 for i in range(k * (len(f) - 1) + 1)] if f else []


def positive(f):
    """f or -f, whose leading coefficient is positive."""
    return [-c for c in f] if f and f[-1] < 0 else list(f)


def gcd_by_flint(f, g):
    """gcd(f, g) by FLINT."""
    return positive([int(c) for c in flint.fmpz_poly(f).gcd(flint.fmpz_poly(g)).coeffs()])


def gcd_by_pari(f, g):
    """gcd(f, g) by PARI."""
    h = pari.gcd(pari.Polrev(f), pari.Polrev(g))
    return positive(trim(int(c) for c in pari.Vecrev(h)))


def check_by_definition(f, g, h):
    """Asserts that h is gcd(f, g): it divides both, the cofactors' contents are coprime, and modulo some prime so are the cofactors."""
    if not f or not g:
        assert h == positive(f or g)
        return
    (a, r), (b, s) = divmod(flint.fmpz_poly(f), flint.fmpz_poly(h)), divmod(flint.fmpz_poly(g), flint.fmpz_poly(h))
    assert r == 0 and s == 0 and h[-1] > 0
    assert math.gcd(*map(int, a.coeffs()), *map(int, b.coeffs())) == 1
    # Where no leading coefficient vanishes, a common divisor over Z keeps its degree modulo p.
    primes = (p for p in range(2**61, 2**61 + 10_000) if flint.fmpz(p).is_probable_prime())
    assert any(
        int(a.leading_coefficient()) % p and int(b.leading_coefficient()) % p
        and flint.nmod_poly([int(c) % p for c in a.coeffs()], p).gcd(flint.nmod_poly([int(c) % p for c in b.coeffs()], p)).degree() == 0
        for p in primes
    )


def gcd(f, g):
    """The gcd on which FLINT, PARI and the definition agree."""
    h = gcd_by_flint(f, g)
    assert h == gcd_by_pari(f, g), f"FLINT and PARI differ: {to_text(f)} ; {to_text(g)}"
    check_by_definition(f, g, h)
    return h


def quotient(f, g):
    """f / g, which must be exact."""
    q, r = divmod(flint.fmpz_poly(f), flint.fmpz_poly(g))
    assert r == 0
    return [int(c) for c in q.coeffs()]


def squarefree_by_pari(f):
    """(content, [(factor, multiplicity)]) by Yun's algorithm with PARI's gcd."""
    if not f:
        return 0, []
    content = math.gcd(*f) * (1 if f[-1] > 0 else -1)
    f = [c // content for c in f]
    common = gcd_by_pari(f, derivative(f))
    rest, change, out, i = quotient(f, common), quotient(derivative(f), common), [], 1
    while len(rest) > 1:
        change = add(change, [-c for c in derivative(rest)])
        factor = gcd_by_pari(rest, change)
        if len(factor) > 1:
            out.append((factor, i))
        rest, change, i = quotient(rest, factor), quotient(change, factor), i + 1
    return content, out


def squarefree(f):
    """The decomposition on which FLINT and PARI agree, (content, [(factor, multiplicity)]) in ascending multiplicity."""
    content, factors = squarefree_by_pari(f)
    if f:
        c, parts = flint.fmpz_poly(f).factor_squarefree()
        parts = sorted((([int(c) for c in s.coeffs()], int(k)) for s, k in parts), key=lambda part: part[1])
        assert (int(c), parts) == (content, factors), f"FLINT and PARI differ: {to_text(f)}"
        assert mul(content, *(power(s, k) for s, k in factors)) == f
    return content, factors
