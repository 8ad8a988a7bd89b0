//! One line of a plot, as a table.

use super::measure::{Outcome, Stopwatch, Times};
use super::plans::Track;
use super::series::Shape;
use crate::plot::growth;

const HEAD: &str =
    "      at  input                            median     fastest     slowest runs  growth  primes    points   bits";

/// One line of the table; `before` is the position and time before it. Growth is the exponent e of time ~ position^e.
fn row(at: u32, shape: Shape, times: &Times, before: Option<&(f64, f64)>) -> String {
    let growth = growth(before, (f64::from(at), times.median));
    let Times { median, fastest, slowest, runs, primes, points, bits } = times;
    let shape = shape.to_string();
    format!(
        "{at:>8}  {shape:<27}{median:>12.3}{fastest:>12.3}{slowest:>12.3}{runs:>5}{growth:>8}{primes:>8}{points:>10}{bits:>7}\n"
    )
}

/// Measures a line; the text of its table and its points. The flag tells of a failure.
pub fn measure(track: &Track, watch: &mut Stopwatch) -> (String, Vec<(f64, f64)>, bool) {
    let (mut text, mut points, mut failed) = (format!("{}\n{HEAD}\n", track.label), Vec::new(), false);
    for (at, shape, place) in &track.stops {
        match watch.time(place, *shape) {
            Outcome::Timed(times) => {
                text += &row(*at, *shape, &times, points.last());
                points.push((f64::from(*at), times.median));
            }
            Outcome::TooLong => {
                let seconds = watch.limit.as_secs_f64();
                text += &format!("{at:>8}  {:<27}stopped after {seconds} s\n", shape.to_string());
                break;
            }
            Outcome::Failed(message) => {
                text += &format!("{at:>8}  {:<27}FAILED: {message}\n", shape.to_string());
                failed = true;
                break;
            }
        }
    }
    (text, points, failed)
}
