//! `complex_OPERATION/NUMBERS/LANES`: complex products, sums and quotients of one, two and four doubles, one at a
//! time (with the processor's fused multiply-add) and in the widest registers.
//!
//! [`COUNT`] independent operations from arrays in the first cache. Criterion counts numbers (lanes times operations).

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use eliminant::floating::{Lanes, exact};
use gpu::arith::Ring;
use gpu::floating::{Complex, Double, DoubleDouble, Float, QuadDouble, Real, Scalar};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::hint::black_box;
use std::marker::PhantomData;
use std::time::Duration;

/// Elements of an array: three arrays of eight lanes and four doubles take 24 KiB.
const COUNT: usize = 16;

/// The reals over any lanes.
trait Reals: Copy {
    const NAME: &'static str;
    type Of<F: Float>: Real<Float = F>;
    fn over<F: Float>(float: F) -> Self::Of<F>;
}

macro_rules! reals {
    ($($name:ident, $reals:ident, $text:literal;)*) => { $(
        #[derive(Clone, Copy)]
        struct $name;
        impl Reals for $name {
            const NAME: &'static str = $text;
            type Of<F: Float> = $reals<F>;
            fn over<F: Float>(float: F) -> $reals<F> {
                $reals(float)
            }
        }
    )* };
}
reals! { One, Double, "double"; Two, DoubleDouble, "double_double"; Four, QuadDouble, "quad_double"; }

type Number<R> = [<R as Ring>::Elem; 2];

/// The measurements.
trait Operation: Copy {
    const NAME: &'static str;
    fn step<R: Real>(complex: &Complex<R>, a: Number<R>, b: Number<R>) -> Number<R>;
}

#[derive(Clone, Copy)]
struct Product;
#[derive(Clone, Copy)]
struct Sum;
#[derive(Clone, Copy)]
struct Quotient;

impl Operation for Product {
    const NAME: &'static str = "complex_product";
    #[inline(always)]
    fn step<R: Real>(complex: &Complex<R>, a: Number<R>, b: Number<R>) -> Number<R> {
        complex.mul(a, b)
    }
}

impl Operation for Sum {
    const NAME: &'static str = "complex_sum";
    #[inline(always)]
    fn step<R: Real>(complex: &Complex<R>, a: Number<R>, b: Number<R>) -> Number<R> {
        complex.add(a, b)
    }
}

impl Operation for Quotient {
    const NAME: &'static str = "complex_quotient";
    #[inline(always)]
    fn step<R: Real>(complex: &Complex<R>, a: Number<R>, b: Number<R>) -> Number<R> {
        complex.div(a, b)
    }
}

/// One pass over the arrays.
struct Pass<'a, R: Real, O> {
    complex: Complex<R>,
    operation: PhantomData<O>,
    a: &'a [Number<R>],
    b: &'a [Number<R>],
    out: &'a mut [Number<R>],
}

impl<R: Real, O: Operation> pulp::NullaryFnOnce for Pass<'_, R, O> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let complex = self.complex;
        for ((&a, &b), out) in self.a.iter().zip(self.b).zip(self.out) {
            *out = O::step(&complex, a, b);
        }
    }
}

/// A bundle of random numbers of about 1: the parts are random too.
fn random<R: Real>(reals: &R, rng: &mut StdRng) -> R::Elem {
    let mut number = reals.zero();
    for lane in 0..R::LANES as usize {
        let mut unit = 1.0;
        let parts = [0; 4].map(|_| {
            unit *= f64::EPSILON / 4.0;
            rng.random_range(-1.0..1.0) * unit * 4.0 / f64::EPSILON
        });
        R::set_lane(&mut number, lane, parts);
    }
    number
}

/// Times a pass over these lanes, which `run` carries out with their instructions.
fn measure<R: Real, O: Operation>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    reals: R,
    mut run: impl FnMut(Pass<'_, R, O>),
) {
    let complex = Complex(reals);
    let mut rng = StdRng::seed_from_u64(1);
    let mut array = || -> Vec<Number<R>> { (0..COUNT).map(|_| [0; 2].map(|_| random(&reals, &mut rng))).collect() };
    let (a, b, mut out) = (array(), array(), array());
    group.throughput(Throughput::Elements(COUNT as u64 * u64::from(R::LANES)));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let (a, b) = black_box((&a, &b));
            run(Pass { complex, operation: PhantomData, a, b, out: &mut out });
            black_box(&mut out);
        })
    });
    // Right in the last lane: as the arithmetic of one number gives it, which the tests compare with exact fractions.
    let lane = R::LANES as usize - 1;
    let value = |z: Number<R>| z.map(|part| exact(&R::lane(&part, lane)).expect("finite"));
    let expected = O::step(&complex, a[COUNT - 1], b[COUNT - 1]);
    assert_eq!(value(out[COUNT - 1]), value(expected), "{name}: wrong result");
}

/// The widest lanes of this processor.
struct Widest<'a, 'b, N, O> {
    group: &'a mut BenchmarkGroup<'b, WallTime>,
    numbers: PhantomData<(N, O)>,
}

impl<N: Reals, O: Operation> pulp::WithSimd for Widest<'_, '_, N, O> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, simd: S) {
        let name = format!("{}/{}_lanes", N::NAME, S::F64_LANES);
        measure::<_, O>(self.group, &name, N::over(Lanes(simd)), |pass| simd.vectorize(pass));
    }
}

fn numbers<N: Reals, O: Operation>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let arch = pulp::Arch::new();
    measure::<_, O>(group, &format!("{}/scalar", N::NAME), N::over(Scalar), |pass| arch.dispatch(pass));
    arch.dispatch(Widest::<N, O> { group, numbers: PhantomData });
}

fn operation<O: Operation>(c: &mut Criterion) {
    let mut group = c.benchmark_group(O::NAME);
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1)).sample_size(30);
    numbers::<One, O>(&mut group);
    numbers::<Two, O>(&mut group);
    numbers::<Four, O>(&mut group);
    group.finish();
}

pub fn complex_numbers(c: &mut Criterion) {
    operation::<Product>(c);
    operation::<Sum>(c);
    operation::<Quotient>(c);
}
