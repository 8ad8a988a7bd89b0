//! A scene as SVG.

use super::scene::{Mark, Point, Scene, colour};
use super::{axes, legend};
use crate::curve::Window;
use std::fmt::Write;

/// Pixels left of the window, below, above and on the right.
const BORDERS: [f64; 4] = [64.0, 36.0, 14.0, 14.0];

/// Pixels between a point and its ring.
const RING: f64 = 3.0;

/// Width of a character of the labels, on average and rounded up.
pub(super) const CHARACTER: f64 = 7.0;

/// Text with the characters that XML keeps for itself replaced.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The pixels of the window in a picture of this size.
pub(super) fn area([width, height]: [u32; 2]) -> [f64; 2] {
    let [left, below, above, right] = BORDERS;
    [f64::from(width) - left - right, f64::from(height) - above - below]
}

/// The place of the window in the picture.
pub(super) struct Frame<'a> {
    pub window: &'a Window,
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Frame<'_> {
    pub fn x(&self, x: f64) -> f64 {
        self.left + (x - self.window.x[0]) / (self.window.x[1] - self.window.x[0]) * self.width
    }

    pub fn y(&self, y: f64) -> f64 {
        self.top + (self.window.y[1] - y) / (self.window.y[1] - self.window.y[0]) * self.height
    }

    pub fn has(&self, [x, y]: [f64; 2]) -> bool {
        let inside = |at: f64, [low, high]: [f64; 2]| (low..=high).contains(&at);
        inside(x, self.window.x) && inside(y, self.window.y)
    }
}

/// The part of the scene in the window. Points outside are left out.
pub(super) fn draw(scene: &Scene, window: &Window, size: [u32; 2]) -> String {
    let [left, _, top, _] = BORDERS;
    let [inner_width, inner_height] = area(size);
    let frame = Frame { window, left, top, width: inner_width, height: inner_height };
    let [width, height] = size;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <clipPath id=\"window\"><rect x=\"{left}\" y=\"{top}\" width=\"{inner_width}\" height=\"{inner_height}\"/></clipPath>\n"
    );
    axes::draw(&mut out, &scene.names, &frame);
    lines(&mut out, scene, &frame);
    // Points stay visible where no place for the legend is free.
    legend::draw(&mut out, scene, &frame);
    for point in scene.points.iter().filter(|point| frame.has(point.at)) {
        self::point(&mut out, point, &frame);
    }
    out.push_str("</svg>\n");
    out
}

/// Asymptotes, and lines that have points.
fn lines(out: &mut String, scene: &Scene, frame: &Frame<'_>) {
    out.push_str("<g clip-path=\"url(#window)\" fill=\"none\" stroke-width=\"1.6\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
    for (x, title) in &scene.asymptotes {
        let _ = writeln!(
            out,
            "<path class=\"asymptote\" stroke=\"#999\" stroke-width=\"1\" stroke-dasharray=\"4 4\" d=\"M{:.2} {}V{}\"><title>{}</title></path>",
            frame.x(*x),
            frame.top,
            frame.top + frame.height,
            escaped(title)
        );
    }
    for line in scene.lines.iter().filter(|line| !line.points.is_empty()) {
        let mut path = String::new();
        for (index, &[x, y]) in line.points.iter().enumerate() {
            let _ = write!(path, "{}{:.2} {:.2}", if index == 0 { 'M' } else { 'L' }, frame.x(x), frame.y(y));
        }
        let stroke = colour(line.curves.first().copied());
        let _ = writeln!(out, "<path class=\"edge\" stroke=\"{stroke}\" d=\"{path}\"/>");
    }
    out.push_str("</g>\n");
}

/// A point with its title, and its ring and number where it is multiple.
fn point(out: &mut String, point: &Point, frame: &Frame<'_>) {
    let ([x, y], drawn) = ([frame.x(point.at[0]), frame.y(point.at[1])], point.mark());
    if point.is_multiple() {
        ring(out, [x, y], &drawn);
        let _ = writeln!(
            out,
            "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"11\">{}</text>",
            x + drawn.radius + RING + 1.0,
            y - drawn.radius,
            point.multiplicity
        );
    }
    mark(out, [x, y], &drawn, Some(&point.title));
}

/// A ring around a mark.
pub(super) fn ring(out: &mut String, [x, y]: [f64; 2], mark: &Mark) {
    let _ = writeln!(
        out,
        "<circle class=\"ring\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{}\" fill=\"none\" stroke=\"{}\"/>",
        mark.radius + RING,
        mark.stroke
    );
}

/// A mark at some pixel; that of a point has a title, and that of the legend has none.
pub(super) fn mark(out: &mut String, [x, y]: [f64; 2], mark: &Mark, title: Option<&str>) {
    let Mark { is_diamond, radius, fill, stroke } = mark;
    let (name, shape) = match is_diamond {
        false => ("circle", format!("cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius}\"")),
        true => (
            "path",
            format!("d=\"M{:.2} {y:.2}l{radius} {radius} {radius} -{radius} -{radius} -{radius}z\"", x - radius),
        ),
    };
    let _ = match title {
        Some(title) => writeln!(
            out,
            "<{name} class=\"vertex\" {shape} fill=\"{fill}\" stroke=\"{stroke}\"><title>{}</title></{name}>",
            escaped(title)
        ),
        None => writeln!(out, "<{name} {shape} fill=\"{fill}\" stroke=\"{stroke}\"/>"),
    };
}
