//! The exact operations by name, with options as text: what the Python package and the C library share.
//!
//! A [`Call`] is an [`Operation`], its operands and its [`Options`]. It gives an [`Answer`], or a plan as JSON. A new operation is a
//! name, a line in the table of its options, and its branches in `run` and `plan`; both languages have it then.

mod answer;
mod call;
mod operation;
mod options;

pub use answer::{Answer, Report};
pub use call::Call;
pub use operation::Operation;
pub use options::{Options, set_run};
