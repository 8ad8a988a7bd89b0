"""Operations: options, reports, plans, progress, Ctrl-C, threads, processes."""

import math
import multiprocessing
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
from fractions import Fraction

import eliminant
import pytest
from eliminant import Polynomial, gcd, lcm, resultant

# Minutes of work on any machine.
LONG = ("(x + y + 1)^90 + x*y^17 - 3", "(x - 2*y + 5)^90 + x^9*y - 7")


def test_options_and_reports() -> None:
    f, g = "x^2 + y^2 - 1", "y - x^2"
    for options in (
        {"backend": "cpu", "threads": 1},
        {"certainty": "probabilistic", "error_exponent": 20},
        {"method": "sylvester"},
        {"memory_limit": "1G", "seed": 7},
        {"memory_limit": 10**9, "devices": [0], "progress": None},
    ):
        answer, report = resultant(f, g, "y", report=True, **options)
        assert answer == Polynomial("x^4 + x^2 - 1") and report["backend"] == "cpu"
    assert resultant(f, g, "y", modulus=3) == Polynomial("x^4 + x^2 + 2")
    # x^4 + x^2 - 1 with coefficients from 0 on.
    curve = 2**255 - 19
    assert resultant(f, g, "y", modulus=curve) == Polynomial(f"x^4 + x^2 + {curve - 1}")
    assert gcd("x^2 - 1", "x^2 + x", modulus=curve) == Polynomial("x + 1")
    with pytest.raises(eliminant.ArgumentError, match="`speed` is none of resultant; it has backend"):
        resultant(f, g, "y", speed="high")  # type: ignore[call-arg]
    with pytest.raises(eliminant.ArgumentError, match="write auto or cpu"):
        resultant(f, g, "y", backend="tpu")
    with pytest.raises(eliminant.ArgumentError, match="name one of x, y"):
        resultant(f, g)


def test_every_operation() -> None:
    assert resultant(5, 7, "x") == 1 == eliminant.discriminant("x", "x")
    assert gcd("x^2 - 1", "x^3 - 1", ["x - 1"][0]) == Polynomial("x - 1") == gcd(["x^2 - 1", "x^3 - 1"])
    assert gcd("x^2 - 1", "x - 1", cofactors=True) == (Polynomial("x - 1"), Polynomial("x + 1"), 1)
    assert lcm("1/x", "1/x^2") == 1 / Polynomial("x")
    assert eliminant.xgcd("x", "x + 2", modulus=5)[0] == 1
    assert eliminant.content("x*y + x", "y") == (Polynomial("x"), Polynomial("y + 1"))
    assert eliminant.squarefree("x^2/4") == (eliminant.Polynomial("1/4"), [(Polynomial("x"), 2)])
    assert eliminant.gcd_batch([]) == [] and eliminant.gcd_batch([(6, 4)]) == [2]
    assert eliminant.discriminant({(0, 0, 1): 1, (0, 1, 0): 1, (1, 0, 2): 1}, 2) is not None
    assert resultant({(1, 1): 1, (0, 0): -1}, {(1, 0): 1, (0, 1): -1}, 0) == {(2,): -1, (0,): 1}
    f = Polynomial("x^2 - 1")
    assert f.resultant("x - 3", "x") == 8 and f.gcd("x - 1") == Polynomial("x - 1") and f.discriminant() == 4
    assert f.lcm("x") == Polynomial("x^3 - x") and Polynomial("2*x*y").content("y") == Polynomial("2*x")
    with pytest.raises(eliminant.ArgumentError, match="takes two or more"):
        gcd("x")


def test_plans() -> None:
    plan = eliminant.plan("resultant", "x^5 + y", "x^4 - y^3", var="x")
    assert plan["operation"] == "resultant" and plan["degree_bound"] == [15]
    assert eliminant.plan("det", [["x", 1], [2, "y"]])["operation"] == "determinant"
    for name in ("discriminant", "content", "squarefree"):
        assert eliminant.plan(name, "x^4 - y*x + 1", var="x")
    with pytest.raises(NotImplementedError):
        eliminant.plan("gcd_batch", "x", "y")


def test_roots_and_zeros() -> None:
    roots = eliminant.real_roots("(x^2 - 2)*(3*x + 1)^2")
    assert [root.multiplicity for root in roots] == [1, 2, 1] and roots[1].rational == eliminant.Polynomial("-1/3")()
    assert roots == sorted(roots) and roots[0] != roots[2] and roots[2] == eliminant.real_roots("x^4 - 4")[1]
    lower, upper = roots[2].interval(100)
    assert lower**2 < 2 < upper**2 and upper - lower < 2**-99
    assert roots[2].polynomial() == Polynomial("x^2 - 2") and float(roots[2]) == 2**0.5
    zeros = eliminant.solve_system("x^2 + y^2 - 25; x - y - 1")
    assert [zero.to_dict() for zero in zeros] == [{"x": -3.0, "y": -4.0}, {"x": 4.0, "y": 3.0}]
    assert zeros.complete and zeros[0].certified and zeros[-1]["x"] == 4.0 and zeros[0].error_bounds is not None
    more = eliminant.solve_system("x^3 - 2", bits=200)
    assert more[0].decimals()[0][0].startswith("1.259921049894873164767210607278228350570251464701507980")  # type: ignore[index]
    more_equations = eliminant.solve_system(["x^2 + y^2 - 5", "x*y - 2", "x - y + 1"])
    assert [zero.to_dict() for zero in more_equations] == [{"x": -2.0, "y": -1.0}, {"x": 1.0, "y": 2.0}]
    assert not more_equations[0].certified and more_equations.nonsolutions == 0
    parts = eliminant.System("x*(y - x^2)*(y - 2); x*(y - x^2)*(x - 3)").decompose(seed=1)
    assert [(part.dimension, part.degree, part.irreducible) for part in parts.components] == [(1, 1, True), (1, 2, True)]
    assert parts.isolated[0].real_point == (3.0, 2.0) and parts.dimension == 1 and parts.complete
    (x, y), (slope, *other) = parts.components[1].points[0], parts.components[1].slices[0]
    assert abs(y - x**2) < 1e-9 and abs(slope * x + other[0] * y + other[1]) < 1e-9
    double = eliminant.solve_system("(x - 3)^2")
    assert (double[0].multiplicity, double[0].certified, double[0].decimals()) == (2, False, None)


def test_roots_between_and_complex_roots() -> None:
    f = "x^2*(x - 1)*(x^2 - 2)"
    for between, expected in [
        ((0, 1), ["0", "1"]),
        ((None, Fraction(-1, 2)), ["-1.4142135623730950"]),
        (("1/2", float("inf")), ["1", "1.4142135623730950"]),
    ]:
        assert [str(root) for root in eliminant.real_roots(f, between=between)] == expected
    with pytest.raises(eliminant.ArgumentError, match="no exact number"):
        eliminant.real_roots(f, between=(0.5, 1))
    with pytest.raises(eliminant.ArgumentError, match="no numbers"):
        eliminant.real_roots(f, between=(1, 0))
    roots = eliminant.complex_roots("(x^2 - 2)*(x^2 - 2*x + 5)^2")
    assert [(root.is_real, root.multiplicity) for root in roots] == [(True, 1)] * 2 + [(False, 2)] * 2
    assert complex(roots[2]) == 1 + 2j == complex(roots[3].conjugate()) and roots[2].real_root is None
    assert roots[1].real_root == eliminant.real_roots("x^2 - 2")[1] and roots[2].decimal(4) == ("1.000", "2.000")
    (a, b), (c, d) = roots[3].rectangle(100)
    assert a < 1 < b and c < -2 < d and b - a < 2**-97 and repr(roots[3]).endswith("*i, multiplicity 2>")


def test_progress_rises_to_the_end_and_ends_what_raises() -> None:
    told: list[float] = []
    resultant("(x + y)^12 + 3", "(x - y)^11 + x", "x", progress=told.append)
    assert told == sorted(told) and told[-1] == 1.0

    def stop(fraction: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        resultant(*LONG, "x", backend="cpu", progress=stop)


def test_tiny_problems_tell_the_end_and_raise_as_others() -> None:
    told: list[float] = []
    assert gcd("x^2 - 1", "x - 1", progress=told.append) == Polynomial("x - 1")
    assert resultant("x - 1", "x - 3", progress=told.append, threads=2) == -2
    assert told[0] == 1.0 and told[-1] == 1.0
    with pytest.raises(ZeroDivisionError):
        gcd("x^2 - 1", "x - 1", progress=lambda fraction: 1 / 0)
    with pytest.raises(eliminant.ArgumentError, match="variable"):
        resultant("x - 1", "x - 3", "y")
    with pytest.raises(eliminant.ArgumentError, match="0"):
        eliminant.real_roots("0*x")


def test_ctrl_c(tmp_path: pathlib.Path) -> None:
    code = (
        "import eliminant, signal, threading, time, os\n"
        # A shell that puts its work into the background has it ignore Ctrl-C.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"f, g = [eliminant.Polynomial(f) for f in {LONG!r}]\n"
        "begun = []\n"
        "def press():\n"
        "    time.sleep(0.5); begun.append(time.monotonic()); os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Thread(target=press).start()\n"
        "try:\n"
        "    eliminant.resultant(f, g, 'x', backend='cpu'); print('finished')\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', time.monotonic() - begun[0])\n"
        "print(eliminant.resultant('x - 1', 'x - 3'))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, cwd=tmp_path)
    words = done.stdout.split()
    assert words[0] == "interrupted" and words[2] == "-2", (done.stdout, done.stderr)


def test_many_threads_at_once() -> None:
    failures: list[BaseException] = []

    def work(n: int) -> None:
        try:
            for k in range(20):
                assert resultant(f"x^2 - {n}*y", f"x - {k}", "x") == Polynomial(f"{k * k} - {n}*y")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def _in_child(_: int) -> str:
    return str(resultant("x^2 - 2", "x - 3", "x"))


def test_processes() -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(_in_child, range(4)) == ["7"] * 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_forks(tmp_path: pathlib.Path) -> None:
    code = (
        "import os, sys, eliminant\n"
        "if 'before' in sys.argv: eliminant.gcd('x', 'x')\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    try: print(eliminant.gcd('x^2 - 1', 'x - 1'), flush=True)\n"
        "    except eliminant.InternalError as error: print('refused', 'spawn' in str(error), flush=True)\n"
        "    os._exit(0)\n"
        "os.waitpid(pid, 0)\n"
    )
    run = [sys.executable, "-W", "ignore", "-c", code]
    for more, told in ([], "x - 1\n"), (["before"], "refused True\n"):
        done = subprocess.run([*run, *more], capture_output=True, text=True, timeout=60, cwd=tmp_path)
        assert done.stdout == told, done.stderr


def test_signals_of_others_are_left_alone() -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
    try:
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1))
        timer.start()
        assert resultant("(x + y + 1)^14", "(x - 2*y + 5)^13 + x", "x", backend="cpu")
        timer.join()
        resultant("x", "x - 1", "x")
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen == [signal.SIGUSR1]


@pytest.mark.gpu
def test_gpu() -> None:
    f, g = (Polynomial(f) for f in ("(x + y + 1)^20 + x*y^7 - 3", "(x - 2*y + 5)^19 + x^3*y - 7"))
    on_gpu, report = resultant(f, g, "x", backend="cuda", report=True)
    assert report["backend"] == "cuda" and on_gpu == resultant(f, g, "x", backend="cpu")
    assert gcd(f * g, f * (g + 1), backend="cuda") in (f, -f)
    m = [[f"x^{i + j} + y*{i - j}" for i in range(8)] for j in range(8)]
    assert eliminant.det(m, backend="cuda") == eliminant.det(m, backend="cpu")
    assert len(eliminant.solve_system("x^5 - y - 1; y^4 + x*y - 2", backend="cuda")) == 20
    assert eliminant.devices()[0]["self_test"] == "right"


def test_batches() -> None:
    sympy = pytest.importorskip("sympy")
    x, t = sympy.symbols("x t")
    problems = [(x**k - 2, x - t) for k in range(1, 40)]
    assert eliminant.batch("resultant", problems, var=x) == [sympy.resultant(*problem, x) for problem in problems]
    assert [str(answer) for answer in eliminant.batch("charpoly", [[[1]], [[2, 0], [0, 3]]])] == ["t - 1", "t^2 - 5*t + 6"]
    answers = eliminant.batch("gcd", [("x^2 - 1", "x - 1"), (6, 4, 2)], report=True)
    assert [answer for answer, _ in answers] == [Polynomial("x - 1"), 2] and answers[0][1]["backend"] == "cpu"
    assert eliminant.batch("squarefree", ["x^2"], modulus=7) == [(1, [(Polynomial("x"), 2)])]
    assert eliminant.batch("det", []) == []
    fractions: list[float] = []
    eliminant.batch("resultant", [("x^9 - y", "x^8 - 3*x + y^2")] * 50, var="x", progress=fractions.append)
    assert fractions[-1] == 1 and fractions == sorted(fractions)
    with pytest.raises(eliminant.ArgumentError, match="^problem 2: variable: is missing"):
        eliminant.batch("resultant", [("x", "x"), ("y", "y - 1"), ("x", "y")])
    with pytest.raises(eliminant.ArgumentError, match="problem 1: has no operands"):
        eliminant.batch("gcd", [("x", "x"), ()])
    with pytest.raises(eliminant.ArgumentError, match="checkpoint: is for one problem"):
        eliminant.batch("det", [[[1]]], checkpoint="x")
    with pytest.raises(ValueError, match="`none` is none"):
        eliminant.batch("none", ["x"])


def test_curves(tmp_path: pathlib.Path) -> None:
    sympy = pytest.importorskip("sympy")
    x, y = sympy.symbols("x y")
    graph = eliminant.curve(sympy.Eq(y**2, x**3 - x), x - y)
    assert (len(graph.vertices), len(graph.edges), len(graph.faces), graph.ovals) == (5, 10, 6, 0)
    assert [vertex.x.rational for vertex in graph.vertices] == [-1, None, 0, 1, None]
    assert graph.vertices[2].curves == [0, 1] and graph.vertices[2].branches == [3, 1]
    assert sum(face.bounded for face in graph.faces) == 2
    line = eliminant.curve("x*y - 1", "x", vars="x y")
    assert [asymptote.part for asymptote in line.asymptotes] == [True]
    assert line.edges[0].ends == (("x", -math.inf), ("y", -math.inf, 0))
    assert eliminant.curve("s*t", vars="t s").vars == ("t", "s")
    oval = eliminant.curve("x^2 + 2*y^2 - 1")
    assert (oval.ovals, oval.isolated_points) == (1, 0)
    for points in oval.polygons():
        assert abs(points[:, 0] ** 2 + 2 * points[:, 1] ** 2 - 1).max() < 1e-9
    assert oval._repr_svg_().startswith("<svg")
    for name, start in [("oval.svg", b"<svg"), ("oval.html", b"<!DOCTYPE html>"), ("oval.PNG", b"\x89PNG\r\n")]:
        oval.save(tmp_path / name, window=(-2, 2, -1, 1), size=(300, 200))
        assert (tmp_path / name).read_bytes().startswith(start)
    with pytest.raises(eliminant.ArgumentError, match=r"\.svg, \.png or \.html"):
        oval.save(tmp_path / "oval.gif")
    with pytest.raises(eliminant.ArgumentError, match="larger"):
        oval.svg(window=(1, 0, 0, 1))
    for wrong in (["x*y", "z"], ["x/y"], ["0*x*y"], []):
        with pytest.raises(eliminant.ArgumentError):
            eliminant.curve(*wrong)


def test_pictures() -> None:
    sympy = pytest.importorskip("sympy")
    x, y = sympy.symbols("x y")
    assert "x = -2, y = 0: crossing" in eliminant.plot(x**3 - 4 * x).svg()
    assert eliminant.plot("x*y - 1", "x - y", vars="y x").vars == ("y", "x")
    roots = eliminant.plot((x - 1) ** 2 * (x**2 + 4), complex=True)
    assert "x = 1: real root, multiplicity 2" in roots.svg() and "other roots" in roots.html()
    left, right, bottom, top = roots.window()
    assert left < 0 < 1 < right and bottom < -2 < 2 < top
    png = roots.png(size=(400, 300))
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and png[16:24] == (400).to_bytes(4, "big") + (300).to_bytes(4, "big")
    zeros = eliminant.solve_system("x^2 - 4; y - x; z^2 + x")
    picture = eliminant.plot(system=zeros, axes=["z", "y"])
    assert picture.not_shown == 2 and picture.solutions is zeros and "y = -2, z = " in picture.svg()
    assert eliminant.plot(system=[x**2 + y**2 - 5, x * y - 2], axes=(x, y)).not_shown == 0
    for arguments, options in [
        (["x", "y"], {"complex": True}),
        (["x*y"], {"complex": True}),
        (["x"], {"axes": "x y"}),
        (["x"], {"system": "x - 1; y"}),
        ([], {"system": "x - 1; y", "axes": "x w"}),
        ([], {"system": "x - 1; y", "axes": "x"}),
        ([], {"system": "x - 1"}),
        ([], {"system": pickle.loads(pickle.dumps(zeros))}),
        ([], {}),
    ]:
        with pytest.raises(eliminant.ArgumentError):
            eliminant.plot(*arguments, **options)


def test_plane() -> None:
    sympy = pytest.importorskip("sympy")
    x, y = sympy.symbols("x y")
    found = eliminant.solve(x**2 + y**2 - 5, sympy.Eq(x * y, 2))
    assert [(point.x.rational, point.y.rational) for point in found] == [(-2, -1), (-1, -2), (1, 2), (2, 1)]
    assert (found.complex, found.different, found.common, found.vars) == (4, 4, None, ("x", "y"))
    assert eliminant.solve(sympy.Poly(x * y, x, y), sympy.Poly(x * (y - 1), x, y)).common == sympy.Poly(x, x, y)
    exchanged = eliminant.solve("y^2 - x^3", "x - 1", "y x")
    assert [(float(each.x), float(each.y)) for each in exchanged] == [(-1, 1), (1, 1)] and exchanged.vars == ("y", "x")
    others = eliminant.solve(x**2 + y**2 + 3, x - y**2, complex=True).others
    assert len(others) == 4 and all(abs(complex(a) - complex(b) ** 2) < 1e-12 for a, b, _ in others)
    assert eliminant.solve("x^2 + y^2", "x - y", complex=True).others == []
    double = eliminant.solve("x^2 + y^2", "x - y")
    assert double[0].multiplicity == 2 == double[0].x.multiplicity and "multiplicity 2" in repr(double)
    with pytest.raises(eliminant.ArgumentError, match="the plane has two"):
        eliminant.solve("x", "y", "x")
    with pytest.raises(eliminant.ArgumentError, match="x, y, z; two are wanted"):
        eliminant.solve("x*y", "z")
    with pytest.raises(eliminant.ArgumentError, match="divided by y"):
        eliminant.solve("x/y", "x")
