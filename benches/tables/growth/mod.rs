//! Time against degrees, bits and number of devices, of inputs that are made here.

mod line;
mod measure;
mod plans;
mod series;

use crate::options::Shared;
use crate::plot::{self, Line};
use crate::values::seconds;
use crate::{files, machine};
use clap::Args;
use clap::builder::PossibleValuesParser;
use eliminant::Backend;
use measure::{Place, Stopwatch};
use plans::Plan;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// These series only; `devices` is there with two lists of --devices or more
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = PossibleValuesParser::new(plans::names()))]
    only: Vec<String>,
    /// A line ends where one run takes longer
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10", allow_negative_numbers = true)]
    limit: Duration,
    /// Write the text there too, after every line
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A plot of every series, DIR/NAME.svg
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
}

impl Options {
    /// Whether the series asked for can be measured on the devices asked for.
    ///
    /// # Errors
    /// The right argument.
    pub fn check(&self) -> Result<(), String> {
        let several = self.shared.wants(Backend::Cuda) && self.shared.devices.len() > 1;
        match several || !self.only.iter().any(|name| name == plans::DEVICES) {
            true => Ok(()),
            false => Err("--only devices: give two lists of devices or more, as in --devices 0/0,1".to_owned()),
        }
    }

    /// The places asked for that are here.
    fn places(&self) -> Result<Vec<Place>, String> {
        let mut places = if self.shared.wants(Backend::Cpu) { vec![Place::Cpu] } else { Vec::new() };
        let lists = if self.shared.wants(Backend::Cuda) { self.shared.devices() } else { Vec::new() };
        for place in lists.into_iter().map(Place::Cuda) {
            if !measure::is_here(&place)? {
                break;
            }
            places.push(place);
        }
        Ok(places)
    }

    /// The plots asked for, at these places.
    fn plans(&self, places: &[Place]) -> Result<Vec<Plan>, String> {
        let mut plans = plans::all(places);
        if self.only.iter().any(|name| name == plans::DEVICES) && plans.iter().all(|plan| plan.name != plans::DEVICES) {
            return Err("--only devices: there are no two lists of devices here".to_owned());
        }
        plans.retain(|plan| self.only.is_empty() || self.only.iter().any(|name| name == plan.name));
        Ok(plans)
    }
}

/// Measures everything; `smoke`: the first two inputs of every line, each once.
///
/// # Errors
/// Engines and devices that are not here, files that cannot be written, and, after everything has been measured, engines that failed or
/// disagree.
pub fn run(options: Options, smoke: bool) -> Result<(), String> {
    let plans = options.plans(&options.places()?)?;
    if let Some(dir) = &options.svg {
        files::make_folder(dir)?;
    }
    let header = machine::header(options.shared.commit.as_deref());
    let mut text = header.clone();
    text += "\nResultants of random dense f and g, end to end, warm; milliseconds. growth: e where time ~ at^e since the line above;\n\
             bits: of the answer's longest coefficient. Every engine gives the same answers.\n";
    print!("{text}");
    let mut watch = Stopwatch::new(options.limit, if smoke { 1 } else { options.shared.repeat });
    let mut right = true;
    for plan in plans {
        let mut lines = Vec::new();
        for mut track in plan.tracks {
            if smoke {
                track.stops.truncate(2);
            }
            let (table, points, failed) = line::measure(&track, &mut watch);
            let part = format!("\n{}: {table}", plan.name);
            print!("{part}");
            text += &part;
            right &= !failed;
            lines.push(Line { label: track.label, points });
            if let Some(file) = &options.out {
                files::write(file, &text)?;
            }
        }
        if let Some(dir) = &options.svg {
            let title = format!("{}: {}", plan.name, machine::host_and_device(&header));
            if let Some(picture) = plot::draw(&title, (plan.axis, "milliseconds"), &lines)? {
                files::write(&dir.join(plan.name).with_extension("svg"), &picture)?;
            }
        }
    }
    if right { Ok(()) } else { Err("something failed: see the table".to_owned()) }
}
