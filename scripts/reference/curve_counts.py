"""Independent counts of real plane curves: `counts(f)` of a polynomial f(x, y), by PARI's exact root counts.

The coordinates are sheared by a random x -> x + c y, after which the leading coefficient in y is constant: no branch goes to infinity over a finite x. The real
roots of the discriminant are enclosed in intervals [a, b] with rational ends. The number of different roots of f(x0, y) at such a root x0 follows from the
principal subresultants that vanish there, exactly. Their values are then known as clusters of approximate roots, so many that each is one root. Between two
neighbouring real ones lies a rational y; [a, b] is shrunk until f(x, y) has no root x in it, which a root count proves. So the arcs over a and over b that begin
between two such y all end in the one root of f(x0, y) between them. Components are those of the graph of arcs and roots, faces those of the sectors between the arcs.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

from cypari import pari


class Unclear(Exception):
    """Approximate roots do not fall into as many clusters as there are different roots."""


@dataclass
class Counts:
    components: int = 0
    ovals: int = 0
    isolated: int = 0
    unbounded: int = 0
    # Of each sign of f and boundedness.
    faces: Counter = field(default_factory=Counter)
    # Components in the projective plane, where the curve meets the line at infinity in different points only.
    projective: int | None = None
    # Whether f is: the signs are those of its squarefree part.
    squarefree: bool = True

    def plane(self):
        return self.components, self.ovals, self.isolated, self.unbounded, sum(self.faces.values())


class Sets:
    """Disjoint sets of numbers."""

    def __init__(self):
        self.up = []

    def new(self):
        self.up.append(len(self.up))
        return self.up[-1]

    def find(self, a):
        while self.up[a] != a:
            self.up[a] = self.up[self.up[a]]
            a = self.up[a]
        return a

    def join(self, a, b):
        self.up[self.find(a)] = self.find(b)


def rational(real, bits):
    """A dyadic number beside an approximation."""
    two = pari(2) ** bits
    return pari.floor(real * two) / two


def degree_in(f, name):
    return int(pari.poldegree(f, name))


def principal_subresultant(f, g, k):
    """Of f and g in y: it vanishes with all earlier ones where f and g have more than k roots in common."""
    n, m = degree_in(f, "y"), degree_in(g, "y")
    size = n + m - 2 * k
    rows = [[pari.polcoef(f, n - j + i, "y") for j in range(size)] for i in range(m - k)]
    rows += [[pari.polcoef(g, m - j + i, "y") for j in range(size)] for i in range(n - k)]
    return pari.matdet(pari.matrix(size, size, [entry for row in rows for entry in row]))


def clusters(f, x0, number, digits):
    """The real ones of the `number` different roots of f(x0, y), ascending, as numbers right to many digits."""
    bits = int(digits * 3.33)
    groups = [[root] for root in pari.polroots(pari.subst(f, "x", x0), precision=bits)]
    joined = pari(0)
    while len(groups) > number:
        # The nearest two.
        joined, i, j = min((min(pari.abs(a - b) for a in groups[i] for b in groups[j]), i, j) for i in range(len(groups)) for j in range(i))
        groups[j] += groups.pop(i)
    centres = [sum(group[1:], group[0]) / len(group) for group in groups]
    apart = min((pari.abs(a - b) for i, a in enumerate(centres) for b in centres[:i]), default=pari(1))
    if not joined < apart * pari("1e-9"):
        raise Unclear
    if apart < pari(10) ** (-digits // 4):
        raise Unclear
    real = [c for c in centres if pari.abs(pari.imag(c)) < apart * pari("1e-6")]
    if any(pari.abs(pari.imag(c)) < apart * pari("0.3") for c in centres if c not in real):
        raise Unclear
    return sorted(pari.real(c) for c in real)


def common_roots(discriminant, subresultants, interval):
    """How many roots, with multiplicities, f and its derivative have in common at the root of the discriminant in the interval."""
    common, k = discriminant, 1
    while True:
        common = pari.gcd(common, subresultants(k))
        if pari.poldegree(common) < 1 or int(pari.polsturm(common, interval)) == 0:
            return k
        k += 1


def critical(f, discriminant, subresultants, index, digits):
    """An interval of a critical x, the number of real roots of f there, and numbers between them at which f has no root in the interval."""
    degree, number = degree_in(f, "y"), int(pari.polsturm(discriminant))
    while digits < 4000:
        roots = list(pari.polrootsreal(discriminant, precision=int(digits * 3.33)))
        assert len(roots) == number, "PARI's real roots are not as many as Sturm's theorem says"
        x0, gap = roots[index], min([b - a for a, b in zip(roots, roots[1:])] + [pari(1)])
        bits = 11 - int(pari.floor(pari.log(gap) / pari.log(2)))
        try:
            while bits < 1.6 * digits:
                interval = [rational(x0, bits + 20) + sign * pari(2) ** -bits for sign in (-1, 1)]
                assert int(pari.polsturm(discriminant, interval)) == 1
                real = clusters(f, x0, degree - common_roots(discriminant, subresultants, interval), digits)
                between = [simple_between(p, q) for p, q in zip(real, real[1:])]
                if all(int(pari.polsturm(pari.subst(f, "y", y), interval)) == 0 for y in between):
                    return *interval, len(real), between
                bits += 20
        except Unclear:
            pass
        digits *= 2
    raise Unclear


def simple_between(p, q):
    """A dyadic number in the middle third of two."""
    bits = max(0, 4 - int(pari.floor(pari.log(q - p) / pari.log(2))))
    return rational((p + q) / 2, bits)


def numbers_below(f, x, between):
    """How many real roots f(x, y) has in each part of the line that the numbers cut."""
    g = pari.subst(f, "x", x)
    g = g * pari.denominator(pari.content(g))
    whole = int(pari.polsturm(g))
    if not between:
        return [whole]
    below = [int(pari.polsturm(g, [pari("-oo"), y])) for y in between] + [whole]
    return [b - a for a, b in zip([0] + below, below)]


def sheared(f, rng):
    """In other coordinates, in which the degree in y is the total degree."""
    degree = max(degree_in(pari.polcoef(f, k, "y"), "x") + k for k in range(degree_in(f, "y") + 1) if pari.polcoef(f, k, "y") != 0)
    while True:
        slope = rng.choice((-1, 1)) * pari(rng.randint(1, 30)) / rng.randint(1, 8)
        g = pari.subst(f, "x", pari("x") + slope * pari("y"))
        if degree_in(g, "y") == degree:
            return g / pari.content(g, 1)


def squarefree(f):
    common = pari.gcd(f, pari.deriv(f, "y"))
    return f if pari.poldegree(common) <= 0 and degree_in(common, "y") <= 0 else f / common


def counts(f, rng=None, digits=60):
    """Counts of the curve f = 0 in the affine plane; f is text or of PARI. None where no shear makes its roots clear."""
    rng = rng or random.Random(1)
    for _ in range(5):
        try:
            g = sheared(pari(f), rng)
            part = squarefree(g)
            result = count_sheared(part, digits)
            result.squarefree = degree_in(part, "y") == degree_in(g, "y")
            return result
        except Unclear:
            continue
    return None


def count_sheared(f, digits):
    n = degree_in(f, "y")
    derivative = pari.deriv(f, "y")
    discriminant = pari.poldisc(f, "y") if n > 1 else pari(1)
    known = {}

    def subresultants(k):
        if k not in known:
            known[k] = principal_subresultant(f, derivative, k)
        return known[k]

    if pari.poldegree(discriminant) == 0:
        return assemble(f, [])
    discriminant /= pari.gcd(discriminant, pari.deriv(discriminant))
    discriminant /= pari.content(discriminant)
    return assemble(f, [critical(f, discriminant, subresultants, index, digits) for index in range(int(pari.polsturm(discriminant)))])


def sign_at(f, k, number):
    """The sign of f between the roots with numbers k - 1 and k of so many simple ones, from below."""
    top = int(pari.sign(pari.polcoef(f, degree_in(f, "y"), "y")))
    return top * (-1) ** (number - k)


def assemble(f, found):
    """Joins arcs and sectors of all slabs at what was found at the critical x."""
    arcs, sectors, degrees = Sets(), Sets(), {}
    slabs = []
    left_end = found[0][0] if found else pari(0)

    def slab(number):
        slabs.append(([arcs.new() for _ in range(number)], [sectors.new() for _ in range(number + 1)]))

    slab(sum(numbers_below(f, left_end, [])))
    points = []
    for a, b, real, between in found:
        left, right = numbers_below(f, a, between), numbers_below(f, b, between)
        assert sum(left) == len(slabs[-1][0])
        if real == 0:
            assert sum(left) == sum(right) == 0
        slab(sum(right))
        (before, sectors_before), (after, sectors_after) = slabs[-2], slabs[-1]
        # Sectors below all, between, and above all.
        sectors.join(sectors_before[0], sectors_after[0])
        sectors.join(sectors_before[-1], sectors_after[-1])
        i = j = 0
        for k in range(real):
            point = arcs.new()
            points.append(point)
            degrees[point] = left[k] + right[k]
            for arc in before[i : i + left[k]] + after[j : j + right[k]]:
                arcs.join(point, arc)
            i, j = i + left[k], j + right[k]
            sectors.join(sectors_before[i], sectors_after[j])
    result = Counts()
    unbounded = {arcs.find(arc) for arc in slabs[0][0] + slabs[-1][0]}
    roots = {arcs.find(a) for a in range(len(arcs.up))}
    crossed = {arcs.find(p) for p in points if degrees[p] != 2}
    result.components = len(roots)
    result.unbounded = len(unbounded)
    result.ovals = len(roots - unbounded - crossed)
    result.isolated = sum(degrees[p] == 0 for p in points)
    outside = {sectors.find(s) for s in slabs[0][1] + slabs[-1][1]} | {sectors.find(s) for _, all_ in slabs for s in (all_[0], all_[-1])}
    signs = {}
    for own, all_ in slabs:
        for k, sector in enumerate(all_):
            sign = sign_at(f, k, len(own))
            assert signs.setdefault(sectors.find(sector), sign) == sign, "two signs in a face"
    result.faces = Counter((sign, s not in outside) for s, sign in signs.items())
    result.projective = projective(f, arcs, slabs)
    return result


def projective(f, arcs, slabs):
    """Opposite ends meet at infinity: the lowest slope on the right is the highest on the left."""
    n = degree_in(f, "y")
    top = sum(pari.polcoef(pari.polcoef(f, k, "y"), n - k, "x") * pari(f"y^{k}") for k in range(n + 1))
    left, right = slabs[0][0], slabs[-1][0]
    if not pari.issquarefree(top) or not len(left) == len(right) == int(pari.polsturm(top)):
        return None
    for a, b in zip(left, reversed(right)):
        arcs.join(a, b)
    return len({arcs.find(a) for a in range(len(arcs.up))})


def of_program(answer):
    """The same counts from the program's JSON for one polynomial."""
    result = Counts()
    result.components = len(answer["components"])
    result.ovals = sum(c["oval"] for c in answer["components"])
    result.unbounded = sum(not c["bounded"] for c in answer["components"])
    result.isolated = sum(v["kind"] == "isolated" for v in answer["vertices"])
    result.faces = Counter((face["signs"][0], face["bounded"]) for face in answer["faces"])
    return result
