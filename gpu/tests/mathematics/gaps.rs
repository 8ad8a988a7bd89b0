//! Pairs with large gaps between their degrees: how many operations they take, and what they give where that is known.

use crate::common::Random;
use gpu::Field;
use gpu::arith::{Modulus, Mont31};
use gpu::gcd::gcd;
use gpu::gcd::quotient_steps::pseudo_divide;
use gpu::resultant::remainder::{resultant, schedule_sign};
use gpu::resultant::repair;
use gpu::team::Solo;
use std::sync::atomic::{AtomicU64, Ordering};

/// Arithmetic that counts its reductions.
#[derive(Clone, Copy)]
struct Counted {
    field: Mont31,
    reductions: &'static AtomicU64,
}

impl Counted {
    fn new(field: Mont31) -> Self {
        Counted { field, reductions: Box::leak(Box::default()) }
    }

    fn count(&self) {
        self.reductions.fetch_add(1, Ordering::Relaxed);
    }

    /// How many there were since the last time.
    fn taken(&self) -> u64 {
        self.reductions.swap(0, Ordering::Relaxed)
    }
}

impl Field for Counted {
    type Elem = u32;
    const LANES: u32 = 1;

    fn zero(&self) -> u32 {
        self.field.zero()
    }
    fn one(&self) -> u32 {
        self.field.one()
    }
    fn add(&self, a: u32, b: u32) -> u32 {
        self.field.add(a, b)
    }
    fn sub(&self, a: u32, b: u32) -> u32 {
        self.field.sub(a, b)
    }
    fn neg(&self, a: u32) -> u32 {
        self.field.neg(a)
    }
    fn mul(&self, a: u32, b: u32) -> u32 {
        self.count();
        self.field.mul(a, b)
    }
    fn dot2(&self, a0: u32, b0: u32, a1: u32, b1: u32) -> u32 {
        self.count();
        self.field.dot2(a0, b0, a1, b1)
    }
    fn dot3(&self, a0: u32, b0: u32, a1: u32, b1: u32, a2: u32, b2: u32) -> u32 {
        self.count();
        self.field.dot3(a0, b0, a1, b1, a2, b2)
    }
    fn zeros(&self, a: u32) -> u32 {
        self.field.zeros(a)
    }
    fn select(&self, mask: u32, a: u32, b: u32) -> u32 {
        self.field.select(mask, a, b)
    }
}

impl Modulus for Counted {
    const MAX: u64 = <Mont31 as Modulus>::MAX;
    const WITNESSES: &'static [u64] = Mont31::WITNESSES;

    fn of(p: u64) -> Option<Self> {
        Mont31::of(p).map(Counted::new)
    }
    fn p(&self) -> u64 {
        self.field.p()
    }
    fn element(&self, x: u64) -> u32 {
        self.field.element(x)
    }
    fn number(&self, a: u32) -> u64 {
        self.field.number(a)
    }
    fn plain(&self, a: u32) -> u32 {
        self.field.plain(a)
    }
    fn reciprocal(&self, a: u32) -> u32 {
        self.field.reciprocal(a)
    }
}

fn field() -> Counted {
    Counted::of(1_431_655_751).unwrap()
}

/// y^n + c.
fn binomial(field: &Counted, n: usize, c: u32) -> Vec<u32> {
    let mut f = vec![field.zero(); n + 1];
    (f[0], f[n]) = (c, field.one());
    f
}

/// No coefficient is 0.
fn full(field: &Counted, degree: usize) -> Vec<u32> {
    let mut random = Random::new(degree as u64);
    (0..=degree).map(|_| field.element(1 + u64::from(random.below(1 << 30)))).collect()
}

/// res(y^n - a, y - c) = (-1)^n (c^n - a), by both routines. A few operations for each degree.
#[test]
fn linear_in_the_gap() {
    let field = field();
    for n in [20_000u32, 100_000] {
        let (a, c) = (field.element(12_345), field.element(678_910));
        let (f, g) = (binomial(&field, n as usize, field.neg(a)), vec![field.neg(c), field.one()]);
        let expected = field.sub(field.pow(c, n), a);
        field.taken();
        let schedule = [n, 1, 0];
        let (mut x, mut y) = (f.clone(), g.clone());
        let found = resultant(&field, Solo, &mut x[..], &mut y[..], &schedule);
        let taken = field.taken();
        assert!(taken <= 8 * u64::from(n), "{taken} reductions for degree {n}");
        assert_eq!(found.off, 0);
        let value = field.mul(found.numerator, field.reciprocal(found.denominator));
        assert_eq!(if schedule_sign(&schedule) { field.neg(value) } else { value }, expected);
        let (mut x, mut y) = (f.clone(), g.clone());
        field.taken();
        assert_eq!(repair::resultant(&field, Solo, &mut x[..], &mut y[..], n, 1), expected);
        let taken = field.taken();
        assert!(taken <= 8 * u64::from(n), "{taken} reductions of a repair for degree {n}");
        // x^n - 1 and x - 1.
        let (mut x, mut y) = (binomial(&field, n as usize, field.neg(field.one())), full(&field, 1));
        (y[0], y[1]) = (field.neg(field.one()), field.one());
        field.taken();
        assert_eq!(gcd(&field, Solo, &mut x[..], n, &mut y[..], 1).degree, Some(1));
        assert!(field.taken() <= 8 * u64::from(n));
    }
}

/// A gap above a divisor of some degree, and one above its remainder: y^p f1 + f0 and g with deg f0 far below deg g.
#[test]
fn products_of_degrees() {
    let field = field();
    for (p, q) in [(3000u32, 7u32), (3000, 100), (3000, 1500), (2999, 1500)] {
        let (f, g) = (full(&field, p as usize), full(&field, q as usize));
        field.taken();
        let (mut x, mut y) = (f.clone(), g.clone());
        let schedule: Vec<u32> = std::iter::once(p).chain((0..=q).rev()).collect();
        let found = resultant(&field, Solo, &mut x[..], &mut y[..], &schedule);
        let (gap, q64) = (u64::from(p - q), u64::from(q));
        let most = gap * q64 / 2 + 8 * gap + q64 * q64 / 2 + 40 * q64 + 200;
        let taken = field.taken();
        assert!(taken <= most, "{taken} reductions for degrees {p}, {q}; {most} allowed");
        assert_eq!(found.off, 0);
        let value = field.mul(found.numerator, field.reciprocal(found.denominator));
        let value = if schedule_sign(&schedule) { field.neg(value) } else { value };
        let (mut x, mut y) = (f.clone(), g.clone());
        field.taken();
        assert_eq!(repair::resultant(&field, Solo, &mut x[..], &mut y[..], p, q), value);
        let taken = field.taken();
        assert!(taken <= most, "{taken} reductions of a repair for degrees {p}, {q}; {most} allowed");
        let mut quotient = vec![0; (p - q + 1) as usize];
        pseudo_divide(&field, &mut f.clone(), &g, &mut quotient, || false);
        let (taken, most) = (field.taken(), gap * q64 / 2 + 8 * gap + 2 * q64);
        assert!(taken <= most, "{taken} reductions of a division for degrees {p}, {q}; {most} allowed");
    }
}
