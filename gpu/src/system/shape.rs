//! How the threads of a launch share points.

/// How many points, and how a block of threads shares them.
#[cuda_std::kernel_param]
pub struct Shape {
    /// Number of points.
    pub points: u32,
    /// Binary logarithm of the points that a block works on at a time; its threads share their polynomials.
    pub log_points: u32,
    /// Numbers of the sums of a thread: variables of the widest polynomial, and its value.
    pub sums: u32,
    /// Numbers of a thread for the products of a term.
    pub forward: u32,
}
