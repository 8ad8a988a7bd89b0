//! Remainder sequences modulo one prime: a vector is neighbouring coefficients of one polynomial.
//!
//! For few primes. A bundle takes the time of all its lanes for those in use, and one thread; here a prime takes the time of a lane,
//! and each may have a thread.

use crate::engine::cpu::word::{CpuWord, Lanes, Residue};
use gpu::Field;
use gpu::arith::Bundle;
use gpu::gcd::{self, Image};
use gpu::memory::Row;
use gpu::resultant::remainder::{PairStep, RemainderRow};
use gpu::team::Team;

/// A polynomial with room for whole vectors above its leading coefficient.
struct Line<'a, B: Lanes> {
    /// The prime in every lane.
    field: B,
    /// A multiple of the lanes and one vector more than coefficients of the longer polynomial: whatever the place of the first,
    /// the last vector ends within.
    residues: &'a mut [Residue<B>],
}

impl<B: Lanes> Row<Residue<B>> for Line<'_, B> {
    #[inline(always)]
    fn get(&self, i: u32) -> Residue<B> {
        self.residues[i as usize]
    }

    #[inline(always)]
    fn set(&mut self, i: u32, value: Residue<B>) {
        self.residues[i as usize] = value;
    }
}

impl<B: Lanes> RemainderRow<Residue<B>> for Line<'_, B> {
    #[inline(always)]
    fn two_steps<F: Field<Elem = Residue<B>>, M: Team>(
        _: &F,
        _: M,
        (a, b): (&mut Self, &mut Self),
        (first, second): (&PairStep<Residue<B>>, &PairStep<Residue<B>>),
        n: u32,
    ) {
        let field = a.field;
        let (first, second) = (first.map(B::splat), second.map(B::splat));
        let (mut b_before, mut c_before) = (field.zero(), field.zero());
        let (a, b) = (B::parts_mut(a.residues).0, B::parts_mut(b.residues).0);
        for (a, b) in a.iter_mut().zip(b).take(n.div_ceil(B::LANES) as usize) {
            let b_here = B::load(*b);
            let c = first.element(&field, B::load(*a), field.shifted(b_before, b_here), b_here);
            *a = B::store(c);
            *b = B::store(second.element(&field, b_here, field.shifted(c_before, c), c));
            (b_before, c_before) = (b_here, c);
        }
    }

    #[inline(always)]
    fn step<F: Field<Elem = Residue<B>>, M: Team>(
        _: &F,
        _: M,
        (a, b): (&mut Self, &Self),
        step: &PairStep<Residue<B>>,
        shift: u32,
        n: u32,
    ) {
        let field = a.field;
        let vectors = step.map(B::splat);
        let mut before = field.zero();
        let (a, b) = (B::parts_mut(&mut a.residues[shift as usize..]).0, B::parts(b.residues).0);
        for (a, &b) in a.iter_mut().zip(b).take(n.div_ceil(B::LANES) as usize) {
            let b = B::load(b);
            *a = B::store(vectors.element(&field, B::load(*a), field.shifted(before, b), b));
            before = b;
        }
    }

    #[inline(always)]
    fn last_step<F: Field<Elem = Residue<B>>, M: Team>(
        _: &F,
        _: M,
        (a, b): (&mut Self, &Self),
        (scale, factor): (Residue<B>, Residue<B>),
        n: u32,
    ) {
        let field = a.field;
        let (scale, factor) = (B::splat(scale), B::splat(factor));
        let (a, b) = (B::parts_mut(a.residues).0, B::parts(b.residues).0);
        for (a, &b) in a.iter_mut().zip(b).take(n.div_ceil(B::LANES) as usize) {
            *a = B::store(field.dot2(scale, B::load(*a), factor, B::load(b)));
        }
    }
}

/// [`gcd::gcd`], with the instructions of the bundle.
struct Sequence<'a, B: Lanes, T> {
    field: B,
    team: T,
    prime: &'a B::Modulus,
    f: (&'a mut [Residue<B>], u32),
    g: (&'a mut [Residue<B>], u32),
}

impl<B: Lanes, T: Team> pulp::NullaryFnOnce for Sequence<'_, B, T> {
    type Output = Image;

    #[inline(always)]
    fn call(self) -> Image {
        let Sequence { field, team, prime, f: (f, p), g: (g, q) } = self;
        gcd::gcd(prime, team, Line { field, residues: f }, p, Line { field, residues: g }, q)
    }
}

/// gcd(f, g) up to a factor modulo one prime, f and g of at least one coefficient; `None` for gcd(0, 0). `field` has the prime in
/// every lane.
///
/// O(p q / lanes) element steps of three products and one reduction, and O(p + q) inner products of single residues.
pub(in crate::engine::cpu) fn gcd<B: Lanes>(
    field: B,
    prime: &B::Modulus,
    mut f: Vec<Residue<B>>,
    mut g: Vec<Residue<B>>,
    team: impl Team,
) -> Option<Vec<Residue<B>>> {
    let (p, q) = (f.len() as u32 - 1, g.len() as u32 - 1);
    let lanes = B::LANES as usize;
    let room = f.len().max(g.len()).next_multiple_of(lanes) + lanes;
    f.resize(room, prime.zero());
    g.resize(room, prime.zero());
    let image = field.simd(Sequence { field, team, prime, f: (&mut f, p), g: (&mut g, q) });
    let mut row = if image.in_f { f } else { g };
    row.truncate(image.degree? as usize + 1);
    Some(row)
}

/// The bundle with one prime in every lane; `None` where the processor has no instructions for it.
pub(in crate::engine::cpu) fn everywhere<M: CpuWord>(prime: &M) -> Option<M::Wide> {
    M::Wide::from_primes(std::slice::from_ref(prime))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gpu::arith::{Modulus, Mont31};
    use gpu::team::Solo;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn product<M: Modulus>(prime: &M, f: &[M::Elem], g: &[M::Elem]) -> Vec<M::Elem> {
        let mut out = vec![prime.zero(); (f.len() + g.len()).saturating_sub(1)];
        for (i, &a) in f.iter().enumerate() {
            for (x, &b) in out[i..].iter_mut().zip(g) {
                *x = prime.add(*x, prime.mul(a, b));
            }
        }
        out
    }

    /// f(x^e).
    fn spread<M: Modulus>(prime: &M, f: &[M::Elem], e: usize) -> Vec<M::Elem> {
        let mut out = vec![prime.zero(); (f.len() - 1) * e + 1];
        f.iter().enumerate().for_each(|(i, &c)| out[i * e] = c);
        out
    }

    /// Every coefficient is that of the same sequence coefficient by coefficient; returns the degree.
    fn check<M: CpuWord>(prime: &M, f: &[M::Elem], g: &[M::Elem]) -> Option<usize>
    where
        M::Elem: std::fmt::Debug,
    {
        let (mut a, mut b) = (f.to_vec(), g.to_vec());
        let image = gcd::gcd(prime, Solo, &mut a[..], f.len() as u32 - 1, &mut b[..], g.len() as u32 - 1);
        let expected = image.degree.map(|degree| if image.in_f { &a } else { &b }[..=degree as usize].to_vec());
        let found = gcd(everywhere(prime).unwrap(), prime, f.to_vec(), g.to_vec(), Solo);
        assert_eq!(found, expected, "degrees {} and {}", f.len() - 1, g.len() - 1);
        found.map(|row| row.len() - 1)
    }

    /// Pairs of all kinds modulo a large prime and modulo a small one, where leading coefficients vanish all the time.
    fn suite<M: CpuWord>(p: u64)
    where
        M::Elem: std::fmt::Debug,
    {
        let prime = &M::of(p).unwrap();
        let mut rng = StdRng::seed_from_u64(p);
        let mut random = |degree: usize| -> Vec<M::Elem> {
            let mut row: Vec<M::Elem> = (0..=degree).map(|_| prime.element(rng.random_range(0..p))).collect();
            row[degree] = prime.one();
            row
        };
        let lanes = <M::Wide as Field>::LANES as usize;
        // Common factors of every small degree and around whole vectors.
        let degrees = (0..6).chain([lanes - 2, lanes - 1, lanes, lanes + 1, 2 * lanes, 3 * lanes - 1, 77]);
        for d in degrees {
            let h = random(d);
            for (m, n) in
                [(0, 0), (1, 0), (1, 1), (5, 3), (lanes, lanes - 1), (lanes + 1, 2), (50, 49), (60, 7), (131, 131)]
            {
                let (f, g) = (product(prime, &random(m), &h), product(prime, &random(n), &h));
                let degree = check(prime, &f, &g);
                assert_eq!(check(prime, &g, &f), degree);
                assert!(degree >= Some(d));
                // Formal degrees above the true ones.
                let mut long = f.clone();
                long.extend(vec![prime.zero(); lanes + 1]);
                assert_eq!(check(prime, &long, &g), degree);
                assert_eq!(check(prime, &g, &long), degree);
            }
        }
        // Gaps between degrees, a divisor, equal ones, a remainder of low degree, zero.
        let (f, g) = (random(45), random(38));
        for (i, j) in [(2, 2), (3, 3), (2, 3), (5, 1), (1, 9)] {
            check(prime, &spread(prime, &f, i), &spread(prime, &g, j));
        }
        let multiple = product(prime, &f, &g);
        assert_eq!(check(prime, &multiple, &g), Some(38));
        assert_eq!(check(prime, &g, &multiple), Some(38));
        assert_eq!(check(prime, &multiple, &multiple), Some(83));
        let mut near = multiple.clone();
        near[2] = prime.add(near[2], prime.one());
        check(prime, &near, &g);
        check(prime, &product(prime, &near, &f), &product(prime, &g, &f));
        let zero = vec![prime.zero(); 100];
        assert_eq!(check(prime, &multiple, &zero), Some(83));
        assert_eq!(check(prime, &zero, &multiple), Some(83));
        assert_eq!(check(prime, &zero, &zero[..1]), None);
        // x^n and x^m.
        let power = |n: usize| [vec![prime.zero(); n], vec![prime.one()]].concat();
        assert_eq!(check(prime, &power(40), &power(33)), Some(33));
    }

    #[test]
    fn every_coefficient_is_that_of_the_plain_sequence() {
        for p in [3, 11, 65_537, 1_431_655_751] {
            suite::<Mont31>(p);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn every_coefficient_with_50_bits() {
        if !crate::engine::cpu::has_ifma() {
            println!("skipped: this processor has no AVX-512 IFMA");
            return;
        }
        for p in [3, 11, 65_537, (1 << 50) - 27] {
            suite::<gpu::arith::Mont50>(p);
        }
    }
}
