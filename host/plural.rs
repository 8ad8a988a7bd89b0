//! Numbers of things in messages: one has another form than several.

use std::fmt::Display;

/// A number with its noun: `1 term`, `5 terms`. `batch` becomes `batches`.
///
/// ```
/// use eliminant::plural::count;
/// assert_eq!([0, 1, 2].map(|n| count(n, "path")), ["0 paths", "1 path", "2 paths"]);
/// assert_eq!(count(3, "batch"), "3 batches");
/// ```
pub fn count<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    match (number == N::from(1), noun.ends_with("ch")) {
        (true, _) => format!("1 {noun}"),
        (_, true) => format!("{number} {noun}es"),
        (_, false) => format!("{number} {noun}s"),
    }
}
