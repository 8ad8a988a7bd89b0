//! The same bits from every kind of lanes.

use crate::numbers::{Reals, near_negative, number};
use eliminant::floating::Lanes;
use gpu::arith::Ring;
use gpu::floating::{Complex, Double, DoubleDouble, Float, QuadDouble, Real, Scalar};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Every operation on a and b.
#[inline(always)]
fn results<R: Real>(r: &R, a: R::Elem, b: R::Elem) -> [R::Elem; 20] {
    let c = Complex(*r);
    let x = r.leading(b);
    let ([p0, p1], [s0, s1], [q0, q1]) = (c.mul([a, b], [b, b]), c.square([a, b]), c.div([a, b], [b, a]));
    [
        r.add(a, b),
        r.sub(a, b),
        r.neg(a),
        r.mul(a, b),
        r.square(a),
        r.times(a, 1_000_003),
        r.div(a, b),
        r.sqrt(r.abs(a)),
        r.sqrt(a),
        r.add_part(a, x),
        r.mul_part(a, x),
        r.scale(a, r.float().splat(0.5)),
        r.select(r.less(a, b), a, r.one()),
        c.abs([a, b]),
        p0,
        p1,
        s0,
        s1,
        q0,
        q1,
    ]
}

/// Carries out `results` on all pairs, a register full at a time.
struct Pairs<'a, const N: usize, M> {
    pairs: &'a [[[f64; N]; 2]],
    make: M,
}

/// Makes the reals over any lanes.
trait Make: Copy {
    type Of<F: Float>: Real<Float = F>;
    fn over<F: Float>(self, float: F) -> Self::Of<F>;
}

macro_rules! make {
    ($name:ident, $reals:ident) => {
        #[derive(Clone, Copy)]
        struct $name;
        impl Make for $name {
            type Of<F: Float> = $reals<F>;
            fn over<F: Float>(self, float: F) -> $reals<F> {
                $reals(float)
            }
        }
    };
}
make!(One, Double);
make!(Two, DoubleDouble);
make!(Four, QuadDouble);

impl<const N: usize, M: Make> pulp::WithSimd for Pairs<'_, N, M> {
    type Output = (usize, Vec<[[f64; 4]; 20]>);

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, simd: S) -> Self::Output {
        let reals = self.make.over(Lanes(simd));
        let mut all = Vec::new();
        for pairs in self.pairs.chunks(S::F64_LANES) {
            let (mut a, mut b) = (reals.zero(), reals.zero());
            for (i, pair) in pairs.iter().enumerate() {
                for (lanes, parts) in [&mut a, &mut b].into_iter().zip(pair) {
                    let mut four = [0.0; 4];
                    four[..N].copy_from_slice(parts);
                    <M::Of<Lanes<S>> as Real>::set_lane(lanes, i, four);
                }
            }
            let found = results(&reals, a, b);
            for i in 0..pairs.len() {
                all.push(found.map(|element| <M::Of<Lanes<S>> as Real>::lane(&element, i)));
            }
        }
        (S::F64_LANES, all)
    }
}

fn compare<const N: usize, M: Make<Of<Scalar>: Reals<N>>>(make: M) {
    let mut rng = StdRng::seed_from_u64(70 + N as u64);
    let pairs: Vec<[[f64; N]; 2]> = (0..2003)
        .map(|i| {
            let e = rng.random_range(-90..90);
            let a = if i % 50 == 7 { [0.0; N] } else { number(&mut rng, e) };
            let b = if i % 3 == 0 { near_negative(&mut rng, &a) } else { number(&mut rng, e - 20) };
            [a, b]
        })
        .chain([f64::INFINITY, f64::NAN, 1e300, 1e-300].map(|x| [[x; N], [1.0; N]]))
        .collect();
    let scalar = make.over(Scalar);
    let widths = run_all(&pairs, make, |lanes, found| {
        assert_eq!(found.len(), pairs.len());
        for (pair, found) in pairs.iter().zip(&found) {
            let expected = results(&scalar, pair[0], pair[1]);
            for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
                for (found, expected) in found.iter().zip(expected) {
                    let same = found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan());
                    assert!(same, "operation {i} of {pair:?} on {lanes} lanes: {found:e}, {expected:e}");
                }
            }
        }
    });
    println!("{N} doubles, lanes: {widths:?}");
}

/// Every instruction set that this processor has.
fn run_all<const N: usize, M: Make>(
    pairs: &[[[f64; N]; 2]],
    make: M,
    check: impl Fn(usize, Vec<[[f64; 4]; 20]>),
) -> Vec<usize> {
    let mut results = vec![pulp::Arch::new().dispatch(Pairs { pairs, make })];
    results.push(pulp::Arch::Scalar.dispatch(Pairs { pairs, make }));
    #[cfg(target_arch = "x86_64")]
    {
        use pulp::Simd;
        if let Some(simd) = pulp::x86::V3::try_new() {
            results.push(Simd::vectorize(simd, Pairs { pairs, make }));
        }
        if let Some(simd) = pulp::x86::V4::try_new() {
            results.push(Simd::vectorize(simd, Pairs { pairs, make }));
        }
    }
    let widths = results.iter().map(|(lanes, _)| *lanes).collect();
    results.into_iter().for_each(|(lanes, found)| check(lanes, found));
    widths
}

#[test]
fn all_lanes_agree_in_every_bit() {
    compare(One);
    compare(Two);
    compare(Four);
}

#[test]
fn masks_have_a_bit_for_every_lane() {
    struct Bits;
    impl pulp::WithSimd for Bits {
        type Output = ();
        #[inline(always)]
        fn with_simd<S: pulp::Simd>(self, simd: S) {
            let f = Lanes(simd);
            for wanted in 0..1u32 << S::F64_LANES {
                let mut a = f.splat(1.0);
                (0..S::F64_LANES).for_each(|i| Lanes::<S>::set_lane(&mut a, i, f64::from(1 - (wanted >> i & 1))));
                assert_eq!(f.bits(f.less(a, f.splat(0.5))), wanted);
            }
        }
    }
    pulp::Arch::new().dispatch(Bits);
    pulp::Arch::Scalar.dispatch(Bits);
}
