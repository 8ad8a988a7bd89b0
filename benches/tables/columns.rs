//! Columns of text.

/// Three digits or more.
pub fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms >= 100.0 => format!("{ms:.0}"),
        ms if ms >= 10.0 => format!("{ms:.1}"),
        ms if ms >= 1.0 => format!("{ms:.2}"),
        ms => format!("{ms:.3}"),
    }
}

/// Left-aligned first `left` columns, right-aligned others, two spaces apart.
pub fn table(head: Vec<String>, lines: Vec<Vec<String>>, left: usize) -> String {
    let mut all = vec![head];
    all.extend(lines);
    let columns = all.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |k: usize| all.iter().filter_map(|line| line.get(k)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in &all {
        let cells = line.iter().zip(&widths).enumerate().map(|(k, (cell, &w))| match k < left {
            true => format!("{cell:<w$}"),
            false => format!("{cell:>w$}"),
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Cells.
pub fn strings<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> Vec<String> {
    cells.into_iter().map(|cell| cell.as_ref().to_owned()).collect()
}
