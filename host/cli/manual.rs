//! Manual pages and completions, made from the command line itself.

use super::args::CommandLine;
use super::output::Destination;
use super::status::Failure;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use std::path::Path;

/// The completions of a shell.
pub fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "eliminant", &mut script);
    Destination::default().text(String::from_utf8_lossy(&script).trim_end())
}

/// The page of the program on standard output, or those of all commands in a folder.
pub fn pages(folder: Option<&Path>) -> Result<(), Failure> {
    // A page is of the version: which kernels a build has does not matter to it.
    let line = CommandLine::command().version(env!("CARGO_PKG_VERSION"));
    match folder {
        None => {
            let mut page = Vec::new();
            Man::new(line).render(&mut page).map_err(eliminant::Error::from)?;
            Destination::default().text(String::from_utf8_lossy(&page).trim_end())
        }
        Some(folder) => {
            let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(line, folder));
            written.map_err(|error| Failure::file(folder, error))
        }
    }
}
