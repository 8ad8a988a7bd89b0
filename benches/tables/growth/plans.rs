//! The measurements: plots, their lines, and the stops along these.

use super::measure::Place;
use super::series::{self, FOR_DEVICES, Shape};

/// A line to measure: inputs and places along an axis.
pub struct Track {
    pub label: String,
    pub stops: Vec<(u32, Shape, Place)>,
}

/// A plot to measure.
pub struct Plan {
    pub name: &'static str,
    pub axis: &'static str,
    pub tracks: Vec<Track>,
}

/// The name of the series against the number of devices.
pub const DEVICES: &str = "devices";

/// The names of all plots.
pub fn names() -> Vec<&'static str> {
    series::all().iter().map(|series| series.name).chain([DEVICES]).collect()
}

/// Every plot at these places; that of the devices where they have two lists or more.
pub fn all(places: &[Place]) -> Vec<Plan> {
    let mut plans = Vec::new();
    for series in series::all() {
        let mut tracks = Vec::new();
        for family in &series.families {
            for place in places {
                let stops = family.inputs.iter().map(|&(at, shape)| (at, shape, place.clone())).collect();
                tracks.push(Track { label: format!("{}, {}", place.label(), family.fixed), stops });
            }
        }
        plans.push(Plan { name: series.name, axis: series.axis, tracks });
    }
    let lists: Vec<(u32, &Place)> = places
        .iter()
        .filter_map(|place| match place {
            Place::Cuda(devices) => Some((devices.len() as u32, place)),
            Place::Cpu => None,
        })
        .collect();
    if lists.len() > 1 {
        let track = |(label, shape): (&str, Shape)| Track {
            label: label.to_owned(),
            stops: lists.iter().map(|&(count, place)| (count, shape, place.clone())).collect(),
        };
        let tracks = FOR_DEVICES.into_iter().map(track).collect();
        plans.push(Plan { name: DEVICES, axis: "devices", tracks });
    }
    plans
}
