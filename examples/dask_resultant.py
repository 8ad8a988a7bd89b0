"""A resultant as tasks of Dask: residues modulo some primes are arrays, and each task lifts a range of coefficients.

    python examples/dask_resultant.py         on a cluster of this machine

On a real cluster give `resultant` a client of it. Each task is one call of the package, with the threads or the GPU of its worker.
"""

import math

import numpy as np
from distributed import Client

import eliminant


def is_prime(n):
    """By the test of Miller and Rabin, with bases that decide it below 2^64."""
    s = ((n - 1) & (1 - n)).bit_length() - 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(base, (n - 1) >> s, n)
        if x not in (1, n - 1) and all((x := x * x % n) != n - 1 for _ in range(s - 1)):
            return False
    return True


def primes_of(bits):
    """The largest primes below 2^62 with a product of more than so many bits."""
    found, candidate = [], 2**62 - 1
    while math.prod(found).bit_length() <= bits:
        if is_prime(candidate):
            found.append(candidate)
        candidate -= 2
    return found


def residues(f, g, var, shape, primes):
    """The coefficients of the resultant modulo each of the primes: an array [prime][coefficient]."""
    all_of_them = np.zeros((len(primes), *shape), dtype=np.uint64)
    for row, p in zip(all_of_them, primes):
        image = eliminant.resultant(f, g, var, modulus=p).to_array()
        row[tuple(slice(0, n) for n in image.shape)] = image.astype(np.uint64)
    return all_of_them.reshape(len(primes), -1)


def columns(rows, start, stop):
    return rows[:, start:stop]


def lift(parts, primes):
    """The integers v with these residues modulo all primes, 2 |v| below their product."""
    product = math.prod(primes)
    weights = [product // p * pow(product // p, -1, p) for p in primes]
    rows = np.concatenate(parts).astype(object)
    values = sum(row * weight for row, weight in zip(rows, weights)) % product
    return np.where(2 * values > product, values - product, values)


def resultant(client, f, g, var, at_once=4, ranges=4):
    """The resultant of two polynomials with integer coefficients by `var`, as a polynomial in the other variables."""
    plan = eliminant.plan("resultant", f, g, var=var)
    shape = [bound + 1 for bound in plan["degree_bound"]]
    # |v| < 2^height_bound is proved.
    primes = primes_of(plan["height_bound"] + 1)
    batches = [primes[k : k + at_once] for k in range(0, len(primes), at_once)]
    rows = [client.submit(residues, f, g, var, shape, batch) for batch in batches]
    cuts = np.linspace(0, math.prod(shape), ranges + 1, dtype=int)
    lifted = [
        client.submit(lift, [client.submit(columns, part, a, b) for part in rows], primes) for a, b in zip(cuts, cuts[1:])
    ]
    values = np.concatenate(client.gather(lifted)).reshape(shape)
    return eliminant.Polynomial.from_array(values, plan["kept"])


def main():
    f, g = "x^5*y^3 - 7*x*y^4 + 123456789*y - 1", "y^5 - 3*x^4*y^2 + x - 987654321"
    with Client(n_workers=2, threads_per_worker=1) as client:
        found = resultant(client, f, g, "y")
    assert found == eliminant.resultant(f, g, "y")
    print(f"{len(found.to_dict())} terms, as by one process")


if __name__ == "__main__":
    main()
