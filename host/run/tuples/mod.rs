//! Operations whose answer is several polynomials in the kept variables, found together by their values at points: subresultants, adjugates, solutions of
//! linear systems, characteristic polynomials.
//!
//! The answer of the frame ([`super::pointwise`]) is one array with an axis for the numbers of the polynomials. So its check is one too: the sum of t^i P_i at
//! a random t.

mod expansion;
mod list;
mod options;
mod plan;
mod report;
mod solve;
mod stage;

pub(crate) use expansion::{Expansion, Minor, limit};
pub(crate) use list::{Drawn, List, bytes_of_bounds, plan, predicted, run, side_of};
pub use options::ListOptions;
pub(crate) use options::list_setters;
pub use plan::ListPlan;
pub use report::ListReport;
pub(crate) use stage::Tuples;
