//! How soon a device stops that is asked to, by every method. Skipped with a printed line where there is no device, or a failure with
//! REQUIRE_GPU=1.

use crate::suite::have_gpu;
use crate::turns::turn;
use eliminant::{Backend, Control, Error, ErrorKind, GcdBatch, GcdMethod, Method, Polynomial, Resultant};
use std::time::{Duration, Instant};

/// From the request to the error.
const SOON: Duration = Duration::from_millis(300);

/// Coefficients without a pattern.
struct Random(u32);

impl Random {
    /// An integer of so many bits, and a few more, as a literal.
    fn literal(&mut self, bits: u32) -> String {
        let mut word = || {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Nine digits, the first of which is not 0: 29 bits at least.
            (100_000_000 + (self.0 >> 4)).to_string()
        };
        (0..bits.div_ceil(29)).map(|_| word()).collect()
    }

    /// Dense in x and y.
    fn two(&mut self, degree: u32, bits: u32) -> Polynomial {
        let terms = (0..=degree).flat_map(|i| (0..=degree).map(move |j| vec![i, j]));
        let terms: Vec<_> = terms.map(|e| (self.literal(bits).parse().expect("an integer"), e)).collect();
        Polynomial::from_terms(&["x", "y"], terms).expect("a polynomial")
    }

    /// Dense in x.
    fn one(&mut self, degree: u32, bits: u32) -> Polynomial {
        let all = (0..=degree).map(|_| self.literal(bits).parse().expect("an integer"));
        Polynomial::from_dense("x", all.collect::<Vec<_>>()).expect("a polynomial")
    }
}

/// Cancels `run` this long after it began, and checks when and how it ends.
fn check<A>(name: &str, after: Duration, run: impl FnOnce(Control) -> Result<A, Error>) {
    let control = Control::default();
    let handle = control.clone();
    let stop = std::thread::scope(|scope| {
        let canceller = scope.spawn(move || {
            std::thread::sleep(after);
            handle.cancel();
            Instant::now()
        });
        let ended = run(control).map(drop);
        let end = Instant::now();
        let error = ended.expect_err("the work lasts longer than the cancelling thread waits");
        assert!(matches!(error.kind(), ErrorKind::Cancelled), "{name}: {error}");
        end.saturating_duration_since(canceller.join().expect("the cancelling thread"))
    });
    println!("{name}: stopped after {stop:?}");
    assert!(stop < SOON, "{name}: stopped after {stop:?}");
}

/// Seconds of resultants: 180,000 points of degree 300, and 20,000 points with matrices of 200 rows, modulo hundreds of primes.
#[test]
fn resultants_by_every_method_stop_at_once() {
    if !have_gpu() {
        return;
    }
    let _turn = turn();
    for (method, degree) in
        [(Method::Remainder, 300), (Method::Schur, 300), (Method::Schur2010, 300), (Method::Sylvester, 100)]
    {
        let mut random = Random(7);
        let (f, g) = (random.two(degree, 100), random.two(degree + 1, 100));
        let small = (random.two(3, 20), random.two(4, 20));
        let on = |pair: (&Polynomial, &Polynomial), control: Control| {
            let resultant = Resultant::new(pair.0, pair.1, "y").backend(Backend::Cuda).method(method);
            resultant.memory_limit(8 << 30).control(control).run().map(|answer| answer.polynomial)
        };
        // Kernels of the method are loaded once, and then stop with the computation.
        let expected =
            Resultant::new(&small.0, &small.1, "y").backend(Backend::Cpu).run().expect("on the CPU").polynomial;
        assert_eq!(on((&small.0, &small.1), Control::default()).expect("a small one"), expected, "{method:?}");
        for after in [300, 1000] {
            check(&format!("{method:?}, {after} ms"), Duration::from_millis(after), |control| on((&f, &g), control));
        }
        assert_eq!(on((&small.0, &small.1), Control::default()).expect("the next one"), expected, "{method:?}");
    }
}

/// Seconds of GCDs: pairs so long that a device goes in rounds, and pairs that a block has in shared memory by the Schur algorithm.
#[test]
fn gcds_in_rounds_and_by_schur_stop_at_once() {
    if !have_gpu() {
        return;
    }
    let _turn = turn();
    for (method, degree, bits, count) in [(GcdMethod::Remainder, 40_000, 1500, 60), (GcdMethod::Schur, 5000, 1000, 200)]
    {
        let mut random = Random(9);
        let pair = (random.one(degree, bits), random.one(degree - 3, bits));
        let pairs = vec![pair; count];
        let on = |pairs: &[(Polynomial, Polynomial)], control: Control| {
            GcdBatch::new(pairs).backend(Backend::Cuda).method(method).control(control).run().map(|(gcds, _)| gcds)
        };
        let small = [(random.one(40, 20), random.one(41, 20))];
        let one = [Polynomial::from_dense("x", vec![1.into()]).expect("1")];
        assert_eq!(on(&small, Control::default()).expect("a small one"), one, "{method:?}");
        check(&format!("{method:?}"), Duration::from_millis(500), |control| on(&pairs, control));
        assert_eq!(on(&small, Control::default()).expect("the next one"), one, "{method:?}");
    }
}
