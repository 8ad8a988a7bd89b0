//! Plans of GCDs and least common multiples of lists: that of the largest GCD, with the time of all.

use super::describe_plans;
use super::engine_args::GcdChoices;
use super::gcd::{check_list, plan_of, read};
use super::input::Need;
use super::prediction::{Planned, Predicted, add};
use super::status::Failure;
use eliminant::plan::cost::Rates;
use eliminant::{GcdPlan, Prediction, RationalFunction};
use serde::Serialize;

/// The plan of a list.
#[derive(Serialize)]
pub struct ListPlan {
    /// The plan of the GCD that takes the most memory.
    #[serde(flatten)]
    largest: GcdPlan,
    /// The plans of the others.
    #[serde(skip)]
    others: Vec<GcdPlan>,
}

impl ListPlan {
    fn all(&self) -> impl Iterator<Item = &GcdPlan> {
        std::iter::once(&self.largest).chain(&self.others)
    }
}

impl Planned for ListPlan {
    fn raise(&mut self, bytes: u64) {
        self.largest.raise(bytes);
    }

    /// A sum is known where all of it is.
    fn has_prediction(&self) -> bool {
        let is_predicted = |plan: &GcdPlan| plan.has_prediction() || plan.computation == "none";
        self.all().all(is_predicted) && self.all().any(GcdPlan::has_prediction)
    }

    fn predict(&self, rates: &Rates) -> Prediction {
        let mut sum = self.largest.predict(rates);
        self.others.iter().for_each(|plan| add(&mut sum, plan.predict(rates)));
        sum
    }

    fn bytes(&self) -> (u64, u64) {
        self.largest.bytes()
    }

    fn lines(&self, predicted: &[Predicted]) -> String {
        describe_plans::gcd_plan(&self.largest, predicted)
    }
}

/// What stands for the answer of the first polynomials of a list, which is not known before.
struct Before {
    function: RationalFunction,
    name: String,
}

/// The plan of `gcd` or `lcm` for arguments each of which may be a list.
///
/// A GCD goes on with the GCD of the polynomials before; the plan takes the one of them with the lowest degree, which that GCD divides. A least common
/// multiple goes on with the least common multiple of those before; the plan takes their product, which is a multiple of it.
pub fn of_list(
    operation: &'static str,
    arguments: &[String],
    vars: Option<&[String]>,
    choices: &GcdChoices,
    need: &Need,
) -> Result<ListPlan, Failure> {
    let list = read((operation, false), arguments, vars, choices, Some(need))?;
    check_list(operation, list.len(), choices)?;
    let name = |index: usize| match list.len() {
        2 => ["F", "G"][index].to_owned(),
        _ => format!("F{}", index + 1),
    };
    let mut before = Before { function: list[0].clone(), name: name(0) };
    let mut plans = Vec::new();
    for (index, f) in list.iter().enumerate().skip(1) {
        let pair = (before.function, f.clone());
        let mut plan = plan_of(&pair, choices)?;
        plan.operation = operation;
        plan.gcd_of = format!("{} and {}", before.name, name(index));
        plans.push(plan);
        if index + 1 == list.len() {
            break;
        }
        before = match operation {
            "lcm" => {
                let product = pair.0.checked_mul(f)?;
                Before { function: product, name: format!("{}*{}", before.name, name(index)) }
            }
            _ if degree(f) < degree(&pair.0) => Before { function: pair.1, name: name(index) },
            _ => Before { function: pair.0, name: before.name },
        };
    }
    let pairs = plans.len();
    let largest = (0..pairs).rev().max_by_key(|&index| plans[index].usual_bytes).unwrap_or(0);
    let mut largest = plans.swap_remove(largest);
    largest.least_bytes = plans.iter().map(|plan| plan.least_bytes).fold(largest.least_bytes, u64::max);
    if pairs > 1 {
        largest.gcd_of += &format!(", the largest of {pairs} pairs");
    }
    match operation {
        "lcm" if pairs > 1 => largest.gcd_of += "; products follow, which are not predicted",
        "lcm" => largest.gcd_of += "; a product follows, which is not predicted",
        // As all plans of pairs.
        _ if pairs == 1 => largest.gcd_of.clear(),
        _ => {}
    }
    Ok(ListPlan { largest, others: plans })
}

/// The total degree of a numerator; 0 has the greatest. Linear in the exponents, of which there may be very many.
fn degree(f: &RationalFunction) -> u64 {
    let terms = f.numerator().numerator().terms().iter();
    terms.map(|term| term.exponents.iter().map(|&e| u64::from(e)).sum()).max().unwrap_or(u64::MAX)
}
