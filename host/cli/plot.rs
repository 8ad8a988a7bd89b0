//! Pictures of curves.

use super::curve::read;
use super::output::Destination;
use super::output_args::Output;
use super::root_args::{PlotArgument, RootsChoices, both};
use super::session::session;
use super::status::Failure;
use super::zeros::{stages, tell};
use eliminant::shorten::shortened_middle;
use eliminant::{Arrangement, Control, Plot, Polynomial, Window};
use std::path::Path;
use std::time::Instant;

/// Whether the picture is a page, by the ending of its file.
fn is_page(file: Option<&Path>) -> Result<bool, Failure> {
    let Some(file) = file else { return Ok(false) };
    match file.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(false),
        Some("html" | "htm") => Ok(true),
        _ => {
            let path = file.display().to_string();
            let path = shortened_middle(&path);
            Err(Failure::usage(format!("--output {path}: a picture is a file that ends in .svg or .html")))
        }
    }
}

/// The window of four numbers.
fn window(numbers: Option<&[f64]>) -> Result<Option<Window>, Failure> {
    match numbers {
        None => Ok(None),
        Some(&[left, right, bottom, top]) => Ok(Some(Window::new([left, right], [bottom, top])?)),
        Some(all) => {
            Err(Failure::usage(format!("--window has {} numbers; four are wanted: --window=X0,X1,Y0,Y1", all.len())))
        }
    }
}

/// A polynomial in one variable has a graph: the curve y = f(x), with the axis that it meets in its roots.
fn graph_of_one(curves: Vec<Polynomial>) -> Result<Vec<Polynomial>, Failure> {
    let [f] = &curves[..] else { return Ok(curves) };
    let occurring: Vec<&str> = f.occurring().collect();
    let [x] = occurring[..] else { return Ok(curves) };
    let y = if x == "y" { "z" } else { "y" };
    let names = [x.to_owned(), y.to_owned()];
    let axis = Polynomial::variable(&names, y)?;
    Ok(vec![&axis - &f.with_vars(&names)?, axis])
}

/// `eliminant plot`.
pub fn run(argument: &PlotArgument, choices: &RootsChoices, output: &Output) -> Result<(), Failure> {
    let is_page = is_page(output.output.as_deref())?;
    let window = window(argument.window.as_deref())?;
    let destination = Destination::new(output)?;
    let names = both(argument.curves.vars.as_deref())?;
    let [width, height] = argument.size;
    let read = || {
        let curves = read(&argument.curves, choices)?;
        if names.is_some() { Ok(curves) } else { graph_of_one(curves) }
    };
    let run = |curves: &Vec<Polynomial>, control: &Control| {
        let start = Instant::now();
        let all: Vec<&Polynomial> = curves.iter().collect();
        let arrangement = Arrangement::new(&all).run_options(choices.engine.options(&control.of_list(0, 2)));
        let graph = names.map_or(arrangement.clone(), |(x, y)| arrangement.variables(x, y)).run()?;
        let found = Instant::now();
        let plot = Plot::new(&graph).size(width, height)?.control(control.of_list(1, 2));
        let plot = window.map_or(plot.clone(), |window| plot.window(window));
        let picture = if is_page { plot.html()? } else { plot.svg()? };
        Ok((picture, stages(&[("curve", start), ("picture", found)], Instant::now())))
    };
    let (picture, stages) = session(output, &destination, read, run)?;
    destination.text(picture.trim_end())?;
    tell(output, "plot", &stages)
}
