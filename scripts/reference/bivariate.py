"""Polynomials in Z[x, y] as dictionaries, and their resultants by FLINT and by PARI under one convention.

A polynomial maps (exponent of x, exponent of y) to a non-zero int; {} is zero. A polynomial in the kept variable alone is a
list of ints, lowest degree first, without trailing zeros; [] is zero.

Convention: res(f, g) is the determinant of the Sylvester matrix with the true degrees in the eliminated variable and the rows
of f first, so res(f, g) = lc(f)^deg(g) * prod g(a) over the roots a of f; res(c, g) = c^deg(g), res(c, d) = 1 for constants that
are not zero, and 0 when f or g is zero. The discriminant of degree n >= 2 is (-1)^(n(n-1)/2) res(f, f') / lc(f); it is 1 for degree
1 and 0 for degree 0 and for zero. The two systems are asked only where both degrees are positive, where they follow this
convention; `check_by_sylvester` confirms that from the definition.
"""

import sys

import flint
from cypari import pari

# Coefficients have thousands of digits.
sys.set_int_max_str_digits(0)

CONTEXT = flint.fmpz_mpoly_ctx.get(["x", "y"], "lex")
# 4 GB of stack at most: PARI works with subresultants, which grow.
pari.allocatemem(10**9, 4 * 10**9, silent=True)


def index_of(var):
    """0 for x, 1 for y."""
    return "xy".index(var)


def degree(f, var):
    """Degree of f in var; -1 for zero."""
    k = index_of(var)
    return max((e[k] for e in f), default=-1)


def coefficients(f, var):
    """Coefficients of f as a polynomial in var, lowest first, each a list of ints in the other variable."""
    k = index_of(var)
    rows = [[] for _ in range(degree(f, var) + 1)]
    for e, c in f.items():
        row = rows[e[k]]
        row.extend([0] * (e[1 - k] + 1 - len(row)))
        row[e[1 - k]] = c
    return rows


def derivative(f, var):
    """The partial derivative of f in var."""
    k = index_of(var)
    out = {}
    for e, c in f.items():
        if e[k]:
            out[(e[0] - (k == 0), e[1] - (k == 1))] = c * e[k]
    return out


def add(f, g):
    """f + g."""
    out = dict(f)
    for e, c in g.items():
        s = out.get(e, 0) + c
        if s:
            out[e] = s
        else:
            out.pop(e, None)
    return out


def scale(f, c):
    """c * f for an int c."""
    return {e: c * v for e, v in f.items()} if c else {}


def mul(f, g):
    """f * g."""
    return from_flint(to_flint(f) * to_flint(g))


def power(f, n):
    """f^n."""
    return from_flint(to_flint(f) ** n)


def swap_variables(f):
    """f with x and y exchanged."""
    return {(j, i): c for (i, j), c in f.items()}


def to_flint(f):
    """f as a FLINT polynomial."""
    return CONTEXT.from_dict(f)


def from_flint(p):
    """The dictionary of a FLINT polynomial."""
    return {tuple(int(k) for k in e): int(c) for e, c in p.to_dict().items()}


def parse(text):
    """A polynomial from text such as "(x^2+y)^3 - 7*x"; products and powers are expanded."""
    x, y = CONTEXT.gens()
    value = eval(text.replace("^", "**"), {"__builtins__": {}}, {"x": x, "y": y})
    return from_flint(value) if hasattr(value, "to_dict") else ({(0, 0): value} if value else {})


def to_text(f):
    """f as the program prints it: expanded, terms in descending lexicographic order, "0" for zero."""
    pieces = []
    for (i, j), c in sorted(f.items(), reverse=True):
        monomial = "*".join(v if e == 1 else f"{v}^{e}" for v, e in (("x", i), ("y", j)) if e)
        size = abs(c)
        body = monomial if monomial and size == 1 else f"{size}*{monomial}" if monomial else str(size)
        pieces.append((" - " if c < 0 else " + ") + body if pieces else ("-" if c < 0 else "") + body)
    return "".join(pieces) or "0"


def kept_to_text(values, var):
    """A polynomial in the kept variable as text; var is the eliminated variable."""
    place = (lambda e: (e, 0)) if var == "y" else (lambda e: (0, e))
    return to_text({place(e): c for e, c in enumerate(values) if c})


def trim(values):
    """values without trailing zeros."""
    values = list(values)
    while values and values[-1] == 0:
        values.pop()
    return values


def core_flint(f, g, var):
    """res(f, g) by FLINT for positive degrees."""
    p = from_flint(to_flint(f).resultant(to_flint(g), var))
    assert degree(p, var) <= 0
    k = 1 - index_of(var)
    out = [0] * (max((e[k] for e in p), default=-1) + 1)
    for e, c in p.items():
        out[e[k]] = c
    return out


def core_pari(f, g, var):
    """res(f, g) by PARI for positive degrees."""
    r = pari(to_text(f)).polresultant(pari(to_text(g)), pari(var))
    return trim(int(c) for c in pari.Vecrev(r))


def resultant(f, g, var, core):
    """res(f, g) in var; degree 0 and zero by definition, the rest by core."""
    if not f or not g:
        return []
    p, q = degree(f, var), degree(g, var)
    if p == 0 or q == 0:
        value = flint.fmpz_poly(coefficients(f, var)[0] if p == 0 else coefficients(g, var)[0])
        # res(c, g) = c^q, res(f, c) = c^p; both degrees 0 give the empty product 1.
        return [int(c) for c in (value ** (q if p == 0 else p)).coeffs()]
    return trim(core(f, g, var))


def discriminant(f, var, core):
    """Discriminant of f in var with the classical normalisation."""
    n = degree(f, var)
    if n <= 0:
        return []
    if n == 1:
        return [1]
    r = flint.fmpz_poly(resultant(f, derivative(f, var), var, core))
    quotient, rest = divmod(r, flint.fmpz_poly(coefficients(f, var)[-1]))
    assert rest == 0
    sign = -1 if (n * (n - 1) // 2) % 2 else 1
    return [sign * int(c) for c in quotient.coeffs()]


def evaluate(values, t):
    """The value at t of a list of coefficients."""
    out = 0
    for c in reversed(values):
        out = out * t + c
    return out


def sylvester_determinant(f, g, var, t):
    """det Sylvester(f, g) at the value t of the kept variable, with the degrees that f and g have before t is put in."""
    a = [evaluate(row, t) for row in reversed(coefficients(f, var))]
    b = [evaluate(row, t) for row in reversed(coefficients(g, var))]
    p, q = len(a) - 1, len(b) - 1
    if p + q == 0:
        return 1
    rows = [[0] * i + a + [0] * (q - 1 - i) for i in range(q)] + [[0] * i + b + [0] * (p - 1 - i) for i in range(p)]
    return int(flint.fmpz_mat(rows).det())


def check_by_sylvester(f, g, var, values, points=(0, 1, -2, 3)):
    """Asserts that values, the claimed res(f, g), agrees with the definition at the given points."""
    for t in points:
        expected = sylvester_determinant(f, g, var, t) if f and g else 0
        assert evaluate(values, t) == expected, f"convention differs at {t}: {to_text(f)} ; {to_text(g)} ; {var}"


def reference(f, g, var, kind):
    """The answer on which FLINT, PARI and the definition agree; g is ignored for kind "discriminant"."""
    if kind == "resultant":
        by_flint, by_pari = (resultant(f, g, var, core) for core in (core_flint, core_pari))
        check_by_sylvester(f, g, var, by_flint)
    else:
        by_flint, by_pari = (discriminant(f, var, core) for core in (core_flint, core_pari))
        if degree(f, var) >= 2:
            n, lc = degree(f, var), coefficients(f, var)[-1]
            sign = -1 if (n * (n - 1) // 2) % 2 else 1
            res = flint.fmpz_poly(by_flint) * flint.fmpz_poly(lc) * sign
            check_by_sylvester(f, derivative(f, var), var, [int(c) for c in res.coeffs()])
    assert by_flint == by_pari, f"FLINT and PARI differ: {to_text(f)} ; {to_text(g)} ; {var} ; {kind}"
    return by_flint
