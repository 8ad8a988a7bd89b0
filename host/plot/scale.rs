//! Numbers beside the axes.

/// With fewer marks the next smaller step is taken.
const FEWEST: f64 = 3.0;

/// Marks of an axis: at multiples of 1, 2 or 5 times a power of ten, about so many, with their texts.
pub(super) fn marks([low, high]: [f64; 2], about: usize) -> Vec<(f64, String)> {
    let rough = (high - low) / about.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let steps = [0.5, 1.0, 2.0, 5.0, 10.0].map(|m| m * power);
    let index = (1..steps.len()).find(|&index| steps[index] >= rough).unwrap_or(steps.len() - 1);
    let count = |step: f64| (high / step).floor() - (low / step).ceil() + 1.0;
    let step = if count(steps[index]) < FEWEST { steps[index - 1] } else { steps[index] };
    let digits = (-step.log10() - 1e-9).ceil().max(0.0) as usize;
    let first = (low / step).ceil();
    let count = ((high / step).floor() - first).max(-1.0) as usize + 1;
    let mark = |index: usize| {
        let value = (first + index as f64) * step;
        let text = match value.abs() {
            size if size < step / 2.0 => return (0.0, "0".to_owned()),
            size if size >= 1e6 || step < 1e-5 => short_exponent(value, step),
            _ => format!("{value:.digits$}"),
        };
        (value, text)
    };
    (0..count).map(mark).collect()
}

/// The number with as many digits as tell it from its neighbours.
fn short_exponent(value: f64, step: f64) -> String {
    let digits = (value.abs().log10().floor() - step.log10().floor()).max(0.0) as usize;
    let text = format!("{value:.digits$e}");
    match text.split_once('e') {
        Some((number, exponent)) if number.contains('.') => {
            format!("{}e{exponent}", number.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round() {
        let texts = |low, high| marks([low, high], 5).into_iter().map(|mark| mark.1).collect::<Vec<_>>();
        assert_eq!(texts(-1.1, 1.1), ["-1.0", "-0.5", "0", "0.5", "1.0"]);
        assert_eq!(texts(0.0, 1e7), ["0", "2e6", "4e6", "6e6", "8e6", "1e7"]);
        assert_eq!(texts(1234.5, 1234.9), ["1234.5", "1234.6", "1234.7", "1234.8", "1234.9"]);
        assert_eq!(texts(-3e-7, 3e-7), ["-2e-7", "0", "2e-7"]);
        // One number tells no scale.
        assert_eq!(marks([-1.6, 1.6], 3).into_iter().map(|mark| mark.1).collect::<Vec<_>>(), ["-1", "0", "1"]);
    }
}
