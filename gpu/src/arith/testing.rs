//! The axioms of a [`Field`] as tests: [`test_field!`](crate::test_field) makes a module of them for one type.
//!
//! The tests know nothing of a representation. They make elements of words in \[0, p), the edges first, carry out each operation
//! on plain numbers as well, and ask that its result is in \[0, p) and leaves as the number. So they hold for any odd modulus;
//! only inverses ask for a prime.

use super::bundle::Bundle;
use super::float24::Float24;
use super::float31::Float31;
use super::inverse::Invert;
use super::modulus::Modulus;
use super::mont31::Mont31;
use super::mont32::Mont32;
use super::mont50::Mont50;
use super::mont61::Mont61;
use super::mont64::Mont64;
use crate::arith::Field;

/// Most lanes of a [`Field`].
pub const LANES: usize = 32;

/// splitmix64 (G. Steele, D. Lea, C. Flood, 2014).
pub struct Random(u64);

impl Random {
    /// The words that follow from a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        ((self.word() as u128 * n as u128) >> 64) as u64
    }
}

/// Arithmetic of one residue, seen from the tests.
pub trait Lane: Field {
    /// Smallest and largest modulus.
    const RANGE: (u64, u64);
    /// The constants for `p`; `None` where the constructor refuses it.
    fn construct(p: u64) -> Option<Self>;
    /// The modulus.
    fn prime(&self) -> u64;
    /// The element of any number.
    fn put(&self, number: u64) -> Self::Elem;
    /// The number in \[0, p) of an element.
    fn get(&self, a: Self::Elem) -> u64;
    /// The element that is represented by `word`.
    fn from_word(word: u64) -> Self::Elem;
    /// The word of an element.
    fn to_word(a: Self::Elem) -> u64;
    /// 1 / a in every form that the type has, 0 for 0; p is a prime.
    fn inverses(&self, a: Self::Elem) -> impl IntoIterator<Item = Self::Elem>;
}

macro_rules! lane {
    ($field:ident, $word:ty, $min:expr, $new:expr, $prime:expr, $put:expr, $get:expr, $inverses:expr) => {
        impl Lane for $field {
            const RANGE: (u64, u64) = ($min as u64, $field::MAX as u64);
            fn construct(p: u64) -> Option<Self> {
                <$word>::try_from(p).ok().and_then($new)
            }
            fn prime(&self) -> u64 {
                let prime: fn(&$field) -> u64 = $prime;
                prime(self)
            }
            fn put(&self, number: u64) -> $word {
                let put: fn(&$field, u64) -> $word = $put;
                put(self, number)
            }
            fn get(&self, a: $word) -> u64 {
                let get: fn(&$field, $word) -> u64 = $get;
                get(self, a)
            }
            fn from_word(word: u64) -> $word {
                word as $word
            }
            fn to_word(a: $word) -> u64 {
                a as u64
            }
            fn inverses(&self, a: $word) -> impl IntoIterator<Item = $word> {
                let inverses: fn(&$field, $word) -> _ = $inverses;
                inverses(self, a)
            }
        }
    };
}

lane!(Mont31, u32, 3, Mont31::new, Modulus::p, Modulus::element, Modulus::number, |m, a| {
    [m.inverse(a), m.invert(a), m.reciprocal(a), m.power(a, Modulus::p(m) - 2)]
});
lane!(
    Mont32,
    u32,
    3,
    Mont32::new,
    |m| m.modulus() as u64,
    |m, x| m.enter((x % m.modulus() as u64) as u32),
    |m, a| m.leave(a) as u64,
    |m, a| [m.inverse(a)]
);
lane!(Mont50, u64, 3, Mont50::new, Modulus::p, Modulus::element, Modulus::number, |m, a| [m.reciprocal(a)]);
lane!(Mont61, u64, 3, Mont61::new, |m| m.modulus(), |m, x| m.enter(x), |m, a| m.leave(a), |m, a| [m.inverse(a)]);
lane!(Mont64, u64, 3, Mont64::new, |m| m.modulus(), |m, x| m.enter(x), |m, a| m.leave(a), |m, a| [m.inverse(a)]);
lane!(
    Float24,
    u32,
    Float24::MIN,
    Float24::new,
    |m| m.m as u64,
    |m, x| (x % m.m as u64) as u32,
    |_, a| a as u64,
    |m, a| [m.invert(a)]
);
lane!(
    Float31,
    u32,
    Float31::MIN,
    Float31::new,
    |m| m.m as u64,
    |m, x| (x % m.m as u64) as u32,
    |_, a| a as u64,
    |m, a| [m.invert(a)]
);

/// A field under test: one residue ([`One`]) or a bundle ([`Many`]).
pub trait Subject {
    /// Its type.
    type Field: Field;
    /// The field.
    fn field(&self) -> &Self::Field;
    /// The modulus of a lane.
    fn prime(&self, lane: usize) -> u64;
    /// The element that has these words in its lanes.
    fn element(&self, words: &[u64; LANES]) -> Element<Self>;
    /// The word of a lane.
    fn word(&self, a: Element<Self>, lane: usize) -> u64;
    /// The word of a number in a lane.
    fn put(&self, number: u64, lane: usize) -> u64;
    /// The number of a word in a lane.
    fn get(&self, word: u64, lane: usize) -> u64;
    /// Gives `check` 1 / a, 0 in lanes where a is 0, in every form that the type has.
    fn inverses(&self, a: Element<Self>, check: impl FnMut(Element<Self>));
}

/// An element of the field under test.
pub type Element<S> = <<S as Subject>::Field as Field>::Elem;

/// One residue.
pub struct One<M>(M);

impl<M: Lane> Subject for One<M> {
    type Field = M;
    fn field(&self) -> &M {
        &self.0
    }
    fn prime(&self, _: usize) -> u64 {
        self.0.prime()
    }
    fn element(&self, words: &[u64; LANES]) -> M::Elem {
        M::from_word(words[0])
    }
    fn word(&self, a: M::Elem, _: usize) -> u64 {
        M::to_word(a)
    }
    fn put(&self, number: u64, _: usize) -> u64 {
        M::to_word(self.0.put(number))
    }
    fn get(&self, word: u64, _: usize) -> u64 {
        self.0.get(M::from_word(word))
    }
    fn inverses(&self, a: M::Elem, check: impl FnMut(M::Elem)) {
        self.0.inverses(a).into_iter().for_each(check);
    }
}

/// Inverses of a bundle.
pub type Inverse<B> = fn(&B, <B as Field>::Elem) -> <B as Field>::Elem;

/// A bundle, the arithmetic of its lanes, and its inverses where it has them.
pub struct Many<B: Bundle> {
    field: B,
    lanes: [B::Modulus; LANES],
    inverse: Option<Inverse<B>>,
}

impl<B: Bundle<Modulus: Lane>> Subject for Many<B> {
    type Field = B;
    fn field(&self) -> &B {
        &self.field
    }
    fn prime(&self, lane: usize) -> u64 {
        self.lanes[lane].prime()
    }
    fn element(&self, words: &[u64; LANES]) -> B::Elem {
        let mut a = self.field.zero();
        for (lane, &word) in words.iter().enumerate().take(B::LANES as usize) {
            B::set_lane(&mut a, lane, B::Modulus::from_word(word));
        }
        a
    }
    fn word(&self, a: B::Elem, lane: usize) -> u64 {
        B::Modulus::to_word(B::lane(&a, lane))
    }
    fn put(&self, number: u64, lane: usize) -> u64 {
        B::Modulus::to_word(self.lanes[lane].put(number))
    }
    fn get(&self, word: u64, lane: usize) -> u64 {
        self.lanes[lane].get(B::Modulus::from_word(word))
    }
    fn inverses(&self, a: B::Elem, mut check: impl FnMut(B::Elem)) {
        if let Some(inverse) = self.inverse {
            check(inverse(&self.field, a));
        }
        // A product with what the lanes say.
        let mut out = self.field.zero();
        for lane in 0..B::LANES as usize {
            let forms = self.lanes[lane].inverses(B::lane(&a, lane));
            B::set_lane(&mut out, lane, forms.into_iter().next().expect("a form"));
        }
        check(out);
    }
}

/// `n` is a prime: Miller-Rabin with the first twelve primes, which decides for all words.
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || BASES.iter().any(|&q| n.is_multiple_of(q)) {
        return BASES.contains(&n);
    }
    let times = |a: u64, b: u64| (a as u128 * b as u128 % n as u128) as u64;
    let odd = (n - 1) >> (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let (mut x, mut square, mut rest) = (1, base, odd);
        while rest > 0 {
            if rest & 1 != 0 {
                x = times(x, square);
            }
            square = times(square, square);
            rest >>= 1;
        }
        let mut e = odd;
        while x != 1 && x != n - 1 && e < n / 2 {
            x = times(x, x);
            e *= 2;
        }
        x == n - 1 || (x == 1 && e == odd)
    })
}

/// Moduli of a type.
const MODULI: usize = 20;

/// Odd moduli: the ends of the range and the primes next to them, then those of random lengths, every other one a prime.
fn moduli<M: Lane>(random: &mut Random) -> [u64; MODULI] {
    let (min, max) = M::RANGE;
    let (low, high) = (min | 1, (max - 1) | 1);
    let down = |start: u64| (0..).map(|i| start - 2 * i).find(|&n| is_prime(n)).expect("a prime");
    let up = |start: u64| (0..).map(|i| start + 2 * i).find(|&n| is_prime(n)).expect("a prime");
    let mut list = [low; MODULI];
    list[1..6].copy_from_slice(&[high, up(low), down(high), low + 2, high - 2]);
    for (i, p) in list.iter_mut().enumerate().skip(6) {
        let span = (max - min) >> random.below(64 - (max - min).leading_zeros() as u64);
        let odd = (min + random.below(span + 1)) | 1;
        *p = if i % 2 == 0 { down(up(odd).min(down(high))) } else { odd.min(high) };
    }
    list
}

/// Carries out a check for moduli of one residue.
pub fn one<M: Lane>(mut check: impl FnMut(&One<M>, &mut Random)) {
    let mut random = Random(M::RANGE.1);
    for p in moduli::<M>(&mut random) {
        check(&One(M::construct(p).expect("an odd number in the range")), &mut random);
    }
}

/// Carries out a check for bundles: all moduli in turn next to others, from one modulus to one a lane. `inverse` is that of the
/// bundle where it has one.
pub fn bundle<B: Bundle<Modulus: Lane>>(inverse: Option<Inverse<B>>, mut check: impl FnMut(&Many<B>, &mut Random)) {
    let mut random = Random(<B::Modulus as Lane>::RANGE.1);
    let n = B::LANES as usize;
    for round in 0..16 {
        let all = moduli::<B::Modulus>(&mut random);
        let count = if round % 4 == 3 { 1 + random.below(n as u64) as usize } else { n };
        // Lanes beyond the given ones repeat the last.
        let lanes: [B::Modulus; LANES] = core::array::from_fn(|lane| {
            let p = all[(lane.min(count - 1) + 5 * round) % MODULI];
            B::Modulus::construct(p).expect("an odd number in the range")
        });
        let field = B::from_primes(&lanes[..count]).expect("primes for the lanes");
        check(&Many { field, lanes, inverse }, &mut random);
    }
    let some = B::Modulus::construct(moduli::<B::Modulus>(&mut random)[0]).expect("the smallest one");
    assert!(B::from_primes(&[]).is_none(), "no primes");
    assert!(B::from_primes(&[some; LANES + 1][..n + 1]).is_none(), "too many primes");
}

/// Words whose sums and products meet the ends of the ranges.
const EDGES: usize = 8;

fn edge<S: Subject>(s: &S, i: usize, lane: usize) -> u64 {
    let p = s.prime(lane);
    let one = s.word(s.field().one(), lane);
    [0, 1, 2 % p, p / 2, p - 2, p - 1, one, p - one][i]
}

/// Gives `check` elements: every triple of edges, which differ between lanes, and others beside them; then random ones.
fn elements<S: Subject>(s: &S, random: &mut Random, mut check: impl FnMut([Element<S>; 6], &mut Random)) {
    const TRIPLES: usize = EDGES * EDGES * EDGES;
    for round in 0..TRIPLES + 200 {
        let elements = core::array::from_fn(|k| {
            let digit = round / EDGES.pow(k as u32 % 3);
            let words = core::array::from_fn(|lane| match lane < S::Field::LANES as usize {
                false => 0,
                true if round >= TRIPLES => random.below(s.prime(lane)),
                true => edge(s, (digit + lane + k / 3 * round) % EDGES, lane),
            });
            s.element(&words)
        });
        check(elements, random);
    }
}

/// Asks that each lane of `found` is below the modulus and is the number that `expected` makes of the modulus and of the numbers
/// of `from`.
#[track_caller]
fn is<S: Subject, const N: usize>(
    s: &S,
    what: &str,
    found: Element<S>,
    from: [Element<S>; N],
    expected: impl Fn(u128, [u128; N]) -> u128,
) {
    for lane in 0..S::Field::LANES as usize {
        let (p, word) = (s.prime(lane), s.word(found, lane));
        let numbers = from.map(|a| s.get(s.word(a, lane), lane));
        assert!(word < p, "{what} of {numbers:?} modulo {p} in lane {lane}: the word {word} is not reduced");
        let expected = expected(p as u128, numbers.map(u128::from)) % p as u128;
        assert_eq!(s.get(word, lane) as u128, expected, "{what} of {numbers:?} modulo {p} in lane {lane}");
    }
}

/// Asks that two elements have the same words.
#[track_caller]
fn same<S: Subject>(s: &S, what: &str, a: Element<S>, b: Element<S>) {
    for lane in 0..S::Field::LANES as usize {
        assert_eq!(s.word(a, lane), s.word(b, lane), "{what} modulo {} in lane {lane}", s.prime(lane));
    }
}

/// Numbers go in and come out, and each residue has one word.
pub fn conversions<S: Subject>(s: &S, random: &mut Random) {
    for lane in 0..S::Field::LANES as usize {
        let p = s.prime(lane);
        let (zero, one) = (s.field().zero(), s.field().one());
        assert_eq!((s.word(zero, lane), s.put(0, lane), s.get(0, lane)), (0, 0, 0), "0 modulo {p}");
        assert_eq!((s.put(1, lane), s.get(s.put(1, lane), lane)), (s.word(one, lane), 1), "1 modulo {p}");
        let ends = [
            p - 2,
            p - 1,
            p,
            p.wrapping_add(1),
            p.wrapping_mul(2).wrapping_sub(1),
            1 << 32,
            (1 << 52) - 1,
            1 << 52,
            u64::MAX - 1,
            u64::MAX,
        ];
        for i in 0..ends.len() + 100 {
            let number = ends.get(i).copied().unwrap_or_else(|| random.word() >> random.below(64));
            let word = s.put(number, lane);
            assert!(word < p, "{number} enters as {word} modulo {p}");
            assert_eq!(s.get(word, lane), number % p, "{number} modulo {p}");
        }
        for i in 0..EDGES + 100 {
            let word = if i < EDGES { edge(s, i, lane) } else { random.below(p) };
            assert_eq!(s.put(s.get(word, lane), lane), word, "the word {word} modulo {p}");
        }
    }
}

/// The group of addition.
pub fn sums<S: Subject>(s: &S, random: &mut Random) {
    let f = s.field();
    elements(s, random, |[a, b, c, ..], _| {
        is(s, "a + b", f.add(a, b), [a, b], |_, [a, b]| a + b);
        is(s, "a - b", f.sub(a, b), [a, b], |p, [a, b]| a + p - b);
        is(s, "-a", f.neg(a), [a], |p, [a]| p - a);
        same(s, "a + 0 = a", f.add(a, f.zero()), a);
        same(s, "a + b = b + a", f.add(a, b), f.add(b, a));
        same(s, "(a + b) + c = a + (b + c)", f.add(f.add(a, b), c), f.add(a, f.add(b, c)));
        same(s, "a + (-a) = 0", f.add(a, f.neg(a)), f.zero());
        same(s, "a - b = a + (-b)", f.sub(a, b), f.add(a, f.neg(b)));
    });
}

/// The ring, and sums of products with one reduction.
pub fn products<S: Subject>(s: &S, random: &mut Random) {
    let f = s.field();
    elements(s, random, |[a, b, c, d, x, y], random| {
        is(s, "a b", f.mul(a, b), [a, b], |_, [a, b]| a * b);
        is(s, "a b + c d", f.dot2(a, b, c, d), [a, b, c, d], |p, [a, b, c, d]| a * b % p + c * d % p);
        let dot3 = |p, [a, b, c, d, x, y]: [u128; 6]| a * b % p + c * d % p + x * y % p;
        is(s, "a b + c d + x y", f.dot3(a, b, c, d, x, y), [a, b, c, d, x, y], dot3);
        same(s, "1 a = a", f.mul(f.one(), a), a);
        same(s, "0 a = 0", f.mul(f.zero(), a), f.zero());
        same(s, "a b = b a", f.mul(a, b), f.mul(b, a));
        same(s, "(a b) c = a (b c)", f.mul(f.mul(a, b), c), f.mul(a, f.mul(b, c)));
        same(s, "a (b + c) = a b + a c", f.mul(a, f.add(b, c)), f.dot2(a, b, a, c));
        let e = (random.word() >> (32 + random.below(32))) as u32;
        let power = |p: u128, a: u128, e: u32| {
            (0..32).rev().fold(1, |x, i| x * x % p * if e >> i & 1 != 0 { a } else { 1 } % p)
        };
        for e in [0, 1, 2, e] {
            is(s, "a^e", f.pow(a, e), [a], |p, [a]| power(p, a, e));
        }
    });
}

/// Which lanes are zero, and choice between lanes.
pub fn masks<S: Subject>(s: &S, random: &mut Random) {
    let f = s.field();
    assert_eq!(f.zeros(f.zero()), S::Field::ALL, "zeros of 0");
    assert_eq!(f.zeros(f.one()), 0, "zeros of 1");
    elements(s, random, |[a, b, ..], random| {
        let mask = random.word() as u32 & S::Field::ALL;
        let (zeros, chosen) = (f.zeros(a), f.select(mask, a, b));
        for lane in 0..S::Field::LANES as usize {
            let (x, y) = (s.word(a, lane), s.word(b, lane));
            assert_eq!(zeros >> lane & 1 != 0, x == 0, "whether {x} is zero in lane {lane}");
            assert_eq!(s.word(chosen, lane), if mask >> lane & 1 != 0 { x } else { y }, "lane {lane} of {mask:b}");
        }
        assert_eq!(zeros & !S::Field::ALL, 0, "lanes that are not there");
    });
}

/// Inverses, modulo primes.
pub fn inverses<S: Subject>(s: &S, random: &mut Random) {
    if !(0..S::Field::LANES as usize).all(|lane| is_prime(s.prime(lane))) {
        return;
    }
    let f = s.field();
    elements(s, random, |[a, ..], _| {
        s.inverses(a, |inverse| {
            is(s, "1 / a", f.mul(a, inverse), [a], |_, [a]| (a != 0) as u128);
            assert_eq!(f.zeros(inverse), f.zeros(a), "1 / 0 = 0");
        });
    });
}

/// The constructor takes the odd numbers of its range and refuses all others.
pub fn range<M: Lane>() {
    let (min, max) = M::RANGE;
    let mut random = Random(max);
    for p in moduli::<M>(&mut random) {
        assert_eq!(M::construct(p).map(|m| m.prime()), Some(p));
        assert!(M::construct(p - 1).is_none() && M::construct(p.wrapping_add(1)).is_none(), "next to {p}");
    }
    let [after, next] = [1, 2].map(|more| max.wrapping_add(more));
    for p in [0, 1, 2, min - 1, min - 2, after, next, next | 1, 1 << 32, (1 << 32) | 3, u64::MAX] {
        assert!(M::construct(p).is_none() || (p % 2 == 1 && (min..=max).contains(&p)), "{p}");
    }
}

/// Tests the axioms of a field, its edges included, modulo the smallest and largest numbers it allows and random ones.
///
/// - `test_field!(axioms: Mont31)`: a type of one residue;
/// - `test_field!(axioms: bundle Mont31x4, inverse)`: a bundle; with the last word also its own inverses, lane by lane;
/// - `test_field!(axioms: bundle Wide, if available())`: one that not every processor has.
#[doc(hidden)]
#[macro_export]
macro_rules! test_field {
    ($name:ident: bundle $field:ty, inverse) => {
        $crate::test_field!(@module $name, $field, true, bundle, (Some($crate::arith::Invert::invert)),);
    };
    ($name:ident: bundle $field:ty, if $available:expr) => {
        $crate::test_field!(@module $name, $field, $available, bundle, (None),);
    };
    ($name:ident: $field:ty) => {
        $crate::test_field!(@module $name, $field, true, one, (), range);
    };
    (@module $name:ident, $field:ty, $available:expr, $driver:ident, $inverse:tt, $($range:ident)?) => {
        mod $name {
            #[allow(unused_imports, reason = "a type may be named by its whole path")]
            use super::*;

            $crate::test_field!(@test conversions, $field, $available, $driver, $inverse);
            $crate::test_field!(@test sums, $field, $available, $driver, $inverse);
            $crate::test_field!(@test products, $field, $available, $driver, $inverse);
            $crate::test_field!(@test masks, $field, $available, $driver, $inverse);
            $crate::test_field!(@test inverses, $field, $available, $driver, $inverse);
            $(
                #[test]
                fn $range() {
                    $crate::arith::testing::$range::<$field>();
                }
            )?
        }
    };
    (@test $check:ident, $field:ty, $available:expr, $driver:ident, ($($inverse:expr)?)) => {
        #[test]
        fn $check() {
            if $available {
                $crate::arith::testing::$driver::<$field>($($inverse,)? $crate::arith::testing::$check);
            } else {
                println!("skipped: this processor has no {}", stringify!($field));
            }
        }
    };
}
