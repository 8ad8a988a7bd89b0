//! `OPERATION/FIELD/throughput` and `OPERATION/FIELD/latency` of every arithmetic on the CPU, with the processor's best
//! instructions: products, three-product steps, inverses.
//!
//! Throughput: [`COUNT`] independent operations from arrays in the first cache. Latency: a chain of [`COUNT`] operations, each on
//! the result of the one before. Criterion counts residues (lanes times operations), so that fields compare.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use gpu::Field;
use gpu::arith::prime::is_prime;
use gpu::arith::{Bundle, Float24, Float31, Invert, Mont31, Mont31x4, Mont31x16};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::hint::black_box;
use std::marker::PhantomData;
use std::time::Duration;

/// Elements of an array: three arrays of 16 lanes take 24 KiB.
const COUNT: usize = 128;

/// The measurements.
trait Operation: Copy {
    /// The operation on `a`, which is the result of the one before in a chain, and on `b` and `c`.
    fn step<F: Invert>(field: &F, a: F::Elem, b: F::Elem, c: F::Elem) -> F::Elem;

    /// Zero when `out` is the right result of `step(a, b, c)`, by other operations.
    fn error<F: Invert>(field: &F, a: F::Elem, b: F::Elem, c: F::Elem, out: F::Elem) -> F::Elem;
}

/// a b.
#[derive(Clone, Copy)]
struct Mul;

/// a b + b c + c c.
#[derive(Clone, Copy)]
struct Dot3;

/// 1 / (a + b): an inverse alone would let a chain alternate between two values.
#[derive(Clone, Copy)]
struct Inverse;

impl Operation for Mul {
    #[inline(always)]
    fn step<F: Invert>(field: &F, a: F::Elem, b: F::Elem, _: F::Elem) -> F::Elem {
        field.mul(a, b)
    }

    /// (a + 1) b - b - out.
    fn error<F: Invert>(field: &F, a: F::Elem, b: F::Elem, _: F::Elem, out: F::Elem) -> F::Elem {
        field.sub(field.sub(field.mul(field.add(a, field.one()), b), b), out)
    }
}

impl Operation for Dot3 {
    #[inline(always)]
    fn step<F: Invert>(field: &F, a: F::Elem, b: F::Elem, c: F::Elem) -> F::Elem {
        field.dot3(a, b, b, c, c, c)
    }

    /// b (a + c) + c c - out.
    fn error<F: Invert>(field: &F, a: F::Elem, b: F::Elem, c: F::Elem, out: F::Elem) -> F::Elem {
        field.sub(field.add(field.mul(b, field.add(a, c)), field.mul(c, c)), out)
    }
}

impl Operation for Inverse {
    #[inline(always)]
    fn step<F: Invert>(field: &F, a: F::Elem, b: F::Elem, _: F::Elem) -> F::Elem {
        field.invert(field.add(a, b))
    }

    /// (a + b) out - 1, or out where a + b = 0.
    fn error<F: Invert>(field: &F, a: F::Elem, b: F::Elem, _: F::Elem, out: F::Elem) -> F::Elem {
        let sum = field.add(a, b);
        field.select(field.zeros(sum), out, field.sub(field.mul(sum, out), field.one()))
    }
}

/// One pass over the arrays.
struct Pass<'a, F: Field, O: Operation, const CHAINED: bool> {
    field: &'a F,
    operation: PhantomData<O>,
    a: &'a [F::Elem],
    b: &'a [F::Elem],
    out: &'a mut [F::Elem],
}

impl<F: Invert, O: Operation, const CHAINED: bool> pulp::NullaryFnOnce for Pass<'_, F, O, CHAINED> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let Pass { field, a, b, out, .. } = self;
        let field = *field;
        let mut last = field.one();
        for ((&a, &b), out) in a.iter().zip(b).zip(out.iter_mut()) {
            last = if CHAINED { O::step(&field, last, b, a) } else { O::step(&field, a, b, a) };
            *out = last;
        }
    }
}

/// Times one kind of pass and checks what it wrote.
fn pass<F: Invert, O: Operation, const CHAINED: bool>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    field: &F,
    a: &[F::Elem],
    b: &[F::Elem],
) {
    let arch = pulp::Arch::new();
    let mut out = vec![field.zero(); COUNT];
    let mut run = || {
        let (field, a, b) = black_box((field, a, b));
        arch.dispatch(Pass::<F, O, CHAINED> { field, operation: PhantomData, a, b, out: &mut out });
        black_box(&mut out);
    };
    group.bench_function(name, |bencher| bencher.iter(&mut run));
    run();
    let mut last = field.one();
    for ((&a, &b), &out) in a.iter().zip(b).zip(&out) {
        let error = O::error(field, if CHAINED { last } else { a }, b, a, out);
        assert!(field.zeros(error) == F::ALL, "{name}: wrong result");
        last = out;
    }
}

/// Throughput and latency of one operation of one field; `random` draws elements.
fn measure<F: Invert, O: Operation>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    field: &F,
    mut random: impl FnMut() -> F::Elem,
) {
    let mut array = || -> Vec<F::Elem> { (0..COUNT).map(|_| random()).collect() };
    let (a, b) = (array(), array());
    group.throughput(Throughput::Elements(COUNT as u64 * u64::from(F::LANES)));
    pass::<F, O, false>(group, &format!("{name}/throughput"), field, &a, &b);
    pass::<F, O, true>(group, &format!("{name}/latency"), field, &a, &b);
}

/// The largest `count` primes up to `limit`.
fn primes(limit: u32, count: usize) -> Vec<u32> {
    (2..=limit).rev().filter(|&n| is_prime(n)).take(count).collect()
}

fn bundles<B: Bundle<Modulus = Mont31> + Invert, O: Operation>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str) {
    let primes: Vec<Mont31> =
        primes(Mont31::MAX, B::LANES as usize).into_iter().map(|p| Mont31::new(p).expect("an odd prime")).collect();
    let field = B::from_primes(&primes).expect("as many primes as lanes");
    let mut rng = StdRng::seed_from_u64(3);
    measure::<B, O>(group, name, &field, || {
        let mut element = field.zero();
        for (lane, prime) in primes.iter().enumerate() {
            B::set_lane(&mut element, lane, rng.random_range(0..prime.modulus()));
        }
        element
    });
}

/// One operation of every field.
fn fields<O: Operation>(c: &mut Criterion, title: &str) {
    let mut group = c.benchmark_group(title);
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1)).sample_size(30);
    let mut rng = StdRng::seed_from_u64(2);
    let p = primes(Mont31::MAX, 1)[0];
    let field = Mont31::new(p).expect("an odd prime");
    measure::<_, O>(&mut group, "mont31", &field, || rng.random_range(0..p));
    bundles::<Mont31x4, O>(&mut group, "mont31x4");
    bundles::<Mont31x16, O>(&mut group, "mont31x16");
    let p = primes(Float24::MAX, 1)[0];
    let field = Float24::new(p).expect("in range");
    measure::<_, O>(&mut group, "float24", &field, || rng.random_range(0..p));
    // `is_prime` knows numbers up to the limit of `Mont31`, which lies inside the range of `Float31`.
    let p = primes(Mont31::MAX.min(Float31::MAX), 1)[0];
    let field = Float31::new(p).expect("in range");
    measure::<_, O>(&mut group, "float31", &field, || rng.random_range(0..p));
    group.finish();
}

pub fn arithmetic(c: &mut Criterion) {
    fields::<Mul>(c, "mul");
    fields::<Dot3>(c, "dot3");
    fields::<Inverse>(c, "inverse");
}
