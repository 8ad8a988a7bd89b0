"""The named cases of tests/data/gcd.jsonl, tuples (name, f, g), and of tests/data/squarefree.jsonl, pairs (name, f); lists of ints."""

import math
import random

import flint

from random_univariate import coefficient, dense, sparse
from univariate import add, derivative, gcd_by_flint, inflate, mul, parse, positive, power, quotient

SEED = 20100301


def largest_primes(below, count, length=1):
    """The largest `count` primes k * length + 1 below `below`, the order in which an engine takes them."""
    out, p = [], below - 1 - (below - 2) % length
    while len(out) < count:
        if p % 2 and flint.fmpz(p).is_prime():
            out.append(p)
        p -= length
    return out


def first_primes(count):
    """2, 3, 5, ..."""
    return [p for p in range(2, 20 * count) if flint.fmpz(p).is_prime()][:count]


# What the engines may take their primes from: below 2^32 / 3 and below 2^31, 31-bit words; below 2^50, IFMA words.
LIMITS = {"third_of_2_32": (2**32 - 1) // 3 + 1, "2_31": 2**31, "2_50": 2**50}


def linear(a):
    """x - a."""
    return [-a, 1]


def product_of(primes):
    """Their product."""
    return math.prod(primes)


def degenerate():
    """Constants, zero, equal inputs, one dividing the other, contents, signs, powers of x."""
    texts = [
        ("zero_zero", "0", "0"), ("zero_g", "0", "-8*x^2-6*x+4"), ("f_zero", "x^3-2*x", "0"), ("zero_constant", "0", "-7"), ("constant_zero", "7", "0"),
        ("zero_content", "0", "-6*x^5-12"), ("constants", "84", "-30"), ("constants_coprime", "84", "25"), ("units", "1", "-1"), ("minus_units", "-1", "-1"),
        ("constant_and_content", "12", "18*x^3-30*x"), ("content_and_constant", "18*x^3-30*x", "-12"), ("constant_and_primitive", "12", "18*x^3-5*x"),
        ("negative_constant", "-4", "6*x+2"), ("x_x", "x", "x"), ("x_minus_x", "x", "-x"), ("minus_x_minus_x", "-x", "-x"), ("x_constant", "x", "5"),
        ("linear_equal", "2*x-3", "2*x-3"), ("linear_opposite", "2*x-3", "-2*x+3"), ("linear_multiple", "4*x-6", "-10*x+15"), ("linear_coprime", "2*x-3", "3*x-2"),
        ("equal", "x^5-3*x+1", "x^5-3*x+1"), ("equal_negative", "-x^5-3*x+1", "-x^5-3*x+1"), ("equal_up_to_sign", "3*x^5-3*x+1", "-3*x^5+3*x-1"),
        ("multiple_by_constant", "6*x^5-18*x+6", "-4*x^5+12*x-4"), ("powers_of_x", "x^7", "x^4"), ("powers_with_content", "12*x^7", "-18*x^4"), ("power_and_unit", "x^7", "x^4+1"),
        ("shifted_by_powers", "x^9+x^7-2*x^6", "x^5-x^3"), ("trailing_both", "x^20+x^11", "x^30-x^9"), ("f_times_x", "x^4-2*x^3", "x^3-2*x^2"),
        ("one_and_long", "1", "x^40-3*x^20+7"), ("fibonacci", "x^2-x-1", "x^10-55*x-34"), ("knuth", "x^8+x^6-3*x^4-3*x^3+8*x^2+2*x-5", "3*x^6+5*x^4-4*x^2-9*x+21"),
        ("defective", "x^9+x^3+1", "x^6-x"), ("defective_to_zero", "x^12-1", "x^8-1"), ("drops", "x^16+x^3-1", "x^15+2"),
    ]
    return [(name, parse(f), parse(g)) for name, f, g in texts]


def divisors(rng):
    """Equal, f | g, coprime, large contents, negative leading coefficients, uneven degrees."""
    out = []
    for n, bits in ((1, 10), (7, 40), (31, 100), (32, 33), (90, 20)):
        f, a = dense(rng, n, bits), dense(rng, n // 2 + 1, bits)
        out += [(f"equal_{n}_{bits}", f, f), (f"opposite_{n}_{bits}", f, [-c for c in f])]
        out += [(f"f_divides_g_{n}_{bits}", f, mul(f, a)), (f"g_divides_f_{n}_{bits}", mul(f, a), f), (f"square_{n}_{bits}", mul(f, f), f)]
        out += [(f"coprime_{n}_{bits}", f, dense(rng, n, bits)), (f"shared_linear_{n}_{bits}", mul(f, [3, 7]), mul(a, [3, 7]))]
        h = positive(dense(rng, n // 2, bits))
        for sf, sg in ((1, -1), (-1, 1), (-1, -1)):
            out.append((f"signs_{n}_{bits}_{sf}_{sg}".replace("-1", "minus"), mul(sf, f, h), mul(sg, a, h)))
    for n, bits in ((0, 3000), (5, 500), (20, 200), (40, 64)):
        h, a, b = (dense(rng, n, 30) for _ in range(3))
        c, d, e = (coefficient(rng, bits) for _ in range(3))
        out += [(f"contents_{n}_{bits}", mul(c, d, a, h), mul(c, e, b, h)), (f"content_of_f_{n}_{bits}", mul(c, a, h), mul(b, h))]
        out += [(f"content_only_{n}_{bits}", mul(c, d, a), mul(c, e, b)), (f"content_powers_{n}_{bits}", mul(2**bits, a, h), mul(6 ** (bits // 3), b, h))]
    c = product_of(first_primes(60))
    out.append(("contents_of_first_primes", mul(c, [5, 1, 3]), mul(c * c, [7, 0, 3])))
    for p, q, r, bits in ((500, 3, 0, 20), (500, 3, 1, 20), (500, 3, 3, 20), (3, 500, 2, 20), (200, 1, 1, 60), (1, 200, 0, 60), (150, 20, 15, 80), (300, 299, 298, 6)):
        h = dense(rng, r, bits // 2)
        out.append((f"uneven_{p}_{q}_{r}", mul(h, dense(rng, p - r, bits // 2)), mul(h, dense(rng, q - r, bits // 2))))
    return out


def leading(rng):
    """Leading and constant coefficients that are divisible by many primes of each kind."""
    sets = {name: largest_primes(limit, 40) for name, limit in LIMITS.items()} | {"first": first_primes(100)}
    out = []
    for name, primes in sets.items():
        p = product_of(primes)
        h, a, b = (dense(rng, n, 20) for n in (6, 5, 4))
        lead = lambda f: f[:-1] + [f[-1] * p]
        tail = lambda f: [f[0] * p] + f[1:]
        out += [(f"lead_of_f_{name}", mul(h, lead(a)), mul(h, b)), (f"lead_of_gcd_{name}", mul(lead(h), a), mul(lead(h), b))]
        out += [(f"leads_of_cofactors_{name}", mul(h, lead(a)), mul(h, lead(b))), (f"all_leads_{name}", mul(lead(h), lead(a)), mul(lead(h), lead(b)))]
        out += [(f"tails_{name}", mul(tail(h), tail(a)), mul(tail(h), b)), (f"lead_coprime_{name}", lead(a), lead(b))]
        # Every coefficient but the constant one: modulo these primes f is a constant.
        out.append((f"all_but_constant_{name}", mul(h, [1] + [p * c for c in a[1:]]), mul(h, b)))
        # Half of the primes in either leading coefficient, and the gcd's without them.
        half = product_of(primes[::2])
        out.append((f"half_of_each_{name}", mul(h, a[:-1] + [a[-1] * half]), mul(h, b[:-1] + [b[-1] * (p // half)])))
    return out


def is_unlucky(f, g, primes):
    """Whether gcd(f, g) has a larger degree modulo each of the primes."""
    image = lambda h, p: flint.nmod_poly([c % p for c in h], p)
    true_degree = len(gcd_by_flint(f, g)) - 1
    return all(image(f, p).gcd(image(g, p)).degree() > true_degree for p in primes)


def monic(rng, degree):
    """With leading coefficient 1: the degree is the same modulo every prime."""
    return dense(rng, degree - 1, 16) + [1]


def unlucky(rng):
    """Cofactors that are coprime over Z and have a common factor modulo many primes of the kinds that engines take."""
    sets = {name: largest_primes(limit, 40) for name, limit in LIMITS.items()} | {"first": first_primes(100), "third_of_2_32_long": largest_primes(LIMITS["third_of_2_32"], 160)}
    for length in (64, 720, 1024, 2**15):
        for name in ("third_of_2_32", "2_50"):
            sets[f"{name}_step_{length}"] = largest_primes(LIMITS[name], 40, length)
    out = []

    def case(name, f, g, primes):
        assert is_unlucky(f, g, primes), name
        out.append((f"unlucky_{name}", f, g))

    for name, primes in sets.items():
        p = product_of(primes)
        h, a = monic(rng, 5), monic(rng, 6)
        shift = rng.randint(-50, 50)
        case(f"linear_{name}", mul(h, linear(shift)), mul(h, linear(shift + p)), primes)
        if "step" not in name:
            # Modulo the primes the cofactors are equal, or share one root: the degree is too large by 6, by 1.
            case(f"equal_{name}", mul(h, a), mul(h, add(a, mul(p, dense(rng, 3, 8)))), primes)
            case(f"no_gcd_{name}", mul(a, linear(shift)), add(mul(dense(rng, 4, 16), linear(shift)), [p]), primes)
    primes = sets["third_of_2_32"]
    # A prime divides one, two or three differences: the degrees modulo the primes are too large by different amounts.
    p, q, r = (product_of(primes[i::3]) for i in range(3))
    h = monic(rng, 4)
    case("by_steps", mul(h, linear(0), linear(5), linear(9)), mul(h, linear(p * q * r), linear(5 + p * q), linear(9 + p)), primes)
    # The first half unlucky, the second in the leading coefficients.
    p, q = product_of(primes[:20]), product_of(primes[20:])
    case("and_lead", mul(h, [-3, q]), mul(h, [-3 - p, q]), primes[:20])
    return out


def oscar(limit):
    """x times products over coprime n, d up to limit of d x - n and of d x^2 + n, whose gcd is x (Oscar.jl issue 2242)."""
    pairs = [(n, d) for n in range(1, limit + 1) for d in range(1, limit + 1) if math.gcd(n, d) == 1]
    return mul([0, 1], *([-n, d] for n, d in pairs)), mul([0, 1], *([n, 0, d] for n, d in pairs))


def swinnerton_dyer(k):
    """The minimal polynomial of the sum of the square roots of the first k primes: product over signs of x -+ sqrt 2 -+ sqrt 3 ..."""
    f = [0, 1]
    for p in first_primes(k):
        # f(x + s) = a + b s with s^2 = p; the next one is f(x + s) f(x - s) = a^2 - p b^2.
        a, b, part, scale = [], [], f, 1
        for j in range(len(f)):
            term = [c // scale * p ** (j // 2) for c in part]
            a, b = (add(a, term), b) if j % 2 == 0 else (a, add(b, term))
            part, scale = derivative(part), scale * (j + 1)
        f = add(mul(a, a), mul(-p, b, b))
    return f


def mignotte(n, a):
    """x^n - 2 (a x - 1)^2."""
    return add([0] * n + [1], [-2, 4 * a, -2 * a * a])


def cyclotomic(n):
    """The n-th cyclotomic polynomial."""
    return [int(c) for c in flint.fmpz_poly.cyclotomic(n).coeffs()]


def binomial(n):
    """x^n - 1."""
    return [-1] + [0] * (n - 1) + [1]


def families(rng):
    """Families of the literature."""
    out = [(f"many_linear_factors_{limit}", *oscar(limit)) for limit in (1, 2, 4, 8, 12)]
    for k in (2, 3, 4, 5, 6):
        s = swinnerton_dyer(k)
        a, b = dense(rng, 2**k // 2, 12), dense(rng, 2**k // 2 + 1, 12)
        out += [(f"swinnerton_dyer_{k}", mul(s, a), mul(s, b)), (f"swinnerton_dyer_{k}_and_derivative", s, derivative(s)), (f"swinnerton_dyer_{k}_coprime", s, add(s, [1]))]
    out.append(("swinnerton_dyer_neighbours", mul(swinnerton_dyer(4), swinnerton_dyer(3)), mul(swinnerton_dyer(5), swinnerton_dyer(3))))
    for n, m in ((12, 8), (30, 42), (105, 70), (360, 210), (255, 256)):
        out.append((f"roots_of_unity_{n}_{m}", binomial(n), binomial(m)))
    for k in (15, 105, 385, 420):
        out.append((f"cyclotomic_{k}", mul(cyclotomic(k), cyclotomic(7), cyclotomic(2)), mul(cyclotomic(k), cyclotomic(9))))
    out.append(("cyclotomic_products", mul(*(cyclotomic(k) for k in range(1, 25, 2))), mul(*(cyclotomic(k) for k in range(1, 25, 3)))))
    # Divisors of x^n - 1 with longer coefficients than x^n - 1 and the product of binomials, up to 10 times.
    for n, chosen in ((105, (3, 5, 7)), (210, (2, 3, 5, 7)), (315, (5, 7, 9)), (330, (2, 3, 5, 11)), (495, (5, 9, 11)), (1155, (11, 15, 21))):
        out.append((f"high_gcd_{n}", binomial(n), mul(*(binomial(d) for d in chosen))))
    for n, chosen in ((120, (1, 3, 5, 8, 12, 20, 30, 60)), (210, (2, 3, 5, 7, 30, 42, 70, 105)), (420, (1, 4, 12, 20, 28, 15, 21, 35, 420))):
        h = mul(*(cyclotomic(k) for k in chosen))
        out.append((f"divisor_{n}", binomial(n), mul(h, quotient(binomial(2 * n), binomial(n)))))
    for n, a in ((5, 3), (12, 10), (30, 1000), (64, 2**20), (101, 7)):
        f, h = mignotte(n, a), dense(rng, 6, 10)
        out += [(f"mignotte_{n}", f, derivative(f)), (f"mignotte_{n}_neighbour", f, mignotte(n, a + 1)), (f"mignotte_{n}_common", mul(f, h), mul(mignotte(n, a + 1), h))]
    for n in (6, 20, 35):
        wilkinson = mul(*(linear(i) for i in range(1, n + 1)))
        out += [(f"wilkinson_{n}", wilkinson, derivative(wilkinson)), (f"wilkinson_{n}_halves", wilkinson, mul(*(linear(i) for i in range(n // 2, 2 * n))))]
    for n, bits in ((3, 20), (8, 8), (15, 30)):
        a, b, c = (dense(rng, n, bits) for _ in range(3))
        f = mul(a, b, b, c, c, c)
        out += [(f"repeated_{n}_{bits}", f, derivative(f)), (f"repeated_powers_{n}_{bits}", mul(power(a, 4), b), mul(power(a, 3), power(b, 2)))]
        out.append((f"squarefree_{n}_{bits}", a, derivative(a)))
    for n, bits in ((2, 10), (10, 30), (40, 60), (100, 10)):
        a, b, h = (dense(rng, n, bits) for _ in range(3))
        out += [(f"trivial_{n}_{bits}", add(mul(a, h), [1]), mul(b, h)), (f"trivial_x_{n}_{bits}", add(mul(a, h), [0, 1]), mul(b, h))]
    return out


def structured(rng):
    """Polynomials in x^k, sparse ones, remainder sequences with gaps."""
    out = []
    for n, k, bits in ((4, 3, 20), (20, 3, 40), (50, 3, 10), (9, 7, 30), (30, 2, 64)):
        f, g = (inflate(mul(h, dense(rng, n, bits)), k) for h in [dense(rng, n // 2, bits)] * 2)
        out += [(f"inflated_{n}_{k}", f, g), (f"inflated_{n}_{k}_shifted", [0] + f, [0, 0] + g), (f"inflated_{n}_{k}_derivative", f, derivative(f))]
    for p, q, r, terms, bits in ((500, 400, 100, 5, 20), (300, 300, 0, 4, 30), (700, 20, 20, 3, 10), (256, 255, 128, 6, 60), (100, 90, 50, 8, 100), (900, 800, 10, 4, 6)):
        h = sparse(rng, r, terms, bits)
        out.append((f"sparse_{p}_{q}_{r}", mul(h, sparse(rng, p - r, terms, bits)), mul(h, sparse(rng, q - r, terms, bits))))
    out.append(("sparse_long", mul([0] * 1000 + [2], parse("x^977 - x + 1")), mul([0] * 333 + [1], parse("x^1002 - 3*x^55 + 2"))))
    out.append(("sparse_divides", parse("x^600 - 1"), parse("x^24 + x^12 + 1")))
    # Quotients of every degree: f = q g + r again and again.
    for steps in ((3, 1, 4, 1, 5), (10, 1, 1, 1, 20), (1,) * 12, (17, 0, 17)):
        f, g = [1], []
        for d in steps:
            f, g = add(mul(dense(rng, d, 3), f), g), f
        h = dense(rng, 5, 10)
        out.append((f"quotients_{'_'.join(map(str, steps[:5]))}_{len(steps)}", mul(f, h), mul(g, h)))
    return out


def growing(rng):
    """Dense random pairs of growing degree and length, and many small ones."""
    out = []
    for p, q, r, bits in ((1, 1, 0, 1), (1, 1, 1, 8), (2, 1, 1, 2000), (3, 2, 1, 64), (5, 5, 2, 1000), (8, 7, 3, 31), (16, 16, 8, 32), (31, 32, 16, 33), (32, 31, 1, 50),
                          (33, 33, 32, 100), (63, 64, 0, 64), (64, 64, 32, 20), (65, 63, 31, 128), (100, 90, 50, 10), (127, 128, 64, 5), (128, 127, 0, 1), (129, 130, 100, 40),
                          (200, 200, 100, 1), (255, 256, 128, 30), (256, 257, 3, 16), (300, 299, 150, 24), (300, 300, 0, 12), (40, 40, 20, 800), (12, 14, 7, 2000), (20, 30, 29, 600), (300, 280, 140, 80),
                          (200, 180, 90, 250), (100, 100, 50, 800)):
        h = dense(rng, r, bits)
        out.append((f"dense_{p}_{q}_{r}_{bits}", mul(h, dense(rng, p - r, bits)), mul(h, dense(rng, q - r, bits))))
    for i in range(120):
        bits = rng.choice((1, 2, 8, 31, 64, 200))
        h = dense(rng, rng.randint(0, 6), bits)
        f, g = (mul(h, dense(rng, rng.randint(0, 8), bits), rng.choice((1, 1, coefficient(rng, bits)))) for _ in range(2))
        out.append((f"small_{i}", f, g))
    return out


def gcd_cases():
    """Every pair, always the same."""
    rng = random.Random(SEED)
    out = degenerate()
    for family in (divisors, leading, unlucky, families, structured, growing):
        out += family(rng)
    assert all(max(map(abs, gcd_by_flint(f, g))) > max(map(abs, f + g)) for name, f, g in out if name.startswith("high_"))
    return out


def squarefree_cases():
    """Every polynomial, always the same."""
    rng = random.Random(SEED + 1)
    texts = [("zero", "0"), ("one", "1"), ("minus_twelve", "-12"), ("x", "x"), ("minus_x", "-x"), ("powers_of_x", "-12*x^7"), ("linear", "6*x-9"), ("content", "-6*x^2+6"),
             ("x_cubed_times", "x^5-x^3"), ("square", "x^2-2*x+1"), ("negative_square", "-4*x^2+8*x-4")]
    out = [(name, parse(f)) for name, f in texts]
    for n, bits in ((1, 8), (2, 30), (5, 64), (9, 12), (16, 20)):
        a, b, c, d = (dense(rng, n, bits) for _ in range(4))
        out += [(f"squarefree_{n}_{bits}", a), (f"multiplicities_1_2_3_{n}", mul(a, power(b, 2), power(c, 3))), (f"multiplicities_2_5_{n}", mul(power(a, 2), power(b, 5)))]
        out += [(f"only_cube_{n}", power(a, 3)), (f"content_{n}", mul(-(2**bits) * 45, a, a, b)), (f"one_of_each_{n}", mul(a, power(d, 4)))]
    out += [("linear_powers", mul(*(power(linear(i), i) for i in range(1, 11)))), ("high_power", power([3, -2], 60)), ("gap", mul(power([1, 1], 31), [2, 1], power([5, 0, 1], 7)))]
    # Modulo small primes factors coincide: x and x - 30030 and the like.
    p = product_of(first_primes(40))
    q = product_of(largest_primes(LIMITS["third_of_2_32"], 20))
    out += [("coincide_modulo_first", mul(power(linear(0), 2), linear(p), power(linear(2 * p), 3))), ("coincide_modulo_largest", mul(power(linear(1), 2), linear(1 + q), [-7, q]))]
    out += [("swinnerton_dyer", mul(power(swinnerton_dyer(3), 2), swinnerton_dyer(4))), ("mignotte", power(mignotte(12, 10), 2)), ("inflated", inflate(mul(power([1, 2, 3], 3), [1, 1]), 3))]
    out += [("cyclotomic", mul(binomial(12), binomial(18), binomial(30))), ("derivative_has_factor", mul(power([1, 0, 1], 4), [-1, 0, 0, 0, 0, 2]))]
    a, b = dense(rng, 60, 20), dense(rng, 20, 20)
    out += [("long", mul(a, b, b)), ("long_squarefree", a)]
    return out
