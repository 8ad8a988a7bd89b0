//! The exact operations.

use crate::answer::Answer;
use crate::failure::{Failure, guarded};
use crate::function::Function;
use crate::handle::{Out, boxed, list, value};
use crate::matrix::Matrix;
use crate::options::Options;
use crate::process;
use crate::status::Status;
use crate::text::{give, optional_text, text};
use eliminant::RationalFunction;
use eliminant_calls::{Call, Operation};
use std::ffi::c_char;
use std::sync::Arc;

/// The operation of this name.
pub(crate) fn operation(name: &str) -> Result<Operation, Failure> {
    Operation::of_name(name).ok_or_else(|| {
        let names: Vec<&str> = Operation::ALL.into_iter().map(Operation::name).collect();
        Failure::argument("operation", format!("`{name}` is none of {}", names.join(", ")))
    })
}

/// The functions of an array.
///
/// # Safety
/// The rules of the header.
pub(crate) unsafe fn functions(
    functions: *const *const Function,
    count: usize,
) -> Result<Vec<Arc<RationalFunction>>, Failure> {
    // SAFETY: as the caller says.
    let all = unsafe { list("functions", functions, count) }?;
    // SAFETY: the same.
    all.iter().map(|each| Ok(unsafe { value("functions", *each) }?.0.clone())).collect()
}

/// An operation with its operands, all as C gives them.
struct Operands {
    functions: Vec<Arc<RationalFunction>>,
    matrix: *const Matrix,
    variable: *const c_char,
    options: *const Options,
}

impl Operands {
    /// The call, and the control of the computation.
    ///
    /// # Safety
    /// The rules of the header.
    unsafe fn call(self, operation: Operation) -> Result<(Call, eliminant::Control), Failure> {
        process::check()?;
        let Operands { functions, matrix, variable, options } = self;
        // SAFETY: as the caller says.
        let (matrix, variable, options) =
            unsafe { (matrix.as_ref(), optional_text("variable", variable)?, Options::given(options)) };
        let name = operation.name();
        if !operation.has_functions() && !functions.is_empty() {
            return Err(Failure::argument("functions", format!("{name} is of a matrix and has none")));
        }
        if !operation.is_of_matrix() && matrix.is_some() {
            return Err(Failure::argument("matrix", format!("{name} is of functions; give NULL")));
        }
        if !operation.has_variable() && variable.is_some() {
            return Err(Failure::argument("variable", format!("{name} has none; give NULL")));
        }
        let control = Options::control(options);
        let call = Call {
            operation,
            functions,
            matrix: matrix.map(|matrix| matrix.0.clone()),
            variable: variable.map(str::to_owned),
            options: Options::of(options, operation)?,
        };
        Ok((call, control))
    }

    /// Computes.
    ///
    /// # Safety
    /// The rules of the header.
    unsafe fn run(self, operation: Operation, out: &Out<*mut Answer>) -> Result<(), Failure> {
        // SAFETY: as the caller says.
        let (call, control) = unsafe { self.call(operation) }?;
        out.set(boxed(Answer::from(call.run(&control)?)));
        Ok(())
    }
}

/// Computes an operation on these functions.
///
/// # Safety
/// The rules of the header.
unsafe fn of_functions<const N: usize>(
    operation: Operation,
    functions: [(&str, *const Function); N],
    variable: *const c_char,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    guarded(|| {
        // SAFETY: as the caller says.
        let out = unsafe { Out::handle("answer", answer) }?;
        // SAFETY: the same.
        let known = functions.iter().map(|(name, each)| Ok(unsafe { value(name, *each) }?.0.clone()));
        let functions = known.collect::<Result<Vec<_>, Failure>>()?;
        // SAFETY: the same.
        unsafe { Operands { functions, matrix: std::ptr::null(), variable, options }.run(operation, &out) }
    })
}

/// Computes an operation on a list of functions.
///
/// # Safety
/// The rules of the header.
unsafe fn of_list(
    operation: Operation,
    functions: *const *const Function,
    count: usize,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    guarded(|| {
        // SAFETY: as the caller says.
        let (out, functions) = unsafe { (Out::handle("answer", answer)?, self::functions(functions, count)?) };
        let operands = Operands { functions, matrix: std::ptr::null(), variable: std::ptr::null(), options };
        // SAFETY: the same.
        unsafe { operands.run(operation, &out) }
    })
}

/// Computes an operation on a matrix.
///
/// # Safety
/// The rules of the header.
unsafe fn of_matrix(
    operation: Operation,
    matrix: *const Matrix,
    variable: *const c_char,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    guarded(|| {
        // SAFETY: as the caller says.
        let out = unsafe { Out::handle("answer", answer) }?;
        // SAFETY: the same.
        unsafe { value("matrix", matrix) }?;
        // SAFETY: the same.
        unsafe { Operands { functions: Vec::new(), matrix, variable, options }.run(operation, &out) }
    })
}

/// The resultant of f and g in a variable, which may be NULL where only one occurs. The answer has one function.
///
/// `options` may be NULL, here and in all operations.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_resultant(
    f: *const Function,
    g: *const Function,
    variable: *const c_char,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_functions(Operation::Resultant, [("f", f), ("g", g)], variable, options, answer) }
}

/// The discriminant of f in a variable, which may be NULL where only one occurs. The answer has one function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_discriminant(
    f: *const Function,
    variable: *const c_char,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_functions(Operation::Discriminant, [("f", f)], variable, options, answer) }
}

/// The subresultants S_0, S_1, .. of f and g in a variable, which may be NULL where only one occurs. The answer has as many functions as there are; with the
/// option `principal` as `true` their principal coefficients, with `index` as `k` S_k alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_subresultants(
    f: *const Function,
    g: *const Function,
    variable: *const c_char,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_functions(Operation::Subresultants, [("f", f), ("g", g)], variable, options, answer) }
}

/// The Sturm-Habicht sequence of f in a variable, which may be NULL where only one occurs: (-1)^((p-k)(p-k-1)/2) S_k(f, f') for k = 0, .., p - 1, p the degree of f, and f. The answer has
/// p + 1 functions; with the option `principal` as `true` their coefficients of the k-th powers, with `index` as `k` that one alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_sturm_habicht(
    f: *const Function,
    variable: *const c_char,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_functions(Operation::SturmHabicht, [("f", f)], variable, options, answer) }
}

/// The resultant of f and g in a variable, which may be NULL where only one occurs, and its cofactors U and V: U f + V g is the resultant. The answer has these
/// three functions; with the option `index` as `k` they are of the subresultant S_k.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_cofactors(
    f: *const Function,
    g: *const Function,
    variable: *const c_char,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_functions(Operation::Cofactors, [("f", f), ("g", g)], variable, options, answer) }
}

/// The determinant of a square matrix. The answer has one function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_determinant(
    matrix: *const Matrix,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_matrix(Operation::Determinant, matrix, std::ptr::null(), options, answer) }
}

/// The characteristic polynomial det(t I - M), with `variable` for t: a name that does not occur in the matrix. The
/// answer has one function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_characteristic_polynomial(
    matrix: *const Matrix,
    variable: *const c_char,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_matrix(Operation::CharacteristicPolynomial, matrix, variable, options, answer) }
}

/// The adjugate of a square matrix. The answer has its entries, row by row, and then the determinant.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_adjugate(
    matrix: *const Matrix,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_matrix(Operation::Adjugate, matrix, std::ptr::null(), options, answer) }
}

/// The rank of a matrix over the field of rational functions. The answer has one function, which is the number. Multiplicities are the numbers, from 0, of the rows and then of the columns of
/// a minor that is not 0. With the option `certify` as `true` or `false` it is proved, or not, that the rank is not larger; unless given, where that takes little time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_rank(
    matrix: *const Matrix,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_matrix(Operation::Rank, matrix, std::ptr::null(), options, answer) }
}

/// The solution of a linear system over the field of rational functions. `right` has `count` functions: the entries of the right sides, row by row, as many for each row of the matrix.
///
/// The answer has the numerators, those of the first unknown for all right sides first, and then their common denominator; no function where there is no solution. Multiplicities are the
/// numbers, from 0, of unknowns that may be chosen, and are 0 here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_linear_system(
    matrix: *const Matrix,
    right: *const *const Function,
    count: usize,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, functions) = unsafe { (Out::handle("answer", answer)?, self::functions(right, count)?) };
        // SAFETY: the same.
        unsafe { value("matrix", matrix) }?;
        let operands = Operands { functions, matrix, variable: std::ptr::null(), options };
        // SAFETY: the same.
        unsafe { operands.run(Operation::LinearSystem, &out) }
    })
}

/// The greatest common divisor of f and g. The answer has one function; with the option `cofactors` as `true` three, of
/// which the others are f / gcd and g / gcd.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_gcd(
    f: *const Function,
    g: *const Function,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_functions(Operation::Gcd, [("f", f), ("g", g)], std::ptr::null(), options, answer) }
}

/// The greatest common divisor of two functions or more. The answer has one function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_gcd_list(
    functions: *const *const Function,
    count: usize,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_list(Operation::Gcd, functions, count, options, answer) }
}

/// The greatest common divisors of many pairs at once. `functions` has f1, g1, f2, g2 and so on, `count` of them; the
/// answer has a function for each pair.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_gcd_batch(
    functions: *const *const Function,
    count: usize,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_list(Operation::GcdBatch, functions, count, options, answer) }
}

/// The least common multiple of f and g. The answer has one function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_lcm(
    f: *const Function,
    g: *const Function,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_functions(Operation::Lcm, [("f", f), ("g", g)], std::ptr::null(), options, answer) }
}

/// The least common multiple of two functions or more. The answer has one function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_lcm_list(
    functions: *const *const Function,
    count: usize,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_list(Operation::Lcm, functions, count, options, answer) }
}

/// The extended greatest common divisor of two polynomials in one variable. The answer has three functions: the GCD, s
/// and t with s f + t g = GCD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_extended_gcd(
    f: *const Function,
    g: *const Function,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_functions(Operation::ExtendedGcd, [("f", f), ("g", g)], std::ptr::null(), options, answer) }
}

/// The content of f in a variable, which may be NULL where only one occurs: the GCD of its coefficients. The answer has
/// two functions: the content and the primitive part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_content(
    f: *const Function,
    variable: *const c_char,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_functions(Operation::Content, [("f", f)], variable, options, answer) }
}

/// The squarefree decomposition of f. The answer has the content, and behind it the factors;
/// `eliminant_answer_multiplicity` has how often each divides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_squarefree(
    f: *const Function,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { of_functions(Operation::Squarefree, [("f", f)], std::ptr::null(), options, answer) }
}

/// An operation by its name: `resultant`, `discriminant`, `subresultants`, `sturm_habicht`, `cofactors`, `determinant`,
/// `characteristic_polynomial`, `adjugate`, `rank`, `linear_system`, `gcd`, `gcd_batch`, `lcm`, `extended_gcd`, `content` or `squarefree`. For bindings, which need one function only.
///
/// `functions` are its functions, `count` of them, and none where it is of a matrix alone; `matrix` is its matrix, else NULL;
/// `variable` is its variable, NULL where it has none or only one occurs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_call(
    operation: *const c_char,
    functions: *const *const Function,
    count: usize,
    matrix: *const Matrix,
    variable: *const c_char,
    options: *const Options,
    answer: *mut *mut Answer,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("answer", answer) }?;
        // SAFETY: the same.
        let (name, functions) = unsafe { (text("operation", operation)?, self::functions(functions, count)?) };
        // SAFETY: the same.
        unsafe { Operands { functions, matrix, variable, options }.run(self::operation(name)?, &out) }
    })
}

/// The plan of an operation as JSON: bounds, primes, memory, predicted time, and nothing of the answer. The arguments
/// are those of `eliminant_call`. Free the text with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_plan(
    operation: *const c_char,
    functions: *const *const Function,
    count: usize,
    matrix: *const Matrix,
    variable: *const c_char,
    options: *const Options,
    json: *mut *mut c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("json", json) }?;
        // SAFETY: the same.
        let (name, functions) = unsafe { (text("operation", operation)?, self::functions(functions, count)?) };
        let operands = Operands { functions, matrix, variable, options };
        // SAFETY: the same.
        let (call, _) = unsafe { operands.call(self::operation(name)?) }?;
        give(&out, call.plan()?)
    })
}
