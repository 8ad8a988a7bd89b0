//! One residue modulo an odd p < 2^(64 N) in Montgomery form with R = 2^(64 N): x stands for x / R mod p. Words are from the lowest up.
//!
//! For moduli that one word does not hold, as those of elliptic curves and of proof systems are (128 to 256 bits).
//!
//! **Ranges.** Elements are below p, which may be as large as R - 1, so that a sum has one bit more than N words: it is kept as a carry. The product
//! a b goes word by word of b (coarsely integrated operand scanning): T becomes (T + a b_i + m p) / 2^64 with b_i, m < 2^64, so T < a + p stays below 2 R
//! and has one bit more than N words as well. The last T is (a b + M p) / R with M < R: below 2 p for b < p, whatever a is.
//!
//! Source: P. L. Montgomery, Math. Comp. 44 (1985); Ç. K. Koç, T. Acar, B. S. Kaliski, IEEE Micro 16 (1996), section 5.

use crate::arith::Field;

/// A statement for each of the N <= 4 words, as text: so that they are in registers.
macro_rules! words {
    ($k:ident { $($body:tt)* }) => {
        four!($k {
            if $k < N {
                $($body)*
            }
        })
    };
}

/// The constants of one modulus. Only [`MontWords::new`] makes them, so they fit together.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
#[repr(C)]
pub struct MontWords<const N: usize> {
    /// The modulus.
    p: [u64; N],
    /// -p^-1 mod 2^64.
    minus: u64,
    /// R mod p: the number 1.
    r1: [u64; N],
    /// R^2 mod p: the number R.
    r2: [u64; N],
}

/// a + b c + carry, as its low and its high word: at most (2^64 - 1) (2^64 + 1) = 2^128 - 1.
#[inline(always)]
const fn multiply_add(a: u64, b: u64, c: u64, carry: u64) -> (u64, u64) {
    let sum = a as u128 + b as u128 * c as u128 + carry as u128;
    (sum as u64, (sum >> 64) as u64)
}

impl<const N: usize> MontWords<N> {
    /// Constants for the odd number `p` of at least 3, of up to four words; `None` otherwise. [`MontWords::inverse`] asks for a prime, which is the caller's.
    pub fn new(p: [u64; N]) -> Option<Self> {
        const { assert!(N <= 4, "operations are written out for four words") };
        if p[0].is_multiple_of(2) || (p[0] == 1 && p[1..].iter().all(|&word| word == 0)) {
            return None;
        }
        // Newton: p p = 1 mod 8, and each step doubles the correct low bits: 3, 6, 12, 24, 48, 96.
        let mut inverse = p[0];
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(p[0].wrapping_mul(inverse)));
        }
        let mut field = MontWords { p, minus: inverse.wrapping_neg(), r1: [0; N], r2: [0; N] };
        // 1 doubled 64 N times is R, and as many times more R^2.
        let mut power = [0; N];
        power[0] = 1;
        for bit in 0..128 * N {
            if bit == 64 * N {
                field.r1 = power;
            }
            power = field.add(&power, &power);
        }
        field.r2 = power;
        Some(field)
    }

    /// The modulus.
    #[inline(always)]
    pub const fn modulus(&self) -> &[u64; N] {
        &self.p
    }

    /// Montgomery form of any N words.
    #[inline(always)]
    pub fn enter(&self, x: &[u64; N]) -> [u64; N] {
        self.mul(x, &self.r2)
    }

    /// The plain residue in [0, p).
    #[inline(always)]
    pub fn leave(&self, a: &[u64; N]) -> [u64; N] {
        let mut one = [0; N];
        one[0] = 1;
        self.mul(a, &one)
    }

    /// `x` with a carry above it, at most 2 p - 1 together, less p where it is not below p.
    #[inline(always)]
    fn below(&self, x: [u64; N], carry: bool) -> [u64; N] {
        let (mut rest, mut borrow) = (x, false);
        words!(K { (rest[K], borrow) = x[K].borrowing_sub(self.p[K], borrow) });
        // A choice for each word, so that there is no branch: which way it goes is random.
        let keep = borrow & !carry;
        words!(K { rest[K] = if keep { x[K] } else { rest[K] } });
        rest
    }

    /// a + b.
    #[inline(always)]
    fn add(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (mut sum, mut carry) = ([0; N], false);
        words!(K { (sum[K], carry) = a[K].carrying_add(b[K], carry) });
        self.below(sum, carry)
    }

    /// a - b.
    #[inline(always)]
    fn sub(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (mut difference, mut borrow) = ([0; N], false);
        words!(K { (difference[K], borrow) = a[K].borrowing_sub(b[K], borrow) });
        let (mut sum, mut carry) = ([0; N], false);
        words!(K { (sum[K], carry) = difference[K].carrying_add(if borrow { self.p[K] } else { 0 }, carry) });
        // It is 1 where there was a borrow.
        _ = carry;
        sum
    }

    /// a b / R mod p, for a of any N words and b < p.
    #[inline(always)]
    fn mul(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (mut t, mut top) = ([0; N], 0u64);
        words!(I {
            let mut carry = 0;
            words!(J { (t[J], carry) = multiply_add(t[J], a[J], b[I], carry) });
            let (high, over) = top.overflowing_add(carry);
            let m = t[0].wrapping_mul(self.minus);
            let (_, mut carry) = multiply_add(t[0], m, self.p[0], 0);
            unrolled!(J {
                if J < N {
                    (t[J - 1], carry) = multiply_add(t[J], m, self.p[J], carry);
                }
            }: 1 2 3);
            let (last, more) = high.overflowing_add(carry);
            t[N - 1] = last;
            top = u64::from(over) + u64::from(more);
        });
        self.below(t, top != 0)
    }

    /// a^e, an exponent of N words.
    pub fn pow(&self, a: &[u64; N], e: &[u64; N]) -> [u64; N] {
        let (mut power, mut rest) = (self.r1, *e);
        for _ in 0..64 * N {
            power = self.mul(&power, &power);
            if rest[N - 1] >> 63 != 0 {
                power = self.mul(&power, a);
            }
            // The next bit comes to the top.
            let mut carry = 0;
            words!(K { (rest[K], carry) = (rest[K] << 1 | carry, rest[K] >> 63) });
            _ = carry;
        }
        power
    }

    /// 1 / a, and 0 for 0: a^(p - 2), p a prime.
    pub fn inverse(&self, a: &[u64; N]) -> [u64; N] {
        let (mut e, mut borrow) = (self.p, false);
        words!(K { (e[K], borrow) = e[K].borrowing_sub(if K == 0 { 2 } else { 0 }, borrow) });
        // p is at least 3.
        _ = borrow;
        self.pow(a, &e)
    }
}

impl<const N: usize> Field for MontWords<N> {
    type Elem = [u64; N];
    const LANES: u32 = 1;
    const IS_SHORT: bool = false;

    #[inline(always)]
    fn zero(&self) -> [u64; N] {
        [0; N]
    }
    #[inline(always)]
    fn one(&self) -> [u64; N] {
        self.r1
    }
    #[inline(always)]
    fn add(&self, a: [u64; N], b: [u64; N]) -> [u64; N] {
        MontWords::add(self, &a, &b)
    }
    #[inline(always)]
    fn sub(&self, a: [u64; N], b: [u64; N]) -> [u64; N] {
        MontWords::sub(self, &a, &b)
    }
    #[inline(always)]
    fn neg(&self, a: [u64; N]) -> [u64; N] {
        MontWords::sub(self, &[0; N], &a)
    }
    #[inline(always)]
    fn mul(&self, a: [u64; N], b: [u64; N]) -> [u64; N] {
        MontWords::mul(self, &a, &b)
    }
    #[inline(always)]
    fn dot2(&self, a0: [u64; N], b0: [u64; N], a1: [u64; N], b1: [u64; N]) -> [u64; N] {
        self.add(&self.mul(&a0, &b0), &self.mul(&a1, &b1))
    }
    #[inline(always)]
    fn dot3(&self, a0: [u64; N], b0: [u64; N], a1: [u64; N], b1: [u64; N], a2: [u64; N], b2: [u64; N]) -> [u64; N] {
        self.add(&Field::dot2(self, a0, b0, a1, b1), &self.mul(&a2, &b2))
    }
    #[inline(always)]
    fn zeros(&self, a: [u64; N]) -> u32 {
        let mut all = 0;
        words!(K { all |= a[K] });
        (all == 0) as u32
    }
    #[inline(always)]
    fn select(&self, mask: u32, a: [u64; N], b: [u64; N]) -> [u64; N] {
        if mask & 1 != 0 { a } else { b }
    }
}
