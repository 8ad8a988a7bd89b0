//! Subresultants by remainder sequences, against determinants modulo primes so small that degrees fall by more than one often.

use crate::common::*;
use gpu::Field;
use gpu::arith::{Modulus, Mont31};
use gpu::resultant::remainder::blocks::StepByStep;
use gpu::resultant::remainder::{Denominator, Leads, RemainderRow, sequence};
use gpu::resultant::subresultants::{At, One, Signs, Sink, Wanted, left_by, one, principal, several};
use gpu::team::{Solo, Team};

/// The coefficients of S_k by its definition.
fn by_definition(f: &[u32], g: &[u32], k: usize, prime: u32) -> Vec<u32> {
    let (p, q) = (f.len() - 1, g.len() - 1);
    let row = |h: &[u32], shift: usize, j: usize| -> Vec<u32> {
        let coefficient = |power: usize| power.checked_sub(shift).and_then(|i| h.get(i)).copied().unwrap_or(0);
        (k + 1..p + q - k).rev().map(coefficient).chain([coefficient(j)]).collect()
    };
    let matrix = |j| (0..q - k).rev().map(|s| row(f, s, j)).chain((0..p - k).rev().map(|s| row(g, s, j))).collect();
    (0..=k).map(|j| eliminate(matrix(j), prime).1).collect()
}

/// Degrees of the remainder sequence, the larger one first.
fn schedule(f: &[u32], g: &[u32], prime: u32) -> Vec<u32> {
    let (mut a, mut b) = if f.len() >= g.len() { (f.to_vec(), g.to_vec()) } else { (g.to_vec(), f.to_vec()) };
    let mut degrees = vec![a.len() as u32 - 1, b.len() as u32 - 1];
    while b.len() > 1 {
        while a.len() >= b.len() {
            let factor = mul_mod(a[a.len() - 1], inverse_mod(b[b.len() - 1], prime), prime);
            let off = a.len() - b.len();
            for (x, &y) in a[off..].iter_mut().zip(&b) {
                *x = (*x + prime - mul_mod(factor, y, prime)) % prime;
            }
            a.pop();
        }
        while a.last() == Some(&0) {
            a.pop();
        }
        if a.is_empty() {
            break;
        }
        degrees.push(a.len() as u32 - 1);
        std::mem::swap(&mut a, &mut b);
    }
    degrees
}

/// Keeps all that it is told.
struct Kept<'a> {
    field: &'a Mont31,
    wanted: Wanted,
    output: Vec<u32>,
    factors: Vec<u32>,
}

impl Sink<u32> for Kept<'_> {
    fn subresultant<F: Field<Elem = u32>, R: RemainderRow<u32>, T: Team>(
        &mut self,
        field: &F,
        _: T,
        (k, degree): (u32, u32),
        row: &R,
        factor: u32,
    ) {
        let at = self.wanted.place(k) as usize;
        (0..=degree).for_each(|i| self.output[at + i as usize] = field.mul(factor, row.get(i)));
    }

    fn factor<T: Team>(&mut self, _: T, _: u32, factor: u32) {
        self.factors.push(factor);
    }
}

impl Kept<'_> {
    /// Divides what step after step has left.
    fn divided(mut self, schedule: &[u32], denominator: u32) -> Vec<u32> {
        let mut inverse = self.field.reciprocal(denominator);
        for step in (0..=self.factors.len()).rev() {
            for k in left_by(schedule, step as u32, self.wanted).into_iter().flatten() {
                let at = self.wanted.place(k) as usize;
                let of_k = &mut self.output[at..at + self.wanted.width(k) as usize];
                of_k.iter_mut().for_each(|x| *x = self.field.mul(*x, inverse));
            }
            if step > 0 {
                inverse = self.field.mul(inverse, self.factors[step - 1]);
            }
        }
        self.output
    }
}

struct List<'a>(&'a mut Vec<u32>);

impl Leads<u32> for List<'_> {
    fn put(&mut self, lead: u32) {
        self.0.push(lead);
    }
}

/// All of a pair whose leading coefficients are not 0, in three ways.
fn check(f: &[u32], g: &[u32], prime: u32) {
    let field = Mont31::new(prime).unwrap();
    let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
    let high = if p == q { q.wrapping_sub(1) } else { p.min(q) };
    if high == u32::MAX {
        return;
    }
    let schedule = schedule(f, g, prime);
    let enter = |h: &[u32]| -> Vec<u32> { h.iter().map(|&x| field.enter(x)).collect() };
    let pair = || if p >= q { (enter(f), enter(g)) } else { (enter(g), enter(f)) };
    let mut signs = Signs::default();
    if p < q {
        signs.step(p, q);
    }
    let expected: Vec<Vec<u32>> = (0..=high).map(|k| by_definition(f, g, k as usize, prime)).collect();
    let leave = |x: &[u32]| -> Vec<u32> { x.iter().map(|&x| field.leave(x)).collect() };
    // All.
    let wanted = Wanted { low: 0, high, principal: 0 };
    let (mut a, mut b) = pair();
    let outputs = wanted.outputs() as usize;
    let mut sink = Kept { field: &field, wanted, output: vec![0; outputs], factors: Vec::new() };
    let ended = several(&field, Solo, (&mut a[..], &mut b[..]), &schedule, (wanted, signs), &mut sink);
    assert_eq!((ended.off, ended.steps as usize), (0, sink.factors.len()));
    let found = leave(&sink.divided(&schedule, ended.denominator));
    assert_eq!(found, expected.concat(), "f {f:?} g {g:?} modulo {prime}");
    // One.
    for k in 0..=high {
        let (mut a, mut b) = pair();
        let (mut rows, blocks) = ((&mut a[..], &mut b[..]), StepByStep);
        let One { at, numerator, denominator, off } =
            one(&field, (Solo, blocks), (&mut rows.0, &mut rows.1), &schedule, k);
        assert_eq!(off, 0);
        let mut sign = signs;
        schedule.windows(2).take_while(|pair| pair[1] > k).for_each(|pair| sign.step(pair[0], pair[1]));
        let factor = if sign.negative(k) { field.neg(numerator) } else { numerator };
        let factor = field.mul(factor, field.reciprocal(denominator));
        let mut found = match at {
            At::A(degree) => rows.0[..=degree as usize].to_vec(),
            At::B(degree) => rows.1[..=degree as usize].to_vec(),
            At::Constant(c) => vec![c],
            At::Zero => vec![],
        };
        found.resize(k as usize + 1, 0);
        found.iter_mut().for_each(|c| *c = field.mul(*c, factor));
        assert_eq!(leave(&found), expected[k as usize], "S_{k}: f {f:?} g {g:?} modulo {prime}, {schedule:?}");
    }
    // Principal ones.
    let (mut a, mut b) = pair();
    let (mut rows, mut leads, mut off) = ((&mut a[..], &mut b[..]), Vec::new(), 0);
    let mut denominator = Denominator::telling(&field, List(&mut leads));
    sequence(&field, (Solo, StepByStep), (&mut rows.0, &mut rows.1), &schedule, &mut denominator, &mut off);
    assert_eq!((off, leads.len()), (0, schedule.len() - 1), "{schedule:?}");
    let wanted = Wanted { low: 0, high, principal: 1 };
    let mut numerators = vec![0; high as usize + 1];
    let ended = principal(&field, &mut &mut leads[..], &schedule, (wanted, signs), |k, x| numerators[k as usize] = x);
    let sink = Kept { field: &field, wanted, output: numerators, factors: leads[..ended.steps as usize].to_vec() };
    let found = leave(&sink.divided(&schedule, ended.denominator));
    let of_expected: Vec<u32> = expected.iter().map(|s| s[s.len() - 1]).collect();
    assert_eq!(found, of_expected, "psc: f {f:?} g {g:?} modulo {prime}, {schedule:?}");
}

#[test]
fn subresultants_are_determinants() {
    let mut random = Random::new(77);
    for prime in [3, 5, 7, 101, primes_below(Mont31::MAX, 1)[0]] {
        for round in 0..400 {
            let mut polynomial = |most: u32| {
                let mut f = random_polynomials(&[prime], 1 + random.below(most) as usize, &mut random).remove(0);
                // Gaps.
                f.iter_mut().for_each(|c| {
                    if round % 3 == 0 && random.below(3) > 0 {
                        *c = 0
                    }
                });
                let last = f.len() - 1;
                f[last] = 1 + random.below(prime - 1);
                f
            };
            let (f, g) = (polynomial(11), polynomial(11));
            check(&f, &g, prime);
        }
    }
}

/// y^(n+m) f + y^m and y^(n+m) g + 1, with common factors of f and g: what cofactors are found from.
#[test]
fn pairs_with_cofactors() {
    let mut random = Random::new(78);
    for prime in [5, 101, 1_000_003] {
        for _ in 0..100 {
            let mut factor = |len: usize| random_polynomials(&[prime], len, &mut random).remove(0);
            let (f, g, h) = (factor(4), factor(3), factor(3));
            let times = |a: &[u32], b: &[u32]| {
                let mut out = vec![0; a.len() + b.len() - 1];
                for (i, &x) in a.iter().enumerate() {
                    b.iter().enumerate().for_each(|(j, &y)| out[i + j] = (out[i + j] + mul_mod(x, y, prime)) % prime);
                }
                out
            };
            let (f, g) = (times(&f, &h), times(&g, &h));
            if f.last() == Some(&0) || g.last() == Some(&0) {
                continue;
            }
            for k in 0..g.len() - 1 {
                let (n, m) = (g.len() - 1 - k, f.len() - 1 - k);
                let above = |h: &[u32], one: usize| {
                    let mut out = vec![0; n + m];
                    out[one] = 1;
                    out.extend(h);
                    out
                };
                check(&above(&f, m), &above(&g, 0), prime);
            }
        }
    }
}
