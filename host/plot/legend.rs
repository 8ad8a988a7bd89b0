//! The legend, as SVG: the colours of several curves, and the marks of points that need words.

use super::scene::{Mark, Scene, colour};
use super::svg::{CHARACTER, Frame, escaped, mark, ring};
use std::fmt::Write;

/// Pixels between the legend and the frame.
const MARGIN: f64 = 8.0;

/// Pixels of a row.
const ROW: f64 = 18.0;

/// Pixels of a row without its text.
const SIGN: f64 = 40.0;

/// The fewest characters of a text that say anything.
const FEWEST: usize = 4;

/// Pixels around the legend in which it would touch a mark.
const TOUCH: f64 = 8.0;

/// Places on a segment of a line that are compared with the legend.
const PLACES: u32 = 8;

/// What stands before a text.
enum Sign {
    Line(&'static str),
    Mark(Mark),
    Ring,
    Nothing,
}

/// Where there are several curves, a row for each of them; for roots and solutions one for each kind, and for multiplicities. It stands where it covers the fewest points.
/// Texts and rows without room are shortened; nothing is drawn where there is room for none.
pub(super) fn draw(out: &mut String, scene: &Scene, frame: &Frame<'_>) {
    let room = (frame.width - 2.0 * MARGIN - SIGN) / CHARACTER;
    let rows = ((frame.height - 2.0 * MARGIN) / ROW - 0.5).max(0.0) as usize;
    let entries = fitting(entries(scene), rows);
    if entries.is_empty() || room < FEWEST as f64 {
        return;
    }
    let texts: Vec<String> = entries.iter().map(|(_, text)| cut(text, room as usize)).collect();
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let size = [SIGN + CHARACTER * longest as f64, ROW * entries.len() as f64 + 8.0];
    let [x, y] = place(scene, frame, size);
    let _ = writeln!(
        out,
        "<rect class=\"legend\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{:.2}\" height=\"{}\" fill=\"#fff\" fill-opacity=\"0.85\" stroke=\"#bbb\"/>",
        size[0], size[1]
    );
    for (index, ((sign, _), text)) in entries.iter().zip(&texts).enumerate() {
        let row = y + ROW * index as f64 + 16.0;
        let center = [x + 17.0, row - 4.0];
        match sign {
            Sign::Line(stroke) => {
                let _ = write!(
                    out,
                    "<path stroke=\"{stroke}\" stroke-width=\"2\" d=\"M{:.2} {:.2}h18\"/>",
                    x + 8.0,
                    center[1]
                );
            }
            Sign::Mark(of_kind) => mark(out, center, of_kind, None),
            Sign::Ring => ring(out, center, &Mark { is_diamond: false, radius: 4.0, fill: "none", stroke: "#444" }),
            Sign::Nothing => {}
        }
        let _ = writeln!(out, "<text x=\"{:.2}\" y=\"{row:.2}\">{}</text>", x + 32.0, escaped(text));
    }
}

/// All rows.
fn entries(scene: &Scene) -> Vec<(Sign, String)> {
    let mut entries = Vec::new();
    if scene.curves.len() > 1 {
        entries.extend(
            scene.curves.iter().enumerate().map(|(curve, text)| (Sign::Line(colour(Some(curve))), text.clone())),
        );
    }
    let kinds = scene.kinds().into_iter().filter(|kind| kind.is_in_legend());
    entries.extend(kinds.map(|kind| (Sign::Mark(kind.mark(&[])), kind.plural().to_owned())));
    if scene.points.iter().any(|point| point.is_multiple()) {
        entries.push((Sign::Ring, "multiple".to_owned()));
    }
    entries
}

/// As many rows as there is room for; the last one counts those that are left out.
fn fitting(mut entries: Vec<(Sign, String)>, rows: usize) -> Vec<(Sign, String)> {
    if entries.len() > rows {
        let more = entries.len() + 1 - rows.max(1);
        entries.truncate(rows.saturating_sub(1));
        if rows > 0 {
            entries.push((Sign::Nothing, format!("and {more} more")));
        }
    }
    entries
}

/// The text, or its beginning where it has more characters.
fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        false => text.to_owned(),
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// The place that covers the fewest points and pieces of lines: of equal ones a corner, from the upper right on, else one along the frame, else one inside.
fn place(scene: &Scene, frame: &Frame<'_>, [width, height]: [f64; 2]) -> [f64; 2] {
    let pixel = |[x, y]: [f64; 2]| [frame.x(x), frame.y(y)];
    let mut drawn: Vec<[f64; 2]> = scene.points.iter().map(|point| pixel(point.at)).collect();
    for pair in scene.lines.iter().flat_map(|line| line.points.windows(2)) {
        let (from, to) = (pixel(pair[0]), pixel(pair[1]));
        drawn.extend((0..=PLACES).map(|step| {
            let part = f64::from(step) / f64::from(PLACES);
            [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part)
        }));
    }
    let covered = |[x, y]: &[f64; 2]| {
        let is_inside = |at: &&[f64; 2]| {
            (x - TOUCH..=x + width + TOUCH).contains(&at[0]) && (y - TOUCH..=y + height + TOUCH).contains(&at[1])
        };
        drawn.iter().filter(is_inside).count()
    };
    let [across, down] = [frame.width - width - 2.0 * MARGIN, frame.height - height - 2.0 * MARGIN];
    let along = [0.0, 0.25, 0.5, 0.75, 1.0];
    let corners = [[1.0, 0.0], [0.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let sides = along.into_iter().flat_map(|part| [[1.0, part], [0.0, part], [part, 0.0], [part, 1.0]]);
    let inside = along.into_iter().flat_map(|x| along.map(|y| [x, y]));
    let at = |[x, y]: [f64; 2]| [frame.left + MARGIN + x * across, frame.top + MARGIN + y * down];
    corners.into_iter().chain(sides).chain(inside).map(at).min_by_key(covered).unwrap_or([frame.left, frame.top])
}
