//! What the program prints.

use super::angles::{Outcome, Solution, solve};
use super::elimination::{Elimination, Removed, Why, eliminate};
use super::equations::{HARMONICS, Ratio, chebyshev, equations};
use eliminant::{Error, Polynomial};
use std::fmt::Write;

/// A polynomial of more characters is told by its degrees.
const LENGTH: usize = 300;

/// f, or how large it is.
fn short(f: &Polynomial) -> String {
    let text = f.to_string();
    if text.len() <= LENGTH { text } else { size(f) }
}

fn size(f: &Polynomial) -> String {
    let occurring = f.vars().iter().filter(|var| f.contains(var));
    let degrees: Vec<String> = occurring.map(|var| format!("{} in {var}", f.degree(var).unwrap_or(0))).collect();
    format!("degree {}; {} terms of up to {} bits", degrees.join(", "), f.terms().len(), f.max_bits())
}

/// 16 p5 - 20 p3 + 5 p1.
fn in_power_sums(j: usize) -> String {
    let terms = chebyshev(j).into_iter().enumerate().rev().filter(|(_, c)| *c != 0);
    let signed = terms.map(|(k, c)| format!("{} {} p{k}", if c < 0 { '-' } else { '+' }, c.abs()));
    signed.collect::<Vec<_>>().join(" ").trim_start_matches("+ ").to_owned()
}

fn tell_removed(text: &mut String, removed: &[Removed]) {
    for Removed { factor, times, why } in removed {
        let reason = match why {
            Why::Constant => "has no symbol but m".to_owned(),
            Why::Infinity => {
                "is spurious: both leading coefficients vanish with it, and the equations have no common zero there"
                    .to_owned()
            }
            Why::NotIn(other) => format!("is spurious: it does not divide {other}"),
            Why::Repeated => "is there once more".to_owned(),
        };
        let times = if *times > 1 { format!(" {times} times,") } else { String::new() };
        let _ = writeln!(text, "     removed{times} {}: it {reason}", short(factor));
    }
}

fn tell_elimination(text: &mut String, elimination: &Elimination) {
    let mut var = "";
    for step in &elimination.steps {
        if var != step.var {
            var = &step.var;
            let _ = writeln!(text, "\nEliminate {var}:");
        }
        let _ = writeln!(text, "  {} = res({}, {}): {}", step.result.name, step.f.name, step.g.name, size(&step.raw));
        tell_removed(text, &step.removed);
        if !step.removed.is_empty() {
            let _ = writeln!(text, "     left: {}", size(&step.result.f));
        }
    }
    let _ = writeln!(text, "\nWhat is left is in s2:");
    tell_removed(text, &elimination.removed);
    let _ = writeln!(text, "  {}", size(&elimination.answer));
    if elimination.answer.to_string().len() <= LENGTH {
        let _ = writeln!(text, "  {} = 0", elimination.answer);
    }
}

fn list(values: &[f64], digits: usize) -> String {
    values.iter().map(|x| format!("{x:.digits$}")).collect::<Vec<_>>().join(", ")
}

fn tell_solutions(text: &mut String, solutions: &[Solution], signs: &str) {
    let _ = writeln!(text, "\nReal solutions: {}", solutions.len());
    let mut answers = Vec::new();
    for Solution { symbols, outcome } in solutions {
        let verdict = match outcome {
            Outcome::NoCosines => "no cosines of real angles".to_owned(),
            Outcome::Angles(angles) if angles.signs == signs => {
                answers.push(angles);
                format!("signs {signs}")
            }
            Outcome::Angles(angles) => format!("signs {}, another pattern", angles.signs),
        };
        let _ = writeln!(text, "  s2, .. = {}: {verdict}", list(symbols, 6));
    }
    text.push('\n');
    if answers.is_empty() {
        let _ = writeln!(text, "No angles with the signs {signs}.");
    }
    for angles in answers {
        let _ = writeln!(text, "Angles in degrees: {}", list(&angles.degrees, 10));
        let fits = if angles.residual < 1e-12 { "all" } else { "NOT all" };
        let _ = writeln!(text, "  {fits} equations hold to 1e-12: the largest error is {:.0e}", angles.residual);
    }
}

/// The equations, the elimination, and with a value of m the angles.
pub fn report(n: usize, m: Option<&Ratio>, signs: &str) -> Result<String, Error> {
    let mut text = String::new();
    let sum = |j: usize| -> String {
        let angle = |k: usize| if j == 1 { format!("cos(a{k})") } else { format!("cos({j} a{k})") };
        let terms = signs.chars().zip(1..=n).map(|(sign, k)| format!("{sign} {}", angle(k)));
        terms.collect::<Vec<_>>().join(" ").trim_start_matches("+ ").to_owned()
    };
    let value = m.map_or("m".to_owned(), Ratio::to_string);
    let _ = writeln!(text, "{} = {value}", sum(1));
    for &j in &HARMONICS[..n - 1] {
        let _ = writeln!(text, "{} = 0", sum(j));
    }
    let equations = equations(n, m)?;
    let _ = writeln!(
        text,
        "\nIn the elementary symmetric functions s1 = m, s2, .. of the signed cosines, by their power sums:"
    );
    for (g, &j) in equations.iter().zip(&HARMONICS) {
        let _ = writeln!(text, "  {} = {}: {}", g.name, in_power_sums(j), short(&g.f));
    }
    match eliminate(equations.clone())? {
        None => text.push_str("\nA resultant is 0: with this m the symbols cannot be eliminated one by one.\n"),
        Some(elimination) => {
            tell_elimination(&mut text, &elimination);
            if let Some(m) = m {
                tell_solutions(&mut text, &solve(&equations, &elimination, m)?, signs);
            }
        }
    }
    Ok(text)
}
