//! The degrees of the answers, what was removed on the way, and the angles against `tests/data/harmonics.jsonl`, which was made without any
//! elimination.

use super::angles::{Angles, Outcome, Solution, solve};
use super::elimination::{Elimination, Why, eliminate};
use super::equations::{Ratio, at, chebyshev, equations};
use super::roots::{BITS, real_roots};
use super::{CommandLine, report};
use clap::Parser;
use eliminant::Polynomial;
use rug::Integer;
use rug::ops::Pow;
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn ratio(text: &str) -> Ratio {
    text.parse().unwrap()
}

fn eliminated(n: usize, m: Option<&Ratio>) -> Elimination {
    eliminate(equations(n, m).unwrap()).unwrap().unwrap()
}

fn solutions(n: usize, m: &Ratio) -> Vec<Solution> {
    solve(&equations(n, Some(m)).unwrap(), &eliminated(n, Some(m)), m).unwrap()
}

fn angles(n: usize, m: &Ratio, signs: &str) -> Vec<Angles> {
    let all = solutions(n, m).into_iter().filter_map(|solution| match solution.outcome {
        Outcome::Angles(angles) if angles.signs == signs => Some(angles),
        _ => None,
    });
    all.collect()
}

/// The one with content 1 and a positive leading coefficient.
fn primitive(f: &Polynomial) -> Polynomial {
    let content = f.content();
    let sign = if f.terms()[0].coefficient.is_negative() { -content } else { content };
    f.exact_div_integer(&sign).unwrap()
}

#[test]
fn the_equations_are_sums_of_cosines() {
    assert_eq!(chebyshev(5), [0, 5, 0, -20, 0, 16]);
    // Cosines 1/2 and 1/3: T_5 is 1/2 at the first and 16/243 - 20/27 + 5/3 = 241/243 at the second.
    let g = &equations(2, Some(&ratio("5/6"))).unwrap()[0];
    let symbolic = &equations(2, None).unwrap()[0];
    let at_m = at(&symbolic.f, "m", &5.into(), &6.into()).unwrap();
    assert_eq!(primitive(&at_m), primitive(&g.f));
    let value = at(&at_m, "s2", &1.into(), &6.into()).unwrap().as_constant().unwrap();
    // 6^5 for m and, s2 = 1/6 has degree 2, 6^2.
    assert_eq!(value * 486, Integer::from(725) * 6_u32.pow(7));
}

#[test]
fn degrees_and_spurious_factors() {
    let answers: Vec<Elimination> = (2..=5).map(|n| eliminated(n, None)).collect();
    let degrees: Vec<Option<u32>> = answers.iter().map(|answer| answer.answer.degree("s2")).collect();
    assert_eq!(degrees, [2, 3, 6, 9].map(Some));
    let degrees: Vec<Option<u32>> = answers.iter().map(|answer| answer.answer.degree("m")).collect();
    assert_eq!(degrees, [4, 10, 24, 56].map(Some));

    // Three sources: nothing but a factor in m.
    assert!(answers[1].steps.iter().flat_map(|step| &step.removed).all(|removed| removed.why == Why::Constant));

    // Four: the resultant has degree 7.
    let last = answers[2].steps.last().unwrap();
    assert_eq!(last.raw.degree("s2"), Some(7));
    let spurious: Vec<_> = last.removed.iter().filter(|removed| removed.why == Why::Infinity).collect();
    assert_eq!((spurious.len(), spurious[0].factor.to_string(), spurious[0].times), (1, "4*s2 + 3".to_owned(), 1));

    // Five: one on the way, which would become a fourth power, and so a square remains.
    let steps = &answers[3].steps;
    let spurious: Vec<_> = steps[3].removed.iter().filter(|removed| removed.why == Why::Infinity).collect();
    assert_eq!((spurious.len(), spurious[0].factor.to_string()), (1, "m*s2 - s3".to_owned()));
    assert_eq!(steps[6].raw.degree("s2"), Some(11));
    let [square] = &answers[3].removed[..] else { panic!("one spurious factor") };
    assert_eq!((&square.why, square.factor.degree("s2")), (&Why::NotIn("r8".to_owned()), Some(2)));
    let simple: Polynomial = "112*m^4*s2 - 140*m^2*s2 + 35*s2 - 32*m^6 + 140*m^4 - 140*m^2 + 35".parse().unwrap();
    assert_eq!(primitive(&square.factor), primitive(&(&simple * &simple)));
    let with_value = eliminated(5, Some(&ratio("4/5")));
    assert_eq!(primitive(&with_value.removed[0].factor), "(136325*s2 + 88197)^2".parse().unwrap());
}

/// With these m all roots are real, and each belongs to a solution: so nothing is left that is spurious.
#[test]
fn every_root_is_a_solution() {
    for (n, m, count) in [(2, "0.5", 2), (3, "0.8", 3), (4, "2.4", 6), (5, "1", 9)] {
        let solutions = solutions(n, &ratio(m));
        assert_eq!(solutions.len(), count, "{n} sources");
        assert!(solutions.windows(2).all(|pair| pair[0].symbols[0] < pair[1].symbols[0]));
    }
}

#[test]
fn the_symbol_m_and_its_values_agree() {
    for (n, m) in [(2, "6/5"), (3, "1.9"), (4, "0.6"), (5, "3.1"), (5, "1")] {
        let m = ratio(m);
        let value = at(&eliminated(n, None).answer, "m", &m.above, &m.below).unwrap();
        assert_eq!(primitive(&value), primitive(&eliminated(n, Some(&m)).answer), "{n} sources, m = {m}");
    }
}

#[test]
fn angles_agree_with_newtons_method() {
    let Ok(text) = std::fs::read_to_string(root().join("tests/data/harmonics.jsonl")) else {
        return println!("skipped: tests/data is not on this machine");
    };
    let (mut lines, mut lists) = (0, 0);
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let (n, m, signs) =
            (case["sources"].as_u64().unwrap() as usize, ratio(case["m"].as_str().unwrap()), &case["signs"]);
        let found = angles(n, &m, signs.as_str().unwrap());
        let mut degrees: Vec<&Vec<f64>> = found.iter().map(|angles| &angles.degrees).collect();
        degrees.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let expected = case["degrees"].as_array().unwrap();
        assert_eq!(degrees.len(), expected.len(), "{line}");
        for (degrees, expected) in degrees.iter().zip(expected) {
            let expected: Vec<f64> =
                expected.as_array().unwrap().iter().map(|x| x.as_str().unwrap().parse().unwrap()).collect();
            assert!(degrees.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-10), "{line}: {degrees:?}");
        }
        assert!(found.iter().all(|angles| angles.degrees.len() == n && angles.residual < 1e-12), "{line}");
        (lines, lists) = (lines + 1, lists + found.len());
    }
    assert!(lines >= 20 && lists >= 15, "{lines} lines, {lists} lists of angles");
}

#[test]
fn known_angles_and_none() {
    let [found] = &angles(3, &ratio("1.9"), "+++")[..] else { panic!("one list of angles") };
    let known = [28.4109, 54.0656, 64.3048];
    assert!(found.degrees.iter().zip(known).all(|(a, b)| (a - b).abs() < 1e-4), "{found:?}");
    let text = report::report(3, Some(&ratio("0.8")), "+++").unwrap();
    assert!(text.ends_with("\nNo angles with the signs +++.\n"), "{text}");
}

#[test]
fn digits_of_m_change_nothing() {
    let (short, long) = (ratio("1/3"), ratio("0.333333333333333333333333333333333333333"));
    let symbols = |m| -> Vec<f64> { solutions(5, m).into_iter().flat_map(|solution| solution.symbols).collect() };
    let (short, long) = (symbols(&short), symbols(&long));
    assert!(!short.is_empty() && short.len() == long.len());
    assert!(short.iter().zip(&long).all(|(a, b)| (a - b).abs() < 1e-12));
}

#[test]
fn real_roots_of_small_polynomials() {
    let roots = |text: &str| -> Vec<f64> {
        let f: Polynomial = text.parse().unwrap();
        let coefficients = f.with_vars(&["x"]).unwrap().dense_coefficients().unwrap();
        real_roots(&coefficients).iter().map(|root| root.to_f64() * 0.5_f64.powi(BITS as i32)).collect()
    };
    assert_eq!(roots("(x - 1)*(x - 2)*(x + 3)*(x^2 + x + 1)"), [-3.0, 1.0, 2.0]);
    assert_eq!(roots("x^3*(2*x - 1)"), [0.0, 0.0, 0.0, 0.5]);
    let expected = [-(2_f64.sqrt()), 1.0 / 3.0, 1.0 / 3.0, 2_f64.sqrt()];
    let found = roots("(3*x - 1)^2*(x^2 - 2)");
    assert!(found.len() == 4 && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{found:?}");
    assert_eq!(roots("1000000*x - 1"), [1e-6]);
    assert_eq!(roots("x - 1000000"), [1e6]);
    assert!(roots("x^4 + 1").is_empty() && roots("0*x + 7").is_empty() && roots("0*x").is_empty());
    // Two roots 10^-30 apart.
    let close = roots(&format!("(x - 1)*({0}*x - {0} - 1)", Integer::from(10).pow(30)));
    assert_eq!(close, [1.0, 1.0]);
}

#[test]
fn arguments() {
    for (text, (above, below)) in
        [("1.9", (19, 10)), ("38/20", (19, 10)), ("2", (2, 1)), ("0.50", (1, 2)), (".5", (1, 2))]
    {
        let ratio = ratio(text);
        assert_eq!((ratio.above, ratio.below), (above.into(), below.into()), "{text}");
    }
    for text in ["", "x", "0", "0.0", "-1", "1/0", "1e3", "1.", "/2", "1/2/3", "1.5/2", "+1", &"1".repeat(41)] {
        assert!(text.parse::<Ratio>().unwrap_err().contains("is not a positive number"), "{text}");
    }
    let parsed = |line: &str| CommandLine::try_parse_from(std::iter::once("harmonics").chain(line.split_whitespace()));
    for line in ["", "1", "6", "x", "3 --m", "3 --m -1", "3 --signs +++", "3 --m 1 --sign"] {
        assert!(parsed(line).is_err(), "{line}");
    }
    for line in ["3 --m 4", "3 --m 1 --signs ++", "3 --m 1 --signs ++++", "3 --m 1 --signs ++x"] {
        assert!(parsed(line).unwrap().checked_signs().is_err(), "{line}");
    }
    assert_eq!(parsed("3 --m 1").unwrap().checked_signs().unwrap(), "+++");
    assert_eq!(parsed("3 --m 3 --signs -+-").unwrap().checked_signs().unwrap(), "-+-");
}

/// What `docs/harmonics.md` says the program prints; a line `...` stands for any lines.
#[test]
fn the_page_shows_what_is_printed() {
    let Ok(page) = std::fs::read_to_string(root().join("docs/harmonics.md")) else {
        return println!("skipped: docs is not on this machine");
    };
    let mut blocks = 0;
    for block in page.split("```text\n$ cargo run --release --example harmonics -- ").skip(1) {
        let (command, rest) = block.split_once('\n').unwrap();
        let options =
            CommandLine::try_parse_from(std::iter::once("harmonics").chain(command.split_whitespace())).unwrap();
        let signs = options.checked_signs().unwrap();
        let text = report::report(options.sources.into(), options.m.as_ref(), &signs).unwrap();
        let mut left = text.as_str();
        for part in rest.split_once("```").unwrap().0.split("...\n") {
            let at = left.find(part).unwrap_or_else(|| panic!("{command}: not printed: {part}\n{text}"));
            left = &left[at + part.len()..];
        }
        blocks += 1;
    }
    assert!(blocks >= 2, "{blocks} blocks");
}
