//! Arguments of `eliminant roots`.

use super::command_line::unshielded;
use super::engine_args::EngineChoices;
use super::polynomial_args::name;
use super::status::Failure;
use clap::Args;
use eliminant::plural::count;
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

/// A polynomial, and how its roots are shown.
#[derive(Debug, Args)]
pub struct RootsArgument {
    /// The polynomial in one variable, or an equation
    #[arg(value_name = "F", value_parser = unshielded)]
    pub f: String,
    #[command(flatten)]
    pub shown: RootDigits,
}

/// Two polynomials, and how their solutions are shown.
#[derive(Debug, Args)]
pub struct PlaneArgument {
    /// The first polynomial or equation, or a list of both: [F, G]
    #[arg(value_name = "F", value_parser = unshielded)]
    pub f: String,
    /// The second one
    #[arg(value_name = "G", value_parser = unshielded)]
    pub g: Option<String>,
    /// Both variables, in the order of the coordinates; those that occur, in alphabetical order, unless given
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name)]
    pub vars: Option<Vec<String>>,
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
    #[command(flatten)]
    pub curves: CurvesArgument,
    /// The least and the largest x and y of the picture; all vertices and bounded edges are in it unless given
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
    match vars {
        None => Ok(None),
        Some([x, y]) => Ok(Some((x, y))),
        Some(all) => {
            let given = count(all.len(), "name");
            Err(Failure::usage(format!("--vars has {given}, and the plane has two: --vars x,y")))
        }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Computation")]
pub struct RootsChoices {
    #[command(flatten)]
    pub engine: EngineChoices,
}
