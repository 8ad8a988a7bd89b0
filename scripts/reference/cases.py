"""The named cases of tests/data/resultants.jsonl: tuples (name, f, g, kind), polynomials in x and y.

Every case is written for elimination of y; make_vectors.py also runs it with x and y exchanged.
"""

import random

from bivariate import add, derivative, mul, parse, power, scale
from random_polynomials import dense, mul_leading, sparse, triangular

SEED = 20130701


def primes_of_form(length, count, below=(2**32 - 1) // 3):
    """The largest `count` primes p = 1 mod length not above `below`."""
    out, p = [], below - (below - 1) % length
    while len(out) < count:
        if p > 2 and p % 2 and all(pow(a, p - 1, p) == 1 for a in (2, 3, 5, 7)) and is_prime(p):
            out.append(p)
        p -= length
    return out


def is_prime(n):
    """Trial division; n below 2^32."""
    d = 3
    while d * d <= n:
        if n % d == 0:
            return False
        d += 2
    return n % 2 == 1 or n == 2


def product(factors):
    """Product of polynomials."""
    out = {(0, 0): 1}
    for f in factors:
        out = mul(out, f)
    return out


def degenerate():
    """Zero, constants, degree 0 in either variable, common factors, equal inputs."""
    texts = [
        ("zero_zero", "0", "0"), ("zero_g", "0", "x*y^2+1"), ("f_zero", "x*y^2+1", "0"), ("zero_constant", "0", "7"), ("constant_zero", "7", "0"),
        ("constants", "6", "-4"), ("constant_and_x", "6", "x^2-4"), ("both_without_y", "x^2-1", "3*x+5"),
        ("constant_g", "3", "x*y^5+y+2"), ("negative_constant_odd", "-3", "x*y^5+y+2"), ("f_constant", "x*y^5+y+2", "-3"),
        ("kept_g", "x^3-2*x+5", "x*y^4+y^2-7"), ("f_kept", "x*y^4+y^2-7", "x^3-2*x+5"), ("kept_odd", "1-x^3", "x*y^3+y^2-7"),
        ("unit_g", "1", "x*y^4-1"), ("minus_one_even", "-1", "x*y^4-1"), ("minus_one_odd", "-1", "x*y^3-1"),
        ("linear_linear", "2*x*y+3", "5*y-x"), ("linear_y", "y", "x*y^3+x^2+5"), ("y_linear", "x*y^3+x^2+5", "y"), ("y_y", "y", "y"), ("y_minus_y", "y", "-y"),
        ("odd_smaller_first", "x*y^3+2*y-5*x", "y^5-x^2*y+3"), ("odd_larger_first", "y^5-x^2*y+3", "x*y^3+2*y-5*x"),
        ("odd_even_smaller_first", "x*y^3+2*y-5*x", "y^4-x^2*y+3"), ("odd_1_7", "x*y+1", "3*y^7-x*y^3+x^2"), ("odd_7_1", "3*y^7-x*y^3+x^2", "x*y+1"),
        ("odd_equal_degrees", "x*y^3+2*y-5*x", "y^3-x^2*y+3"), ("odd_equal_degrees_swapped", "y^3-x^2*y+3", "x*y^3+2*y-5*x"),
        ("equal", "x*y^3+2*y-5*x", "x*y^3+2*y-5*x"), ("equal_up_to_sign", "x*y^3+2*y-5*x", "-x*y^3-2*y+5*x"),
        ("multiple_by_constant", "x*y^3+2*y-5*x", "3*x*y^3+6*y-15*x"), ("multiple_by_x", "x*y^3+2*y-5*x", "(x^2+1)*(x*y^3+2*y-5*x)"),
        ("common_factor", "(x*y-1)*(y^2+x)", "(x*y-1)*(y^3-x*y+2)"), ("common_factor_high", "(y^4+x*y+3)*(y-x)", "(y^4+x*y+3)*(y^2+x^2)"),
        ("common_factor_kept", "(x^2-2)*(y^2+x)", "(x^2-2)*(y^3-x*y+2)"), ("common_y", "y*(x*y+1)", "y*(y^2-x)"), ("divides", "x*y-1", "(x*y-1)^3"),
        ("square", "(x*y^2-y+3)^2", "x*y^2-y+4"), ("coprime_powers", "(y-x)^5", "(y+x)^4"),
        ("no_x", "3*y^4-2*y+7", "5*y^3+y^2-1"), ("no_x_odd", "y^3-2", "y^5-3"), ("no_x_common", "(y-2)*(y+3)", "(y-2)*(y+5)"), ("no_x_in_f", "3*y^4-2*y+7", "x*y^3+x^2"),
        ("trailing_y", "y^3*(x*y^2+1)", "y^2*x+x^3+5"), ("trailing_x", "x^3*(x*y^2+1)", "y^2*x+x^3+5"), ("trailing_both", "x^2*y^3*(x*y^2+y+1)", "x^4*(y^2*x+x^3+5)"),
        ("zero_constant_term", "y^6+x*y^5", "x^3*y^2+7"), ("only_leading_terms", "x*y^4", "x^2+y^3+1"), ("monomials", "3*x^2*y^4", "5*x*y^2"), ("monomial_and_unit", "3*x^2*y^4", "y^2*x+2"),
    ]
    return [(name, parse(f), parse(g), "resultant") for name, f, g in texts]


def structured():
    """Structures that break generic remainder schedules: f(x, y^k), large gaps, defective sequences."""
    texts = [
        ("inflated_2", "x*y^6+(x^2+1)*y^4-3*y^2+x", "(x-4)*y^4+x^3*y^2+2"), ("inflated_3", "x*y^9+2*y^6-3*x*y^3+x^2", "(x-4)*y^6+x^3*y^3+2"),
        ("inflated_2_and_3", "y^6+x*y^4-3*y^2+x", "y^9-x^2*y^3+5"), ("inflated_and_odd", "x*y^8+y^4-x^2+3", "y^6+x*y^2+y-5"), ("inflated_4_both", "y^8-x*y^4+1", "y^4-x^2-x"),
        ("inflated_x", "x^6*y^3+x^3*y-2", "x^3*y^2-x^6+5"), ("both_inflated", "x^4*y^6-x^2*y^2+7", "y^4+x^4*y^2-x^2"),
        ("gap_31_17", "y^31+x*y+1", "y^17-x^2"), ("gap_17_31", "y^17-x^2", "y^31+x*y+1"), ("gap_40_1", "y^40-x*y+2", "x*y+x-3"), ("gap_23_22", "x*y^23+y-x", "y^22+x"),
        ("gap_32_16", "y^32+x", "y^16-x-1"), ("gap_33_32", "x*y^33-1", "y^32+x*y^31+1"), ("binomials", "y^12-x^5", "y^9-x^4"), ("binomials_coprime", "y^25-x", "y^16-x"),
        ("defective_first", "y^8+y^6-3*y^4-3*y^3+8*y^2+2*y-5+x", "3*y^6+5*y^4-4*y^2-9*y+21"), ("knuth", "y^8+y^6-3*y^4-3*y^3+8*y^2+2*y-5", "3*y^6+5*y^4-4*y^2-9*y+21"),
        ("defective_twice", "(y^9+x*y+1)*(y^2+x)+y^3", "y^9+x*y+1"), ("defective_drop_to_constant", "(y^7+x*y^2-1)*(y^3+x*y+2)+x+5", "y^7+x*y^2-1"),
        ("defective_chain", "((y^3+x)*(y^4+x*y)+y)*(y^5+1)+y^3+x", "(y^3+x)*(y^4+x*y)+y"), ("remainder_zero_tail", "y^5*(y^4+x)+y^2*x", "y^4+x"),
        ("defective_at_some_points", "y^7+(x^2-1)*y^6+x*y+1", "y^6+(x^2-4)*y^5+(x^3-x)*y^4+x+7"), ("defective_every_second", "y^10+x*y^8+y^2+x^2", "y^7-x*y^3+y"),
        ("cancel_kept", "(x+1)*y^4+x", "(x-1)*y^4+x+2"), ("rank_drop", "y^4+x*y^3+x^2*y^2+x^3*y+x^4", "y^5-x^5+1"),
    ]
    out = [(name, parse(f), parse(g), "resultant") for name, f, g in texts]
    for k, length in ((1, 12), (2, 16), (3, 20), (4, 32), (5, 45), (6, 64)):
        # Leading coefficients, constant terms and the answer vanish on roots of unity of common orders.
        w = parse(f"x^{length}-1")
        out.append((f"roots_of_unity_lead_{length}", add(mul(w, {(0, 3): 1}), parse("x*y-2")), parse(f"y^2+{k}*x*y-1"), "resultant"))
        out.append((f"roots_of_unity_both_leads_{length}", add(mul(w, {(0, 3): 1}), parse("x*y-2")), add(mul(w, {(0, 2): k}), parse("y-x")), "resultant"))
        out.append((f"roots_of_unity_answer_{length}", parse(f"y^2-x^{length}"), parse("y-1"), "resultant"))
        out.append((f"roots_of_unity_content_{length}", mul(w, parse("x*y^2-3*y+1")), parse("y^3-x"), "resultant"))
    return out


def leading(rng):
    """Leading coefficients that vanish at many points or modulo many primes."""
    out = []
    for count in (3, 12, 40):
        roots = product(add({(1, 0): 1}, {(0, 0): -i} if i else {}) for i in range(count))
        f, g = mul_leading(dense(rng, 4, 2, 16), roots), dense(rng, 3, 3, 16)
        out.append((f"lead_vanishes_at_{count}", f, g, "resultant"))
        out.append((f"lead_of_g_vanishes_at_{count}", g, f, "resultant"))
        if count < 40:
            out.append((f"both_leads_vanish_at_{count}", f, mul_leading(g, roots), "resultant"))
            out.append((f"lead_and_next_vanish_at_{count}", add(f, mul(roots, {(0, 3): 5})), g, "resultant"))
            out.append((f"constant_terms_vanish_at_{count}", add(mul(parse("y*(x*y^2+y-3)"), {(0, 0): 1}), roots), add(parse("y^2+x*y"), scale(roots, 3)), "resultant"))
    signed = product(parse(f"x-{i}") for i in range(1, 7))
    out.append(("several_coefficients_vanish", add(mul(signed, parse("y^5+x*y^4+2*y^3")), parse("y^2+x*y+1")), add(mul(signed, parse("y^4+3*y^3")), parse("x*y+2")), "resultant"))
    for length in (2, 6, 8, 12, 16, 24, 32, 60):
        primes = primes_of_form(length, 12)
        whole = 1
        for p in primes:
            whole *= p
        f, g = dense(rng, 4, 3, 12), dense(rng, 3, 2, 12)
        out.append((f"lead_zero_mod_primes_{length}", add(scale(parse("x^2*y^5+3*y^5"), whole), f), g, "resultant"))
        out.append((f"both_leads_zero_mod_primes_{length}", add(scale(parse("x*y^5-y^5"), whole), f), add(scale({(0, 4): 1}, whole), g), "resultant"))
        out.append((f"content_zero_mod_primes_{length}", scale(f, whole), g, "resultant"))
        out.append((f"common_factor_mod_primes_{length}", mul(parse("y-x"), f), add(mul(parse("y-x"), g), {(0, 0): whole}), "resultant"))
    return out


def large(rng):
    """Content, coefficients of thousands of bits, unbalanced sizes."""
    out = [
        ("content_both", scale(dense(rng, 3, 2, 20), 30030), scale(dense(rng, 4, 1, 20), 2**70), "resultant"),
        ("content_in_x", mul(parse("(x^2+x+1)^2"), dense(rng, 3, 2, 8)), mul(parse("(x-5)^3"), dense(rng, 2, 2, 8)), "resultant"),
        ("content_in_y", mul(parse("(y^2+y+1)^2"), dense(rng, 1, 2, 8)), mul(parse("(y-5)^3"), dense(rng, 1, 2, 8)), "resultant"),
        ("bits_10000_linear", dense(rng, 1, 1, 10000), dense(rng, 1, 1, 10000), "resultant"),
        ("bits_10000", dense(rng, 2, 1, 10000), dense(rng, 2, 1, 10000), "resultant"),
        ("bits_10000_and_1", dense(rng, 3, 1, 10000), dense(rng, 2, 2, 1), "resultant"),
        ("bits_10000_one_coefficient", add(dense(rng, 3, 3, 8), {(1, 2): 2**10000 - 1}), dense(rng, 3, 2, 8), "resultant"),
        ("bits_3000_no_x", dense(rng, 4, 0, 3000), dense(rng, 3, 0, 3000), "resultant"),
        ("powers_of_two", {e: 2 ** rng.randint(0, 400) for e in dense(rng, 3, 3, 1)}, {e: -(2 ** rng.randint(0, 400)) for e in dense(rng, 4, 2, 1)}, "resultant"),
        ("degree_x_200", sparse(rng, 2, 200, 20, 0.02), sparse(rng, 3, 150, 20, 0.02), "resultant"),
        ("degree_x_2_and_90", dense(rng, 5, 2, 20), dense(rng, 2, 90, 20), "resultant"),
        ("tiny_answer", parse("(x*y+1)^4"), parse("y-1"), "resultant"),
        ("cancelling_high_powers", parse("y^3+x^9*y^2-x^18"), parse("y^2-x^9*y+1"), "resultant"),
    ]
    for bits in (31, 32, 33, 63, 64, 65):
        edge = {(0, 0): -(2**bits), (1, 0): 2**bits - 1, (0, 1): 2**bits, (1, 1): -(2**bits - 1), (2, 2): 2**bits + 1}
        out.append((f"word_edge_{bits}", edge, add(edge, parse("y^3+x")), "resultant"))
    return out


def identities(rng):
    """Pairs f, f_y, and products, which tests of identities can combine."""
    out = []
    for n in (2, 3, 5, 8):
        f = triangular(rng, n, 10)
        out.append((f"with_derivative_{n}", f, derivative(f, "y"), "resultant"))
        out.append((f"derivative_first_{n}", derivative(f, "y"), f, "resultant"))
    square = mul(power(parse("x*y^2-3*y+x"), 2), parse("y-7"))
    out.append(("with_derivative_repeated", square, derivative(square, "y"), "resultant"))
    a, b, h = dense(rng, 2, 2, 10), dense(rng, 3, 1, 10), dense(rng, 4, 2, 10)
    out += [("factor_a", a, h, "resultant"), ("factor_b", b, h, "resultant"), ("factor_ab", mul(a, b), h, "resultant")]
    return out


def discriminants(rng):
    """Discriminants: small degrees, repeated factors, known families, random curves."""
    texts = [
        ("disc_zero", "0"), ("disc_constant", "5"), ("disc_kept", "x^2+1"), ("disc_linear", "(x-3)*y+x"), ("disc_y", "y"),
        ("disc_quadratic", "x*y^2+(x^2-1)*y+7"), ("disc_quadratic_square", "(x*y-2)^2"), ("disc_cubic", "y^3+x*y+1"), ("disc_cubic_lead", "(x-1)*y^3+x*y^2-3"),
        ("disc_repeated", "(y^2-x)^2*(y+1)"), ("disc_times_kept", "(x^2-3)*(y^3-x*y+1)"), ("disc_power", "y^7-x"), ("disc_no_x", "y^5-3*y+1"), ("disc_no_x_square", "(y-1)^2*(y+4)"),
        ("disc_inflated", "y^8+x*y^4+x^2-3"), ("disc_trinomial", "y^13+x*y+1"), ("disc_folium", "x^3+y^3-3*x*y"), ("disc_lemniscate", "(x^2+y^2)^2-2*(x^2-y^2)"),
        ("disc_lead_roots", "x*(x-1)*(x-2)*(x+1)*y^4+y^3-x*y+2"), ("disc_trailing", "x*y^5-3*y^3"), ("disc_negative_lead", "-3*y^3+x*y+1"),
    ]
    out = [(name, parse(f), {}, "discriminant") for name, f in texts]
    for n, bits in ((3, 30), (4, 100), (6, 20), (9, 8)):
        out.append((f"disc_curve_{n}", triangular(rng, n, bits), {}, "discriminant"))
    out.append(("disc_sparse", sparse(rng, 8, 5, 20, 0.15), {}, "discriminant"))
    out.append(("disc_content", scale(dense(rng, 4, 2, 12), 2310), {}, "discriminant"))
    out.append(("disc_bits_3000", dense(rng, 2, 1, 3000), {}, "discriminant"))
    return out


def growing(rng):
    """Dense and sparse random pairs of growing size."""
    out = []
    for dyf, dyg, dxf, dxg, bits in ((1, 1, 1, 1, 8), (2, 2, 2, 2, 31), (3, 2, 5, 1, 64), (4, 5, 3, 4, 24), (7, 5, 4, 4, 32), (8, 8, 2, 3, 100), (12, 7, 3, 5, 20),
                                     (16, 16, 2, 1, 10), (20, 16, 3, 3, 32), (31, 33, 1, 1, 16)):
        size = f"{dyf}_{dyg}_{dxf}_{dxg}_{bits}"
        out.append((f"dense_{size}", dense(rng, dyf, dxf, bits), dense(rng, dyg, dxg, bits), "resultant"))
        out.append((f"sparse_{size}", sparse(rng, dyf, 2 * dxf, bits), sparse(rng, dyg, 2 * dxg, bits), "resultant"))
    for n, m, bits in ((2, 3, 8), (4, 4, 16), (6, 5, 32), (9, 8, 12)):
        out.append((f"curves_{n}_{m}_{bits}", triangular(rng, n, bits), triangular(rng, m, bits), "resultant"))
    return out


def all_cases():
    """Every case, always the same."""
    rng = random.Random(SEED)
    out = degenerate() + structured()
    for family in (leading, large, identities, discriminants, growing):
        out += family(rng)
    return out
