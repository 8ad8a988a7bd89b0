//! A problem solved through the public interface.

use crate::choices::Choices;
use crate::matrices;
use crate::problem::{Operation, Problem};
use eliminant::{
    Adjugate, Cofactors, Decomposition, Determinant, DeterminantReport, Discriminant, Error, ErrorKind, Gcd, GcdBatch,
    GcdReport, ListReport, Polynomial, Remedy, Result, Resultant, ResultantReport, Subresultants, gcd_list,
    squarefree_part,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The polynomials of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The resultant or discriminant; the GCD, with cofactors behind it; the GCDs of a batch; the content and the factors of a
    /// decomposition; the squarefree part; subresultants, or one with U and V; the entries of an adjugate and the determinant.
    pub polynomials: Vec<Polynomial>,
    /// The multiplicities of the factors of a decomposition.
    pub powers: Vec<u32>,
}

/// The result.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    Answer(Answer),
    /// The choices cannot be had for this problem: the kind of the error, and its text.
    Refused(String, String),
    /// Failures that must never happen.
    Failed(String),
}

impl From<Vec<Polynomial>> for Answer {
    fn from(polynomials: Vec<Polynomial>) -> Self {
        Answer { polynomials, powers: Vec::new() }
    }
}

/// Rare events on the way.
#[derive(Debug, Clone, Copy, Default)]
pub struct Events {
    /// Scalars computed a second time.
    pub repairs: u64,
    /// Points left out.
    pub dropped: u64,
    /// Primes that were of no use for a GCD.
    pub unlucky: u64,
    /// Resultants and discriminants in more batches of primes than one.
    pub batches: u64,
    /// Answers computed modulo the caller's prime alone.
    pub direct: u64,
    /// Answers computed from another pair.
    pub remedies: u64,
    /// Answers on grids that were cut.
    pub slabs: u64,
    /// Answers for which fewer primes sufficed than the bound demands.
    pub early: u64,
}

impl Events {
    fn of(report: &ResultantReport) -> Self {
        Events {
            repairs: report.repairs,
            dropped: report.dropped,
            unlucky: 0,
            batches: u64::from(report.batches > 1),
            direct: report.direct.into(),
            remedies: u64::from(report.remedy != Remedy::None.name()),
            slabs: u64::from(report.run.slabs > 0),
            early: u64::from(report.failure_log2.is_some()),
        }
    }

    fn of_determinant(report: &DeterminantReport) -> Self {
        Events {
            repairs: report.repairs,
            batches: u64::from(report.batches > 1),
            direct: report.direct.into(),
            slabs: u64::from(report.run.slabs > 0),
            early: u64::from(report.failure_log2.is_some()),
            ..Events::default()
        }
    }

    fn of_list(report: &ListReport) -> Self {
        Events {
            repairs: report.repairs,
            batches: u64::from(report.batches > 1),
            slabs: u64::from(report.run.slabs > 0),
            early: u64::from(report.failure_log2.is_some()),
            ..Events::default()
        }
    }

    fn of_gcd(report: &GcdReport) -> Self {
        Events { unlucky: report.unlucky as u64, slabs: u64::from(report.run.slabs > 0), ..Events::default() }
    }

    /// Adds those of another problem.
    pub fn add(&mut self, other: Events) {
        let Events { repairs, dropped, unlucky, batches, direct, remedies, slabs, early } = other;
        self.repairs += repairs;
        self.dropped += dropped;
        self.unlucky += unlucky;
        self.batches += batches;
        self.direct += direct;
        self.remedies += remedies;
        self.slabs += slabs;
        self.early += early;
    }
}

/// The choices that all operations have.
macro_rules! with {
    ($builder:expr, $choices:expr) => {{
        let choices: &Choices = $choices;
        let builder = $builder.backend(choices.backend).threads(choices.threads).word(choices.word).seed(choices.seed);
        let builder = if choices.split { builder.devices(&[0, 0]).always_split(true) } else { builder };
        let builder = builder.slabs(choices.slabs);
        match choices.memory_limit {
            Some(bytes) => builder.memory_limit(bytes),
            None => builder,
        }
    }};
}

/// The choices of resultants and discriminants.
macro_rules! eliminating {
    ($builder:expr, $problem:expr, $choices:expr, $events:expr) => {{
        let choices: &Choices = $choices;
        let builder = with!($builder, choices)
            .method(choices.method)
            .remedy(choices.remedy)
            .scalar_shape(choices.shape)
            .interpolation(choices.interpolation)
            .evaluation(choices.evaluation)
            .lift(choices.lift)
            .certainty(choices.certainty);
        let builder = match $problem.modulus {
            Some(p) => builder.modulus(u64::from(p)),
            None => builder,
        };
        if choices.planned {
            builder.plan()?;
        }
        let answer = builder.run()?;
        $events.add(Events::of(&answer.report));
        Ok(vec![answer.polynomial].into())
    }};
}

/// The choices of operations whose answer is several polynomials; the answer.
macro_rules! listed {
    ($builder:expr, $problem:expr, $choices:expr, $events:expr) => {{
        let choices: &Choices = $choices;
        let builder = with!($builder, choices).lift(choices.lift).certainty(choices.certainty);
        let builder = match $problem.modulus {
            Some(p) => builder.modulus(u64::from(p)),
            None => builder,
        };
        if choices.planned {
            builder.plan()?;
        }
        let answer = builder.run()?;
        $events.add(Events::of_list(&answer.report));
        answer
    }};
}

/// The answer with these choices in place of the problem's own, and what happened on the way.
pub fn solve(problem: &Problem, choices: &Choices) -> (Outcome, Events) {
    let mut events = Events::default();
    let outcome = match catch_unwind(AssertUnwindSafe(|| answer(problem, choices, &mut events))) {
        Ok(Ok(answer)) => Outcome::Answer(answer),
        Ok(Err(error)) => refused(&error),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no text");
            Outcome::Failed(format!("panic: {text}"))
        }
    };
    (outcome, events)
}

fn refused(error: &Error) -> Outcome {
    let kind = match error.kind() {
        ErrorKind::Limit { what, .. } => format!("Limit, {what}"),
        ErrorKind::Unsupported { .. } => "Unsupported".to_owned(),
        ErrorKind::OutOfMemory { .. } => "OutOfMemory".to_owned(),
        other => return Outcome::Failed(format!("{other:?}: {error}")),
    };
    Outcome::Refused(kind, error.to_string())
}

fn answer(problem: &Problem, choices: &Choices, events: &mut Events) -> Result<Answer> {
    let is_plain = *choices == Choices::plain();
    match (problem.operation, &problem.inputs[..]) {
        (Operation::Resultant, [f, g]) => {
            eliminating!(Resultant::new(f, g, problem.variable), problem, choices, events)
        }
        (Operation::Discriminant, [f]) => {
            eliminating!(Discriminant::new(f, problem.variable), problem, choices, events)
        }
        (Operation::Determinant, entries) => {
            let matrix = matrices::matrix(entries);
            let builder = with!(Determinant::new(&matrix), choices)
                .method(choices.determinant_method)
                .shape(choices.matrix_shape)
                .evaluation(choices.evaluation)
                .contraction(choices.contraction)
                .lift(choices.lift)
                .certainty(choices.certainty);
            let builder = match problem.modulus {
                Some(p) => builder.modulus(u64::from(p)),
                None => builder,
            };
            if choices.planned {
                builder.plan()?;
            }
            let answer = builder.run()?;
            events.add(Events::of_determinant(&answer.report));
            Ok(vec![answer.polynomial].into())
        }
        // A polynomial that is 0 has no subresultants, and two constants have none.
        (Operation::Chain | Operation::Principal | Operation::Combination, [f, g])
            if f.is_zero() || g.is_zero() || [f, g].iter().all(|h| h.degree(problem.variable) == Some(0)) =>
        {
            Ok(Vec::new().into())
        }
        (Operation::Chain, [f, g]) => {
            Ok(listed!(Subresultants::new(f, g, problem.variable), problem, choices, events).polynomials.into())
        }
        (Operation::Principal, [f, g]) => {
            let builder = Subresultants::new(f, g, problem.variable).principal();
            Ok(listed!(builder, problem, choices, events).polynomials.into())
        }
        (Operation::Combination, [f, g]) => {
            let answer = listed!(Cofactors::new(f, g, problem.variable), problem, choices, events);
            Ok(vec![answer.subresultant, answer.u, answer.v].into())
        }
        (Operation::Adjugate, entries) => {
            let matrix = matrices::matrix(entries);
            let answer = listed!(Adjugate::new(&matrix), problem, choices, events);
            Ok(answer.adjugate.entries().iter().cloned().chain([answer.determinant]).collect::<Vec<_>>().into())
        }
        (Operation::Gcd | Operation::Cofactors, [f, g]) => {
            let wanted = problem.operation == Operation::Cofactors;
            let answer =
                with!(Gcd::new(f, g), choices).method(choices.gcd_method).grid(choices.grid).cofactors(wanted).run()?;
            events.add(Events::of_gcd(&answer.report));
            Ok([answer.gcd].into_iter().chain(answer.cofactors.into_iter().flatten()).collect::<Vec<_>>().into())
        }
        (Operation::Batch, inputs) => {
            let pairs: Vec<_> = inputs.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
            let (gcds, report) =
                with!(GcdBatch::new(&pairs), choices).method(choices.gcd_method).grid(choices.grid).run()?;
            events.add(Events::of_gcd(&report));
            Ok(gcds.into())
        }
        (Operation::Squarefree, [f]) => {
            let (found, report) =
                with!(Decomposition::new(f), choices).method(choices.gcd_method).grid(choices.grid).run()?;
            events.add(Events::of_gcd(&report));
            let (factors, powers): (Vec<_>, Vec<_>) = found.factors.into_iter().unzip();
            let content = Polynomial::constant(f.vars(), found.content)?;
            Ok(Answer { polynomials: [content].into_iter().chain(factors).collect(), powers })
        }
        // These two leave no choices; the same from their parts is the other way.
        (Operation::List, list) if is_plain => {
            let first = Polynomial::zero(list[0].vars())?;
            let gcd =
                list.iter().try_fold(first, |gcd, f| Ok::<_, Error>(with!(Gcd::new(&gcd, f), choices).run()?.gcd));
            Ok(vec![gcd?].into())
        }
        (Operation::List, list) => Ok(vec![gcd_list(list)?].into()),
        (Operation::Part, [f]) if is_plain && !f.is_zero() => {
            let (found, _) = with!(Decomposition::new(f), choices).run()?;
            let one = Polynomial::constant(f.vars(), 1.into())?;
            Ok(vec![found.factors.iter().fold(one, |product, (factor, _)| &product * factor)].into())
        }
        (Operation::Part, [f]) => Ok(vec![squarefree_part(f)?].into()),
        (operation, inputs) => unreachable!("{operation:?} of {} polynomials", inputs.len()),
    }
}
