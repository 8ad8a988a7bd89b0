"""Points, zeros, values and coefficients as arrays."""

from fractions import Fraction

import eliminant
import pytest

np = pytest.importorskip("numpy")


def test_zeros() -> None:
    zeros = eliminant.solve_system(["x^2 + y^2 - 5", "x*y - 2"])
    assert zeros.points.shape == (4, 2) and zeros.points.dtype == complex
    assert zeros.real_points.tolist() == [[-2, -1], [-1, -2], [1, 2], [2, 1]]
    none = eliminant.solve_system("x^2 + 1")
    assert none.real_points.shape == (0, 1) and none.points.shape == (2, 1)


def test_values_and_jacobians() -> None:
    rng = np.random.default_rng(3)
    points = rng.normal(size=(50, 2)) + 1j * rng.normal(size=(50, 2))
    values, jacobians = eliminant.evaluate(["x^3*y - 2", "x - i*y^2"], points, jacobians=True)
    x, y = points.T
    assert np.allclose(values, np.stack([x**3 * y - 2, x - 1j * y**2], axis=1))
    expected = np.stack([3 * x**2 * y, x**3, np.ones(50), -2j * y], axis=1).reshape(50, 2, 2)
    assert np.allclose(jacobians, expected)
    assert eliminant.evaluate("x^2", 3).tolist() == [[9]]
    assert eliminant.evaluate("x^2", [1, 2, 3]).tolist() == [[1], [4], [9]]
    with pytest.raises(eliminant.ArgumentError, match=r"shape \(points, 2\)"):
        eliminant.evaluate("x + y", [1, 2, 3])


def test_newton_and_paths() -> None:
    points, states = eliminant.newton("x^2 - 2; x - y", [[1, 1], [0, 0]])
    assert np.allclose(points[0], 2**0.5) and states == ["converged", "singular Jacobian"]
    followed, states = eliminant.track("x^2 - a*b", ["b", "a"], [[1], [-1]], [1, 1], [[2, 8], [1, 9]])
    assert followed.shape == (2, 2, 1) and np.allclose(followed[:, :, 0].real, [[4, -4], [3, -3]])
    assert len(states) == 4
    with pytest.raises(eliminant.ArgumentError, match="leave some"):
        eliminant.track("x - a", "x a", [[1]], [1], [1])


def test_matrices_and_numbers() -> None:
    assert eliminant.det(np.array([[1, 2], [3, 4]])) == -2
    assert eliminant.Polynomial(np.int64(7)) == 7
    with pytest.raises(TypeError):
        eliminant.det(np.array([[1.5]]))


def test_coefficients() -> None:
    f = eliminant.Polynomial.from_array([[0, 1, 0], [2, 0, -5]], "x y")
    assert f == eliminant.Polynomial("2*x + y - 5*x*y^2") and f.vars == ("x", "y")
    array = f.to_array()
    assert array.dtype == np.int64 and array.tolist() == [[0, 1, 0], [2, 0, -5]]
    large = eliminant.Polynomial("2^70*t^3 - 1/2")
    assert large.to_array().dtype == object and large.to_array().tolist() == [Fraction(-1, 2), 0, 0, 2**70]
    assert eliminant.Polynomial.from_array(large.to_array(), ["t"]) == large
    assert eliminant.Polynomial.from_array(np.array([3, 2**64 - 1], dtype=np.uint64), "t") == eliminant.Polynomial({(1,): 2**64 - 1, (0,): 3}, "t")
    assert eliminant.Polynomial("-2^63", "x").to_array().tolist() == [-(2**63)]
    assert eliminant.Polynomial(5).to_array().tolist() == 5 and eliminant.Polynomial(0, "x").to_array().tolist() == [0]
    for values, names, reason in [([1.5], "x", "float64"), ([1, 2], "x y", "1 dimensions"), (3, "", "0 dimensions")]:
        with pytest.raises(eliminant.ArgumentError, match=reason):
            eliminant.Polynomial.from_array(values, names)
    with pytest.raises(eliminant.LimitError, match="to_dict"):
        eliminant.Polynomial("x^100000*y^100000").to_array()


def test_many_coefficients() -> None:
    rng = np.random.default_rng(48)
    array = rng.integers(-(10**9), 10**9, size=(40, 30, 20))
    f = eliminant.Polynomial.from_array(array, "x y z")
    assert (f.to_array() == array).all() and f(1, 1, 1) == int(array.sum())
