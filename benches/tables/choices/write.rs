//! The lines of a choice.

/// The medians of one size.
pub struct Line {
    pub at: f64,
    pub times: Vec<f64>,
}

/// A choice between sides by a size.
pub struct Choice<'a> {
    /// The name of the table, and of the engine.
    pub name: &'a str,
    /// The unit of the sizes.
    pub sizes: &'a str,
    /// Where the choice is, and its value.
    pub code: (&'a str, f64),
    /// The sides; where sizes decide, the one for small sizes first.
    pub sides: &'a [&'a str],
}

/// A size as text: whole where it is.
fn size(at: f64) -> String {
    if at >= 100.0 || at.fract() == 0.0 { format!("{at:.0}") } else { format!("{at:.2}") }
}

/// Where the second side overtakes the first: the place that loses least on all sizes, between two of them by the times there.
fn crossing(lines: &[Line]) -> String {
    let ratio = |line: &Line| (line.times[1] / line.times[0]).ln();
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return "nothing measured".to_owned() };
    // The second side from line number i on.
    let lost = |i: usize| {
        let (before, from) = lines.split_at(i);
        let sum = |lines: &[Line], sign: f64| lines.iter().map(|line| (sign * ratio(line)).max(0.0)).sum::<f64>();
        sum(before, -1.0) + sum(from, 1.0)
    };
    match (0..=lines.len()).min_by(|&i, &j| lost(i).total_cmp(&lost(j))) {
        None | Some(0) => format!("below {}", size(first.at)),
        Some(i) if i == lines.len() => format!("above {}", size(last.at)),
        Some(i) => {
            let (a, b) = (&lines[i - 1], &lines[i]);
            let part = (ratio(a) / (ratio(a) - ratio(b))).clamp(0.0, 1.0);
            format!("about {:.0}", (a.at.ln() + part * (b.at / a.at).ln()).exp())
        }
    }
}

impl Choice<'_> {
    fn head(&self) {
        println!("\n{}: by {}; in the code {} = {}", self.name, self.sizes, self.code.0, size(self.code.1));
        print!("{:>12}", "");
        self.sides.iter().for_each(|side| print!("{side:>16}"));
        println!();
    }

    fn lines(&self, lines: &[Line]) {
        for line in lines {
            print!("{:>12}", size(line.at));
            line.times.iter().for_each(|time| print!("{time:>16.4}"));
            println!();
        }
    }

    /// A table of two sides, and the size from which the second is faster.
    pub fn print(&self, lines: &[Line]) {
        self.head();
        self.lines(lines);
        println!("  here: {}: {}", self.sides[1], crossing(lines));
    }

    /// A table of several sides, and the fastest at each size.
    pub fn print_fastest(&self, lines: &[Line]) {
        self.head();
        self.lines(lines);
        let fastest = |line: &Line| {
            let best = (0..line.times.len()).min_by(|&a, &b| line.times[a].total_cmp(&line.times[b]));
            format!("{} at {}", best.map_or("", |side| self.sides[side]), size(line.at))
        };
        println!("  here: {}", lines.iter().map(fastest).collect::<Vec<_>>().join(", "));
    }

    /// A table of one work with several values of a constant, of which the fastest is the one to take.
    pub fn print_values(&self, lines: &[Line]) {
        self.head();
        self.lines(lines);
        let total = |line: &Line| line.times.iter().map(|time| time.ln()).sum::<f64>();
        let best = lines.iter().min_by(|a, b| total(a).total_cmp(&total(b)));
        println!("  here: {}", best.map_or_else(String::new, |line| size(line.at)));
    }

    /// A table whose constant is a rate.
    pub fn print_rate(&self, lines: &[Line], here: &str) {
        self.head();
        self.lines(lines);
        println!("  here: {here}");
    }
}
