//! The rows as files.

use super::rows::Row;
use crate::files;
use std::path::Path;

/// Writes `DIR/ROW.json` for `eliminant det` and `DIR/ROW.txt` for the baseline program.
///
/// # Errors
/// Files that cannot be written.
pub fn rows(rows: &[Row], dir: &Path) -> Result<(), String> {
    files::make_folder(dir)?;
    for row in rows {
        files::write(&dir.join(&row.name).with_extension("json"), &row.json())?;
        files::write(&dir.join(&row.name).with_extension("txt"), &row.plain())?;
    }
    println!("{} rows in {}", rows.len(), dir.display());
    Ok(())
}
