//! The program as it is built and run: the command line from outside, what the documents say of it, how soon computations end when they are cancelled, and the
//! kernels inside.

mod cancelled;
mod checkpoint;
mod command_line;
mod curve;
mod determinants;
#[cfg(unix)]
mod documents;
mod functions;
mod gcds;
#[cfg(unix)]
mod help;
mod limits;
#[cfg(all(feature = "cuda", target_os = "linux", target_env = "gnu"))]
mod linked;
mod lists;
mod names;
mod other_systems;
mod output_files;
#[cfg(unix)]
mod pasted;
mod plane;
mod plans;
mod plot;
#[cfg(unix)]
mod processes;
#[cfg(feature = "cuda")]
mod ptx;
mod roots;
mod runs;
mod styles;
#[cfg(unix)]
mod systems;
mod terminal;
#[path = "../common/turns.rs"]
mod turns;
