//! The subject of a picture: what is read for it, and what is found.

use super::coordinate::bits_of;
use super::curve;
use super::input::Reading;
use super::output;
use super::root_args::{PlotArgument, RootsChoices, both_of};
use super::solve_system::{Remark, remarks};
use super::status::Failure;
use eliminant::plural::count;
use eliminant::shorten::shortened_list;
use eliminant::{
    Arrangement, ComplexRoot, ComplexRoots, CurveGraph, Plot, Polynomial, RunOptions, Solve, SolveAnswer, System,
};

/// Digits in the titles of roots.
const DIGITS: u32 = 20;

/// Curves, a polynomial with complex roots, or a system, with the names of both axes where they are given.
pub enum Subject {
    Curves(Vec<Polynomial>, Option<[String; 2]>),
    Roots(Polynomial),
    System { system: System, axes: Option<[String; 2]>, seed: Option<u64> },
}

/// All that is drawn of a subject.
pub enum Found<'a> {
    Curves(CurveGraph),
    /// The variable, and its values.
    Roots(&'a str, Vec<ComplexRoot>),
    Solutions(SolveAnswer, Option<[&'a str; 2]>),
}

/// The graph of a polynomial in one variable that stands alone; else the curves as they are.
fn graph_of_one(curves: Vec<Polynomial>) -> Result<Vec<Polynomial>, Failure> {
    match &curves[..] {
        [f] if f.occurring().count() == 1 => Ok(Plot::graph_of(f)?.into()),
        _ => Ok(curves),
    }
}

/// The only polynomial whose complex roots are drawn; of a rational function the numerator in lowest terms.
fn polynomial(texts: &[String], choices: &RootsChoices) -> Result<Polynomial, Failure> {
    let reading = Reading { vars: None, memory: choices.engine.memory_limit };
    let mut all = Vec::new();
    for text in texts {
        all.extend(reading.functions("F", text, None)?);
    }
    let given = all.len();
    let [f] = <[_; 1]>::try_from(all).map_err(|_| {
        Failure::usage(format!(
            "--complex draws the roots of one polynomial in one variable, and {} are given",
            count(given, "polynomial")
        ))
    })?;
    if f.divisor().is_some() {
        output::message("note: F is a rational function: the roots are those of its numerator in lowest terms");
    }
    let f = f.into_numerator().into_parts().0;
    let occurring: Vec<&str> = f.occurring().collect();
    match occurring.len() {
        0 | 1 => Ok(f),
        _ => Err(Failure::usage(format!(
            "--complex draws the roots of one polynomial in one variable, and {} occur: {}",
            count(occurring.len(), "variable"),
            shortened_list(occurring)
        ))),
    }
}

impl Subject {
    /// What the arguments say.
    pub fn read(argument: &PlotArgument, choices: &RootsChoices) -> Result<Self, Failure> {
        let owned = |names: (&str, &str)| [names.0.to_owned(), names.1.to_owned()];
        if let Some(text) = &argument.system {
            let axes = both_of("--axes", argument.axes.as_deref())?;
            let system = Reading { vars: None, memory: choices.engine.memory_limit }.system("SYSTEM", text)?;
            Plot::check_axes(system.variables(), axes.map(<[&str; 2]>::from))?;
            return Ok(Subject::System { system, axes: axes.map(owned), seed: argument.seed });
        }
        if argument.complex {
            return polynomial(&argument.curves, choices).map(Subject::Roots);
        }
        let names = both_of("--vars", argument.vars.as_deref())?;
        let curves = curve::read(&argument.curves, argument.vars.as_deref(), choices)?;
        Ok(match names {
            Some(names) => Subject::Curves(curves, Some(owned(names))),
            None => Subject::Curves(graph_of_one(curves)?, None),
        })
    }

    /// The name of the stage in which it is found.
    pub fn stage(&self) -> &'static str {
        match self {
            Subject::Curves(..) => "curve",
            Subject::Roots(_) => "roots",
            Subject::System { .. } => "solve",
        }
    }

    /// Finds all that is drawn.
    pub fn find(&self, run: RunOptions) -> eliminant::Result<Found<'_>> {
        match self {
            Subject::Curves(curves, names) => {
                let arrangement = Arrangement::new(&curves.iter().collect::<Vec<_>>()).run_options(run);
                let named = names.as_ref().map(|[x, y]| arrangement.clone().variables(x, y));
                named.unwrap_or(arrangement).run().map(Found::Curves)
            }
            Subject::Roots(f) => {
                let roots = ComplexRoots::new(f).run_options(run).bits(bits_of(DIGITS)).run()?;
                Ok(Found::Roots(f.occurring().next().unwrap_or("x"), roots))
            }
            Subject::System { system, axes, seed } => {
                let solve = Solve::new(system).run_options(run);
                let answer = seed.map_or(solve.clone(), |seed| solve.seed(seed)).run()?;
                Ok(Found::Solutions(answer, axes.as_ref().map(|axes| axes.each_ref().map(String::as_str))))
            }
        }
    }
}

impl Found<'_> {
    /// The picture, of the usual size.
    pub fn plot(&self) -> eliminant::Result<Plot<'_>> {
        match self {
            Found::Curves(graph) => Ok(Plot::new(graph)),
            Found::Roots(variable, roots) => Ok(Plot::of_roots(variable, roots)),
            Found::Solutions(answer, axes) => Plot::of_solutions(answer, *axes),
        }
    }

    /// What the picture lacks, in lines for standard error.
    pub fn notes(&self) -> Vec<String> {
        match self {
            Found::Curves(_) => Vec::new(),
            Found::Roots(_, roots) if roots.is_empty() => vec!["no roots: the plane is empty".to_owned()],
            Found::Roots(..) => Vec::new(),
            Found::Solutions(answer, _) => {
                let hidden = answer.solutions.iter().filter(|zero| !zero.may_be_real()).count();
                let are = if hidden == 1 { "is" } else { "are" };
                let hidden_note = format!("{} {are} not real and not shown", count(hidden, "solution"));
                let is_empty = hidden == answer.solutions.len();
                let empty = is_empty.then(|| "no real solutions: the plane is empty".to_owned());
                (hidden > 0).then_some(hidden_note).into_iter().chain(empty).collect()
            }
        }
    }

    /// Remarks on solutions that may be missing.
    pub fn remarks(&self) -> Vec<Remark> {
        match self {
            Found::Curves(_) | Found::Roots(..) => Vec::new(),
            Found::Solutions(answer, _) => remarks(answer, &answer.variables),
        }
    }
}
