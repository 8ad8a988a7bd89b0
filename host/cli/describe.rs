//! Reports in words.

use super::explain;
use eliminant::Modulus;
use eliminant::plural::count;
use eliminant::poly::Term;
use eliminant::{DeterminantReport, Evaluation, GcdReport, ListReport, RationalPolynomial, ResultantReport, RunReport};
use rayon::prelude::*;
use rug::Integer;
use serde::Serialize;
use std::fmt;

/// Lines of a name and a text.
pub fn lines(rows: &[(&str, String)]) -> String {
    rows.iter().map(|(name, text)| format!("{name:<14} {text}")).collect::<Vec<_>>().join("\n")
}

pub fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// `12, 3 of them repaired`, or `12, none repaired`; `0` where there is nothing.
fn of_them(all: u64, some: u64, what: &str) -> String {
    match (all, some) {
        (0, _) => "0".to_owned(),
        (_, 0) => format!("{all}, none {what}"),
        _ => format!("{all}, {some} of them {what}"),
    }
}

/// How large a polynomial is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Size {
    vars: Vec<String>,
    /// The degree in each variable.
    degrees: Vec<u32>,
    terms: u64,
    /// Bits of the longest coefficient of the numerator.
    bits: u64,
    /// Bits of the denominator, if it is not 1.
    denominator: Option<u32>,
}

impl Size {
    /// Of 0, in these variables.
    pub fn begin(&mut self, vars: &[String]) {
        *self = Size { vars: vars.to_vec(), degrees: vec![0; vars.len()], ..Size::default() };
    }

    /// With one term more.
    pub fn include(&mut self, coefficient: &Integer, exponents: &[u32]) {
        self.terms += 1;
        self.bits = self.bits.max(coefficient.significant_bits().into());
        self.degrees.iter_mut().zip(exponents).for_each(|(degree, &e)| *degree = e.max(*degree));
    }

    /// With more terms, on all threads.
    pub fn include_all(&mut self, terms: &[Term]) {
        let zero = || Size { degrees: vec![0; self.degrees.len()], ..Size::default() };
        let of = |terms: &[Term]| {
            let mut size = zero();
            terms.iter().for_each(|term| size.include(&term.coefficient, &term.exponents));
            size
        };
        let all = terms.par_chunks(1 << 12).map(of).reduce(zero, |mut all, part| {
            all.join(&part);
            all
        });
        self.join(&all);
    }

    /// With the terms that are counted there.
    fn join(&mut self, part: &Size) {
        self.terms += part.terms;
        self.bits = self.bits.max(part.bits);
        self.degrees.iter_mut().zip(&part.degrees).for_each(|(degree, &e)| *degree = e.max(*degree));
    }

    /// Of a polynomial.
    pub fn of(answer: &RationalPolynomial) -> Self {
        let mut size = Size::default();
        let polynomial = answer.numerator();
        size.begin(polynomial.vars());
        size.include_all(polynomial.terms());
        size.denominator = (!answer.is_integral()).then(|| answer.denominator().significant_bits());
        size
    }
}

impl std::fmt::Display for Size {
    /// `degree 8 in x, 5 terms, 13 bits`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let degrees = self.vars.iter().zip(&self.degrees).filter(|(_, degree)| **degree > 0);
        let degrees: Vec<String> = degrees.map(|(v, degree)| format!("degree {degree} in {v}")).collect();
        let degrees = match self.terms {
            0 => "zero".to_owned(),
            _ if degrees.is_empty() => "a constant".to_owned(),
            _ => degrees.join(", "),
        };
        write!(f, "{degrees}, {}, {}", count(self.terms, "term"), count(self.bits, "bit"))?;
        match self.denominator {
            Some(bits) => write!(f, " over a denominator of {}", count(bits, "bit")),
            None => Ok(()),
        }
    }
}

/// Where an answer modulo a prime was computed.
#[derive(Debug, Clone, Copy)]
pub enum Field {
    /// Over Z.
    Integers,
    /// In an extension of the prime's field of this degree.
    Degree(u32),
}

impl Field {
    /// Of a computation that is modulo the prime alone if it is `direct`.
    pub fn new(direct: bool, degree: u32) -> Self {
        if direct { Field::Degree(degree) } else { Field::Integers }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Field::Integers => f.write_str("computed over Z and reduced"),
            Field::Degree(1) => f.write_str("computed modulo it alone"),
            Field::Degree(degree) => write!(f, "computed in the extension of degree {degree} of its field"),
        }
    }
}

/// The line of a modulus.
pub fn modulus(modulus: Option<Modulus>, field: Field) -> Option<(&'static str, String)> {
    modulus.map(|p| ("modulus", format!("{p}, {field}")))
}

/// The line of an evaluation that is not the default.
pub fn evaluation(name: &'static str) -> Option<(&'static str, String)> {
    (name != Evaluation::Auto.name()).then(|| ("evaluation", name.to_owned()))
}

/// The line of a contraction.
pub fn contraction(degrees: &[u32]) -> Option<(&'static str, String)> {
    (!degrees.is_empty()).then(|| ("contraction", format!("to degrees up to {}", list(degrees))))
}

/// The line of a remedy, where there is one.
pub fn remedy(name: &'static str) -> Option<(&'static str, String)> {
    (name != "none").then(|| ("remedy", format!("{name}: another pair is computed in place of this one")))
}

/// The report of an answer that is found by its values at points.
pub trait Described: Serialize {
    /// The part that every operation reports.
    fn run(&self) -> &RunReport;

    /// The operation, and points of the grid.
    fn on_points(&self) -> (&'static str, u64);

    /// Lines of all of it, for an answer of this size.
    fn lines(&self, answer: &Size) -> String;

    /// In words: what was done, and why the answer is right.
    fn explained(&self) -> String;
}

impl Described for ResultantReport {
    fn run(&self) -> &RunReport {
        &self.run
    }

    fn on_points(&self) -> (&'static str, u64) {
        (self.operation, self.points)
    }

    fn lines(&self, answer: &Size) -> String {
        report(answer, self)
    }

    fn explained(&self) -> String {
        explain::resultant(self)
    }
}

impl Described for DeterminantReport {
    fn run(&self) -> &RunReport {
        &self.run
    }

    fn on_points(&self) -> (&'static str, u64) {
        (self.operation, self.points)
    }

    fn lines(&self, answer: &Size) -> String {
        determinant_report(answer, self)
    }

    fn explained(&self) -> String {
        explain::determinant(self)
    }
}

/// One line over the picture of the times.
pub fn title(report: &impl Described) -> String {
    let RunReport { backend, device, milliseconds, primes, .. } = report.run();
    let (operation, points) = report.on_points();
    format!(
        "{operation} on {backend} ({device}), {milliseconds:.1} ms, {}, {}",
        count(*primes, "prime"),
        count(points, "point")
    )
}

/// One line over the picture of the times of GCDs.
pub fn gcd_title(report: &GcdReport) -> String {
    let GcdReport { run: RunReport { backend, device, milliseconds, primes, .. }, pairs, .. } = report;
    let (pairs, primes) = (count(*pairs, "pair"), count(*primes, "prime"));
    format!("gcd of {pairs} on {backend} ({device}), {milliseconds:.1} ms, {primes}")
}

/// The report of the GCDs of an operation; the size of one.
pub fn gcd_report(operation: &str, answer: Option<&RationalPolynomial>, report: &GcdReport) -> String {
    let mut rows = vec![("operation", operation.to_owned())];
    rows.extend(answer.map(|answer| ("answer", Size::of(answer).to_string())));
    if report.run.primes == 0 {
        rows.push(("computation", "none needed".to_owned()));
        // Of all pairs of a batch, perhaps.
        rows.extend(checkpoint(&report.run, "GCD"));
        return lines(&rows);
    }
    rows.extend([
        ("engine", engine(&report.run)),
        ("method", report.method.to_owned()),
        ("primes", of_them(report.run.primes as u64, report.unlucky as u64, "unlucky")),
        ("candidates", format!("{} tried by division", report.candidates)),
    ]);
    if report.pairs > 1 {
        rows.push(("pairs", of_them(report.pairs as u64, report.alone as u64, "by themselves")));
    }
    let verified = match report.run.verified_modulo {
        prime if prime == 0 => "nothing to verify: coprime by two primes each".to_owned(),
        prime => format!("modulo {prime}"),
    };
    rows.extend(checkpoint(&report.run, if report.pairs > 1 { "result" } else { "prime" }));
    rows.extend([("verified", verified), ("time", format!("{:.3} ms", report.run.milliseconds))]);
    lines(&rows)
}

/// How the certainty of an answer came about, where it is more than was asked for.
#[derive(Clone, Copy)]
enum Way {
    /// Without primes, over Z.
    Exact,
    /// Modulo the prime that was asked for.
    Modular,
    /// By as many primes as its bound demands.
    Bounded,
}

/// The line of the certainty of an answer.
fn certainty(name: &str, asked: &str, failure_log2: Option<f64>, way: Way) -> (&'static str, String) {
    let text = match failure_log2 {
        Some(exponent) => format!("{name}, wrong with probability at most 2^{exponent:.0}"),
        None if name == asked => name.to_owned(),
        None => {
            let reason = match way {
                Way::Exact => "it was computed without primes",
                Way::Modular => "modulo one prime there is nothing to confirm",
                Way::Bounded => "the proof took no more primes",
            };
            format!("{name} ({asked} was asked for; {reason})")
        }
    };
    ("certainty", text)
}

/// The way of an answer that is computed modulo primes.
fn modulo_primes(direct: bool) -> Way {
    if direct { Way::Modular } else { Way::Bounded }
}

/// The engine, with its device where one was chosen.
fn engine(run: &RunReport) -> String {
    if run.device.is_empty() { run.backend.to_owned() } else { format!("{}, {}", run.backend, run.device) }
}

/// The first lines of a report, and whether there is more to say.
fn begin(
    operation: &str,
    answer: &Size,
    run: &RunReport,
    (p, field): (Option<Modulus>, Field),
) -> (Vec<(&'static str, String)>, bool) {
    let mut rows = vec![("operation", operation.to_owned()), ("answer", answer.to_string())];
    if run.verified_modulo == 0 {
        rows.push(("computation", "none needed".to_owned()));
        return (rows, false);
    }
    rows.extend(modulus(p, field));
    rows.push(("engine", engine(run)));
    (rows, true)
}

/// The line of a checkpoint.
fn checkpoint(run: &RunReport, what: &str) -> Option<(&'static str, String)> {
    (run.restored > 0).then(|| ("checkpoint", format!("had {}", count(run.restored, what))))
}

/// The last lines.
fn end(run: &RunReport) -> impl Iterator<Item = (&'static str, String)> {
    let last =
        [("verified", format!("modulo {}", run.verified_modulo)), ("time", format!("{:.3} ms", run.milliseconds))];
    let of_device = (run.device_bytes > 0).then(|| ("memory of GPU", bytes(run.device_bytes)));
    checkpoint(run, "prime").into_iter().chain(of_device).chain(last)
}

/// The report of a rank.
pub fn rank_report(rank: usize, report: &ListReport) -> String {
    let mut rows = vec![("operation", report.operation.to_owned()), ("answer", rank.to_string())];
    if report.run.verified_modulo != 0 {
        rows.push(("engine", engine(&report.run)));
        rows.push(("proof", format!("{}, {}", count(report.outputs, "polynomial"), count(report.run.primes, "prime"))));
    }
    rows.push(certainty(report.certainty, report.certainty, report.failure_log2, Way::Exact));
    rows.push(("time", format!("{:.3} ms", report.run.milliseconds)));
    lines(&rows)
}

/// The report of several polynomials; the size of the largest.
pub fn list_report(answer: &Size, report: &ListReport) -> String {
    let way = (report.modulus, Field::Integers);
    let (mut rows, is_more) = begin(report.operation, answer, &report.run, way);
    rows.insert(1, ("polynomials", report.outputs.to_string()));
    if !is_more {
        let asked = report.certainty_asked;
        let doubt = report.failure_log2.map(|_| certainty(report.certainty, asked, report.failure_log2, Way::Exact));
        rows.extend(doubt);
        return lines(&rows);
    }
    if report.minors {
        rows.push(("method", MINORS.to_owned()));
        rows.push(certainty(report.certainty, report.certainty_asked, report.failure_log2, Way::Exact));
    } else {
        rows.extend([
            ("points", count(report.points, "point")),
            ("primes", report.run.primes.to_string()),
            ("scalars", of_them(report.scalars, report.repairs, "computed again")),
            ("bounds", format!("degrees {:?}, {}", report.degree_bound, count(report.height_bound, "bit"))),
        ]);
        rows.push(certainty(report.certainty, report.certainty_asked, report.failure_log2, Way::Bounded));
    }
    rows.extend(end(&report.run));
    lines(&rows)
}

/// How it is without primes.
const INTEGERS: &str = "with integers, by the subresultant sequence, without primes";

/// The same of an expansion.
pub const MINORS: &str = "over Z, by expansion into minors, without primes";

/// The same of the formula for trinomials.
const FORMULA: &str = "over Z, by the formula for trinomials, without primes";

/// The way without primes that is taken.
pub fn over_integers(integers: bool, minors: bool, formula: bool) -> Option<&'static str> {
    let ways = [(integers, INTEGERS), (minors, MINORS), (formula, FORMULA)];
    ways.into_iter().find_map(|(is_taken, how)| is_taken.then_some(how))
}

/// The report of a resultant or discriminant.
fn report(answer: &Size, report: &ResultantReport) -> String {
    let (mut rows, more) =
        begin(report.operation, answer, &report.run, (report.modulus, Field::new(report.direct, report.extension)));
    let how = over_integers(report.integers, report.minors, report.formula);
    if let Some(how) = how.or(report.sparse.then_some("by a sequence of points, as the answer has few terms")) {
        rows.extend([
            ("computation", how.to_owned()),
            certainty(report.certainty, report.certainty_asked, report.failure_log2, Way::Exact),
            ("degree bound", list(&report.degree_bound)),
            ("height bound", count(report.height_bound, "bit")),
        ]);
        if report.sparse {
            let (primes, scalars) = (report.run.primes.to_string(), report.scalars.to_string());
            rows.extend([("primes", primes), ("scalars", scalars)]);
        }
        rows.extend(end(&report.run));
        return lines(&rows);
    }
    if !more {
        return lines(&rows);
    }
    rows.push(("method", format!("{}, {} interpolation", report.method, report.interpolation)));
    rows.extend(remedy(report.remedy));
    rows.extend(evaluation(report.evaluation));
    rows.extend([
        certainty(report.certainty, report.certainty_asked, report.failure_log2, modulo_primes(report.direct)),
        ("degree bound", list(&report.degree_bound)),
        ("height bound", count(report.height_bound, "bit")),
        ("primes", format!("{} in {}", report.run.primes, count(report.batches, "batch"))),
        ("points", report.points.to_string()),
        ("scalars", of_them(report.scalars, report.repairs, "repaired")),
    ]);
    rows.extend(end(&report.run));
    lines(&rows)
}

/// The line of the blocks of a matrix: `2 of 3 rows, 1 of 5`.
pub fn blocks(size: usize, sizes: &[usize]) -> String {
    if sizes == [size] {
        return "one".to_owned();
    }
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable();
    let runs: Vec<String> =
        sorted.chunk_by(|a, b| a == b).map(|run| format!("{} of {}", run.len(), count(run[0], "row"))).collect();
    runs.join(", ")
}

/// The size of a matrix: `3 rows, 1 different entry`.
pub fn of_matrix(rows: usize, entries: usize) -> String {
    let entries = if entries == 1 { "1 different entry".to_owned() } else { format!("{entries} different entries") };
    format!("{}, {entries}", count(rows, "row"))
}

/// The report of a determinant.
fn determinant_report(answer: &Size, report: &DeterminantReport) -> String {
    let (mut rows, more) =
        begin(report.operation, answer, &report.run, (report.modulus, Field::new(report.direct, report.extension)));
    if !more {
        return lines(&rows);
    }
    rows.push(("matrix", of_matrix(report.size, report.entries)));
    if report.minors {
        rows.push(("computation", MINORS.to_owned()));
        rows.push(certainty(report.certainty, report.certainty_asked, report.failure_log2, Way::Exact));
        rows.extend(end(&report.run));
        return lines(&rows);
    }
    rows.push(("blocks", blocks(report.size, &report.blocks)));
    rows.push(("method", report.method.to_owned()));
    rows.extend(evaluation(report.evaluation));
    let way = modulo_primes(report.direct);
    rows.push(certainty(report.certainty, report.certainty_asked, report.failure_log2, way));
    rows.push(("degree bound", list(&report.degree_bound)));
    rows.extend(contraction(&report.contracted));
    rows.extend([
        ("height bound", count(report.height_bound, "bit")),
        ("primes", format!("{} in {}", report.run.primes, count(report.batches, "batch"))),
        ("points", report.points.to_string()),
        ("scalars", of_them(report.scalars, report.repairs, "repaired")),
    ]);
    rows.extend(end(&report.run));
    lines(&rows)
}

/// A count of bytes with a unit, rounded up: who allows that much allows enough.
pub fn bytes(number: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = ((64 - number.max(1).leading_zeros()) as usize - 1) / 10;
    match power {
        0 => count(number, "byte"),
        _ => {
            let tenths = (10 * u128::from(number)).div_ceil(1 << (10 * power));
            format!("{}.{} {}", tenths / 10, tenths % 10, units[power])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_answers() {
        let of = |text: &str| Size::of(&text.parse().unwrap()).to_string();
        assert_eq!(of("0"), "zero, 0 terms, 0 bits");
        assert_eq!(of("-8"), "a constant, 1 term, 4 bits");
        assert_eq!(of("x^3*z - 7/2"), "degree 3 in x, degree 1 in z, 2 terms, 3 bits over a denominator of 2 bits");
    }

    /// A batch whose GCDs were all there has nothing to compute.
    #[test]
    fn what_a_checkpoint_had_is_told_without_a_computation() {
        let one: eliminant::Polynomial = "1".parse().unwrap();
        let mut report = eliminant::Gcd::new(&one, &one).run().unwrap().report;
        assert_eq!(gcd_report("gcd", None, &report), "operation      gcd\ncomputation    none needed");
        report.run.restored = 120;
        let expected = "operation      gcd\ncomputation    none needed\ncheckpoint     had 120 GCDs";
        assert_eq!(gcd_report("gcd", None, &report), expected);
    }

    #[test]
    fn bytes_have_units() {
        assert_eq!(
            [0, 1, 1023, 1024, 1536 << 20].map(bytes),
            ["0 bytes", "1 byte", "1023 bytes", "1.0 KiB", "1.5 GiB"]
        );
        assert_eq!(bytes(u64::MAX), "16.0 EiB");
        assert_eq!([1025, (3 << 20) / 2 + 1].map(bytes), ["1.1 KiB", "1.6 MiB"]);
    }
}
