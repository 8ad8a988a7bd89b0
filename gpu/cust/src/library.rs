//! The driver's library, opened once.

use libloading::Library;
use std::error::Error;
use std::sync::OnceLock;

/// The libraries tried, in order. The second is where WSL puts the first.
const NAMES: [&str; 2] = ["libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"];

/// The library, or what the loader said to each name.
pub fn library() -> Result<&'static Library, &'static str> {
    static LIBRARY: OnceLock<Result<Library, String>> = OnceLock::new();
    LIBRARY.get_or_init(|| first(&NAMES)).as_ref().map_err(String::as_str)
}

/// The first of these libraries that opens.
fn first(names: &[&str]) -> Result<Library, String> {
    let mut tried = Vec::new();
    for &name in names {
        // SAFETY: loading the driver runs its initialisers, which are made for that; no other library bears its name.
        match unsafe { Library::new(name) } {
            Ok(library) => return Ok(library),
            Err(error) => {
                // The loader's words are in the cause.
                let words = error.source().map_or_else(|| error.to_string(), |cause| cause.to_string());
                tried.push(if words.contains(name) { words } else { format!("{name}: {words}") });
            }
        }
    }
    Err(tried.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_says_what_was_tried() {
        let names = ["libno_such_driver.so.1", "/no/such/folder/libcuda.so.1"];
        let tried = first(&names).expect_err("libraries that do not exist");
        for name in names {
            assert_eq!(tried.matches(name).count(), 1, "{tried}");
        }
        assert_eq!(tried.matches("; ").count(), 1, "{tried}");
    }
}
