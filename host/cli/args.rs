//! The commands.

use super::engine_args::{Choices, DetChoices, EngineChoices, GcdChoices, ListChoices, OverQ};
use super::help::{self, MATRICES, POINTS, POLYNOMIALS, SYSTEMS, book, page};
use super::output_args::{FORMAT_HELP, Format, Output, PictureOutput, PlanOutput, SystemOutput};
use super::polynomial_args::{
    Asked, CharpolyArguments, ContentArgument, GcdArguments, LcmArguments, Matrices, ModulusArgument, Pairs,
    PlainMatrix, PlainPair, PlannedGcds, Singles, SquarefreeArgument, SystemOfEquations,
};
use super::root_args::{CurvesArgument, PlaneArgument, PlotArgument, RootDigits, RootsArgument, RootsChoices};
use super::system_args::{
    EvalChoices, NewtonChoices, PathChoices, PlannableSystem, PlannedSystem, SolveArgument, SolveChoices,
    SystemArgument, TrackArgument, TrackChoices,
};
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The text that `--version` prints after the name.
static VERSION: LazyLock<String> = LazyLock::new(|| eliminant::build_info().to_string());

/// Exact elimination on GPUs: resultants, discriminants, determinants, greatest common divisors, and zeros of systems
#[derive(Debug, Parser)]
#[command(name = "eliminant", version = VERSION.as_str(), arg_required_else_help = true)]
#[command(after_help = help::PROGRAM, after_long_help = help::program())]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// The resultant of two polynomials: the determinant of their Sylvester matrix
    #[command(
        visible_alias = "res",
        override_usage = "eliminant resultant F G [--var NAME] [OPTIONS]\n       eliminant resultant --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::RESULTANT), after_long_help = book(help::RESULTANT, &[POLYNOMIALS]))]
    Resultant {
        #[command(flatten)]
        pairs: Pairs,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: Choices,
    },
    /// The discriminant of a polynomial: (-1)^(n(n-1)/2) res(f, f')/lc(f)
    #[command(
        visible_alias = "disc",
        override_usage = "eliminant discriminant F [--var NAME] [OPTIONS]\n       eliminant discriminant --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::DISCRIMINANT), after_long_help = book(help::DISCRIMINANT, &[POLYNOMIALS]))]
    Discriminant {
        #[command(flatten)]
        singles: Singles,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: Choices,
    },
    /// The subresultants of two polynomials: determinants that the resultant is the first of
    ///
    /// S_k of degrees p and q is the determinant of the rows y^(q-k-1) F, .., F, y^(p-k-1) G, .., G: the coefficients of y^(p+q-k-1), .., y^(k+1), and last the
    /// polynomials themselves. One a line, S_0 first. JSON has the key `subresultants`, or `principal`.
    #[command(
        override_usage = "eliminant subresultants F G [--var NAME] [OPTIONS]\n       eliminant subresultants --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::SUBRESULTANTS), after_long_help = book(help::SUBRESULTANTS, &[POLYNOMIALS]))]
    Subresultants {
        #[command(flatten)]
        pairs: Pairs,
        #[command(flatten)]
        asked: Asked,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: ListChoices,
    },
    /// The Sturm-Habicht sequence of a polynomial: subresultants of it and its derivative, whose signs count real roots
    ///
    /// StHa_k of a polynomial of degree p is (-1)^((p-k)(p-k-1)/2) S_k(F, F') for k < p, and F for k = p. One a line, StHa_0 first. JSON has the key `sequence`, or `principal`.
    #[command(
        override_usage = "eliminant sturm-habicht F [--var NAME] [OPTIONS]\n       eliminant sturm-habicht --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::STURM_HABICHT), after_long_help = book(help::STURM_HABICHT, &[POLYNOMIALS]))]
    SturmHabicht {
        #[command(flatten)]
        singles: Singles,
        #[command(flatten)]
        asked: Asked,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: ListChoices,
    },
    /// The resultant of two polynomials with U and V, so that U F + V G is the resultant
    ///
    /// Text has three lines: the resultant, U and V. JSON has the keys `subresultant` and `cofactors`.
    #[command(
        override_usage = "eliminant cofactors F G [--var NAME] [OPTIONS]\n       eliminant cofactors --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::COFACTORS), after_long_help = book(help::COFACTORS, &[POLYNOMIALS]))]
    Cofactors {
        #[command(flatten)]
        pairs: Pairs,
        /// The subresultant S_K in place of the resultant, which is S_0
        #[arg(long, value_name = "K", default_value_t = 0)]
        index: u32,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: ListChoices,
    },
    /// The determinant of a matrix of polynomials
    #[command(override_usage = "eliminant det MATRIX [OPTIONS]\n       eliminant det --batch FILE [OPTIONS]")]
    #[command(after_help = page(help::DET), after_long_help = book(help::DET, &[MATRICES]))]
    Det {
        #[command(flatten)]
        matrices: Matrices,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: DetChoices,
    },
    /// The adjugate of a matrix M: M adj(M) = det(M) I
    ///
    /// Text is the matrix. JSON has the keys `adjugate` and `determinant`.
    #[command(override_usage = "eliminant adjugate MATRIX [OPTIONS]\n       eliminant adjugate --batch FILE [OPTIONS]")]
    #[command(after_help = page(help::ADJUGATE), after_long_help = book(help::ADJUGATE, &[MATRICES]))]
    Adjugate {
        #[command(flatten)]
        argument: PlainMatrix,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: ListChoices,
    },
    /// The rank of a matrix of polynomials over the field of rational functions
    ///
    /// JSON has the keys `rank`, `rows` and `columns` of a minor that is not 0, counted from 0, and `certified`: whether it is proved that the rank is not larger.
    #[command(override_usage = "eliminant rank MATRIX [OPTIONS]\n       eliminant rank --batch FILE [OPTIONS]")]
    #[command(after_help = page(help::RANK), after_long_help = book(help::RANK, &[MATRICES]))]
    Rank {
        #[command(flatten)]
        argument: PlainMatrix,
        /// Prove that the rank is not larger, or do not; where that takes little time unless given
        #[arg(long, value_name = "YES_OR_NO", action = clap::ArgAction::Set)]
        certify: Option<bool>,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: OverQ,
    },
    /// The solution of a linear system over the field of rational functions
    ///
    /// Text has two lines: the numerators, a row for each unknown, and their common denominator; or `no solution`. JSON has the keys `solutions` (unique, infinite or none), `numerators`,
    /// `denominator` and `free`: unknowns, counted from 0, that may be chosen, and are 0.
    #[command(
        override_usage = "eliminant solve-linear MATRIX RIGHT [OPTIONS]\n       eliminant solve-linear --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::SOLVE_LINEAR), after_long_help = book(help::SOLVE_LINEAR, &[MATRICES]))]
    SolveLinear {
        #[command(flatten)]
        argument: SystemOfEquations,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: OverQ,
    },
    /// The characteristic polynomial of a matrix M: det(t I - M)
    #[command(
        override_usage = "eliminant charpoly MATRIX [--var NAME] [OPTIONS]\n       eliminant charpoly --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::CHARPOLY), after_long_help = book(help::CHARPOLY, &[MATRICES]))]
    Charpoly {
        #[command(flatten)]
        matrices: CharpolyArguments,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: DetChoices,
    },
    /// The greatest common divisor of polynomials, or of many pairs
    #[command(override_usage = "eliminant gcd F G ... [OPTIONS]\n       eliminant gcd --batch FILE [OPTIONS]")]
    #[command(after_help = page(help::GCD), after_long_help = book(help::GCD, &[POLYNOMIALS]))]
    Gcd {
        #[command(flatten)]
        arguments: GcdArguments,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: GcdChoices,
    },
    /// The least common multiple of polynomials
    #[command(override_usage = "eliminant lcm F G ... [OPTIONS]")]
    #[command(after_help = page(help::LCM), after_long_help = book(help::LCM, &[POLYNOMIALS]))]
    Lcm {
        #[command(flatten)]
        arguments: LcmArguments,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: GcdChoices,
    },
    /// The greatest common divisor of two polynomials in one variable, and S, T with S F + T G equal to it
    ///
    /// Text has three lines: the greatest common divisor, S and T. JSON has the keys `gcd` and `combination`.
    #[command(override_usage = "eliminant xgcd F G [OPTIONS]\n       eliminant xgcd --batch FILE [OPTIONS]")]
    #[command(after_help = page(help::XGCD), after_long_help = book(help::XGCD, &[POLYNOMIALS]))]
    Xgcd {
        #[command(flatten)]
        pair: PlainPair,
        #[command(flatten)]
        modulus: ModulusArgument,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: GcdChoices,
    },
    /// The content of a polynomial in one of its variables, the greatest common divisor of its coefficients, and its primitive part
    ///
    /// Text has two lines: the content, and F divided by it. JSON has the keys `content` and `primitive`.
    #[command(after_help = page(help::CONTENT), after_long_help = book(help::CONTENT, &[POLYNOMIALS]))]
    Content {
        #[command(flatten)]
        single: ContentArgument,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: GcdChoices,
    },
    /// The squarefree decomposition of a polynomial: content f1 f2^2 f3^3 ...
    #[command(after_help = page(help::SQUAREFREE), after_long_help = book(help::SQUAREFREE, &[POLYNOMIALS]))]
    Squarefree {
        #[command(flatten)]
        argument: SquarefreeArgument,
        #[command(flatten)]
        modulus: ModulusArgument,
        #[command(flatten)]
        output: Output,
        #[command(flatten)]
        choices: GcdChoices,
    },
    /// All real roots of a polynomial in one variable, or all complex ones, proved: multiplicities, fractions where they are rational, any number of digits
    ///
    /// A line for each root, in ascending order. JSON has the keys `degree`, `roots` and `variable`; with --count `count` instead of `roots`.
    #[command(override_usage = "eliminant roots F [OPTIONS]\n       eliminant roots --batch FILE [OPTIONS]")]
    #[command(after_help = page(help::ROOTS), after_long_help = book(help::ROOTS, &[POLYNOMIALS]))]
    Roots {
        #[command(flatten)]
        argument: RootsArgument,
        #[command(flatten)]
        output: SystemOutput,
        #[command(flatten)]
        choices: RootsChoices,
    },
    /// All real solutions of two polynomials in two variables, proved: multiplicities, fractions where coordinates are rational, any number of digits
    ///
    /// A line for each solution, in ascending order. JSON has the keys `common`, `complex`, `different`, `solutions` and `variables`.
    #[command(override_usage = "eliminant solve F G [OPTIONS]\n       eliminant solve --batch FILE [OPTIONS]")]
    #[command(after_help = page(help::SOLVE), after_long_help = book(help::SOLVE, &[POLYNOMIALS]))]
    Solve {
        #[command(flatten)]
        argument: PlaneArgument,
        #[command(flatten)]
        output: SystemOutput,
        #[command(flatten)]
        choices: RootsChoices,
    },
    /// The topology of real plane curves F = 0: vertices, edges, faces, components; none is missing
    ///
    /// A line for each vertex and each edge. Vertices are singular points, crossings, isolated points and points with a vertical tangent. JSON has the keys
    /// `asymptotes`, `components`, `edges`, `faces`, `variables` and `vertices`.
    #[command(after_help = page(help::CURVE), after_long_help = book(help::CURVE, &[POLYNOMIALS]))]
    Curve {
        #[command(flatten)]
        argument: CurvesArgument,
        #[command(flatten)]
        shown: RootDigits,
        #[command(flatten)]
        output: SystemOutput,
        #[command(flatten)]
        choices: RootsChoices,
    },
    /// A picture of real plane curves F = 0, from their topology; of the graph or the complex roots of a polynomial in one variable; or of the solutions of a system
    ///
    /// No oval, isolated point or branch in the window is missed, however small. Special points are marked, with their exact coordinates as titles. A polynomial in one
    /// variable is drawn as its graph with the real roots, or with --complex as all of its roots in the complex plane. With --system the real solutions are points in two of
    /// their coordinates: certified ones are discs, and those that may be real are diamonds. The picture is SVG, PNG or a page of HTML.
    #[command(
        override_usage = "eliminant plot F.. [OPTIONS]\n       eliminant plot --complex F [OPTIONS]\n       eliminant plot --system SYSTEM [--axes X,Y] [OPTIONS]"
    )]
    #[command(after_help = page(help::PLOT), after_long_help = book(help::PLOT, &[POLYNOMIALS, SYSTEMS]))]
    Plot {
        #[command(flatten)]
        argument: PlotArgument,
        #[command(flatten)]
        output: PictureOutput,
        #[command(flatten)]
        choices: RootsChoices,
    },
    /// Values of a system of polynomials at points, and its Jacobian
    #[command(after_help = page(help::EVAL), after_long_help = book(help::EVAL, &[SYSTEMS, POINTS]))]
    Eval {
        #[command(flatten)]
        system: SystemArgument,
        #[command(flatten)]
        output: SystemOutput,
        #[command(flatten)]
        choices: EvalChoices,
    },
    /// Newton's method for a square system, from points
    #[command(after_help = page(help::NEWTON), after_long_help = book(help::NEWTON, &[SYSTEMS, POINTS]))]
    Newton {
        #[command(flatten)]
        system: SystemArgument,
        #[command(flatten)]
        output: SystemOutput,
        #[command(flatten)]
        choices: NewtonChoices,
    },
    /// Zeros of a square system followed while parameters move on a line
    #[command(after_help = page(help::TRACK), after_long_help = book(help::TRACK, &[SYSTEMS, POINTS]))]
    Track {
        #[command(flatten)]
        system: TrackArgument,
        #[command(flatten)]
        output: SystemOutput,
        #[command(flatten)]
        choices: TrackChoices,
    },
    /// All isolated complex zeros of a square system; regular ones are certified, that none is missing is not
    ///
    /// Zeros that are proved real come first, in ascending order of their coordinates, then the others by their real and imaginary parts.
    #[command(after_help = page(help::SOLVE_SYSTEM), after_long_help = book(help::SOLVE_SYSTEM, &[SYSTEMS]))]
    SolveSystem {
        #[command(flatten)]
        system: SolveArgument,
        #[command(flatten)]
        output: SystemOutput,
        #[command(flatten)]
        choices: SolveChoices,
    },
    /// All zeros of any number of polynomials: irreducible components of each dimension, and isolated zeros
    ///
    /// A line for each component, with its dimension and its degree, then the isolated zeros. JSON has points of the components, and the slices that they lie in.
    #[command(after_help = page(help::DECOMPOSE), after_long_help = book(help::DECOMPOSE, &[SYSTEMS]))]
    Decompose {
        #[command(flatten)]
        system: PlannedSystem,
        #[command(flatten)]
        output: SystemOutput,
        #[command(flatten)]
        choices: PathChoices,
    },
    /// The plan of a computation: bounds, grid, primes, memory, time; computes nothing of the answer
    ///
    /// The plan of a list of polynomials is that of its largest greatest common divisor, with the time of all. Polynomials stand for the answers in between.
    #[command(after_help = page(help::PLAN), after_long_help = book(help::PLAN, &[]))]
    Plan {
        #[command(subcommand)]
        what: Plannable,
    },
    /// The engines and devices of this machine, with a self-test of each GPU
    #[command(after_help = page(help::DEVICES), after_long_help = book(help::DEVICES, &[]))]
    Devices {
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
    /// Whether everything is there that computations need: driver, GPUs, kernels, cache; why no GPU is used
    ///
    /// The exit status is 0 if nothing is wrong, also on a machine without a GPU; 3 if there is a GPU that cannot be used.
    #[command(after_help = page(help::DOCTOR), after_long_help = book(help::DOCTOR, &[]))]
    Doctor {
        #[arg(long, value_enum, default_value_t, help = FORMAT_HELP)]
        format: Format,
    },
    /// Takes part in the work of another process, which has started this one by its option --with
    ///
    /// It reads and writes messages for that process on standard input and output, and ends with it.
    #[command(after_help = page(help::SERVE), after_long_help = book(help::SERVE, &[]))]
    Serve {
        /// The GPU to take where GPUs compute, counted from 0
        #[arg(long, value_name = "NUMBER", default_value_t)]
        device: usize,
    },
    /// The completions of a shell, on standard output; `make install` installs them
    #[command(after_help = page(help::COMPLETIONS), after_long_help = book(help::COMPLETIONS, &[]))]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// The manual page of the program, on standard output; `make install` installs the pages of all commands
    #[command(after_help = page(help::MAN), after_long_help = book(help::MAN, &[]))]
    Man {
        /// Write the pages of the program and of all commands into the folder DIR, which is made where there is none
        #[arg(long, value_name = "DIR")]
        output: Option<PathBuf>,
    },
}

impl Command {
    /// The engine of a computation.
    pub fn engine(&self) -> Option<&EngineChoices> {
        match self {
            Command::Resultant { choices, .. } | Command::Discriminant { choices, .. } => Some(&choices.exact.engine),
            Command::Det { choices, .. } | Command::Charpoly { choices, .. } => Some(&choices.exact.engine),
            Command::Subresultants { choices, .. }
            | Command::SturmHabicht { choices, .. }
            | Command::Cofactors { choices, .. }
            | Command::Adjugate { choices, .. } => Some(&choices.over_q.exact.engine),
            Command::Rank { choices, .. } | Command::SolveLinear { choices, .. } => Some(&choices.exact.engine),
            Command::Gcd { choices, .. }
            | Command::Lcm { choices, .. }
            | Command::Xgcd { choices, .. }
            | Command::Content { choices, .. }
            | Command::Squarefree { choices, .. } => Some(&choices.exact.engine),
            Command::Eval { choices, .. } => Some(&choices.engine),
            Command::Newton { choices, .. } => Some(&choices.engine),
            Command::Track { choices, .. } => Some(&choices.engine),
            Command::SolveSystem { choices, .. } => Some(&choices.paths.engine),
            Command::Decompose { choices, .. } => Some(&choices.engine),
            Command::Roots { choices, .. }
            | Command::Solve { choices, .. }
            | Command::Curve { choices, .. }
            | Command::Plot { choices, .. } => Some(&choices.engine),
            Command::Plan { .. }
            | Command::Devices { .. }
            | Command::Doctor { .. }
            | Command::Serve { .. }
            | Command::Completions { .. }
            | Command::Man { .. } => None,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Plannable {
    /// The plan of a resultant, or of many
    #[command(
        visible_alias = "res",
        override_usage = "eliminant plan resultant F G [--var NAME] [OPTIONS]\n       eliminant plan resultant --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::RESULTANT_PLAN), after_long_help = book(help::RESULTANT_PLAN, &[POLYNOMIALS]))]
    Resultant {
        #[command(flatten)]
        pairs: Pairs,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: Choices,
    },
    /// The plan of a discriminant, or of many
    #[command(
        visible_alias = "disc",
        override_usage = "eliminant plan discriminant F [--var NAME] [OPTIONS]\n       eliminant plan discriminant --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::DISCRIMINANT_PLAN), after_long_help = book(help::DISCRIMINANT_PLAN, &[POLYNOMIALS]))]
    Discriminant {
        #[command(flatten)]
        singles: Singles,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: Choices,
    },
    /// The plan of subresultants, or of many
    #[command(
        override_usage = "eliminant plan subresultants F G [--var NAME] [OPTIONS]\n       eliminant plan subresultants --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::SUBRESULTANTS_PLAN), after_long_help = book(help::SUBRESULTANTS_PLAN, &[POLYNOMIALS]))]
    Subresultants {
        #[command(flatten)]
        pairs: Pairs,
        #[command(flatten)]
        asked: Asked,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: ListChoices,
    },
    /// The plan of a Sturm-Habicht sequence, or of many
    #[command(
        override_usage = "eliminant plan sturm-habicht F [--var NAME] [OPTIONS]\n       eliminant plan sturm-habicht --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::STURM_HABICHT_PLAN), after_long_help = book(help::STURM_HABICHT_PLAN, &[POLYNOMIALS]))]
    SturmHabicht {
        #[command(flatten)]
        singles: Singles,
        #[command(flatten)]
        asked: Asked,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: ListChoices,
    },
    /// The plan of an adjugate, or of many
    #[command(
        override_usage = "eliminant plan adjugate MATRIX [OPTIONS]\n       eliminant plan adjugate --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::ADJUGATE_PLAN), after_long_help = book(help::ADJUGATE_PLAN, &[MATRICES]))]
    Adjugate {
        #[command(flatten)]
        argument: PlainMatrix,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: ListChoices,
    },
    /// The plan of a rank, or of many: that of its proof, where one is wanted or cheap
    #[command(
        override_usage = "eliminant plan rank MATRIX [OPTIONS]\n       eliminant plan rank --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::RANK_PLAN), after_long_help = book(help::RANK_PLAN, &[MATRICES]))]
    Rank {
        #[command(flatten)]
        argument: PlainMatrix,
        /// Prove that the rank is not larger, or do not; where that takes little time unless given
        #[arg(long, value_name = "YES_OR_NO", action = clap::ArgAction::Set)]
        certify: Option<bool>,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: OverQ,
    },
    /// The plan of the solution of a linear system, or of many: that of its square part
    #[command(
        override_usage = "eliminant plan solve-linear MATRIX RIGHT [OPTIONS]\n       eliminant plan solve-linear --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::SOLVE_LINEAR_PLAN), after_long_help = book(help::SOLVE_LINEAR_PLAN, &[MATRICES]))]
    SolveLinear {
        #[command(flatten)]
        argument: SystemOfEquations,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: OverQ,
    },
    /// The plan of cofactors, or of many
    #[command(
        override_usage = "eliminant plan cofactors F G [--var NAME] [OPTIONS]\n       eliminant plan cofactors --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::COFACTORS_PLAN), after_long_help = book(help::COFACTORS_PLAN, &[POLYNOMIALS]))]
    Cofactors {
        #[command(flatten)]
        pairs: Pairs,
        /// The subresultant S_K in place of the resultant, which is S_0
        #[arg(long, value_name = "K", default_value_t = 0)]
        index: u32,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: ListChoices,
    },
    /// The plan of a determinant, or of many
    #[command(override_usage = "eliminant plan det MATRIX [OPTIONS]\n       eliminant plan det --batch FILE [OPTIONS]")]
    #[command(after_help = page(help::DET_PLAN), after_long_help = book(help::DET_PLAN, &[MATRICES]))]
    Det {
        #[command(flatten)]
        matrices: Matrices,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: DetChoices,
    },
    /// The plan of a characteristic polynomial, or of many
    #[command(
        override_usage = "eliminant plan charpoly MATRIX [--var NAME] [OPTIONS]\n       eliminant plan charpoly --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::CHARPOLY_PLAN), after_long_help = book(help::CHARPOLY_PLAN, &[MATRICES]))]
    Charpoly {
        #[command(flatten)]
        matrices: CharpolyArguments,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: DetChoices,
    },
    /// The plan of the greatest common divisor of polynomials, or of many pairs
    #[command(
        override_usage = "eliminant plan gcd F G ... [OPTIONS]\n       eliminant plan gcd --batch FILE [OPTIONS]"
    )]
    #[command(after_help = page(help::GCD_PLAN), after_long_help = book(help::GCD_PLAN, &[POLYNOMIALS]))]
    Gcd {
        #[command(flatten)]
        gcds: PlannedGcds,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: GcdChoices,
    },
    /// The plan of a least common multiple: that of its greatest common divisors
    #[command(override_usage = "eliminant plan lcm F G ... [OPTIONS]")]
    #[command(after_help = page(help::LCM_PLAN), after_long_help = book(help::LCM_PLAN, &[POLYNOMIALS]))]
    Lcm {
        #[command(flatten)]
        arguments: LcmArguments,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: GcdChoices,
    },
    /// The plan of the greatest common divisor of two polynomials in one variable, and of its combination
    #[command(override_usage = "eliminant plan xgcd F G [OPTIONS]\n       eliminant plan xgcd --batch FILE [OPTIONS]")]
    #[command(after_help = page(help::XGCD_PLAN), after_long_help = book(help::XGCD_PLAN, &[POLYNOMIALS]))]
    Xgcd {
        #[command(flatten)]
        pair: PlainPair,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: GcdChoices,
    },
    /// The plan of a content: that of its first greatest common divisor
    #[command(after_help = page(help::CONTENT_PLAN), after_long_help = book(help::CONTENT_PLAN, &[POLYNOMIALS]))]
    Content {
        #[command(flatten)]
        single: ContentArgument,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: GcdChoices,
    },
    /// The plan of a squarefree decomposition: that of its largest greatest common divisor, and the time of all
    #[command(after_help = page(help::SQUAREFREE_PLAN), after_long_help = book(help::SQUAREFREE_PLAN, &[POLYNOMIALS]))]
    Squarefree {
        #[command(flatten)]
        argument: SquarefreeArgument,
        #[command(flatten)]
        output: PlanOutput,
        #[command(flatten)]
        choices: GcdChoices,
    },
    #[command(flatten)]
    System(PlannableSystem),
}
