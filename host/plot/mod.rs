//! Pictures of real curves, from their topology: no oval, isolated point or branch in the window is missed.
//!
//! Polygons come from the edges of the graph ([`CurveGraph::polygons`]), so the picture has all of them, however small. A picture is text: SVG, or a page of HTML that needs
//! nothing else.

mod page;
mod scale;
mod svg;
#[cfg(test)]
mod tests;
mod window;

use crate::control::Control;
use crate::curve::{CurveGraph, Window};
use crate::error::{Error, Result};
use std::ops::RangeInclusive;

/// Pixels of a side.
const SIZES: RangeInclusive<u32> = 100..=20_000;

/// A picture of curves with their special points: [`Plot::svg`], [`Plot::html`].
///
/// # Examples
/// ```
/// use eliminant::{Arrangement, Plot, Polynomial};
/// let f: Polynomial = "y^2 - x^3 + x^2".parse()?;
/// let graph = Arrangement::new(&[&f]).run()?;
/// let picture = Plot::new(&graph).size(400, 300)?.svg()?;
/// assert!(picture.starts_with("<svg") && picture.contains("x = 0, y = 0: isolated point"));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Plot<'a> {
    graph: &'a CurveGraph,
    window: Option<Window>,
    size: [u32; 2],
    control: Control,
}

impl<'a> Plot<'a> {
    /// Of the curves of a graph, 800 times 600 pixels large, with a window that has all vertices and bounded edges.
    pub fn new(graph: &'a CurveGraph) -> Self {
        Plot { graph, window: None, size: [800, 600], control: Control::default() }
    }

    /// What is shown. Scales of both axes are independent.
    pub fn window(mut self, window: Window) -> Self {
        self.window = Some(window);
        self
    }

    /// Pixels of the picture.
    ///
    /// # Errors
    /// `Argument` where a side is less than 100 or more than 20,000.
    pub fn size(mut self, width: u32, height: u32) -> Result<Self> {
        for side in [width, height] {
            if !SIZES.contains(&side) {
                let message = format!("is {width} x {height}; a side has {} to {} pixels", SIZES.start(), SIZES.end());
                return Err(Error::argument("size", message));
            }
        }
        self.size = [width, height];
        Ok(self)
    }

    /// By which drawing can be cancelled.
    pub fn control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// The window: the one that was set, or the one that is chosen.
    ///
    /// # Errors
    /// As [`CurveGraph::polygons`].
    pub fn shown(&self) -> Result<Window> {
        match self.window {
            Some(window) => Ok(window),
            None => window::of(self.graph, self.size, &self.control),
        }
    }

    /// The picture as SVG: axes, curves, special points whose titles are exact coordinates, and a legend where there are several curves.
    ///
    /// # Errors
    /// As [`CurveGraph::polygons`].
    pub fn svg(&self) -> Result<String> {
        let window = self.shown()?;
        let polygons = self.graph.polygons(&window, &self.control)?;
        Ok(svg::draw(self.graph, &window, self.size, &polygons))
    }

    /// A page with the picture that can be moved and enlarged, shows coordinates under the pointer, and has a switch for each curve and kind of points.
    /// It needs no other file.
    ///
    /// # Errors
    /// As [`CurveGraph::polygons`].
    pub fn html(&self) -> Result<String> {
        let window = self.shown()?;
        page::write(self.graph, &window, self.size, &self.control)
    }
}
