//! Computations that go on from a checkpoint.

use super::backend::check_devices;
use super::check::is_wrong;
use super::checkpoint::{Fingerprint, NAME, open};
use super::options::RunOptions;
use super::report::RunReport;
use crate::error::Result;
use std::fs;

/// Does `work` where the devices that the options insist on are there, with the checkpoint that the options name, if they name one, of the problem of this fingerprint. Where there is an answer its `report` says what was there already, and the file is removed, unless it is to stay.
///
/// # Errors
/// `Checkpoint`; of `work`; those of absent devices, before anything else is done.
pub(crate) fn with_checkpoint<R>(
    run: &RunOptions,
    problem: impl FnOnce() -> Fingerprint,
    work: impl FnOnce(RunOptions) -> Result<R>,
    report: impl FnOnce(&mut R) -> &mut RunReport,
) -> Result<R> {
    check_devices(run)?;
    let mut run = run.clone();
    let Some(folder) = run.checkpoint.clone().filter(|_| run.archive.is_none()) else {
        return work(run);
    };
    let archive = open(&folder, problem().value(), run.seed)?;
    (run.seed, run.archive) = (Some(archive.seed()), Some(archive.clone()));
    let (path, keep) = (folder.join(NAME), run.keep_checkpoint);
    let found = work(run);
    match &found {
        // Residues that give a wrong answer would do so again.
        Err(error) if is_wrong(error) => _ = fs::remove_file(&path),
        Err(_) if archive.is_empty() => _ = fs::remove_file(&path),
        // The answer is worth more than the message that it stays.
        Ok(_) if !keep => _ = fs::remove_file(&path),
        _ => _ = archive.sync(),
    }
    found.map(|mut answer| {
        let report = report(&mut answer);
        (report.restored, report.damaged) = (archive.restored(), archive.damaged.clone());
        answer
    })
}
