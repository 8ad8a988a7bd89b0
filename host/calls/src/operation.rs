//! The names of operations, and what each takes.

/// An exact operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// res_y(f, g) of two functions.
    Resultant,
    /// disc_y(f).
    Discriminant,
    /// The subresultants of two polynomials in a variable, or one of them, or their principal coefficients.
    Subresultants,
    /// The Sturm-Habicht sequence of a polynomial in a variable, or one of it, or its principal coefficients.
    SturmHabicht,
    /// A subresultant of two polynomials in a variable, and its cofactors.
    Cofactors,
    /// The determinant of a matrix.
    Determinant,
    /// det(t I - M), t the variable.
    CharacteristicPolynomial,
    /// The adjugate of a matrix, row by row, and its determinant.
    Adjugate,
    /// The rank of a matrix over the field of rational functions.
    Rank,
    /// The solution of a linear system: a matrix, and functions that are the entries of its right sides, row by row.
    LinearSystem,
    /// The GCD of two functions or more; with cofactors of two.
    Gcd,
    /// The GCDs of many pairs: f1, g1, f2, g2 and so on.
    GcdBatch,
    /// The least common multiple of two functions or more.
    Lcm,
    /// g, s and t with s f1 + t f2 = g.
    ExtendedGcd,
    /// The content and the primitive part in a variable.
    Content,
    /// A content, and squarefree factors with their multiplicities.
    Squarefree,
}

/// Where and how every operation is computed.
const RUN: &[&str] = &["backend", "devices", "threads", "memory_limit", "checkpoint", "seed"];

/// Of answers that are found by their values at points.
const POINTWISE: &[&str] = &["certainty", "error_exponent", "modulus", "evaluation", "lift", "scratch", "method"];

impl Operation {
    /// All of them.
    pub const ALL: [Operation; 16] = [
        Operation::Resultant,
        Operation::Discriminant,
        Operation::Subresultants,
        Operation::SturmHabicht,
        Operation::Cofactors,
        Operation::Determinant,
        Operation::CharacteristicPolynomial,
        Operation::Adjugate,
        Operation::Rank,
        Operation::LinearSystem,
        Operation::Gcd,
        Operation::GcdBatch,
        Operation::Lcm,
        Operation::ExtendedGcd,
        Operation::Content,
        Operation::Squarefree,
    ];

    /// The name in Python and C.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Resultant => "resultant",
            Operation::Discriminant => "discriminant",
            Operation::Subresultants => "subresultants",
            Operation::SturmHabicht => "sturm_habicht",
            Operation::Cofactors => "cofactors",
            Operation::Determinant => "determinant",
            Operation::CharacteristicPolynomial => "characteristic_polynomial",
            Operation::Adjugate => "adjugate",
            Operation::Rank => "rank",
            Operation::LinearSystem => "linear_system",
            Operation::Gcd => "gcd",
            Operation::GcdBatch => "gcd_batch",
            Operation::Lcm => "lcm",
            Operation::ExtendedGcd => "extended_gcd",
            Operation::Content => "content",
            Operation::Squarefree => "squarefree",
        }
    }

    /// The operation of this name.
    pub fn of_name(name: &str) -> Option<Operation> {
        Operation::ALL.into_iter().find(|operation| operation.name() == name)
    }

    /// Whether it is of a matrix; else it is of functions.
    pub fn is_of_matrix(self) -> bool {
        use Operation::*;
        matches!(self, Determinant | CharacteristicPolynomial | Adjugate | Rank | LinearSystem)
    }

    /// Whether it has functions.
    pub fn has_functions(self) -> bool {
        !self.is_of_matrix() || self == Operation::LinearSystem
    }

    /// Whether it has a variable.
    pub fn has_variable(self) -> bool {
        use Operation::*;
        matches!(
            self,
            Resultant | Discriminant | Subresultants | SturmHabicht | Cofactors | CharacteristicPolynomial | Content
        )
    }

    /// The names of its options.
    pub fn options(self) -> impl Iterator<Item = &'static str> {
        use Operation::*;
        let own: &[&str] = match self {
            Resultant | Discriminant => &["interpolation"],
            Subresultants | SturmHabicht => &["certainty", "error_exponent", "modulus", "lift", "principal", "index"],
            Cofactors => &["certainty", "error_exponent", "modulus", "lift", "index"],
            Determinant | CharacteristicPolynomial => &["contraction"],
            Adjugate => &["certainty", "error_exponent", "modulus", "lift"],
            Rank => &["certainty", "error_exponent", "certify"],
            LinearSystem => &["certainty", "error_exponent", "lift"],
            Gcd => &["method", "modulus", "cofactors"],
            ExtendedGcd | Squarefree => &["method", "modulus"],
            GcdBatch | Lcm | Content => &["method"],
        };
        let pointwise = match self {
            Resultant | Discriminant | Determinant | CharacteristicPolynomial => POINTWISE,
            _ => &[],
        };
        RUN.iter().chain(pointwise).chain(own).copied()
    }
}
