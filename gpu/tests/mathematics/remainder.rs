//! The remainder form with its schedule against determinants of Sylvester matrices.

use crate::common::*;
use crate::threads::{SharedRow, run_team};
use gpu::arith::{Bundle, Float24, Float31, Mont31, Mont31x16};
use gpu::fraction::Fraction;
use gpu::resultant::remainder::{MOST_REGISTERS, resultant, schedule_sign};
use gpu::team::{Registers, Solo, Team};

fn degree(f: &[u32]) -> Option<usize> {
    f.iter().rposition(|&x| x != 0)
}

/// The degrees of the remainder sequence of f, g modulo p: formal ones for f and g, true ones after. Needs
/// deg f >= deg g = g.len() - 1. A remainder that is zero ends it.
pub fn schedule(f: &[u32], g: &[u32], p: u32) -> Vec<u32> {
    let mut degrees = vec![f.len() as u32 - 1, g.len() as u32 - 1];
    let (mut a, mut b) = (f.to_vec(), g.to_vec());
    while b.len() > 1 {
        let lead = inverse_mod(b[b.len() - 1], p);
        while a.len() >= b.len() {
            let factor = p - mul_mod(a[a.len() - 1], lead, p);
            let offset = a.len() - b.len();
            for (i, &x) in b.iter().enumerate() {
                a[offset + i] = ((a[offset + i] as u64 + factor as u64 * x as u64) % p as u64) as u32;
            }
            a.pop();
        }
        let Some(c) = degree(&a) else { return degrees };
        degrees.push(c as u32);
        a.truncate(c + 1);
        std::mem::swap(&mut a, &mut b);
    }
    degrees
}

fn one_thread<F: Plain, T: Team>(
    field: &F,
    team: T,
    f: &[Vec<u32>],
    g: &[Vec<u32>],
    degrees: &[u32],
) -> Fraction<F::Elem> {
    let (mut a, mut b) = (pack(field, f), pack(field, g));
    resultant(field, team, &mut a[..], &mut b[..], degrees)
}

/// By one thread; those that end the sequence in registers have the same answer as the one that does not.
fn solo<F: Plain>(field: &F, f: &[Vec<u32>], g: &[Vec<u32>], degrees: &[u32]) -> Fraction<F::Elem> {
    let in_memory = one_thread(field, Solo, f, g, degrees);
    let plain = |r: &Fraction<F::Elem>| (field.leave_all(r.numerator), field.leave_all(r.denominator), r.off);
    for in_registers in [
        one_thread(field, Registers::<4>, f, g, degrees),
        one_thread(field, Registers::<16>, f, g, degrees),
        one_thread(field, Registers::<MOST_REGISTERS>, f, g, degrees),
    ] {
        assert_eq!(plain(&in_registers), plain(&in_memory), "{degrees:?}");
    }
    in_memory
}

fn team<F: Plain>(field: &F, size: u32, f: &[Vec<u32>], g: &[Vec<u32>], degrees: &[u32]) -> Fraction<F::Elem> {
    let shared = [SharedRow::new(&pack(field, f)), SharedRow::new(&pack(field, g))];
    let results = run_team(size, &shared, |member, views| {
        let (a, b) = (views.next().unwrap(), views.next().unwrap());
        resultant(field, member, a, b, degrees)
    });
    assert!(shared.iter().all(|row| !row.race()), "size {size} {degrees:?}: race");
    let plain = |r: &Fraction<F::Elem>| (field.leave_all(r.numerator), field.leave_all(r.denominator), r.off);
    assert!(results.iter().all(|r| plain(r) == plain(&results[0])), "threads disagree");
    results[0]
}

/// Lanes that are not off are right; returns those that are off.
fn check<F: Plain>(field: &F, result: Fraction<F::Elem>, f: &[Vec<u32>], g: &[Vec<u32>], degrees: &[u32]) -> u32 {
    let (numerator, denominator) = (field.leave_all(result.numerator), field.leave_all(result.denominator));
    for (lane, &p) in field.primes().iter().enumerate() {
        if result.off >> lane & 1 == 0 {
            assert_ne!(denominator[lane], 0, "{degrees:?} mod {p}");
            let mut value = mul_mod(numerator[lane], inverse_mod(denominator[lane], p), p);
            if schedule_sign(degrees) {
                value = (p - value) % p;
            }
            let expected = resultant_by_definition(&f[lane], &g[lane], p);
            assert_eq!(value, expected, "{degrees:?} mod {p}: f {:?} g {:?}", f[lane], g[lane]);
        }
    }
    result.off
}

/// With its own schedule a pair is never off. One thread and teams.
fn own_schedule<F: Plain>(field: &F, f: &[u32], g: &[u32], teams: &[u32]) -> Vec<u32> {
    let p = field.primes()[0];
    let degrees = schedule(f, g, p);
    let (f, g) = (vec![f.to_vec()], vec![g.to_vec()]);
    assert_eq!(check(field, solo(field, &f, &g, &degrees), &f, &g, &degrees), 0, "{degrees:?}: f {f:?} g {g:?}");
    for &size in teams {
        assert_eq!(check(field, team(field, size, &f, &g, &degrees), &f, &g, &degrees), 0, "{degrees:?} {size}");
    }
    degrees
}

pub fn times(a: &[u32], b: &[u32], p: u32) -> Vec<u32> {
    let mut c = vec![0; a.len() + b.len() - 1];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            c[i + j] = (c[i + j] + mul_mod(x, y, p)) % p;
        }
    }
    c
}

/// f(y^k).
fn spread(f: &[u32], k: usize) -> Vec<u32> {
    let mut out = vec![0; k * (f.len() - 1) + 1];
    for (i, &x) in f.iter().enumerate() {
        out[k * i] = x;
    }
    out
}

/// A polynomial with a leading coefficient that is not 0.
pub fn full(len: usize, p: u32, random: &mut Random) -> Vec<u32> {
    let mut f: Vec<u32> = (0..len).map(|_| random.below(p)).collect();
    f[len - 1] = 1 + random.below(p - 1);
    f
}

/// A pair whose remainder sequence ends with a polynomial of length `last` and has `count` quotients: of degree 1, but for one in about `rare` of degree 2.
pub fn with_gaps((last, count, rare): (usize, usize, u32), p: u32, random: &mut Random) -> (Vec<u32>, Vec<u32>) {
    let (mut b, mut a) = (full(last, p, random), Vec::new());
    for _ in 0..count {
        let quotient = full(2 + (random.below(rare) == 0) as usize, p, random);
        let mut next = times(&quotient, &b, p);
        next.iter_mut().zip(&a).for_each(|(x, y)| *x = (*x + y) % p);
        (a, b) = (b, next);
    }
    (b, a)
}

/// The largest prime of [`Mont31`].
pub fn largest() -> Mont31 {
    Mont31::new(primes_below(Mont31::MAX, 1)[0]).unwrap()
}

/// Numerator, denominator, lanes that are off.
pub type Found = (Vec<u32>, Vec<u32>, u32);

/// Step by step, by a team of one thread.
pub fn by_one<F: Plain, T: Team>(field: &F, team: T, f: &[Vec<u32>], g: &[Vec<u32>], degrees: &[u32]) -> Found {
    let (mut a, mut b) = (pack(field, f), pack(field, g));
    let found = resultant(field, team, &mut a[..], &mut b[..], degrees);
    (field.leave_all(found.numerator), field.leave_all(found.denominator), found.off)
}

#[test]
fn all_small_degrees() {
    let mut random = Random::new(20);
    let mont = Mont31::new(primes_below(Mont31::MAX, 1)[0]).unwrap();
    let float24 = Float24::new(primes_below(Float24::MAX, 1)[0]).unwrap();
    let float31 = Float31::new(primes_below(Float31::MAX, 1)[0]).unwrap();
    for p in 0..=9 {
        for q in 0..=p {
            let (f, g) = (full(p + 1, mont.modulus(), &mut random), full(q + 1, mont.modulus(), &mut random));
            let degrees = own_schedule(&mont, &f, &g, &[]);
            assert_eq!(degrees.len(), if q == 0 { 2 } else { q + 2 });
            own_schedule(&float31, &f, &g, &[]);
            let (f, g) = (full(p + 1, float24.modulus(), &mut random), full(q + 1, float24.modulus(), &mut random));
            own_schedule(&float24, &f, &g, &[]);
        }
    }
}

/// Every length that ends in registers, and some that enter them after a few passes in memory; runs that a gap ends.
#[test]
fn long_runs() {
    let mut random = Random::new(26);
    let field = Mont31::new(primes_below(Mont31::MAX, 1)[0]).unwrap();
    for q in (1..=38).chain([63, 64]) {
        let (f, g) = (full(q + 1, field.modulus(), &mut random), full(q + 1, field.modulus(), &mut random));
        own_schedule(&field, &f, &g, &[]);
        own_schedule(&field, &full(q + 2, field.modulus(), &mut random), &g, &[]);
        // A common factor ends the run above 0, and a gap of two in the middle: f = g h + r, deg r = deg g - 3.
        let h = full(4, field.modulus(), &mut random);
        own_schedule(&field, &times(&f, &h, field.modulus()), &times(&g, &h, field.modulus()), &[2]);
        if q > 4 {
            let mut sum = times(&g, &h, field.modulus());
            for (x, y) in sum.iter_mut().zip(full(q - 2, field.modulus(), &mut random)) {
                *x = (*x + y) % field.modulus();
            }
            let degrees = own_schedule(&field, &sum, &g, &[3]);
            assert_eq!(degrees[..3], [q as u32 + 3, q as u32, q as u32 - 3]);
        }
    }
}

/// Sequences with every kind of gap and zero remainder.
#[test]
fn tiny_primes_with_their_own_schedules() {
    let (mut zero, mut gap) = (0, 0);
    for p in [3, 5, 7] {
        let field = Mont31::new(p).unwrap();
        let mut random = Random::new(21 + p as u64);
        for _ in 0..3000 {
            let q = random.below(8) as usize;
            let d = q + random.below(4) as usize;
            let mut f: Vec<u32> = (0..=d).map(|_| random.below(p)).collect();
            if q == d {
                // The formal degree of A may be too large, but not both leading coefficients 0.
                f[d] = random.below(p);
            }
            let g = full(q + 1, p, &mut random);
            let degrees = own_schedule(&field, &f, &g, &[]);
            zero += (*degrees.last().unwrap() > 0) as u32;
            gap += degrees[1..].windows(2).any(|d| d[0] - d[1] > 1) as u32;
        }
    }
    assert!(zero > 500 && gap > 2000, "{zero} {gap}");
}

#[test]
fn structured_pairs() {
    let field = Mont31::new(primes_below(Mont31::MAX, 1)[0]).unwrap();
    let p = field.modulus();
    let mut random = Random::new(22);
    let teams = [2, 7];
    for k in [2, 3, 5] {
        let (f, g) = (spread(&full(7, p, &mut random), k), spread(&full(5, p, &mut random), k));
        let degrees = own_schedule(&field, &f, &g, &teams);
        assert!(degrees.iter().all(|&d| (d as usize).is_multiple_of(k)));
        own_schedule(&field, &f, &times(&g, &[0, 1], p), &teams);
        own_schedule(&field, &times(&f, &[0, 1], p), &g, &teams);
    }
    // y^31 + a y^2 + b y + c and a dense one of degree 17; a trinomial and its derivative.
    let mut sparse = vec![0; 32];
    (sparse[0], sparse[1], sparse[2], sparse[31]) = (5, 7, 11, 1);
    own_schedule(&field, &sparse, &full(18, p, &mut random), &teams);
    let derivative: Vec<u32> = sparse.iter().enumerate().skip(1).map(|(i, &x)| mul_mod(i as u32, x, p)).collect();
    own_schedule(&field, &sparse, &derivative, &teams);
    let mut other = vec![0; 31];
    (other[0], other[30]) = (3, 2);
    own_schedule(&field, &sparse, &other, &teams);
    // Equal degrees, equal polynomials, common factors, constants, monomials.
    let (f, g, h) = (full(12, p, &mut random), full(12, p, &mut random), full(4, p, &mut random));
    own_schedule(&field, &f, &g, &teams);
    assert_eq!(own_schedule(&field, &f, &f, &teams), [11, 11]);
    assert_eq!(own_schedule(&field, &times(&f, &h, p), &f, &teams), [14, 11]);
    assert_eq!(*own_schedule(&field, &times(&f, &h, p), &times(&g, &h, p), &teams).last().unwrap(), 3);
    own_schedule(&field, &f, &[9], &teams);
    own_schedule(&field, &[9], &[8], &teams);
    assert_eq!(own_schedule(&field, &[0, 0, 0, 0, 1], &[0, 0, 1], &teams), [4, 2]);
    own_schedule(&field, &[0, 0, 0, 0, 1], &[0, 1, 1], &teams);
}

#[test]
fn teams_of_threads() {
    let mut random = Random::new(23);
    let field = Mont31::new(primes_below(Mont31::MAX, 1)[0]).unwrap();
    for (p, q) in [(1, 0), (1, 1), (2, 1), (3, 3), (5, 2), (9, 8), (20, 5), (33, 32), (40, 40), (64, 31)] {
        let (f, g) = (full(p + 1, field.modulus(), &mut random), full(q + 1, field.modulus(), &mut random));
        own_schedule(&field, &f, &g, &[1, 2, 3, 7, 32]);
    }
}

/// A schedule from another point: lanes that leave it are off, the others right, and a generic lane stays on.
#[test]
fn foreign_schedules() {
    let mut on = [0u32; 2];
    let large = Mont31::new(primes_below(Mont31::MAX, 1)[0]).unwrap();
    for p in [3, 5, 7, 31] {
        let field = Mont31::new(p).unwrap();
        let mut random = Random::new(24 + p as u64);
        for round in 0..2000 {
            // Now and then so long that a pass comes before the registers.
            let q = 1 + random.below(if round % 16 == 0 { 24 } else { 7 }) as usize;
            let d = q + random.below(3) as usize;
            // Half of the schedules are generic, half those of sparse pairs or of pairs with a common factor.
            let (mut a, mut b) = (full(d + 1, large.modulus(), &mut random), full(q + 1, large.modulus(), &mut random));
            if round % 4 == 1 {
                a.iter_mut().chain(&mut b).for_each(|x| *x *= (*x % 3 == 0) as u32);
                (a[d], b[q]) = (1, 1);
            } else if round % 4 == 3 {
                (a, b) = (times(&a, &[1, 1], large.modulus()), times(&b, &[1, 1], large.modulus()));
            }
            let degrees = schedule(&a, &b, large.modulus());
            let f = random_polynomials(&[p], a.len(), &mut random);
            let g = random_polynomials(&[p], b.len(), &mut random);
            let off = check(&field, solo(&field, &f, &g, &degrees), &f, &g, &degrees);
            on[off as usize] += 1;
            // Off exactly when the lane's own degrees differ from the schedule (f's formal degree aside).
            if g[0].last() != Some(&0) {
                // A last remainder of formal degree 0 may be 0.
                let own = schedule(&f[0], &g[0], p);
                let kept = own == degrees || degrees.last() == Some(&0) && own == degrees[..degrees.len() - 1];
                assert_eq!(off == 0, kept, "{degrees:?} mod {p}: f {f:?} g {g:?}");
            } else {
                assert_eq!(off, 1);
            }
        }
    }
    assert!(on[0] > 1000 && on[1] > 1000, "{on:?}");
}

/// Lanes of a bundle leave the schedule one by one.
#[test]
fn bundles_flag_single_lanes() {
    let primes = primes_below(Mont31::MAX, 16);
    let field = Mont31x16::from_primes(&primes.iter().map(|&p| Mont31::new(p).unwrap()).collect::<Vec<_>>()).unwrap();
    let mut random = Random::new(25);
    for (p, q) in [(8usize, 7usize), (12, 12), (15, 6)] {
        let mut f: Vec<Vec<u32>> = primes.iter().map(|&prime| full(p + 1, prime, &mut random)).collect();
        let mut g: Vec<Vec<u32>> = primes.iter().map(|&prime| full(q + 1, prime, &mut random)).collect();
        let degrees = schedule(&f[0], &g[0], primes[0]);
        f[3][p] = 0;
        g[5][q] = 0;
        g[6] = f[6][..=q].to_vec();
        g[6][q] = 1;
        f[9] = vec![0; p + 1];
        f[12] = times(&full(p, primes[12], &mut random), &[3, 1], primes[12]);
        g[12] = times(&full(q, primes[12], &mut random), &[3, 1], primes[12]);
        let off = check(&field, one_thread(&field, Solo, &f, &g, &degrees), &f, &g, &degrees);
        // 3: a formal degree that is too large is allowed. 12: the common factor shows in the last remainder, which is
        // formally the constant 0 and gives 0.
        assert_eq!(off & !(1 << 6), 1 << 5 | 1 << 9, "{off:b}");
        assert_eq!(check(&field, team(&field, 3, &f, &g, &degrees), &f, &g, &degrees), off);
    }
}
