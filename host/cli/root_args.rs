//! Arguments of `eliminant roots`.

use super::command_line::unshielded;
use super::engine_args::EngineChoices;
use super::polynomial_args::name;
use super::status::Failure;
use clap::Args;
use eliminant::Rational;
use eliminant::floating::decimal;
use eliminant::plural::count;
use std::fmt;
use std::ops::RangeInclusive;

/// Digits that one may ask for.
const DIGITS: RangeInclusive<i64> = 1..=1_000_000;

/// Digits of irrational numbers, unless others are asked for.
const USUAL_DIGITS: u32 = 20;

/// How roots are shown.
#[derive(Debug, Args)]
pub struct RootDigits {
    /// Significant digits of all roots, correctly rounded
    ///
    /// Without it rational roots are shown as integers and fractions, and the others with 20 digits.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(DIGITS))]
    pub digits: Option<u32>,
    /// Show an interval of each root that has no other one, on lines that begin with `#`; JSON has them always
    #[arg(long)]
    pub intervals: bool,
}

impl RootDigits {
    /// The digits that are computed.
    pub fn digits(&self) -> u32 {
        self.digits.unwrap_or(USUAL_DIGITS)
    }
}

/// An interval; open to infinity on a side without an end.
#[derive(Debug, Clone)]
pub struct Ends {
    pub lower: Option<Rational>,
    pub upper: Option<Rational>,
}

/// Reads A,B.
fn ends(text: &str) -> Result<Ends, String> {
    let [lower, upper] = text.split(',').map(str::trim).collect::<Vec<_>>()[..] else {
        return Err("an interval is A,B".to_owned());
    };
    let end = |text: &str, infinity: &[&str]| match infinity.contains(&text) {
        true => Ok(None),
        false => number(text).map(Some),
    };
    Ok(Ends { lower: end(lower, &["-inf"])?, upper: end(upper, &["inf", "+inf"])? })
}

/// Reads an integer, a decimal number or a fraction.
fn number(text: &str) -> Result<Rational, String> {
    let of = |text: &str| decimal(text).map_err(|_| format!("`{text}` is not an integer, decimal number or fraction"));
    match text.split_once('/') {
        None => of(text),
        Some((above, below)) => match (of(above)?, of(below)?) {
            (_, below) if below == 0 => Err(format!("`{text}` is divided by 0")),
            (above, below) => Ok(above / below),
        },
    }
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.lower, &self.upper) {
            (Some(lower), Some(upper)) => write!(f, "from {lower} to {upper}"),
            (Some(lower), None) => write!(f, "from {lower} on"),
            (None, Some(upper)) => write!(f, "up to {upper}"),
            (None, None) => f.write_str("on the whole line"),
        }
    }
}

/// A polynomial, and how its roots are shown.
#[derive(Debug, Args)]
pub struct RootsArgument {
    /// The polynomial in one variable, or an equation
    #[arg(value_name = "F", value_parser = unshielded, required_unless_present = "batch")]
    pub f: Option<String>,
    /// A file of polynomials, or - for standard input: lines {"f":"..."}
    ///
    /// Answers are lines of JSON in the same order, or {"error":"..."}. Polynomials are solved on all threads at once, each on one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["f", "intervals"])]
    pub batch: Option<String>,
    /// Only the roots from A to B, both included; -inf and inf are no ends
    ///
    /// An end is an integer, a decimal number or a fraction, and exact: --between=-1/3,0.5 or --between=0,inf.
    #[arg(long, value_name = "A,B", value_parser = ends, allow_hyphen_values = true)]
    pub between: Option<Ends>,
    /// Print only the number of different roots, which takes no digits
    #[arg(long, conflicts_with_all = ["digits", "intervals"])]
    pub count: bool,
    /// All complex roots: real ones first, then pairs of conjugates
    ///
    /// The larger part of a root that is not real has N digits, and the other part as many places. Either is within one unit of the last place. With
    /// --intervals a rectangle of each root is shown.
    #[arg(long, conflicts_with_all = ["between", "count"])]
    pub complex: bool,
    #[command(flatten)]
    pub shown: RootDigits,
}

/// Two polynomials, and how their solutions are shown.
#[derive(Debug, Args)]
pub struct PlaneArgument {
    /// The first polynomial or equation, or a list of both: [F, G]
    #[arg(value_name = "F", value_parser = unshielded, required_unless_present = "batch")]
    pub f: Option<String>,
    /// A file of pairs, or - for standard input: lines {"f":"...","g":"..."}
    ///
    /// Answers are lines of JSON in the same order, or {"error":"..."}. Pairs are solved on all threads at once, each on one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["f", "g", "intervals"])]
    pub batch: Option<String>,
    /// The second one
    #[arg(value_name = "G", value_parser = unshielded)]
    pub g: Option<String>,
    /// Both variables, in the order of the coordinates; those that occur, in alphabetical order, unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name)]
    pub vars: Option<Vec<String>>,
    /// All complex solutions: real ones first, then pairs of conjugates
    ///
    /// Coordinates that are not real are shown as by `eliminant roots --complex`.
    #[arg(long)]
    pub complex: bool,
    #[command(flatten)]
    pub shown: RootDigits,
}

/// Some polynomials in two variables.
#[derive(Debug, Args)]
pub struct CurvesArgument {
    /// Polynomials or equations, or lists of them: [F, G]
    #[arg(value_name = "F", value_parser = unshielded, required = true)]
    pub curves: Vec<String>,
    /// Both variables, in the order of the coordinates; those that occur, in alphabetical order, unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name)]
    pub vars: Option<Vec<String>>,
}

/// What a picture shows, and how large it is.
#[derive(Debug, Args)]
pub struct PlotArgument {
    /// Polynomials or equations in two variables, or lists of them: [F, G]; or one in one variable
    #[arg(value_name = "F", value_parser = unshielded, required_unless_present = "system")]
    pub curves: Vec<String>,
    /// Both variables of curves, in the order of the coordinates; those that occur, in alphabetical order, unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name, conflicts_with_all = ["complex", "system"])]
    pub vars: Option<Vec<String>>,
    /// All complex roots of F, a polynomial in one variable, in their plane
    #[arg(long, conflicts_with = "system")]
    pub complex: bool,
    /// The real solutions of a system, as points; SYSTEM is that of solve-system
    #[arg(long, value_name = "SYSTEM", conflicts_with = "curves", allow_hyphen_values = true)]
    pub system: Option<String>,
    /// The unknowns of the system on both axes; the first two unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name, requires = "system", conflicts_with = "curves")]
    pub axes: Option<Vec<String>>,
    /// Seed of the random numbers by which the system is solved
    #[arg(long, value_name = "N", requires = "system", conflicts_with = "curves", hide_short_help = true)]
    pub seed: Option<u64>,
    /// The least and the largest x and y of the picture; all special points, roots, solutions and bounded edges are in it unless given
    #[arg(long, value_name = "X0,X1,Y0,Y1", value_delimiter = ',', allow_hyphen_values = true)]
    pub window: Option<Vec<f64>>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "800x600", value_parser = size)]
    pub size: [u32; 2],
}

/// Two numbers with an x between.
fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once('x').and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    sides.ok_or_else(|| "a size is a width and a height in pixels, as 800x600".to_owned())
}

/// Both names of `--vars`.
pub fn both(vars: Option<&[String]>) -> Result<Option<(&str, &str)>, Failure> {
    both_of("--vars", vars)
}

/// Both names of an option.
pub fn both_of<'a>(option: &str, names: Option<&'a [String]>) -> Result<Option<(&'a str, &'a str)>, Failure> {
    match names {
        None => Ok(None),
        Some([x, y]) => Ok(Some((x, y))),
        Some(all) => {
            let given = count(all.len(), "name");
            Err(Failure::usage(format!("{option} has {given}, and the plane has two: {option} x,y")))
        }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct RootsChoices {
    #[command(flatten)]
    pub engine: EngineChoices,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_read() {
        for (text, read) in [
            ("-1,2", "from -1 to 2"),
            (" -1/3 , 1.5e-1", "from -1/3 to 3/20"),
            ("-inf,0", "up to 0"),
            ("0.5/0.25,inf", "from 2 on"),
            ("-inf,+inf", "on the whole line"),
        ] {
            assert_eq!(ends(text).map(|ends| ends.to_string()), Ok(read.to_owned()), "{text}");
        }
        for text in ["", "1", "1,2,3", "inf,0", "0,-inf", "1/0,2", "x,1", "1/2/3,4", "1;2"] {
            assert!(ends(text).is_err(), "{text}");
        }
    }
}
