//! Mixed volumes that are known (`tests/data/mixed_volumes.jsonl`), and what they mean for zeros.

use eliminant::system::{Proved, Solve, StartSystem, System, Term};
use serde::Deserialize;

/// A line of the file.
#[derive(Deserialize)]
struct Known {
    supports: Vec<Vec<Vec<u32>>>,
    mixed: u64,
    stable: u64,
}

/// The system with these supports, with coefficients that no relation connects.
fn system(supports: &[Vec<Vec<u32>>]) -> System {
    let names: Vec<String> = (1..=supports.len()).map(|i| format!("x{i}")).collect();
    let mut coefficient = 1i32;
    let polynomials = supports.iter().map(|points| {
        let term = |point: &Vec<u32>| {
            coefficient = coefficient * 31 % 1009;
            let exponents = point.iter().copied().enumerate().filter(|&(_, e)| e > 0).collect();
            Term { coefficient: (coefficient - 504).into(), exponents }
        };
        points.iter().map(term).collect()
    });
    System::new(&names, polynomials.collect()).unwrap()
}

#[test]
fn known_mixed_volumes() {
    for line in include_str!("../data/mixed_volumes.jsonl").lines() {
        let known: Known = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let counts = system(&known.supports).root_counts().unwrap();
        assert_eq!(
            (counts.mixed_volume, counts.stable_mixed_volume),
            (Some(known.mixed), Some(known.stable)),
            "{line}"
        );
    }
}

#[test]
fn families() {
    let mixed = |system: eliminant::Result<System>| system.unwrap().root_counts().unwrap().mixed_volume.unwrap();
    for (n, expected) in [(5, 70), (6, 156), (7, 924), (8, 2560), (9, 11_016)] {
        assert_eq!(mixed(System::cyclic(n)), expected);
    }
    for n in 3..8 {
        assert_eq!(mixed(System::noon(n)), 3u64.pow(n as u32) - 2 * n as u64);
    }
    let katsura = System::katsura(8).unwrap().root_counts().unwrap();
    assert_eq!((katsura.total_degree, katsura.stable_mixed_volume), (Some(256), Some(256)));
    // x^1000000 and lower terms: integers of two words.
    let large: System = "x^1000000*y^3 + x + y^7; x^3*y^1000000 + x^500000 - 1".parse().unwrap();
    assert_eq!(large.root_counts().unwrap().mixed_volume, Some(1_000_001_500_012));
}

#[test]
fn both_starts_find_the_same_zeros() {
    for (name, system, zeros) in
        [("cyclic-6", System::cyclic(6), 156), ("noon-5", System::noon(5), 233), ("katsura-6", System::katsura(6), 64)]
    {
        let system = system.unwrap();
        let solve = |start| Solve::new(&system).seed(5).start(start).run().unwrap();
        let [total, polyhedral] = [StartSystem::TotalDegree, StartSystem::Polyhedral].map(solve);
        assert!(polyhedral.is_polyhedral && !total.is_polyhedral && polyhedral.paths <= total.paths);
        for answer in [&total, &polyhedral] {
            assert_eq!((answer.solutions.len(), answer.failed), (zeros, 0), "{name}");
            assert_eq!(answer.proved(), Some(Proved::All), "{name}");
        }
        assert!(total.solutions.iter().zip(&polyhedral.solutions).all(|(a, b)| a.is_same(b)), "{name}");
    }
}
