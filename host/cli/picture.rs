//! The picture of the stage times: a bar per stage, each beginning where the one before it ends.

use super::status::Failure;
use super::timings::rows;
use eliminant::StageTime;
use plotters::prelude::*;
use std::fs::OpenOptions;
use std::path::Path;

/// Pixels: the picture's width, a stage's row, the space for names, for times.
const WIDTH: i32 = 900;
const ROW: i32 = 26;
const NAMES: i32 = 120;
const TIMES: i32 = 170;
const HEAD: i32 = 40;

/// Whether the file can be written, before anything is computed. An existing file stays as it is.
pub fn check(path: &Path) -> Result<(), Failure> {
    OpenOptions::new().append(true).create(true).open(path).map(drop).map_err(|error| Failure::file(path, error))
}

/// Draws into the file.
pub fn write(path: &Path, title: &str, stages: &[StageTime], whole: f64) -> Result<(), Failure> {
    let picture = draw(title, stages, whole).map_err(|error| Failure::file(path, error))?;
    std::fs::write(path, picture).map_err(|error| Failure::file(path, error))
}

/// The picture as SVG.
fn draw(title: &str, stages: &[StageTime], whole: f64) -> Result<String, String> {
    let rows = rows(stages, whole);
    let height = HEAD + ROW * rows.len() as i32 + 10;
    let mut picture = String::new();
    let root = SVGBackend::with_string(&mut picture, (WIDTH as u32, height as u32)).into_drawing_area();
    let font = ("sans-serif", 14).into_font();
    let style = font.color(&BLACK);
    // The full scale is the sum of the rows: at least the whole, never 0.
    let scale = f64::from(WIDTH - NAMES - TIMES) / rows.iter().map(|row| row.1).sum::<f64>().max(1e-9);
    let title = title.to_owned();
    let mut drawn = root.fill(&WHITE).and_then(|()| root.draw(&Text::new(title, (10, 12), style.clone())));
    let mut begin = 0.0;
    for (index, (stage, milliseconds, share)) in rows.into_iter().enumerate() {
        let top = HEAD + ROW * index as i32;
        let at = |time: f64| NAMES + (time * scale).round() as i32;
        // A stage of no visible length still has its mark.
        let (left, right) = (at(begin), at(begin + milliseconds).max(at(begin) + 1));
        begin += milliseconds;
        let bar = Rectangle::new([(left, top), (right, top + ROW - 6)], Palette99::pick(index).filled());
        let time = format!("{milliseconds:.1} ms  {share:.1}%");
        drawn = drawn
            .and_then(|()| root.draw(&Text::new(stage, (10, top + 3), style.clone())))
            .and_then(|()| root.draw(&bar))
            .and_then(|()| root.draw(&Text::new(time, (WIDTH - TIMES + 10, top + 3), style.clone())));
    }
    drawn.and_then(|()| root.present()).map_err(|error| error.to_string())?;
    drop(root);
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::super::timings::tests::example;
    use super::*;

    #[test]
    fn every_stage_has_a_bar_within_the_picture() {
        let picture =
            draw("discriminant on cpu", &example(&[("plan", 2.0), ("scalars", 12.0), ("lift", 0.0)]), 16.0).unwrap();
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
        for text in ["plan", "scalars", "lift", "other", "12.0 ms  75.0%", "discriminant on cpu"] {
            assert!(picture.contains(text), "{text}");
        }
        // The background and four bars.
        assert_eq!(picture.matches("<rect").count(), 5);
        assert!(draw("", &[], 0.0).unwrap().contains("other"));
    }
}
