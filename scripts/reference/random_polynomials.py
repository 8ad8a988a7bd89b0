"""Random polynomials in Z[x, y] of several shapes, all from one random.Random."""

from bivariate import add, mul, scale, swap_variables


def coefficient(rng, bits):
    """A non-zero integer of at most `bits` bits; half of the time of much fewer."""
    b = bits if rng.random() < 0.5 else rng.randint(1, bits)
    value = rng.randint(1, 2**b - 1) if b > 1 else 1
    return -value if rng.random() < 0.5 else value


def dense(rng, deg_y, deg_x, bits):
    """All coefficients present."""
    return {(j, i): coefficient(rng, bits) for i in range(deg_y + 1) for j in range(deg_x + 1)}


def sparse(rng, deg_y, deg_x, bits, density=0.2):
    """A fraction of the coefficients, always with y^deg_y and x^deg_x present."""
    f = {(j, i): coefficient(rng, bits) for i in range(deg_y + 1) for j in range(deg_x + 1) if rng.random() < density}
    f[(rng.randint(0, deg_x), deg_y)] = coefficient(rng, bits)
    f[(deg_x, rng.randint(0, deg_y))] = coefficient(rng, bits)
    return f


def triangular(rng, degree, bits):
    """All monomials of total degree at most `degree`, as a plane curve has."""
    return {(j, i): coefficient(rng, bits) for i in range(degree + 1) for j in range(degree + 1 - i)}


def pair(rng, size, bits):
    """Two polynomials of one of the shapes, and the shape's name; degrees up to `size`."""
    def deg():
        return rng.randint(0, size)

    shape = rng.choice(["dense", "sparse", "curve", "common", "inflated", "trailing", "content", "leading", "mixed", "swapped"])
    if shape == "dense":
        f, g = dense(rng, deg(), deg(), bits), dense(rng, deg(), deg(), bits)
    elif shape == "sparse":
        f, g = sparse(rng, 2 * deg(), deg(), bits), sparse(rng, 2 * deg(), deg(), bits)
    elif shape == "curve":
        f, g = triangular(rng, deg(), bits), triangular(rng, deg(), bits)
    elif shape == "common":
        h = sparse(rng, rng.randint(0, 2), rng.randint(0, 2), bits, 0.6)
        f, g = mul(h, sparse(rng, deg(), deg(), bits)), mul(h, sparse(rng, deg(), deg(), bits))
    elif shape == "inflated":
        k = rng.randint(2, 3)
        f, g = ({(j, k * i): c for (j, i), c in dense(rng, rng.randint(1, 3), deg(), bits).items()} for _ in range(2))
        if rng.random() < 0.5:
            g = add(g, {(0, 1): coefficient(rng, bits)})
    elif shape == "trailing":
        a, b = rng.randint(0, 4), rng.randint(0, 4)
        f, g = ({(j + s, i + t): c for (j, i), c in dense(rng, deg(), deg(), bits).items()} for s, t in ((a, b), (b, a)))
        if a and b and rng.random() < 0.5:
            g = add(g, {(0, 0): coefficient(rng, bits)})
    elif shape == "content":
        f = mul(scale(dense(rng, deg(), deg(), bits), coefficient(rng, bits)), sparse(rng, 0, rng.randint(0, 3), bits))
        g = scale(dense(rng, deg(), deg(), bits), coefficient(rng, bits))
    elif shape == "leading":
        # Leading coefficients that vanish at x = -2, ..., 2.
        f, g = dense(rng, deg() + 1, deg(), bits), dense(rng, deg() + 1, deg(), bits)
        lead = {(0, 0): 1}
        for i in range(-2, 3):
            lead = mul(lead, add({(1, 0): 1}, {(0, 0): -i} if i else {}))
        f, g = (mul_leading(p, lead) for p in (f, g))
    elif shape == "mixed":
        f, g = dense(rng, deg(), 0, bits), sparse(rng, deg(), deg(), bits)
    else:
        f, g = (swap_variables(sparse(rng, 2 * deg(), deg(), bits)) for _ in range(2))
    return (f, g, shape) if rng.random() < 0.5 else (g, f, shape)


def mul_leading(f, factor):
    """f with its leading coefficient in y multiplied by factor, a polynomial in x."""
    top = max(i for _, i in f)
    low = {e: c for e, c in f.items() if e[1] < top}
    return add(low, mul({e: c for e, c in f.items() if e[1] == top}, factor))
