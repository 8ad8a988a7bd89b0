//! A histogram: groups of bars, each bar a share of its group.

use plotters::prelude::*;

/// Values of the same kinds as those of all other groups, not negative.
pub struct Group {
    pub label: String,
    pub values: Vec<f64>,
}

/// Pixels.
const SIZE: (u32, u32) = (900, 560);

/// Width of all bars of a group, as a part of the distance of groups.
const WIDTH: f64 = 0.8;

/// The histogram as SVG; `None` when there is nothing to show.
///
/// # Errors
/// The drawing library's error.
pub fn draw(title: &str, axis: &str, kinds: &[&str], groups: &[Group]) -> Result<Option<String>, String> {
    let shares: Vec<(&str, Vec<f64>)> = groups
        .iter()
        .map(|group| (&group.label[..], group.values.iter().sum::<f64>(), &group.values))
        .filter(|(_, sum, _)| *sum > 0.0)
        .map(|(label, sum, values)| (label, values.iter().map(|value| value / sum).collect()))
        .collect();
    if shares.is_empty() {
        return Ok(None);
    }
    let mut picture = String::new();
    paint(&mut picture, title, axis, kinds, &shares).map_err(|error| error.to_string())?;
    Ok(Some(picture))
}

fn paint(
    picture: &mut String,
    title: &str,
    axis: &str,
    kinds: &[&str],
    groups: &[(&str, Vec<f64>)],
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let top = groups.iter().flat_map(|(_, shares)| shares).fold(0.0f64, |a, &b| a.max(b));
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(70)
        // Group number k is around k; above the bars there is room for the legend.
        .build_cartesian_2d(-0.5..groups.len() as f64 - 0.5, 0.0..(top * 1.3).min(1.3))?;
    let name = |x: &f64| match (x.round(), groups.get(x.round().max(0.0) as usize)) {
        (k, Some((label, _))) if (x - k).abs() < 1e-6 && k >= 0.0 => (*label).to_owned(),
        _ => String::new(),
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(2 * groups.len() + 1)
        .x_label_formatter(&name)
        .x_desc(axis)
        .y_desc("share of the time")
        .y_label_formatter(&|share| format!("{:.0}%", 100.0 * share))
        .light_line_style(WHITE)
        .draw()?;
    let width = WIDTH / kinds.len() as f64;
    for (index, kind) in kinds.iter().enumerate() {
        let color = Palette99::pick(index).filled();
        let bar = |(number, (_, shares)): (usize, &(&str, Vec<f64>))| {
            let left = number as f64 - WIDTH / 2.0 + index as f64 * width;
            let share = shares.get(index).copied().unwrap_or(0.0);
            Rectangle::new([(left, 0.0), (left + 0.9 * width, share)], color)
        };
        chart
            .draw_series(groups.iter().enumerate().map(bar))?
            .label(*kind)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 20, y + 5)], color));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.4))
        .draw()?;
    root.present()?;
    Ok(())
}
