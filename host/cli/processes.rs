//! Programs that MPI has started together.

use eliminant::processes::Processes;
use std::process::ExitCode;
use std::sync::OnceLock;

static ALL: OnceLock<Processes> = OnceLock::new();

/// The processes that share computations; none where this program is by itself.
pub fn all() -> Option<Processes> {
    ALL.get().cloned()
}

/// Does `main` on process 0, while the others serve its computations.
#[cfg(feature = "mpi")]
pub fn on_processes(main: fn() -> ExitCode) -> ExitCode {
    use super::output;
    use super::status::Failure;
    use eliminant::processes::with_mpi;

    /// What `mpirun` and `srun` tell the programs that they start: Open MPI, MPICH and its relatives, PMIx.
    const STARTED: [&str; 3] = ["OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMIX_RANK"];
    if STARTED.iter().all(|name| std::env::var_os(name).is_none()) {
        return main();
    }
    let ended = with_mpi(|processes| {
        _ = ALL.set(processes.clone());
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
pub fn on_processes(main: fn() -> ExitCode) -> ExitCode {
    main()
}
