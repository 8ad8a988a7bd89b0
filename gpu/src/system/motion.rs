//! How parameters move along the way of a path: on a straight line, or each to its end as an exponential function.
//!
//! Polyhedral homotopies have coefficients c t^e with real exponents e (B. Huber, B. Sturmfels, A polyhedral method for solving sparse
//! polynomial systems, Math. Comp. 64 (1995)). In log t they are exponential functions, and steps of a path are of one size.

use crate::arith::Ring;
use crate::floating::{Complex, Float, Real};

/// The way of r parameters from q_0 at u = 1 to q_1 at u = 0.
pub trait Line<E> {
    /// q_1.
    fn end(&self, k: u32) -> E;
    /// q_0 - q_1, or the rate where parameters decay.
    fn back(&self, k: u32) -> E;
}

/// Parameter k at u: q_1 + u (q_0 - q_1) or, where `decays`, q_1 e^(-c u) for the real rate c >= 0 and the real part of u, which is not negative.
///
/// The exponential function is one of doubles, with a relative error below 10^-11. The error does not matter: each path follows the computed
/// factor, and that is exactly 1 at u = 0.
#[inline(always)]
pub fn parameter<R: Real>(
    ring: &Complex<R>,
    line: &impl Line<[R::Elem; 2]>,
    decays: bool,
    k: u32,
    u: [R::Elem; 2],
) -> [R::Elem; 2] {
    let (end, back) = (line.end(k), line.back(k));
    if decays {
        let f = ring.0.float();
        let factor = decayed(&f, f.mul(ring.0.leading(back[0]), ring.0.leading(u[0])));
        [ring.0.mul_part(end[0], factor), ring.0.mul_part(end[1], factor)]
    } else {
        ring.add(end, ring.mul(u, back))
    }
}

/// The derivative by u of parameter k, whose value is known.
#[inline(always)]
pub fn slope<R: Real>(
    ring: &Complex<R>,
    line: &impl Line<[R::Elem; 2]>,
    decays: bool,
    k: u32,
    value: [R::Elem; 2],
) -> [R::Elem; 2] {
    let back = line.back(k);
    if decays { ring.neg(ring.mul_real(value, back[0])) } else { back }
}

/// Halvings of the argument: it is below 745 / 2^14 = 0.046 then.
const HALVINGS: u32 = 14;

/// Terms of the series. The rest is below 0.046^9 / 9! = 3e-18.
const TERMS: u32 = 8;

/// Doubles have nothing below e^-745.
const MOST: f64 = 745.0;

/// e^-x for x >= 0: the series, and squares of it.
#[inline(always)]
fn decayed<F: Float>(f: &F, x: F::Elem) -> F::Elem {
    let (one, most) = (f.splat(1.0), f.splat(MOST));
    let x = f.select(f.less(x, most), x, most);
    let x = f.mul(x, f.splat(1.0 / (1u64 << HALVINGS) as f64));
    let mut value = one;
    for k in (1..=TERMS).rev() {
        value = f.sub(one, f.mul(f.mul(x, value), f.splat(1.0 / k as f64)));
    }
    for _ in 0..HALVINGS {
        value = f.mul(value, value);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floating::{Double, Scalar};

    struct One {
        end: [[f64; 1]; 2],
        back: [[f64; 1]; 2],
    }

    impl Line<[[f64; 1]; 2]> for One {
        fn end(&self, _: u32) -> [[f64; 1]; 2] {
            self.end
        }
        fn back(&self, _: u32) -> [[f64; 1]; 2] {
            self.back
        }
    }

    #[test]
    fn exponentials() {
        assert_eq!(decayed(&Scalar, 0.0), 1.0);
        for x in [1e-9f64, 0.01, 0.7, 1.0, 3.5, 30.0, 200.0, 700.0] {
            assert!((decayed(&Scalar, x) / (-x).exp() - 1.0).abs() < 1e-11, "{x}");
        }
        assert!([800.0, 1e9, 1e300, f64::INFINITY].iter().all(|&x| decayed(&Scalar, x) < 1e-300));
    }

    #[test]
    fn both_motions() {
        let ring = Complex(Double(Scalar));
        let near = |a: [[f64; 1]; 2], b: [f64; 2]| (a[0][0] - b[0]).abs() + (a[1][0] - b[1]).abs() < 1e-10;
        let line = One { end: [[3.0], [-1.0]], back: [[2.0], [0.0]] };
        let (u, half) = ([[0.5], [0.0]], (-1.0f64).exp());
        let [straight, bent] = [false, true].map(|decays| parameter(&ring, &line, decays, 0, u));
        assert!(near(straight, [4.0, -1.0]) && near(bent, [3.0 * half, -half]));
        assert!(near(slope(&ring, &line, false, 0, straight), [2.0, 0.0]));
        assert!(near(slope(&ring, &line, true, 0, bent), [-6.0 * half, 2.0 * half]));
    }
}
