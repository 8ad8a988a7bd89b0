use super::half_gcd::half_resultant;
use super::*;

/// Resultants of degrees p and q with one kept variable: dense input of `n` coefficients, points, coefficients and bits of the answer.
fn resultants(p: u32, q: u32, n: u32, points: u32, coefficients: u64, bits: u64) -> Work {
    let rows = u64::from(p + q + 2);
    let scalar = Scalar::resultant(p, q);
    let axes = vec![(n, Axis { len: points, cosets: 1 })];
    let integers = rows * u64::from(n);
    Work { integers, words: integers, axes, on_roots: true, scalar, coefficients, bits }
}

#[test]
fn rows_of_the_paper() {
    // Milliseconds measured on 16 threads of an H200's host and on the H200.
    let r12 = resultants(60, 75, 22, 2916, 2881, 904 * 30 - 1);
    let r16p = resultants(41, 29, 45, 3000, 2954, 2084 * 30 - 1);
    for (work, cpu, ifma, device) in [(&r12, 582.0, 170.0, 8.5), (&r16p, 729.0, 212.0, 11.8)] {
        for (predicted, measured) in [(work.cpu(16, false), cpu), (work.cpu(16, true), ifma), (work.device(), device)] {
            assert!((0.5..2.0).contains(&(predicted / measured)), "{predicted} {measured}");
        }
        assert!(work.suits_device(64, true));
    }
    // R1: 0.46 ms on the device, 1.1 on 16 cores.
    let r1 = resultants(20, 16, 10, 360, 333, 41 * 30 - 1);
    assert!(r1.suits_device(16, true) && r1.suits_device(1, false));
    let tiny = resultants(2, 1, 2, 4, 4, 50);
    assert!(!tiny.suits_device(1, true) && !tiny.suits_device(16, false));
}

#[test]
fn small_work_stays_on_one_device() {
    let tiny = resultants(2, 1, 2, 4, 4, 50);
    assert_eq!([1, 2, 8].map(|most| tiny.devices(most, false)), [1, 1, 1]);
    assert_eq!([1, 2, 8].map(|most| tiny.devices(most, true)), [1, 2, 2]);
    let r12 = resultants(60, 75, 22, 2916, 2881, 904 * 30 - 1);
    assert_eq!([1, 2, 4].map(|most| r12.devices(most, false)), [1, 2, 4]);
    // One prime, one coefficient, nothing: no second share.
    for (coefficients, bits) in [(100, 0), (1, 3000), (0, 0)] {
        let work = Work { coefficients, bits, ..r12.clone() };
        assert_eq!(work.devices(8, true), 1);
    }
}

#[test]
fn counts_do_not_overflow() {
    let most = Work {
        integers: u64::MAX,
        words: u64::MAX,
        coefficients: u64::MAX,
        bits: u64::MAX,
        scalar: Scalar {
            family: ScalarFamily::Determinant,
            size: 1e9,
            steps: u64::MAX,
            scaled: u64::MAX,
            outputs: 1,
            long: None,
        },
        ..resultants(2, 1, 2, u32::MAX, 4, 50)
    };
    assert!(most.cpu(1, false).is_finite() && most.suits_device(64, true));
}

#[test]
fn times_are_the_sum_of_stages_and_grow_with_each_count() {
    let work = resultants(20, 16, 10, 360, 333, 41 * 30 - 1);
    let grown = [
        Work { integers: 2 * work.integers, ..work.clone() },
        Work { words: 2 * work.words, ..work.clone() },
        Work { coefficients: 2 * work.coefficients, ..work.clone() },
        Work { axes: vec![(10, Axis { len: 720, cosets: 1 })], ..work.clone() },
        Work { scalar: Scalar { steps: 2 * work.scalar.steps, ..work.scalar }, ..work.clone() },
        Work { scalar: Scalar { scaled: 100, ..work.scalar }, ..work.clone() },
    ];
    for rates in [CORE_31, CORE_50] {
        let stages = rates.stages(&work, 41);
        assert!(stages.iter().all(|stage| stage.milliseconds >= 0.0), "{stages:?}");
        let sum: f64 = stages.iter().map(|stage| stage.milliseconds).sum();
        assert_eq!(rates.milliseconds(&work, 41), sum);
        for more in &grown {
            assert!(rates.milliseconds(more, 41) > sum, "{more:?}");
        }
        let times: Vec<f64> = (0..200).map(|primes| rates.milliseconds(&work, primes)).collect();
        assert!(times.is_sorted());
        // Progress is measured by the same times.
        let before: f64 = stages[1..6].iter().map(|stage| stage.milliseconds).sum();
        assert!((rates.residues(&work, 41) * 1e-6 / before - 1.0).abs() < 1e-9);
    }
}

/// The time of the input is counted once, by its polynomials and words, however many primes there are.
#[test]
fn input_is_read_once() {
    let work = resultants(20, 16, 10, 360, 333, 41 * 30 - 1);
    let rates = Rates { input: Linear { each: 100.0, further: 7.0 }, ..CORE_31 };
    for primes in [1, 41] {
        let more = rates.milliseconds(&work, primes) - CORE_31.milliseconds(&work, primes);
        assert!((more / (1e-6 * (100.0 * 38.0 + 7.0 * 380.0)) - 1.0).abs() < 1e-6, "{more}");
    }
}

/// Without a grid, points are evaluated by Horner's rule, and there are no tables.
#[test]
fn arbitrary_points() {
    let work = Work { on_roots: false, ..resultants(20, 16, 10, 333, 333, 1000) };
    let stages = CORE_31.stages(&work, 34);
    let of = |name: &str| stages.iter().find(|stage| stage.stage == name).unwrap().milliseconds;
    assert_eq!((of("tables"), of("evaluate")), (0.0, 0.0));
    assert!(of("interpolate") > 0.0 && of("scalars") > 0.0);
}

/// The last variable by products up to a number of coefficients, others by transforms.
#[test]
fn evaluation_by_products_and_by_transforms() {
    let rates = Rates {
        product: Linear { each: 1.0, further: 10.0 },
        forward: Linear { each: 100.0, further: 1000.0 },
        direct: 4,
        ..CORE_31
    };
    let work = |axes: &[(u32, u32)]| {
        let axes: Vec<(u32, Axis)> = axes.iter().map(|&(n, len)| (n, Axis { len, cosets: 1 })).collect();
        let integers = 3 * axes.iter().map(|(n, _)| u64::from(*n)).product::<u64>();
        Work { integers, axes, ..resultants(1, 1, 1, 1, 1, 1) }
    };
    assert_eq!(rates.evaluation(&work(&[(4, 8)])), 3.0 * 8.0 * 41.0);
    assert_eq!(rates.evaluation(&work(&[(5, 8)])), 3.0 * 8.0 * 3100.0);
    assert_eq!(rates.evaluation(&work(&[(2, 4), (3, 16)])), 3.0 * (4.0 * 3.0 * 2100.0 + 4.0 * 16.0 * 31.0));
    assert_eq!(rates.evaluation(&work(&[])), 0.0);
}

#[test]
fn bundles_take_their_time_however_few_primes_they_have() {
    let rates = Rates { bundle: (16, 4), small_bundle: 0.5, ..CORE_31 };
    assert_eq!([0, 16, 17, 24, 25, 32].map(|n| rates.in_bundles(n)), [0.0, 16.0, 24.0, 32.0, 32.0, 32.0]);
    assert_eq!([1, 8, 9].map(|n| CORE_50.in_bundles(n)), [8.0, 8.0, 16.0]);
    assert_eq!([1, 7].map(|n| H200.in_bundles(n)), [1.0, 7.0]);
}

/// Between sizes that were measured times are between those there; beyond them they stay.
#[test]
fn steps_by_size() {
    let rates = Rates { resultant: [7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.5, 1.0, 0.5], ..CORE_31 };
    let step = |size| {
        rates.scalar(&Scalar { family: ScalarFamily::Resultant, size, steps: 1, scaled: 0, outputs: 1, long: None })
    };
    assert_eq!([0.0, 1.0, 4.0, 8.0, 16.0, 32.0, 64.0].map(step), [7.0, 7.0, 7.0, 6.0, 5.0, 4.0, 3.0]);
    assert_eq!([256.0, 1024.0, 2048.0, 1e6].map(step), [2.0, 1.0, 0.5, 0.5]);
    // Neighbours are powers of 2, or of 4.
    assert!((step(8.0 * 2f64.sqrt()) - 5.5).abs() < 1e-12 && (step(128.0) - 2.5).abs() < 1e-12);
}

/// Elements of the longer polynomial that the shorter one does not reach: those of every pair of leading coefficients, counted one by one.
#[test]
fn elements_that_are_only_multiplied() {
    for (p, q) in [(5, 5), (6, 5), (7, 5), (8, 5), (9, 5), (100, 8), (8, 101), (0, 0)] {
        let (a, b): (u32, u32) = if p < q { (q, p) } else { (p, q) };
        let counted: u32 = (1..=a - b).rev().step_by(2).map(|above| above - 1).sum();
        assert_eq!(Scalar::resultant(p, q).scaled, u64::from(counted), "{p} {q}");
    }
    let rates = Rates { resultant: [0.0; DEGREES.len()], scaling: 2.0, ..CORE_31 };
    assert_eq!(rates.scalar(&Scalar::resultant(14, 4)), 50.0);
}

/// Few integers of many primes take a tree where there is one.
#[test]
fn lifts_by_tables_and_by_trees() {
    assert!(CORE_50.lifts_by_tree(1, 65) && !CORE_50.lifts_by_tree(1, 64) && !CORE_31.lifts_by_tree(1, 1 << 20));
    let rates = Rates { tree: Linear { each: 1.0, further: 10.0 }, ..CORE_50 };
    assert_eq!(rates.lifting(2, 256), 256.0 * 64.0 * 21.0);
    // Without one it is the square of the primes, and their power 3/2 where long integers are multiplied.
    let grows = |rates: &Rates| rates.lifting(1, 20_000) / rates.lifting(1, 2000);
    assert!(grows(&H200) > 90.0 && (20.0..40.0).contains(&grows(&CORE_31)), "{} {}", grows(&H200), grows(&CORE_31));
    let each = Rates { integer: 5.0, ..CORE_50 };
    assert!((each.lifting(800, 2) - CORE_50.lifting(800, 2) - 4000.0).abs() < 1e-6);
}

/// Tensors that the caches keep cost no more than their products.
#[test]
fn memory_of_large_tensors() {
    let far = Rates { far: 7.0, ..CORE_50 };
    let more = |len: u32| {
        let axes = [1, 1].map(|n| (n, Axis { len, cosets: 1 })).to_vec();
        let work = Work { integers: 3, axes, ..resultants(1, 1, 1, 1, 1, 1) };
        far.residues(&work, 8) - CORE_50.residues(&work, 8)
    };
    assert_eq!(more(512), 0.0);
    // Both variables on the way back; on the way to values the last is no tensor.
    let expected = 8.0 * 7.0 * 2.0 * 600.0 * 600.0;
    assert!((more(600) / expected - 1.0).abs() < 1e-9);
}

/// Where it is possible: one point, a CPU, degrees from which it is faster, and primes enough.
#[test]
fn half_gcd_shortens_long_resultants() {
    let work = |(p, q): (u32, u32), long: bool, bits: u64| {
        let long = Some((p.max(q), p.min(q))).filter(|_| long);
        let scalar = Scalar { long, ..Scalar::resultant(p, q) };
        Work { integers: u64::from(p + q) + 2, axes: Vec::new(), scalar, bits, ..resultants(1, 1, 1, 1, 1, 1) }
    };
    let part = |rates: &Rates, degrees, bits| rates.by_half_gcd(&work(degrees, true, bits));
    for rates in [CORE_31, CORE_50] {
        let from = half_resultant(rates.prime_bits);
        assert_eq!(part(&rates, (4 * from, 4 * from), 1000), 0.25);
        // Half of the degrees are lost to one quotient.
        assert_eq!(part(&rates, (6 * from, 3 * from), 1000), 4.0 / 6.0);
        for degrees in [(100_000, from - 1), (from - 1, from - 1), (from, from)] {
            assert_eq!(part(&rates, degrees, 1000), 1.0, "{degrees:?}");
        }
        assert_eq!(rates.by_half_gcd(&work((40_000, 40_000), false, 1000)), 1.0);
        let with_a_variable =
            Work { axes: vec![(1, Axis { len: 4, cosets: 1 })], ..work((40_000, 40_000), true, 1000) };
        assert_eq!(rates.by_half_gcd(&with_a_variable), 1.0);
    }
    // Some 2500 primes of 31 bits have the roots of unity.
    assert!(part(&CORE_31, (40_000, 40_000), 50_000) < 1.0);
    assert_eq!((part(&CORE_31, (40_000, 40_000), 200_000), part(&H200, (40_000, 40_000), 1000)), (1.0, 1.0));
}
