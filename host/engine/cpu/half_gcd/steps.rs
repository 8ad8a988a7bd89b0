//! Steps of the remainder sequence with the instructions of a bundle: one by one with their matrix, and without one to the end.

use super::trace::Trace;
use super::{Matrix, Poly};
use crate::engine::cpu::gcd::found::Found;
use crate::engine::cpu::watched::Steps;
use crate::engine::cpu::word::{CpuWord, Lanes};
use crate::tasks::Tasks;
use gpu::Field;
use gpu::gcd::quotient_steps;

/// A polynomial of the sequence with its row.
pub(super) struct Side<E> {
    pub poly: Poly<E>,
    pub row: [Poly<E>; 2],
}

/// Removes leading coefficients: [`quotient_steps::trimmed`].
#[inline(always)]
pub(super) fn trim<F: Field>(field: &F, f: &mut Poly<F::Elem>, off: &mut u32) {
    f.truncate(quotient_steps::trimmed(field, f, off));
}

/// x <- l^e x - q y, the remainder of x by y up to that factor, l the leading coefficient of y and e = deg x - deg y + 1, deg x >= deg y; with its row. O(n) element steps for each degree that x loses, n the
/// coefficients of y and of its row.
#[inline(always)]
fn eliminate<F: Field>(
    field: &F,
    x: &mut Side<F::Elem>,
    y: &Side<F::Elem>,
    off: &mut u32,
    (is_stopped, passed): (impl Fn() -> bool, impl Fn(usize)),
) {
    let (m, n) = (x.poly.len(), y.poly.len());
    if m < n {
        return;
    }
    if m == n || m == n + 1 && n > 1 {
        // One step, of the polynomials and of the rows alike.
        let step = quotient_steps::Elimination::new(field, &x.poly, &y.poly);
        step.apply(field, &mut x.poly, &y.poly);
        for (x, y) in x.row.iter_mut().zip(&y.row) {
            x.resize(step.row_len(x, y), field.zero());
            step.apply(field, x, y);
        }
    } else {
        let mut quotient = vec![field.zero(); m + 1 - n];
        let pass = || {
            passed(n);
            is_stopped()
        };
        let scale = quotient_steps::pseudo_divide(field, &mut x.poly, &y.poly, &mut quotient, pass);
        for (x, y) in x.row.iter_mut().zip(&y.row) {
            for x in x.iter_mut() {
                *x = field.mul(scale, *x);
            }
            if !y.is_empty() && !is_stopped() {
                x.resize(x.len().max(y.len() + quotient.len() - 1), field.zero());
                quotient_steps::add_product(field, x, &quotient, y);
            }
        }
    }
    x.poly.truncate(n - 1);
    trim(field, &mut x.poly, off);
}

/// Steps one by one: see [`super::Half::half`].
pub(super) struct Base<'a, B: Lanes<Modulus: CpuWord>, T> {
    pub field: &'a B,
    pub a: &'a [B::Elem],
    pub b: &'a [B::Elem],
    pub below: usize,
    pub k: usize,
    pub off: &'a mut u32,
    pub trace: &'a mut T,
}

impl<B: Lanes<Modulus: CpuWord>, T: Trace<B>> pulp::NullaryFnOnce for Base<'_, B, T> {
    type Output = Option<Matrix<B::Elem>>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Base { field, a, b, below, k, off, trace } = self;
        let n = a.len() - 1;
        let one = || vec![field.one()];
        let mut x = Side { poly: a.to_vec(), row: [one(), Vec::new()] };
        let mut y = Side { poly: b.to_vec(), row: [Vec::new(), one()] };
        let mut done = false;
        while !y.poly.is_empty() && n - (y.poly.len() - 1) <= k {
            trace.step(field, (&x.poly, &y.poly), below);
            // Short: it does not stop.
            eliminate(field, &mut x, &y, off, (|| false, |_| ()));
            std::mem::swap(&mut x, &mut y);
            done = true;
        }
        done.then_some([x.row, y.row])
    }
}

/// One step on a pair with its rows.
pub(super) struct Step<'a, B: Lanes<Modulus: CpuWord>> {
    pub field: &'a B,
    pub x: &'a mut Side<B::Elem>,
    pub y: &'a Side<B::Elem>,
    pub off: &'a mut u32,
    pub tasks: &'a Tasks<'a>,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Step<'_, B> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Step { field, x, y, off, tasks } = self;
        // Short quotients are a part of what levels tell.
        let is_long = x.poly.len() >= y.poly.len() && super::is_long(x.poly.len(), y.poly.len());
        let passed = |n: usize| {
            if is_long {
                tasks.done(n)
            }
        };
        eliminate(field, x, y, off, (|| tasks.is_stopped(), passed));
    }
}

/// The plain remainder sequence of what is left.
pub(super) struct Rest<'a, B: Lanes<Modulus: CpuWord>> {
    pub field: &'a B,
    pub a: Poly<B::Elem>,
    pub b: Poly<B::Elem>,
    pub tasks: &'a Tasks<'a>,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Rest<'_, B> {
    type Output = Found<B::Elem>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Rest { field, a, b, tasks } = self;
        Found::by_steps(field, Steps::new(tasks).team(), a, b)
    }
}
