//! Early termination: few primes where the answer is far below its bound, the right answer everywhere, whatever the seed.

use crate::suite::{self, poly};
use eliminant::{Backend, Certainty, Control, Interpolation, Polynomial, Resultant, ResultantAnswer, WordSize};
use std::sync::{Arc, Mutex};

/// res_y is the same for f(x, y + s) and g(x, y + s), but coefficients and bounds are large for a large shift s.
fn shifted(s: &str) -> [Polynomial; 4] {
    let (f, g) = (poly("y^8 - 3*x^2*y^5 + x - 3"), poly("2*y^7 + x*y^2 - 5*x^3"));
    let s = poly(s);
    let [far_f, far_g] = [&f, &g].map(|h| h.substitute("y", &s).expect("a shift"));
    [f, g, far_f, far_g]
}

fn run(f: &Polynomial, g: &Polynomial, certainty: Certainty, backend: Backend, seed: u64) -> ResultantAnswer {
    Resultant::new(f, g, "y").backend(backend).certainty(certainty).seed(seed).run().expect("a resultant")
}

const PROBABILISTIC: Certainty = Certainty::Probabilistic { error_exponent: 80 };

/// Bits of the primes, rounded down, of the word that the CPU engine chose.
fn prime_bits(answer: &ResultantAnswer) -> f64 {
    if answer.report.run.device.contains("IFMA") { 49.0 } else { 30.0 }
}

fn few_primes(backend: Backend) {
    let [f, g, far_f, far_g] = shifted(
        "y + 1000000000000000000000000000000000000000000000000000000000000*x^3 - 77777777777777777777777777777",
    );
    let expected = run(&f, &g, Certainty::Certified, backend, 1).polynomial;
    let certified = run(&far_f, &far_g, Certainty::Certified, backend, 1);
    assert_eq!(certified.polynomial, expected);
    for seed in 0..5 {
        let early = run(&far_f, &far_g, PROBABILISTIC, backend, seed);
        assert_eq!(early.polynomial, expected);
        // The answer has about 60 bits: one block and the confirming primes.
        let (few, all) = (early.report.run.primes, certified.report.run.primes);
        assert!(few <= 40 && 4 * few < all, "{few} {all}");
        assert!(early.report.failure_log2.is_some_and(|log2| (-200.0..=-80.0).contains(&log2)));
        assert_eq!(early.report.certainty, "probabilistic");
    }
}

#[test]
fn few_primes_for_small_answers_cpu() {
    few_primes(Backend::Cpu);
}

#[test]
fn few_primes_for_small_answers_cuda() {
    if suite::have_gpu() {
        few_primes(Backend::Cuda);
    }
}

/// Over all blocks of primes, of an answer that is found early and of one that needs them all.
#[test]
fn progress_rises_to_one() {
    let [f, g, far_f, far_g] = shifted("y + 1000000000000000000000000000000*x^3 - 77777777777777777777777777777");
    for (f, g) in [(&f, &g), (&far_f, &far_g)] {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let told = seen.clone();
        let control = Control::with_progress(move |fraction| told.lock().unwrap().push(fraction));
        let answer = Resultant::new(f, g, "y").backend(Backend::Cpu).word(WordSize::Bits31);
        answer.certainty(PROBABILISTIC).seed(3).control(control).run().expect("a resultant");
        let seen = seen.lock().unwrap();
        assert!(seen.is_sorted() && seen.len() > 1 && seen.last() == Some(&1.0), "{seen:?}");
    }
}

/// For answers of all sizes below the bound: at most 1.3 times the primes that the answer has, a block and those that confirm.
#[test]
fn no_more_primes_than_the_answer_needs() {
    for digits in [20, 60, 150] {
        // The answer's size grows with the factor, the bound with the shift too.
        let factor = "7".repeat(digits);
        let [f, g] = [format!("{factor}*y^6 - x*y^2 + 5"), format!("y^5 - {factor}*x*y + 2")].map(|h| poly(&h));
        let s = poly(&format!("y + {}*x", "3".repeat(2 * digits + 60)));
        let [far_f, far_g] = [&f, &g].map(|h| h.substitute("y", &s).expect("a shift"));
        let expected = run(&f, &g, Certainty::Certified, Backend::Cpu, 1);
        let bound = run(&far_f, &far_g, Certainty::Certified, Backend::Cpu, 1).report.run.primes;
        let early = run(&far_f, &far_g, PROBABILISTIC, Backend::Cpu, 3);
        assert_eq!(early.polynomial, expected.polynomial);
        let true_primes = f64::from(expected.polynomial.max_bits()) / prime_bits(&early);
        let most = 1.3 * true_primes + 16.0 + 30.0;
        assert!(early.report.run.primes as f64 <= most && bound as f64 > 1.5 * most, "{early:?} {bound} {true_primes}");
    }
}

/// Where the bound is tight, the primes that it demands certify the answer, and there is no other computation.
#[test]
fn tight_bounds_certify() {
    let (f, g) = (poly("123456789123*y^6 - x*y^3 + 5"), poly("y^5 - 987654321987*x + 2*y"));
    let certified = run(&f, &g, Certainty::Certified, Backend::Cpu, 1);
    let early = run(&f, &g, PROBABILISTIC, Backend::Cpu, 1);
    assert_eq!(early.polynomial, certified.polynomial);
    assert_eq!((early.report.failure_log2, early.report.run.primes), (None, certified.report.run.primes));
}

#[test]
fn stored_cases_probabilistic() {
    for (interpolation, exponent) in [(Interpolation::Ntt, 80), (Interpolation::Vandermonde, 40)] {
        let certainty = Certainty::Probabilistic { error_exponent: exponent };
        for case in suite::cases().iter().filter(|case| case.kind == "resultant") {
            let (f, g) = (poly(&case.f), poly(case.g.as_deref().unwrap_or("0")));
            let answer = Resultant::new(&f, &g, &case.var)
                .backend(Backend::Cpu)
                .certainty(certainty)
                .interpolation(interpolation)
                .run()
                .unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let kept = if case.var == "y" { "x" } else { "y" };
            let expected = Polynomial::parse_in(&case.expected, &[kept]).expect("an answer");
            assert_eq!(answer.polynomial, expected, "{}", case.name);
        }
    }
}
