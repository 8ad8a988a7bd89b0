//! GCDs of long polynomials by half-gcd, products by transforms: quasi-linear time.
//!
//! J. von zur Gathen, J. Gerhard, Modern Computer Algebra, sec. 11.1: of r_0, r_1 with deg r_0 = n, the quotients whose degrees
//! sum up to at most k depend on the 2k + 1 leading coefficients of r_0, and those of r_1 at the same places, only. So the matrix of
//! these steps is found from the first half of them, a step, and the second half. Steps are division-free and
//! transforms are not divided by their length: polynomials and rows of matrices are right up to factors, which a GCD does not mind.
//!
//! Lanes follow the degrees of the lanes that are not off, as in [`gpu::gcd::gcd`].

use crate::control::Control;
use crate::engine::cpu::bundle::{AxisTables, Tables};
use crate::engine::cpu::word::{CpuWord, Lanes};
use gpu::Field;
use gpu::gcd;
use gpu::resultant::remainder::PairStep;
use gpu::team::Solo;
use gpu::transform::ntt::{self, Passes, Twiddles};
use rayon::prelude::*;

/// Sum of degrees of quotients up to which steps are done one by one.
const BASE: usize = 192;

/// Least degree of a matrix's entries for products by transforms.
const LONG: usize = 40;

/// Polynomials shorter than this are left to the plain remainder sequence.
const SHORT: usize = 1000;

/// Points of the transforms for polynomials of degree `degree`: 15 2^a.
pub(in crate::engine::cpu) fn points(degree: u32) -> u32 {
    15 * (degree / 15 + 1).next_power_of_two()
}

/// A polynomial without leading zeros in all lanes; empty for 0.
type Poly<E> = Vec<E>;

/// Rows of the polynomials that a pair became, in terms of the pair it was.
type Matrix<E> = [[Poly<E>; 2]; 2];

/// A polynomial of the sequence with its row.
struct Side<E> {
    poly: Poly<E>,
    row: [Poly<E>; 2],
}

/// Removes leading coefficients that are 0 in every lane that is not off; lanes where the one that stays is 0 are off.
#[inline(always)]
fn trim<F: Field>(field: &F, f: &mut Poly<F::Elem>, off: &mut u32) {
    while let Some(&last) = f.last() {
        let zeros = field.zeros(last) | *off;
        if zeros != F::ALL {
            *off = zeros;
            return;
        }
        f.pop();
    }
}

/// x <- scale x + high z^shift y + low z^(shift - 1) y; `low` is 0 where `shift` is.
#[inline(always)]
fn add_multiple<F: Field>(
    field: &F,
    x: &mut Poly<F::Elem>,
    y: &[F::Elem],
    (scale, high, low): (F::Elem, F::Elem, F::Elem),
    shift: usize,
) {
    if !y.is_empty() && x.len() < y.len() + shift {
        x.resize(y.len() + shift, field.zero());
    }
    let start = shift.saturating_sub(1).min(x.len());
    let (below, above) = x.split_at_mut(start);
    below.iter_mut().for_each(|x| *x = field.mul(scale, *x));
    let mut rest = above;
    if shift > 0
        && let Some((x, others)) = std::mem::take(&mut rest).split_first_mut()
    {
        *x = field.dot2(scale, *x, low, y.first().copied().unwrap_or(field.zero()));
        rest = others;
    }
    // Here element i is coefficient shift + i of x.
    let near = y.iter().skip(1).copied().chain(std::iter::repeat(field.zero()));
    let count = y.len().min(rest.len());
    let (reached, beyond) = rest.split_at_mut(count);
    for ((x, &far), near) in reached.iter_mut().zip(y).zip(near) {
        *x = field.dot3(scale, *x, high, far, low, near);
    }
    beyond.iter_mut().for_each(|x| *x = field.mul(scale, *x));
}

/// x <- the remainder of x by y up to a factor, deg x >= deg y, with its row; two leading coefficients at a time.
#[inline(always)]
fn eliminate<F: Field>(
    field: &F,
    x: &mut Side<F::Elem>,
    y: &Side<F::Elem>,
    off: &mut u32,
    is_stopped: impl Fn() -> bool,
) {
    let (n, lead) = (y.poly.len(), y.poly[y.poly.len() - 1]);
    // Formal degrees: coefficients that happen to vanish take a factor 0.
    while x.poly.len() >= n && !is_stopped() {
        let shift = x.poly.len() - n;
        let top = x.poly[x.poly.len() - 1];
        let (factors, gone) = match shift > 0 && n > 1 {
            true => {
                let next = x.poly[x.poly.len() - 2];
                (PairStep::new(field, lead, y.poly[n - 2], top, next).factors(), 2)
            }
            false => ((lead, field.neg(top), field.zero()), 1),
        };
        add_multiple(field, &mut x.poly, &y.poly, factors, shift);
        x.poly.truncate(x.poly.len() - gone);
        for (x, y) in x.row.iter_mut().zip(&y.row) {
            add_multiple(field, x, y, factors, shift);
        }
    }
    trim(field, &mut x.poly, off);
}

/// Steps one by one: see [`Half::half`].
struct Base<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    a: &'a [B::Elem],
    b: &'a [B::Elem],
    k: usize,
    off: &'a mut u32,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Base<'_, B> {
    type Output = Option<Matrix<B::Elem>>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Base { field, a, b, k, off } = self;
        let n = a.len() - 1;
        let one = || vec![field.one()];
        let mut x = Side { poly: a.to_vec(), row: [one(), Vec::new()] };
        let mut y = Side { poly: b.to_vec(), row: [Vec::new(), one()] };
        let mut done = false;
        while !y.poly.is_empty() && n - (y.poly.len() - 1) <= k {
            // Short: it does not stop.
            eliminate(field, &mut x, &y, off, || false);
            std::mem::swap(&mut x, &mut y);
            done = true;
        }
        done.then_some([x.row, y.row])
    }
}

/// One step on a pair with its rows.
struct Step<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    x: &'a mut Side<B::Elem>,
    y: &'a Side<B::Elem>,
    off: &'a mut u32,
    control: &'a Control,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Step<'_, B> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        eliminate(self.field, self.x, self.y, self.off, || self.control.is_stopped());
    }
}

/// Short products: m0 a + m1 b.
struct Combine<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    row: &'a [Poly<B::Elem>; 2],
    a: &'a [B::Elem],
    b: &'a [B::Elem],
    len: usize,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Combine<'_, B> {
    type Output = Poly<B::Elem>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Combine { field, row, a, b, len } = self;
        let mut out = vec![field.zero(); len];
        for (m, f) in [(&row[0], a), (&row[1], b)] {
            for (j, pair) in m.chunks(2).enumerate() {
                // Two coefficients of the matrix in one pass.
                let (low, high) = (pair[0], pair.get(1).copied().unwrap_or(field.zero()));
                let mut before = field.zero();
                for (x, &c) in out.iter_mut().skip(2 * j).zip(f.iter().chain(std::iter::once(&field.zero()))) {
                    *x = field.dot3(field.one(), *x, low, c, high, before);
                    before = c;
                }
            }
        }
        out
    }
}

/// A transform in place.
struct Transform<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    axis: &'a AxisTables<B>,
    row: &'a mut Vec<B::Elem>,
    passes: Passes,
    inverse: bool,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Transform<'_, B> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Transform { field, axis, row, passes, inverse } = self;
        let twiddles = Twiddles::new(axis.powers.as_slice(), axis.len as u32, inverse);
        let n = row.len() as u32;
        match inverse {
            false => ntt::forward(field, Solo, &mut row.as_mut_slice(), n, passes, &twiddles),
            true => ntt::inverse(field, Solo, &mut row.as_mut_slice(), n, passes, &twiddles),
        }
    }
}

/// m0 a + m1 b of values.
struct Pointwise<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    row: [&'a [B::Elem]; 2],
    a: &'a [B::Elem],
    b: &'a [B::Elem],
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Pointwise<'_, B> {
    type Output = Vec<B::Elem>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Pointwise { field, row: [m0, m1], a, b } = self;
        let values = m0.iter().zip(a).zip(m1.iter().zip(b));
        values.map(|((&m0, &a), (&m1, &b))| field.dot2(m0, a, m1, b)).collect()
    }
}

/// What half-gcds of one bundle share.
pub(in crate::engine::cpu) struct Half<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    axis: &'a AxisTables<B>,
    /// Lengths of transforms with their passes, ascending.
    lengths: Vec<(usize, Passes)>,
    control: &'a Control,
}

impl<'a, B: Lanes<Modulus: CpuWord>> Half<'a, B> {
    /// With the transforms of one axis of one coset, of at least `degree` + 1 points; `None` where there is no such axis.
    pub fn new(tables: &'a Tables<B>, degree: u32, control: &'a Control) -> Option<Self> {
        let [axis] = &tables.axes[..] else { return None };
        if axis.shifts.len() != 1 || axis.len <= degree as usize {
            return None;
        }
        let divisors = (0..32).flat_map(|a| [1, 3, 5, 15].map(|odd| odd << a)).filter(|&n| axis.len.is_multiple_of(n));
        let mut lengths: Vec<(usize, Passes)> =
            divisors.filter_map(|n: usize| Some((n, Passes::new(n as u32)?))).collect();
        lengths.sort_by_key(|&(n, _)| n);
        Some(Half { field: &tables.field, axis, lengths, control })
    }

    /// Values of polynomials with at most `n` coefficients at some points, at least `n`.
    fn values<const N: usize>(&self, n: usize, polys: [&[B::Elem]; N]) -> [Vec<B::Elem>; N] {
        let (len, passes) = self.lengths[self.lengths.partition_point(|&(len, _)| len < n).min(self.lengths.len() - 1)];
        let mut rows = polys.map(|poly| {
            let mut row = poly.to_vec();
            row.resize(len, self.field.zero());
            row
        });
        let transform = |row: &mut Vec<B::Elem>| {
            self.field.simd(Transform { field: self.field, axis: self.axis, row, passes, inverse: false });
        };
        rows.par_iter_mut().for_each(transform);
        rows
    }

    /// The first `n` coefficients, up to a factor, of polynomials of lower degree than there are values.
    fn coefficients<const N: usize>(&self, n: usize, mut rows: [Vec<B::Elem>; N]) -> [Poly<B::Elem>; N] {
        let transform = |row: &mut Vec<B::Elem>| {
            let passes = self.lengths.iter().find(|(len, _)| *len == row.len()).map(|&(_, passes)| passes);
            if let Some(passes) = passes {
                self.field.simd(Transform { field: self.field, axis: self.axis, row, passes, inverse: true });
            }
            row.truncate(n);
        };
        rows.par_iter_mut().for_each(transform);
        rows
    }

    fn pointwise(&self, row: [&[B::Elem]; 2], a: &[B::Elem], b: &[B::Elem]) -> Vec<B::Elem> {
        self.field.simd(Pointwise { field: self.field, row, a, b })
    }

    /// M (a, b), of lower degree than a; trimmed.
    fn apply(&self, m: &Matrix<B::Elem>, a: &[B::Elem], b: &[B::Elem], off: &mut u32) -> [Poly<B::Elem>; 2] {
        let degree = m.iter().flatten().map(Vec::len).max().unwrap_or(0);
        // The products' leading coefficients cancel: as polynomials they are no longer than a.
        let n = a.len();
        let mut out = match degree < LONG {
            true => {
                let combine = |row| self.field.simd(Combine { field: self.field, row, a, b, len: n });
                let (x, y) = rayon::join(|| combine(&m[0]), || combine(&m[1]));
                [x, y]
            }
            false => {
                let [a, b, m00, m01, m10, m11] = self.values(n, [a, b, &m[0][0], &m[0][1], &m[1][0], &m[1][1]]);
                let (x, y) =
                    rayon::join(|| self.pointwise([&m00, &m01], &a, &b), || self.pointwise([&m10, &m11], &a, &b));
                self.coefficients(n, [x, y])
            }
        };
        out.iter_mut().for_each(|f| trim(self.field, f, off));
        out
    }

    /// M N, each row up to a factor.
    fn product(&self, m: &Matrix<B::Elem>, n: &Matrix<B::Elem>) -> Matrix<B::Elem> {
        let longest = |m: &Matrix<B::Elem>| m.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let len = (longest(m) + longest(n)).saturating_sub(1);
        let mut out = match longest(m).min(longest(n)) < LONG {
            true => {
                let entry = |i: usize, j: usize| {
                    self.field.simd(Combine { field: self.field, row: &m[i], a: &n[0][j], b: &n[1][j], len })
                };
                [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]]
            }
            false => {
                let [m00, m01, m10, m11, n00, n01, n10, n11] =
                    self.values(len, [&m[0][0], &m[0][1], &m[1][0], &m[1][1], &n[0][0], &n[0][1], &n[1][0], &n[1][1]]);
                let rows = [
                    self.pointwise([&m00, &m01], &n00, &n10),
                    self.pointwise([&m00, &m01], &n01, &n11),
                    self.pointwise([&m10, &m11], &n00, &n10),
                    self.pointwise([&m10, &m11], &n01, &n11),
                ];
                let [p00, p01, p10, p11] = self.coefficients(len, rows);
                [[p00, p01], [p10, p11]]
            }
        };
        // Zeros in all lanes only: what is 0 in some lanes is not at the end of their true polynomials.
        for f in out.iter_mut().flatten() {
            while f.last().is_some_and(|&c| self.field.zeros(c) == B::ALL) {
                f.pop();
            }
        }
        out
    }

    /// The matrix of the steps of (a, b), deg a >= deg b, whose quotients' degrees sum up to at most `k`; `None` for no step.
    /// Leading coefficients are not 0 in lanes that are not off.
    fn half(&self, a: &[B::Elem], b: &[B::Elem], k: usize, off: &mut u32) -> Option<Matrix<B::Elem>> {
        if b.is_empty() || a.len() - b.len() > k || self.control.is_stopped() {
            return None;
        }
        let top = |f: &'_ [B::Elem], cut: usize| f.get(cut..).map_or_else(Vec::new, <[B::Elem]>::to_vec);
        // What the quotients depend on.
        let cut = (a.len() - 1).saturating_sub(2 * k);
        let (a, b) = (top(a, cut), top(b, cut));
        if k <= BASE {
            return self.field.simd(Base { field: self.field, a: &a, b: &b, k, off });
        }
        let n = a.len() - 1;
        let first = self.half(&a, &b, k / 2, off);
        if self.control.is_stopped() {
            return None;
        }
        let [x, y] = match &first {
            Some(m) => self.apply(m, &a, &b, off),
            None => [a, b],
        };
        if y.is_empty() || x.len() < y.len() || n - (y.len() - 1) > k {
            return first;
        }
        let [row_x, row_y] = first.unwrap_or_else(|| {
            let one = || vec![self.field.one()];
            [[one(), Vec::new()], [Vec::new(), one()]]
        });
        let (mut x, y) = (Side { poly: x, row: row_x }, Side { poly: y, row: row_y });
        self.field.simd(Step { field: self.field, x: &mut x, y: &y, off, control: self.control });
        if self.control.is_stopped() {
            return None;
        }
        let spent = n - (y.poly.len() - 1);
        let second = self.half(&y.poly, &x.poly, k - spent, off);
        let so_far = [y.row, x.row];
        Some(match second {
            Some(m) => self.product(&m, &so_far),
            None => so_far,
        })
    }

    /// gcd(f, g) up to a factor with its degree, `None` for 0; and the lanes whose degrees differ, all of them when stopped.
    pub fn gcd(&self, f: &[B::Elem], g: &[B::Elem]) -> (Poly<B::Elem>, Option<u32>, u32) {
        let field = self.field;
        let mut off = 0;
        let (mut a, mut b) = (f.to_vec(), g.to_vec());
        trim(field, &mut a, &mut off);
        trim(field, &mut b, &mut off);
        if a.len() < b.len() {
            std::mem::swap(&mut a, &mut b);
        }
        // A constant ends it, which the plain sequence knows.
        while b.len() > 1 && a.len() >= SHORT {
            if self.control.is_stopped() {
                return (Vec::new(), None, B::ALL);
            }
            if let Some(m) = self.half(&a, &b, (a.len() - 1) / 2, &mut off) {
                [a, b] = self.apply(&m, &a, &b, &mut off);
                if b.len() < 2 {
                    break;
                }
            }
            let none = || [Vec::new(), Vec::new()];
            let (mut x, y) = (Side { poly: a, row: none() }, Side { poly: b, row: none() });
            field.simd(Step { field, x: &mut x, y: &y, off: &mut off, control: self.control });
            (a, b) = (y.poly, x.poly);
        }
        if b.is_empty() {
            let degree = (a.len() as u32).checked_sub(1);
            return (a, degree, off);
        }
        let rest = field.simd(Rest { field, a, b });
        let off = off | rest.2;
        (rest.0, rest.1, off)
    }
}

/// The plain remainder sequence of what is left.
struct Rest<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    a: Poly<B::Elem>,
    b: Poly<B::Elem>,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Rest<'_, B> {
    type Output = (Poly<B::Elem>, Option<u32>, u32);

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Rest { field, mut a, mut b } = self;
        let (p, q) = (a.len() as u32 - 1, b.len() as u32 - 1);
        let image = gcd::gcd(field, Solo, &mut a[..], p, &mut b[..], q);
        (if image.in_f { a } else { b }, image.degree, image.off)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::grid::{self, Axis, Grid};
    use gpu::arith::{Bundle, Modulus, Mont31, Mont31x4};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    type Elem = <Mont31x4 as Field>::Elem;

    /// Tables of four primes with the points of half-gcds of this degree.
    fn tables(degree: u32) -> Tables<Mont31x4> {
        let mut rng = StdRng::seed_from_u64(1);
        let (grid, primes) = grid::choose::<Mont31>(&[points(degree)], 110, &|_| true, &mut rng).unwrap();
        assert_eq!(grid, Grid { axes: vec![Axis { len: points(degree), cosets: 1 }] });
        Tables::new(&grid, &primes[..4]).unwrap()
    }

    fn random(rng: &mut StdRng, degree: usize) -> Vec<u64> {
        (0..=degree).map(|_| rng.random_range(1..1 << 28)).collect()
    }

    /// f(x^e).
    fn spread(f: &[u64], e: usize) -> Vec<u64> {
        let mut out = vec![0; (f.len() - 1) * e + 1];
        f.iter().enumerate().for_each(|(i, &c)| out[i * e] = c);
        out
    }

    fn elements(tables: &Tables<Mont31x4>, f: &[u64]) -> Vec<Elem> {
        f.iter().map(|&c| tables.gather(|lane| tables.primes[lane].element(c))).collect()
    }

    fn product(tables: &Tables<Mont31x4>, f: &[Elem], g: &[Elem]) -> Vec<Elem> {
        let field = &tables.field;
        let mut out = vec![field.zero(); f.len() + g.len() - 1];
        for (i, &a) in f.iter().enumerate() {
            for (x, &b) in out[i..].iter_mut().zip(g) {
                *x = field.add(*x, field.mul(a, b));
            }
        }
        out
    }

    /// One lane made monic.
    fn monic(tables: &Tables<Mont31x4>, f: &[Elem], degree: Option<u32>, lane: usize) -> Vec<u32> {
        let field = &tables.primes[lane];
        let Some(degree) = degree else { return Vec::new() };
        let row: Vec<u32> = f[..=degree as usize].iter().map(|c| Mont31x4::lane(c, lane)).collect();
        let inverse = field.inverse(row[degree as usize]);
        row.iter().map(|&c| field.mul(c, inverse)).collect()
    }

    /// Against the plain sequence; returns the degree.
    fn check(tables: &Tables<Mont31x4>, f: &[Elem], g: &[Elem]) -> Option<u32> {
        let control = Control::default();
        let (mut a, mut b) = (f.to_vec(), g.to_vec());
        let image = gcd::gcd(&tables.field, Solo, &mut a[..], f.len() as u32 - 1, &mut b[..], g.len() as u32 - 1);
        let expected = if image.in_f { a } else { b };
        let degree = f.len().max(g.len()) as u32 - 1;
        let (row, degree, off) = Half::new(tables, degree, &control).unwrap().gcd(f, g);
        assert_eq!((degree, off), (image.degree, image.off));
        for lane in (0..4).filter(|lane| off >> lane & 1 == 0) {
            assert_eq!(monic(tables, &row, degree, lane), monic(tables, &expected, degree, lane));
        }
        degree
    }

    #[test]
    fn the_gcd_of_long_polynomials() {
        let tables = tables(3000);
        let mut rng = StdRng::seed_from_u64(2);
        for (p, q, d) in
            [(1500, 1400, 300), (1200, 1200, 0), (2000, 150, 900), (3, 2, 2500), (900, 899, 701), (0, 0, 1999)]
        {
            let [f, g, h] = [p, q, d].map(|degree| elements(&tables, &random(&mut rng, degree)));
            let (fh, gh) = (product(&tables, &f, &h), product(&tables, &g, &h));
            assert_eq!(check(&tables, &fh, &gh), Some(d as u32));
            assert_eq!(check(&tables, &gh, &fh), Some(d as u32));
        }
    }

    #[test]
    fn gaps_multiples_and_zero() {
        let tables = tables(3000);
        let mut rng = StdRng::seed_from_u64(3);
        let (f, g) = (random(&mut rng, 900), random(&mut rng, 700));
        for e in [2, 3] {
            let (f, g) = (elements(&tables, &spread(&f, e)), elements(&tables, &spread(&g, e)));
            assert_eq!(check(&tables, &f, &g), Some(0));
        }
        let mut other = spread(&g, 2);
        other[1] = 1;
        check(&tables, &elements(&tables, &spread(&f, 3)), &elements(&tables, &other));
        let (f, g) = (elements(&tables, &f), elements(&tables, &g));
        let multiple = product(&tables, &f, &g);
        assert_eq!(check(&tables, &multiple, &g), Some(700));
        assert_eq!(check(&tables, &multiple, &multiple), Some(1600));
        // A remainder of low degree: f g + r.
        let mut near = multiple.clone();
        near[2] = tables.field.add(near[2], tables.field.one());
        check(&tables, &near, &g);
        check(&tables, &product(&tables, &near, &f), &product(&tables, &g, &f));
        let zero = vec![tables.field.zero(); 1000];
        assert_eq!(check(&tables, &multiple, &zero), Some(1600));
        assert_eq!(check(&tables, &zero, &zero), None);
    }

    /// The GCD of one lane has a higher degree, and a leading coefficient vanishes in another.
    #[test]
    fn lanes_that_differ_are_off() {
        let tables = tables(3000);
        let mut rng = StdRng::seed_from_u64(4);
        let (f, g) = (elements(&tables, &random(&mut rng, 1300)), elements(&tables, &random(&mut rng, 1250)));
        let factor = |root: &dyn Fn(usize) -> u64| {
            let minus = tables.gather(|lane| tables.primes[lane].neg(tables.primes[lane].element(root(lane))));
            vec![minus, tables.field.one()]
        };
        let f = product(&tables, &f, &factor(&|_| 5));
        let mut g = product(&tables, &g, &factor(&|lane| if lane == 2 { 5 } else { 6 + lane as u64 }));
        assert_eq!(check(&tables, &f, &g), Some(0));
        let last = g.len() - 1;
        let mut top = g[last];
        Mont31x4::set_lane(&mut top, 1, 0);
        g[last] = top;
        check(&tables, &f, &g);
    }
}
