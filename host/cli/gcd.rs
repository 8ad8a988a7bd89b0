//! GCDs and least common multiples of polynomials.

use super::divided;
use super::engine_args::GcdChoices;
use super::input::{Need, Reading, function_over, one_standard_input, warn_of_names};
use super::output::{Destination, InJson};
use super::output_args::{AnswerFormat, Output};
use super::polynomial_args::{GcdArguments, LcmArguments};
use super::session::{session, times};
use super::status::Failure;
use super::{describe, explain, gcd_batch, output};
use eliminant::poly::union_vars;
use eliminant::{Control, Gcd, GcdPlan, GcdReport, Polynomial, RationalFunction};
use serde::Serialize;

/// Two functions over the same variables.
pub type Pair = (RationalFunction, RationalFunction);

/// Two functions over the variables that are named, else over all of both in alphabetical order.
pub fn pair_over(f: RationalFunction, g: RationalFunction, vars: Option<&[String]>) -> eliminant::Result<Pair> {
    let numerators = (f.numerator().numerator(), g.numerator().numerator());
    let order = vars.map_or_else(|| union_vars(numerators.0, numerators.1), <[String]>::to_vec);
    Ok((function_over(f, &order)?, function_over(g, &order)?))
}

/// A GCD with its cofactors, as JSON.
#[derive(Serialize)]
struct WithCofactors<'a> {
    gcd: InJson<'a>,
    cofactors: [InJson<'a>; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a GcdReport>,
}

/// The functions of a list of arguments, each of which may be a list, over the same variables. Says what becomes of their divisors.
pub fn read(
    (operation, is_modular): (&str, bool),
    arguments: &[String],
    vars: Option<&[String]>,
    choices: &GcdChoices,
    need: Option<&Need>,
) -> Result<Vec<RationalFunction>, Failure> {
    let names = names(arguments.len());
    let named: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(arguments.iter().map(String::as_str)).collect();
    one_standard_input(&named)?;
    let reading = Reading { vars, memory: choices.exact.engine.memory_limit };
    let (mut list, mut places) = (Vec::with_capacity(named.len()), Vec::with_capacity(named.len()));
    for (name, argument) in &named {
        list.extend(reading.functions(name, argument, need)?);
        places.resize(list.len(), *name);
    }
    let functions: Vec<(&str, &RationalFunction)> = places.into_iter().zip(&list).collect();
    divided::of_gcds(operation, &functions, is_modular)?;
    let mut all: Vec<&String> = list.iter().flat_map(RationalFunction::vars).collect();
    let is_same = list.windows(2).all(|pair| pair[0].vars() == pair[1].vars());
    if !is_same {
        all.sort();
        all.dedup();
    } else {
        all.truncate(list.first().map_or(0, |f| f.vars().len()));
    }
    let all: Vec<String> = all.into_iter().cloned().collect();
    warn_of_names(&all, vars);
    let order = vars.unwrap_or(&all);
    Ok(list.into_iter().map(|f| function_over(f, order)).collect::<eliminant::Result<_>>()?)
}

/// The names of arguments in messages: F, F and G, or F1, F2 and so on where there are more.
fn names(count: usize) -> Vec<String> {
    match count {
        1 => vec!["F".to_owned()],
        2 => vec!["F".to_owned(), "G".to_owned()],
        _ => (1..=count).map(|number| format!("F{number}")).collect(),
    }
}

/// The two functions of a command, given one by one or as a list.
pub fn read_pair(
    operation: (&str, bool),
    arguments: &[String],
    vars: Option<&[String]>,
    choices: &GcdChoices,
    need: Option<&Need>,
) -> Result<Pair, Failure> {
    let list = read(operation, arguments, vars, choices, need)?;
    match <[RationalFunction; 2]>::try_from(list) {
        Ok([f, g]) => Ok((f, g)),
        Err(list) => {
            let are = if list.len() == 1 { "1 is".to_owned() } else { format!("{} are", list.len()) };
            Err(Failure::usage(format!("two polynomials are wanted, and {are} given")))
        }
    }
}

/// The plan of a pair: bits are those of the numerators.
pub fn plan_of((f, g): &Pair, choices: &GcdChoices) -> Result<GcdPlan, Failure> {
    Ok(Gcd::of_functions(f, g).options(choices.options(&Control::default())).plan()?)
}

/// Says what was done where it is asked for, after the answer is written.
pub fn end(
    operation: &str,
    answer: Option<&RationalFunction>,
    report: &GcdReport,
    choices: &GcdChoices,
    output: &Output,
) -> Result<(), Failure> {
    choices.exact.end(&report.run);
    if output.report && output.format != AnswerFormat::Json {
        output::message(describe::gcd_report(operation, answer.map(RationalFunction::numerator), report));
    }
    if output.explain {
        output::message(explain::gcd(operation, report));
    }
    times(output, &describe::gcd_title(report), &report.run.stages, report.run.milliseconds)
}

/// `eliminant gcd`.
pub fn gcd(arguments: &GcdArguments, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let vars = arguments.order.vars.as_deref();
    if let Some(file) = &arguments.batch {
        return match arguments.modulus {
            None => gcd_batch::run(file, vars, choices, output),
            Some(p) => gcd_batch::modulo(file, vars, p, choices, output),
        };
    }
    let read = || {
        let list = read(("gcd", arguments.modulus.is_some()), &arguments.polynomials, vars, choices, None)?;
        check_list("gcd", list.len(), choices)?;
        if list.len() > 2 && arguments.cofactors {
            return Err(Failure::usage("--cofactors is for two polynomials"));
        }
        Ok(list)
    };
    let run = |list: &Vec<RationalFunction>, control: &Control| {
        let of = |f: &RationalFunction, g: &RationalFunction, control: &Control| {
            let gcd = Gcd::of_functions(f, g).options(choices.options(control)).cofactors(arguments.cofactors);
            arguments.modulus.map_or(gcd.clone(), |p| gcd.modulus(p)).run()
        };
        let steps = list.len() - 1;
        let mut answer = of(&list[0], &list[1], &control.of_list(0, steps))?;
        for (index, f) in list.iter().enumerate().skip(2) {
            // The control of what is left out would tell no end.
            let next = of(&answer.gcd, f, &control.of_list(index - 1, steps))?;
            answer = eliminant::GcdAnswer { report: answer.report.followed_by(next.report), ..next };
        }
        Ok((answer.gcd, answer.cofactors, answer.report))
    };
    let destination = match arguments.cofactors {
        true => Destination::for_several(output, "leave out --cofactors, or take --format json")?,
        false => Destination::new(output)?,
    };
    let (gcd, cofactors, report) = session(output, &destination, read, run)?;
    let zero = || Polynomial::zero(gcd.vars());
    let cofactors = match (arguments.cofactors, cofactors) {
        (true, Some([f, g])) => Some([f, g].map(RationalFunction::from)),
        // Both functions are 0.
        (true, None) => Some([zero()?.into(), zero()?.into()]),
        (false, _) => None,
    };
    let shown = output.report.then_some(&report);
    match (output.format, &cofactors) {
        (_, None) => destination.function(&gcd, shown)?,
        (AnswerFormat::Json, Some([f, g])) => {
            let (gcd, cofactors) = (InJson::from(&gcd), [f.into(), g.into()]);
            destination.json(&WithCofactors { gcd, cofactors, report: shown })?;
        }
        // Binary was refused.
        (_, Some([f, g])) => destination.functions([&gcd, f, g])?,
    }
    end("gcd", Some(&gcd), &report, choices, output)
}

/// `eliminant lcm`.
pub fn lcm(arguments: &LcmArguments, choices: &GcdChoices, output: &Output) -> Result<(), Failure> {
    choices.exact.check(output)?;
    let read = || {
        let list = read(("lcm", false), &arguments.polynomials, arguments.order.vars.as_deref(), choices, None)?;
        check_list("lcm", list.len(), choices)?;
        Ok(list)
    };
    let run = |list: &Vec<RationalFunction>, control: &Control| {
        let steps = list.len() - 1;
        let mut lcm = list[0].clone();
        let mut report: Option<GcdReport> = None;
        for (index, f) in list.iter().enumerate().skip(1) {
            let options = choices.options(&control.of_list(index - 1, steps));
            let (multiple, of_this) = Gcd::of_functions(&lcm, f).options(options).lcm()?;
            lcm = multiple;
            report = Some(match report {
                None => of_this,
                Some(before) => before.followed_by(of_this),
            });
        }
        report.map(|report| (lcm, report)).ok_or_else(|| Failure::usage("give two polynomials or more"))
    };
    let destination = Destination::new(output)?;
    let (lcm, report) = session(output, &destination, read, run)?;
    destination.function(&lcm, output.report.then_some(&report))?;
    end("lcm", Some(&lcm), &report, choices, output)
}

/// Refuses lists that are too short, and checkpoints of several computations.
pub fn check_list(command: &str, count: usize, choices: &GcdChoices) -> Result<(), Failure> {
    if count < 2 {
        return Err(Failure::usage(format!("{command} takes two polynomials or more: eliminant {command} F G")));
    }
    if count > 2 && choices.exact.checkpoint.is_some() {
        return Err(Failure::usage("--checkpoint is for two polynomials"));
    }
    Ok(())
}
