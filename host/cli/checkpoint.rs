//! The checkpoint of a command: it stays until the answer is where it should be.

use super::engine_args::ExactChoices;
use super::output;
use super::output_args::Output;
use super::status::Failure;
use eliminant::shorten::shortened_middle;
use eliminant::{RunReport, remove_checkpoint};

impl ExactChoices {
    /// Refuses what a checkpoint would make senseless.
    ///
    /// # Errors
    /// Of usage.
    pub fn check(&self, output: &Output) -> Result<(), Failure> {
        match (&self.checkpoint, output.timing.repeat) {
            (Some(folder), Some(_)) => {
                let (folder, why) = (folder.display().to_string(), "with --repeat only the first run would compute");
                Err(Failure::usage(format!("--checkpoint {}: {why}", shortened_middle(&folder))))
            }
            _ => Ok(()),
        }
    }

    /// The answer is written: says what was of no use, and removes the checkpoint.
    pub fn end(&self, run: &RunReport) {
        for process in &run.distrusted {
            output::message(format_args!(
                "warning: the results of process {process} were wrong; all that it had done was done again without it"
            ));
        }
        let Some(folder) = &self.checkpoint else { return };
        if let Some(damaged) = &run.damaged {
            output::message(damaged);
        }
        if let Err(error) = remove_checkpoint(folder) {
            output::message(error);
        }
    }
}
