//! Reports in words: what was done, and why the answer is right.

use super::describe::Field;
use eliminant::Modulus;
use eliminant::plural::count;
use eliminant::system::{Proved, Reality};
use eliminant::{DeterminantReport, GcdReport, ListReport, ResultantReport, RunReport, Solution, SolveAnswer};

/// The check that follows every computation.
fn check(run: &RunReport, is_direct: bool) -> String {
    if is_direct {
        return "Against faults of the machine values of the answer at random points were compared with those of an independent computation: they \
                agree."
            .to_owned();
    }
    format!(
        "Against faults of the machine the answer was compared with an independent computation modulo {}, a prime of 61 bits that was \
         chosen at random: they agree.",
        run.verified_modulo
    )
}

/// Where it was computed.
fn place(run: &RunReport) -> String {
    match run.backend {
        "cuda" => format!("on the GPU ({})", run.device),
        _ if run.device.is_empty() => "on the CPU".to_owned(),
        _ => format!("on the CPU ({})", run.device),
    }
}

/// Why as many primes are enough.
fn bound(height: u64, certainty: &str, failure_log2: Option<f64>) -> String {
    match failure_log2.filter(|_| certainty == "probabilistic") {
        Some(exponent) => format!(
            "The answer was taken as soon as it agreed with further random primes: it is wrong with a probability of at most 2^{exponent:.0}. \
             `--certainty certified` proves it."
        ),
        None => format!(
            "It is proved that no coefficient of the answer has more than {} in absolute value, and the product of the primes is larger than \
             twice that: only one polynomial within the bounds has these residues, so the answer is certified.",
            count(height, "bit")
        ),
    }
}

/// The computation by values on a grid.
fn on_grid(
    operation: &str,
    (degrees, points): (&[u32], u64),
    (method, is_direct): (&str, bool),
    run: &RunReport,
) -> String {
    let list: Vec<String> = degrees.iter().map(u32::to_string).collect();
    let bound = match degrees {
        [] => format!("The {operation} is a number"),
        [only] => format!("The {operation} has one variable, and a degree of at most {only}"),
        _ => format!("The {operation} has degrees of at most {} in its variables, in their order", list.join(", ")),
    };
    let (way, lift) = match is_direct {
        true => ("in that field".to_owned(), ""),
        false => (format!("modulo {}", count(run.primes, "prime")), " and by the Chinese remainder theorem"),
    };
    format!(
        "{bound}: it is determined by its values at {}. They were computed {way} {}, each by {}, and the coefficients were found by interpolation{lift}.",
        count(points, "point"),
        place(run),
        words_of(method)
    )
}

/// A rank.
pub fn rank(rank: usize, report: &ListReport) -> String {
    let minor = match rank {
        0 => "No entry is different from 0 at random points modulo random primes of 61 bits.".to_owned(),
        _ => format!(
            "A minor of {} is not 0 at a random point modulo a random prime of 61 bits, so the rank is no less.",
            count(rank, "row")
        ),
    };
    let larger = match report.failure_log2 {
        Some(exponent) => format!(
            "At several such points it is no larger either: it is with probability at most 2^{exponent:.0}. With --certify true that is proved."
        ),
        None if report.run.verified_modulo != 0 => {
            "All other rows are combinations of those of the minor, with coefficients that are rational functions: these were computed, and products of polynomials compared.".to_owned()
        }
        None => "It has no more rows, or no more columns.".to_owned(),
    };
    format!("{minor}\n{larger}")
}

/// Several polynomials.
pub fn list(report: &ListReport) -> String {
    let run = &report.run;
    if run.verified_modulo == 0 {
        return match report.failure_log2 {
            None => "The answer was known, or follows from values at random points that prove it.".to_owned(),
            Some(exponent) => {
                format!(
                    "It follows from values at random points, and is wrong with a probability of at most 2^{exponent:.0}."
                )
            }
        };
    }
    let computed = match report.minors {
        true => {
            format!("{} were found over Z as minors of a matrix, {}.", count(report.outputs, "coefficient"), place(run))
        }
        false => {
            let bound = bound(report.height_bound, report.certainty, report.failure_log2);
            format!(
                "{} in the kept variables were found together by their values at {} modulo {} {}, by interpolation and by the Chinese remainder theorem.\n{bound}",
                count(report.outputs, "coefficient"),
                count(report.points, "point"),
                count(run.primes, "prime"),
                place(run)
            )
        }
    };
    format!("{computed}\n{}", check(run, false))
}

/// How a value was computed.
fn words_of(method: &str) -> &str {
    match method {
        "remainder" => "a remainder sequence of two polynomials in one variable",
        "schur" | "schur-2010" => "a generalised Schur algorithm",
        "sylvester" | "elimination" => "elimination in a matrix",
        "condensation" => "condensation of a matrix",
        other => other,
    }
}

/// Lines of at most this many characters.
const WIDTH: usize = 100;

/// Sentences as a paragraph.
fn paragraph(sentences: &[String]) -> String {
    let mut lines = vec![String::new()];
    for word in sentences.iter().flat_map(|sentence| sentence.split_whitespace()) {
        let is_full = lines.last().is_some_and(|line| !line.is_empty() && line.len() + 1 + word.len() > WIDTH);
        if is_full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

/// Nothing had to be computed.
fn trivial(operation: &str) -> String {
    let follows = match operation {
        "gcd" => "greatest common divisor follows",
        "xgcd" => "combination follows",
        "lcm" => "least common multiple follows",
        "squarefree" => "squarefree factors follow",
        "content" => "content and the primitive part follow",
        other => &format!("{other} follows"),
    };
    paragraph(&[format!(
        "The {follows} from the form of the input (a constant, a zero, a common factor or a single term), by exact arithmetic with \
         integers: no primes were needed."
    )])
}

/// The answer modulo a prime.
fn modular(operation: &str, p: Modulus, field: Field) -> String {
    let way = match field {
        Field::Integers => "was computed over the integers and then reduced".to_owned(),
        Field::Degree(1) => "was computed modulo it alone".to_owned(),
        Field::Degree(degree) => {
            format!("was computed in the extension of degree {degree} of its field, which has enough points")
        }
    };
    format!("The {operation} was wanted modulo {p}, and {way}.")
}

/// An expansion into minors.
fn minors(operation: &str, run: &RunReport) -> String {
    format!(
        "The {operation} was computed {} as a determinant that is expanded into minors, without rounding and without primes: every product is \
         exact, so the answer is certified.",
        place(run)
    )
}

/// A resultant or a discriminant.
pub fn resultant(report: &ResultantReport) -> String {
    let run = &report.run;
    if run.verified_modulo == 0 {
        return trivial(report.operation);
    }
    let mut text = Vec::new();
    text.extend(report.modulus.map(|p| modular(report.operation, p, Field::new(report.direct, report.extension))));
    if report.integers {
        text.push(format!(
            "The {} was computed {} by the subresultant sequence with integers, without rounding and without primes: every step is exact, so \
             the answer is certified.",
            report.operation,
            place(run)
        ));
    } else if report.minors {
        text.push(minors(report.operation, run));
    } else if report.formula {
        text.push(format!(
            "The {} was computed {} by the formula for trinomials, without rounding and without primes: every product is exact, so the answer \
             is certified.",
            report.operation,
            place(run)
        ));
    } else if report.sparse {
        text.push(format!(
            "The {} was computed {} from its values at a geometric sequence of points, since it has few terms.",
            report.operation,
            place(run)
        ));
        text.push(bound(report.height_bound, report.certainty, report.failure_log2));
    } else {
        text.push(on_grid(
            report.operation,
            (&report.degree_bound, report.points),
            (report.method, report.direct),
            run,
        ));
        if report.modulus.is_none() {
            text.push(bound(report.height_bound, report.certainty, report.failure_log2));
        }
    }
    if report.power > 1 {
        text.push(format!(
            "All of that was done for a smaller polynomial, of which the answer is the power {}.",
            report.power
        ));
    }
    text.push(check(run, report.direct));
    paragraph(&text)
}

/// A determinant.
pub fn determinant(report: &DeterminantReport) -> String {
    let run = &report.run;
    if run.verified_modulo == 0 {
        return trivial(report.operation);
    }
    let mut text = Vec::new();
    text.extend(report.modulus.map(|p| modular(report.operation, p, Field::new(report.direct, report.extension))));
    if report.minors {
        text.extend([minors(report.operation, run), check(run, false)]);
        return paragraph(&text);
    }
    if report.blocks.len() > 1 {
        let blocks = count(report.blocks.len(), "block");
        text.push(format!("The matrix is block triangular with {blocks} after a permutation of rows and columns."));
    }
    text.push(on_grid(report.operation, (&report.degree_bound, report.points), (report.method, report.direct), run));
    if report.modulus.is_none() {
        text.push(bound(report.height_bound, report.certainty, report.failure_log2));
    }
    text.push(check(run, report.direct));
    paragraph(&text)
}

/// GCDs, one or several.
pub fn gcd(operation: &str, report: &GcdReport) -> String {
    let run = &report.run;
    if run.primes == 0 {
        return trivial(operation);
    }
    let what = match report.pairs {
        0 | 1 => "The greatest common divisor was".to_owned(),
        pairs => format!("{pairs} greatest common divisors were"),
    };
    let mut text = vec![format!("{what} computed {} modulo {}.", place(run), count(run.primes, "prime"))];
    if run.verified_modulo == 0 {
        text.push(
            "Modulo primes the polynomials have no common divisor but constants. One over the integers would show modulo all primes but \
             those that divide the leading coefficients of both, which are not used; so there is none."
                .to_owned(),
        );
    } else {
        text.push(format!(
            "The candidate for the answer was put together from these images and tried by exact division ({}). A polynomial that divides \
             both inputs, and whose degree is not below that of a greatest common divisor modulo a prime, is a greatest common divisor: the \
             answer is certified.",
            count(report.candidates, "division")
        ));
        text.push(check(run, false));
    }
    paragraph(&text)
}

/// The zeros of a system.
pub fn zeros(answer: &SolveAnswer) -> String {
    let zeros = answer.solutions.len();
    let certified: Vec<_> = answer.solutions.iter().filter_map(Solution::root).collect();
    let real = certified.iter().filter(|root| root.reality == Reality::Real).count();
    let not_isolated: usize = answer.not_isolated.iter().map(|(_, paths)| paths).sum();
    let to_zeros: usize = answer.solutions.iter().map(|zero| zero.multiplicity).sum();
    let place = if answer.backend == "cuda" { "on the GPU" } else { "on the CPU" };
    let paths = count(answer.paths, "path");
    let mut text = vec![format!(
        "The zeros of a simpler system were followed along {paths} {place}. {} in {}{}{}; {}.",
        count_of_ends(to_zeros),
        count(zeros, "isolated zero"),
        some(not_isolated as u64, |number| format!(", {number} in points where zeros are not isolated")),
        some(answer.at_infinity, |number| format!(", {number} at infinity")),
        match answer.failed {
            0 => "no path was lost".to_owned(),
            failed => format!("of {} the end was not found", count(failed, "path")),
        }
    )];
    if !certified.is_empty() {
        text.push(format!(
            "{} certified: it is proved with intervals that contain every rounding (Krawczyk's test) that a box around the point has exactly \
             one zero of the exact system. Of these {real} {} proved to be real: the box also has the conjugate of the zero, which is a zero too.",
            are(certified.len(), "zero"),
            if real == 1 { "is" } else { "are" }
        ));
    }
    if certified.len() < zeros {
        text.push(format!(
            "Nothing is proved of {}: multiple zeros have no such box, and of zeros very close together none was found.",
            count(zeros - certified.len(), "zero")
        ));
    }
    let bound = |bound: Option<u64>| bound.map_or_else(String::new, |bound| format!(" {bound}"));
    text.push(match answer.proved() {
        Some(Proved::All) if answer.solutions.is_empty() => {
            "That there is no isolated zero is proved by the degrees or the mixed volume of the Newton polytopes.".to_owned()
        }
        Some(Proved::All) => format!(
            "That no isolated zero is missing is proved: there are at most{}, by the degrees or the mixed volume of the Newton polytopes.",
            bound(answer.root_counts.least())
        ),
        Some(_) => format!(
            "That no isolated zero without a coordinate 0 is missing is proved: there are at most{}, the mixed volume of the Newton polytopes.",
            bound(answer.root_counts.mixed_volume)
        ),
        None => "That no zero is missing is not proved. In exact arithmetic the method finds all isolated zeros with probability one. `--check` \
                 solves again from another random start."
            .to_owned(),
    });
    paragraph(&text)
}

/// `1 path ends`, `2 paths end`.
fn count_of_ends(number: usize) -> String {
    format!("{} {}", count(number, "path"), if number == 1 { "ends" } else { "end" })
}

/// A part of a sentence about a number that is not 0.
fn some(number: u64, text: impl Fn(u64) -> String) -> String {
    if number == 0 { String::new() } else { text(number) }
}

/// `1 zero is`, `2 zeros are`.
fn are(number: usize, noun: &str) -> String {
    format!("{} {}", count(number, noun), if number == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use eliminant::{Determinant, Discriminant, Gcd, Matrix, Polynomial};

    #[test]
    fn reports_in_words() {
        let f: Polynomial = "y^3 + x*y + 1".parse().unwrap();
        let text = resultant(&Discriminant::new(&f, "y").run().unwrap().report);
        assert!(text.starts_with("The discriminant has one variable, and a degree of at most 3: "), "{text}");
        assert!(
            text.replace('\n', " ").contains("so the answer is certified. Against faults of the machine"),
            "{text}"
        );
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        let matrix = Matrix::parse("[[x, y, 1], [1, x*y, 2], [y, 3, x]]").unwrap();
        assert!(determinant(&Determinant::new(&matrix).run().unwrap().report).contains("elimination in a matrix"));
        let symbols = Matrix::generic(5, 5, "a").unwrap();
        assert!(determinant(&Determinant::new(&symbols).run().unwrap().report).contains("expanded into minors"));
        let (f, g): (Polynomial, Polynomial) = ("x^5 - x".parse().unwrap(), "x^4 - 2*x^2 + 1".parse().unwrap());
        assert!(gcd("gcd", &Gcd::new(&f, &g).run().unwrap().report).contains("exact division (1"));
        let system: eliminant::System = "x^2 + y^2 - 5; x*y - 2".parse().unwrap();
        let text = zeros(&system.solve().unwrap()).replace('\n', " ");
        assert!(
            text.contains("4 paths end in 4 isolated zeros; no path was lost.")
                && text.contains("4 zeros are certified"),
            "{text}"
        );
        assert!(text.contains("Of these 4 are proved to be real") && !text.contains("Nothing is proved"), "{text}");
        let one: Polynomial = "1".parse().unwrap();
        assert!(
            gcd("gcd", &Gcd::new(&one, &f).run().unwrap().report)
                .starts_with("The greatest common divisor follows from")
        );
    }
}
