//! `eliminant plan`: of one problem, or of all lines of a batch.

use super::args::Plannable;
use super::batch::Line;
use super::batch_plans::{self, Lines};
use super::content::ContentOf;
use super::determination::{self, Determination};
use super::elimination::{self, Elimination};
use super::gcd;
use super::input::{LEAST_NEED, Need};
use super::prediction::plan;
use super::status::Failure;
use super::{gcd_batch, squarefree, system_plans, xgcd};
use eliminant::Control;

/// Writes a plan.
pub fn run(what: Plannable) -> Result<(), Failure> {
    let need = Need::new(LEAST_NEED);
    match what {
        Plannable::Resultant { pairs, choices, output } => match (&pairs.batch, &pairs.f, &pairs.g) {
            (Some(file), ..) => {
                let read = |line: &Line| elimination::resultant_of(line, &pairs.names, &choices, Some(&need));
                let lines =
                    Lines { file, shape: &elimination::RESULTANTS, plan: Elimination::plan, is_together: false };
                batch_plans::run(lines, read, &need, &choices.exact, &output)
            }
            (None, Some(f), Some(g)) => {
                let elimination = Elimination::resultant((f, g), &pairs.names, &choices, Some(&need))?;
                plan(elimination.plan()?, &need, &choices.exact, &output)
            }
            _ => Err(elimination::no_pair()),
        },
        Plannable::Discriminant { singles, choices, output } => match (&singles.batch, &singles.f) {
            (Some(file), _) => {
                let read = |line: &Line| elimination::discriminant_of(line, &singles.names, &choices, Some(&need));
                let shape = &elimination::DISCRIMINANTS;
                let lines = Lines { file, shape, plan: Elimination::plan, is_together: false };
                batch_plans::run(lines, read, &need, &choices.exact, &output)
            }
            (None, Some(f)) => {
                let elimination = Elimination::discriminant(f, &singles.names, &choices, Some(&need))?;
                plan(elimination.plan()?, &need, &choices.exact, &output)
            }
            _ => Err(elimination::no_polynomial()),
        },
        Plannable::Det { matrices, choices, output } => match &matrices.batch {
            Some(file) => {
                let read = |line: &Line| determination::of_line(line, &matrices, &choices, Some(&need));
                let shape = &determination::shape("determinant");
                let lines = Lines { file, shape, plan: Determination::plan, is_together: false };
                batch_plans::run(lines, read, &need, &choices.exact, &output)
            }
            None => {
                let determination = Determination::new(&matrices.one()?, &choices, Some(&need))?;
                plan(determination.plan()?, &need, &choices.exact, &output)
            }
        },
        Plannable::Gcd { pairs, choices, output } => match (pairs.batch, pairs.f, pairs.g) {
            (Some(file), ..) => {
                let vars = pairs.order.vars.as_deref();
                let read = |line: &Line| gcd_batch::pair_of(line, vars, &choices, Some(&need));
                let of_pair = |pair: &gcd::Pair| gcd::plan_of(pair, &choices);
                let lines = Lines { file: &file, shape: &gcd_batch::SHAPE, plan: of_pair, is_together: true };
                batch_plans::run(lines, read, &need, &choices.exact, &output)
            }
            (None, Some(f), Some(g)) => {
                let pair = gcd::read_pair(("gcd", false), (f, g), pairs.order.vars.as_deref(), &choices, Some(&need))?;
                plan(gcd::plan_of(&pair, &choices)?, &need, &choices.exact, &output)
            }
            // Clap asks for both.
            _ => Err(Failure::usage("two polynomials, or --batch FILE")),
        },
        Plannable::Xgcd { pair, choices, output } => {
            plan(xgcd::plan(pair, &choices, &need)?, &need, &choices.exact, &output)
        }
        Plannable::Content { single, choices, output } => {
            let ContentOf { f, var } = ContentOf::read(&single, &choices, Some(&need))?;
            let content = eliminant::Content::of_functions(&f, &var).options(choices.options(&Control::default()));
            plan(content.plan()?, &need, &choices.exact, &output)
        }
        Plannable::Squarefree { argument, choices, output } => {
            let f = squarefree::read(&argument, false, &choices, Some(&need))?;
            let decomposition =
                eliminant::Decomposition::of_functions(&f).options(choices.options(&Control::default()));
            plan(decomposition.plan()?, &need, &choices.exact, &output)
        }
        Plannable::System(what) => system_plans::run(&what),
    }
}
