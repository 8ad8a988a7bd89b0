//! The program `eliminant`.
fn main() {}
