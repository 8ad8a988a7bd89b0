//! Pictures of curves, complex roots and solutions: their form, their window, and where they go.

use super::output::{self, Destination, refuse_terminal};
use super::output_args::{Output, PictureFormat, PictureOutput};
use super::plot_subject::Subject;
use super::root_args::{PlotArgument, RootsChoices};
use super::session::session;
use super::solve_system::say;
use super::status::Failure;
use super::zeros::{stages, tell};
use eliminant::shorten::shortened_middle;
use eliminant::{Control, Plot, Window};
use std::path::Path;
use std::time::Instant;

/// The form of a picture: the one that is asked for, or that of the ending of its file.
fn form(output: &PictureOutput) -> Result<PictureFormat, Failure> {
    let of_file = |file: &Path| {
        let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(PictureFormat::Svg),
            Some("png") => Ok(PictureFormat::Png),
            Some("html" | "htm") => Ok(PictureFormat::Html),
            _ => {
                let path = file.display().to_string();
                let path = shortened_middle(&path);
                let message = format!(
                    "--output {path}: a picture is a file that ends in .svg, .png or .html; or name its form: --format png"
                );
                Err(Failure::usage(message))
            }
        }
    };
    match (output.format, &output.output) {
        (Some(format), _) => Ok(format),
        (None, Some(file)) => of_file(file),
        (None, None) => Ok(PictureFormat::Svg),
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

/// `eliminant plot`.
pub fn run(argument: &PlotArgument, choices: &RootsChoices, output: PictureOutput) -> Result<(), Failure> {
    let form = form(&output)?;
    let output = Output::from(output);
    if form == PictureFormat::Png {
        refuse_terminal(&output, "png")?;
    }
    let window = window(argument.window.as_deref())?;
    let destination = Destination::new(&output)?;
    let [width, height] = argument.size;
    let run = |subject: &Subject, control: &Control| {
        let start = Instant::now();
        let found = subject.find(choices.engine.options(&control.of_list(0, 2)))?;
        let drawn = Instant::now();
        let plot = found.plot()?.size(width, height)?.control(control.of_list(1, 2));
        let plot = window.map_or(plot.clone(), |window| plot.window(window));
        let picture = draw(&plot, form)?;
        Ok((
            picture,
            found.notes(),
            found.remarks(),
            stages(&[(subject.stage(), start), ("picture", drawn)], Instant::now()),
        ))
    };
    let (picture, notes, remarks, stages) = session(&output, &destination, || Subject::read(argument, choices), run)?;
    destination.bytes(&picture)?;
    tell(&output, "plot", &stages)?;
    notes.iter().for_each(output::message);
    say(&remarks)
}

fn draw(plot: &Plot<'_>, form: PictureFormat) -> eliminant::Result<Vec<u8>> {
    match form {
        PictureFormat::Svg => plot.svg().map(String::into_bytes),
        PictureFormat::Html => plot.html().map(String::into_bytes),
        PictureFormat::Png => plot.png(),
    }
}
