//! `eliminant plan`: of one problem, or of all lines of a batch.

use super::args::Plannable;
use super::batch::Line;
use super::batch_plans::{self, Lines};
use super::content::ContentOf;
use super::determination::{self, Determination};
use super::elimination::{self, Elimination};
use super::engine_args::DetChoices;
use super::gcd;
use super::input::{LEAST_NEED, Need};
use super::output_args::PlanOutput;
use super::polynomial_args::Matrices;
use super::prediction::plan;
use super::status::Failure;
use super::subresultants::{self, Given, Task};
use super::{gcd_batch, list_plans, matrices, squarefree, system_plans, xgcd};
use eliminant::Control;

/// Writes a plan.
pub fn run(what: Plannable) -> Result<(), Failure> {
    let need = Need::new(LEAST_NEED);
    match what {
        Plannable::Resultant { pairs, choices, output } => match &pairs.batch {
            Some(file) => {
                let read = |line: &Line| elimination::resultant_of(line, &pairs.names, &choices, Some(&need));
                let lines =
                    Lines { file, shape: &elimination::RESULTANTS, plan: Elimination::plan, is_together: false };
                batch_plans::run(lines, read, &need, &choices.exact, &output)
            }
            None => {
                let elimination = Elimination::resultant(&pairs, &choices, Some(&need))?;
                plan(elimination.plan()?, &need, &choices.exact, &output)
            }
        },
        Plannable::Discriminant { singles, choices, output } => match &singles.batch {
            Some(file) => {
                let read = |line: &Line| elimination::discriminant_of(line, &singles.names, &choices, Some(&need));
                let shape = &elimination::DISCRIMINANTS;
                let lines = Lines { file, shape, plan: Elimination::plan, is_together: false };
                batch_plans::run(lines, read, &need, &choices.exact, &output)
            }
            None => {
                let elimination = Elimination::discriminant(&singles, &choices, Some(&need))?;
                plan(elimination.plan()?, &need, &choices.exact, &output)
            }
        },
        Plannable::Subresultants { pairs, asked, choices, output } => {
            subresultants::plan(&Task::Subresultants(asked), &Given::Pair(pairs), &choices, &output)
        }
        Plannable::SturmHabicht { singles, asked, choices, output } => {
            subresultants::plan(&Task::SturmHabicht(asked), &Given::Single(singles), &choices, &output)
        }
        Plannable::Cofactors { pairs, index, choices, output } => {
            subresultants::plan(&Task::Cofactors(index), &Given::Pair(pairs), &choices, &output)
        }
        Plannable::Adjugate { argument, choices, output } => matrices::plan_of_adjugate(&argument, &choices, &output),
        Plannable::Rank { argument, certify, choices, output } => {
            matrices::plan_of_rank(&argument, certify, &choices, &output)
        }
        Plannable::SolveLinear { argument, choices, output } => matrices::plan_of_system(&argument, &choices, &output),
        Plannable::Det { matrices, choices, output } => determinant("determinant", matrices, &choices, &output),
        Plannable::Charpoly { matrices, choices, output } => {
            determinant("characteristic polynomial", matrices.into(), &choices, &output)
        }
        Plannable::Gcd { gcds, choices, output } => match &gcds.batch {
            Some(file) => {
                let vars = gcds.order.vars.as_deref();
                let read = |line: &Line| gcd_batch::pair_of(line, vars, &choices, Some(&need));
                let of_pair = |pair: &gcd::Pair| gcd::plan_of(pair, &choices);
                let lines = Lines { file, shape: &gcd_batch::SHAPE, plan: of_pair, is_together: true };
                batch_plans::run(lines, read, &need, &choices.exact, &output)
            }
            None => {
                let vars = gcds.order.vars.as_deref();
                let of_list = list_plans::of_list("gcd", &gcds.polynomials, vars, &choices, &need)?;
                plan(of_list, &need, &choices.exact, &output)
            }
        },
        Plannable::Lcm { arguments, choices, output } => {
            let vars = arguments.order.vars.as_deref();
            let of_list = list_plans::of_list("lcm", &arguments.polynomials, vars, &choices, &need)?;
            plan(of_list, &need, &choices.exact, &output)
        }
        Plannable::Xgcd { pair, choices, output } => xgcd::plan(&pair, &choices, &output),
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

/// Writes the plan of a determinant, or of a batch whose answers are called `answer`.
fn determinant(
    answer: &'static str,
    matrices: Matrices,
    choices: &DetChoices,
    output: &PlanOutput,
) -> Result<(), Failure> {
    let need = Need::new(LEAST_NEED);
    match &matrices.batch {
        Some(file) => {
            let read = |line: &Line| determination::of_line(line, &matrices, choices, Some(&need));
            let shape = &determination::shape(answer);
            let lines = Lines { file, shape, plan: Determination::plan, is_together: false };
            batch_plans::run(lines, read, &need, &choices.exact, output)
        }
        None => {
            let determination = Determination::new(&matrices.one()?, choices, Some(&need))?;
            plan(determination.plan()?, &need, &choices.exact, output)
        }
    }
}
