"""Random polynomials in Z[x] of several shapes, lists of ints with the lowest degree first, all from one random.Random."""

from random_polynomials import coefficient
from univariate import add, derivative, inflate, mul, power


def dense(rng, degree, bits):
    """All coefficients present."""
    return [coefficient(rng, bits) for _ in range(degree + 1)]


def sparse(rng, degree, terms, bits):
    """At most `terms` coefficients, the highest and the lowest among them."""
    places = {0, degree} | {rng.randint(0, degree) for _ in range(terms - 2)}
    return [coefficient(rng, bits) if i in places else 0 for i in range(degree + 1)]


def pair(rng, size, bits, primes):
    """Two polynomials of one of the shapes, and the shape's name; degrees around `size`. `primes`: some that the engines use."""
    def deg():
        return rng.randint(0, size)

    def some():
        return dense(rng, deg(), bits) if rng.random() < 0.7 else sparse(rng, deg(), 4, bits)

    shapes = ["common", "common", "coprime", "divides", "equal", "content", "sparse", "inflated", "trailing", "lead", "unlucky", "derivative", "trivial", "uneven", "zero", "small"]
    shape = rng.choice(shapes)
    h, a, b = some(), some(), some()
    if shape in ("common", "coprime"):
        f, g = (mul(h, a), mul(h, b)) if shape == "common" else (a, b)
    elif shape == "divides":
        f, g = mul(a, h), a
    elif shape == "equal":
        f, g = a, [rng.choice([1, -1, 6]) * c for c in a]
    elif shape == "content":
        c = coefficient(rng, 3 * bits)
        f, g = mul(h, a, c, coefficient(rng, bits)), mul(h, b, c, coefficient(rng, bits))
    elif shape == "sparse":
        h = sparse(rng, 2 * deg(), 3, bits)
        f, g = (mul(h, sparse(rng, 5 * deg(), 4, bits)) for _ in range(2))
    elif shape == "inflated":
        k = rng.randint(2, 5)
        f, g = inflate(mul(h, a), k), inflate(mul(h, b), k)
        if rng.random() < 0.3:
            g = mul(g, [1, 1])
    elif shape == "trailing":
        f, g = [0] * rng.randint(0, 9) + mul(h, a), [0] * rng.randint(0, 9) + mul(h, b)
    elif shape == "lead":
        p = 1
        for q in rng.sample(primes, rng.randint(1, len(primes))):
            p *= q
        f, g = mul(h, a[:-1] + [a[-1] * p]), mul(h, b[:-1] + [b[-1] * p] if rng.random() < 0.5 else b)
        if rng.random() < 0.5:
            h = h[:-1] + [h[-1] * p]
            f, g = mul(f, h), mul(g, h)
    elif shape == "unlucky":
        p = 1
        for q in rng.sample(primes, rng.randint(1, len(primes))):
            p *= q
        f, g = mul(h, a), mul(h, add(a, mul(p, dense(rng, rng.randint(0, 2), 8))))
    elif shape == "derivative":
        f = mul(power(a, rng.randint(1, 2)), power(dense(rng, rng.randint(0, 3), bits), rng.randint(1, 3)), h)
        g = derivative(f)
    elif shape == "trivial":
        f, g = add(mul(a, h), [1]), mul(b, h)
    elif shape == "uneven":
        h = dense(rng, rng.randint(0, 2), bits)
        f, g = mul(h, dense(rng, 4 * size, bits)), mul(h, dense(rng, rng.randint(0, 2), bits))
    elif shape == "zero":
        f, g = a, rng.choice([[], [coefficient(rng, bits)]])
    else:
        h = dense(rng, rng.randint(0, 3), 4)
        f, g = (mul(h, dense(rng, rng.randint(0, 3), 4)) for _ in range(2))
    return (f, g, shape) if rng.random() < 0.5 else (g, f, shape)
