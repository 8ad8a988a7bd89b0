//! Processes that share computations: those that `--with` starts, and those that MPI has started.

use super::status::Failure;
use eliminant::processes::Processes;
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

static ALL: OnceLock<Processes> = OnceLock::new();

/// The processes that share computations; none where this one is by itself.
pub fn all() -> Option<Processes> {
    ALL.get().cloned()
}

/// Starts a process by each of these commands of the shell.
///
/// # Errors
/// Of one that cannot be started, or where MPI has started some.
pub fn start(commands: &[String]) -> Result<(), Failure> {
    if commands.is_empty() {
        return Ok(());
    }
    let shell = |text: &String| {
        let mut command = Command::new("sh");
        // Ctrl-C is told to all processes of a terminal; these are ended by this one.
        command.args(["-c", &format!("trap '' INT; {text}")]);
        command
    };
    let started = Processes::start(commands.iter().map(shell))?;
    let refused = |_| Failure::usage("--with: MPI has started this program; leave one of both away");
    ALL.set(started).map_err(refused)
}

/// Does `main`, on one process of those that MPI has started; the others serve its computations.
pub fn on_processes(main: fn() -> ExitCode) -> ExitCode {
    let status = under_mpi(main);
    if let Some(processes) = all() {
        processes.end();
    }
    status
}

#[cfg(feature = "mpi")]
fn under_mpi(main: fn() -> ExitCode) -> ExitCode {
    use super::output;
    use eliminant::processes::with_mpi;

    /// What `mpirun` and `srun` tell the programs that they start: Open MPI, MPICH and its relatives, PMIx.
    const STARTED: [&str; 3] = ["OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMIX_RANK"];
    if STARTED.iter().all(|name| std::env::var_os(name).is_none()) {
        return main();
    }
    let ended = with_mpi(|processes| {
        _ = ALL.set(processes);
        main()
    });
    match ended {
        Ok(status) => status.unwrap_or(ExitCode::SUCCESS),
        Err(error) => {
            let Failure { status, message, .. } = error.into();
            output::message(format_args!("error: {message}"));
            status.into()
        }
    }
}

/// This build has no MPI.
#[cfg(not(feature = "mpi"))]
fn under_mpi(main: fn() -> ExitCode) -> ExitCode {
    main()
}
