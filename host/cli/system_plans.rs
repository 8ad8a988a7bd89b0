//! Plans of computations with systems.

use super::describe::{bytes, lines};
use super::engine_args::EngineChoices;
use super::input::Reading;
use super::output::Destination;
use super::output_args::Format;
use super::solve_system::{bounds, start};
use super::status::Failure;
use super::system_args::{EvalChoices, NewtonChoices, PlannableSystem, PrecisionName, SolveChoices};
use eliminant::system::{Compiled, Decompose, Evaluator, Newton, Solve, System, SystemPlan, Track};
use eliminant::{Complex64, Control};

/// Writes a plan.
pub fn run(what: &PlannableSystem) -> Result<(), Failure> {
    let control = Control::default();
    let (plan, format) = match what {
        PlannableSystem::Eval { counted, choices, format } => {
            (eval(&read(&counted.system, &choices.engine)?.compile()?, choices, counted.count)?, format)
        }
        PlannableSystem::Newton { counted, choices, format } => {
            (newton(&read(&counted.system, &choices.engine)?.compile()?, choices, counted.count)?, format)
        }
        PlannableSystem::Track { counted, parameters, choices, format } => {
            let system = read(&counted.system, &choices.engine)?.with_parameters(parameters)?.compile()?;
            // From some parameters to others, whichever they are.
            let values = vec![Complex64::default(); parameters.len()];
            let track = Track::new(&system, &values, &values).run_options(choices.engine.options(&control));
            (track.plan(counted.count)?, format)
        }
        PlannableSystem::SolveSystem { system, choices: SolveChoices { paths, .. }, format } => {
            let system = read(&system.system, &paths.engine)?;
            let solve = Solve::new(&system).run_options(paths.engine.options(&control)).start(paths.start.into());
            (solve.plan()?, format)
        }
        PlannableSystem::Decompose { system, choices, format } => {
            let system = read(&system.system, &choices.engine)?;
            let decompose = Decompose::new(&system).run_options(choices.engine.options(&control));
            (decompose.start(choices.start.into()).plan()?, format)
        }
    };
    match format {
        Format::Text => Destination::default().text(in_lines(&plan)),
        Format::Json => Destination::default().json(&plan),
    }
}

fn read(system: &str, engine: &EngineChoices) -> Result<System, Failure> {
    Reading { vars: None, memory: engine.memory_limit }.system("SYSTEM", system)
}

fn eval(system: &Compiled, choices: &EvalChoices, count: usize) -> Result<SystemPlan, Failure> {
    let run = choices.engine.options(&Control::default());
    let mut evaluator = Evaluator::new(system).run_options(run).method(choices.method.into());
    if !choices.jacobian {
        evaluator = evaluator.values_only();
    }
    Ok(match choices.precision {
        PrecisionName::D => evaluator.plan::<[f64; 1]>(count),
        PrecisionName::Dd => evaluator.plan::<[f64; 2]>(count),
        PrecisionName::Qd => evaluator.plan::<[f64; 4]>(count),
    }?)
}

fn newton(system: &Compiled, choices: &NewtonChoices, count: usize) -> Result<SystemPlan, Failure> {
    let run = choices.engine.options(&Control::default());
    let newton = Newton::new(system).iterations(choices.iterations).run_options(run);
    Ok(match choices.precision {
        PrecisionName::D => newton.plan::<[f64; 1]>(count),
        PrecisionName::Dd => newton.plan::<[f64; 2]>(count),
        PrecisionName::Qd => newton.plan::<[f64; 4]>(count),
    }?)
}

fn in_lines(plan: &SystemPlan) -> String {
    let engine = match plan.devices {
        0 => plan.backend.to_owned(),
        1 => format!("{}, one device", plan.backend),
        more => format!("{}, {more} devices", plan.backend),
    };
    let mut rows = vec![("points or paths", plan.points.to_string())];
    if let Some(zeros) = &plan.zeros {
        rows.extend([("start", start(zeros.is_polyhedral).to_owned()), ("bounds", bounds(&zeros.root_counts))]);
    }
    rows.extend([
        ("complex products", format!("{:.3e}", plan.products)),
        ("memory", bytes(plan.bytes)),
        ("engine", engine),
        ("predicted", predicted(plan)),
    ]);
    lines(&rows)
}

fn predicted(plan: &SystemPlan) -> String {
    let (least, time) = (if plan.is_least { "at least " } else { "" }, plan.milliseconds);
    match plan.sampled {
        0 => format!("{time:.3} ms"),
        paths => format!("{least}{time:.3} ms, by {paths} of the paths"),
    }
}
