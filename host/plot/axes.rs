//! Grid, numbers and names of both axes, as SVG.

use super::scale::marks;
use super::svg::{CHARACTER, Frame, escaped};
use std::fmt::Write;

/// Pixels of the labels.
const FONT: f64 = 12.0;

/// Pixels between a number and the frame.
const GAP: f64 = 6.0;

pub(super) fn draw(out: &mut String, names: &[String; 2], frame: &Frame<'_>) {
    let Frame { window, left, top, width, height } = *frame;
    let (right, bottom) = (left + width, top + height);
    let line = |value: f64| if value == 0.0 { "#888" } else { "#e4e4e4" };
    let shrunk = |wanted: f64, room: f64| match wanted > room {
        false => String::new(),
        true => format!(" font-size=\"{:.1}\"", FONT * room / wanted),
    };
    let across = marks(window.x, (width / 90.0) as usize);
    // Long numbers are smaller, so that they do not meet, and those near the ends are moved inwards.
    let room = across.windows(2).map(|pair| frame.x(pair[1].0) - frame.x(pair[0].0) - GAP).fold(width, f64::min);
    for (value, text) in &across {
        let (x, wanted) = (frame.x(*value), CHARACTER * text.chars().count() as f64);
        let half = wanted.min(room) / 2.0;
        let _ = writeln!(
            out,
            "<path stroke=\"{}\" d=\"M{x:.2} {top}V{bottom}\"/><text x=\"{:.2}\" y=\"{}\" text-anchor=\"middle\"{}>{text}</text>",
            line(*value),
            x.min(right + GAP - half).max(half),
            bottom + 16.0,
            shrunk(wanted, room)
        );
    }
    for (value, text) in marks(window.y, (height / 60.0) as usize) {
        let (y, room) = (frame.y(value), left - GAP);
        let _ = writeln!(
            out,
            "<path stroke=\"{}\" d=\"M{left} {y:.2}H{right}\"/><text x=\"{room}\" y=\"{:.2}\" text-anchor=\"end\"{}>{text}</text>",
            line(value),
            y + 4.0,
            shrunk(CHARACTER * text.chars().count() as f64, room)
        );
    }
    let [x_name, y_name] = names.each_ref().map(|name| escaped(name));
    let _ = writeln!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#444\"/>\n\
         <text x=\"{right:.2}\" y=\"{:.2}\" text-anchor=\"end\" font-style=\"italic\">{x_name}</text>\n\
         <text x=\"{left}\" y=\"{:.2}\" font-style=\"italic\">{y_name}</text>",
        bottom + 31.0,
        top - 4.0
    );
}
