//! A plot of one series, both axes logarithmic.

use plotters::prelude::*;

/// A line of a plot: its name and its points (position, value).
pub struct Line {
    pub label: String,
    pub points: Vec<(f64, f64)>,
}

/// The exponent e of time ~ position^e between two points of a line.
pub fn growth(before: Option<&(f64, f64)>, (position, milliseconds): (f64, f64)) -> String {
    before.map_or_else(|| "-".to_owned(), |(x, ms)| format!("{:.2}", (milliseconds / ms).ln() / (position / x).ln()))
}

/// Pixels.
const SIZE: (u32, u32) = (800, 560);

/// A position or time in few characters.
fn short(value: f64) -> String {
    match value {
        v if v >= 1.0 => format!("{}", v.round()),
        v => format!("{}", (v * 1000.0).round() / 1000.0),
    }
}

/// The least and the greatest of `values`, with room on both sides; `None` when there are none.
fn range(values: impl Iterator<Item = f64>, room: f64) -> Option<std::ops::Range<f64>> {
    let (least, greatest) = values.fold((f64::INFINITY, 0.0f64), |(a, b), v| (a.min(v), b.max(v)));
    (least > 0.0 && least.is_finite()).then(|| least / room..greatest * room)
}

/// The plot as SVG, with what the axes count; `None` when no line has a point.
///
/// # Errors
/// The drawing library's error.
pub fn draw(title: &str, (axis, values): (&str, &str), lines: &[Line]) -> Result<Option<String>, String> {
    let points = || lines.iter().flat_map(|line| &line.points);
    let (Some(xs), Some(ys)) = (range(points().map(|p| p.0), 1.15), range(points().map(|p| p.1), 1.6)) else {
        return Ok(None);
    };
    let mut picture = String::new();
    paint(&mut picture, title, (axis, values), lines, xs, ys).map_err(|error| error.to_string())?;
    Ok(Some(picture))
}

fn paint(
    picture: &mut String,
    title: &str,
    (axis, values): (&str, &str),
    lines: &[Line],
    xs: std::ops::Range<f64>,
    ys: std::ops::Range<f64>,
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    // Powers of two where the inputs double, of ten on the other axis.
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(70)
        .build_cartesian_2d(xs.log_scale().base(2.0), ys.log_scale())?;
    chart
        .configure_mesh()
        .x_desc(axis)
        .y_desc(values)
        .x_label_formatter(&|v| short(*v))
        .y_label_formatter(&|v| short(*v))
        .light_line_style(WHITE)
        .draw()?;
    for (index, line) in lines.iter().enumerate() {
        let color = Palette99::pick(index).to_rgba();
        chart
            .draw_series(LineSeries::new(line.points.iter().copied(), color.stroke_width(2)))?
            .label(line.label.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
        chart.draw_series(line.points.iter().map(|&point| Circle::new(point, 3, color.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.4))
        .draw()?;
    root.present()?;
    Ok(())
}
