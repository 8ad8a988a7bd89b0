// Eliminant: exact resultants, discriminants, determinants, greatest common divisors and real roots of polynomials, and
// zeros of systems, on GPUs and CPUs.
//
// This file is made of the sources in host/capi/src: `cargo test -p eliminant-capi --test header` says how. docs/c.md
// has an introduction with examples.
//
// Outcomes. A function that can fail returns an `eliminant_status`, and its results are behind its last pointers. Where
// it fails, handles and texts there are NULL, and numbers are as they were. `eliminant_last_error` has the text. NULL
// in place of a handle or a text is `ELIMINANT_ARGUMENT`, unless the function says otherwise. A function ends the
// process only if the system refuses memory or the stack is too short.
//
// Ownership. What a function gives through a pointer to a pointer belongs to the caller: handles are freed by the
// function `_free` of their type, texts by `eliminant_string_free`. No function takes ownership of its arguments: they
// still belong to the caller, and can be freed as soon as the function returns. What came of a handle stays valid when
// the handle is freed. `const char *` that is returned belongs to the library.
//
// Pointers. A handle comes from this library, and is not freed yet. A text ends with 0, is UTF-8, and is not changed by
// others during the call. An array has as many elements as its count says; it may be NULL where that is 0. A place for
// a result can be written.
//
// Threads. All functions may be called from any thread. Functions, matrices, answers, roots, subresultants, systems,
// zeros and controls never change, and may be used by several threads at the same time; options too, while nobody
// changes them. Nobody uses a handle while or after it is freed. The last error is one of each thread. Computations use all cores,
// and need 512 KiB of stack of the thread that calls. In a process that was forked from one that had computed they fail
// with `ELIMINANT_UNSUPPORTED`.


#ifndef ELIMINANT_H
#define ELIMINANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How a function ended. `eliminant_last_error` has the text of what is not `ELIMINANT_OK`.
typedef enum {
    // It has done what it should.
    ELIMINANT_OK = 0,
    // A text is no polynomial, matrix or system. `eliminant_last_error_line` and `eliminant_last_error_column` have
    // the place.
    ELIMINANT_PARSE = 1,
    // An argument cannot be what it is: NULL, a name that does not occur, an option that the operation does not have.
    ELIMINANT_ARGUMENT = 2,
    // This version cannot compute it.
    ELIMINANT_UNSUPPORTED = 3,
    // It would pass a limit, as that of memory. Nothing was computed.
    ELIMINANT_LIMIT = 4,
    // Memory of the host or of a device ran out.
    ELIMINANT_OUT_OF_MEMORY = 5,
    // A file or a checkpoint cannot be read or written.
    ELIMINANT_FILE = 6,
    // An answer disagrees with an independent computation: a faulty machine or a bug. There is no answer.
    ELIMINANT_VERIFICATION = 7,
    // It was cancelled.
    ELIMINANT_CANCELLED = 8,
    // A GPU, its driver or its kernels are missing or faulty. The backend `cpu` needs none.
    ELIMINANT_DEVICE = 9,
    // A fault of this library.
    ELIMINANT_INTERNAL = 10,
} eliminant_status;

// The answer of an operation: one function or more, and a report. It never changes, so that threads may share it.
//
// Free it with `eliminant_answer_free`.
typedef struct eliminant_answer eliminant_answer;

// Cancels computations, and tells their progress. All of its functions may be called from any thread at any time.
//
// Free it with `eliminant_control_free`.
typedef struct eliminant_control eliminant_control;

// A polynomial with rational coefficients in any number of variables, or a quotient of two. It never changes, so that
// threads may share it.
//
// Free it with `eliminant_function_free`.
typedef struct eliminant_function eliminant_function;

// A matrix of polynomials and rational functions. It never changes, so that threads may share it.
//
// Free it with `eliminant_matrix_free`.
typedef struct eliminant_matrix eliminant_matrix;

// Options of computations: pairs of a name and a text, and a control. What is not set has its default.
//
// Options can be used for any number of computations, at the same time too while nobody changes them. Free them with
// `eliminant_options_free`.
typedef struct eliminant_options eliminant_options;

// Roots of a polynomial, each once: exact numbers, with any number of digits. They never change, so that threads may
// share them.
//
// Free them with `eliminant_roots_free`.
typedef struct eliminant_roots eliminant_roots;

// Subresultants of two polynomials with integer coefficients as a source of values. It never changes, so that threads may share it.
//
// Free it with `eliminant_subresultant_values_free`.
typedef struct eliminant_subresultant_values eliminant_subresultant_values;

// A system of polynomials with complex coefficients. It never changes, so that threads may share it.
//
// Free it with `eliminant_system_free`.
typedef struct eliminant_system eliminant_system;

// The zeros of a system, those that are proved to be real first, and what became of the paths. They never change, so
// that threads may share them.
//
// Free them with `eliminant_zeros_free`.
typedef struct eliminant_zeros eliminant_zeros;

// A function that is told which part of the work is done, from 0 to 1, with the pointer that was given for it.
//
// It is called from the threads that compute, which are mostly those of the library: one call at a time and in order.
// It must be short, must not throw, and must not wait for another thread of the computation. It may call
// `eliminant_control_cancel`, and no other function of this library.
typedef void (*eliminant_progress)(double fraction, void *data);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The text of the last failure of this thread: one sentence that names the values, and for a text that cannot be read
// its line with a mark under the mistake. Empty where nothing has failed.
//
// The text belongs to the library, and is valid until the next failure of a function on this thread, or the end of the
// thread. Successful calls leave it.
const char *eliminant_last_error(void);

// The line of the mistake, from 1, if the last failure of this thread was `ELIMINANT_PARSE`; else 0.
size_t eliminant_last_error_line(void);

// The column of the mistake, from 1, in characters, if the last failure of this thread was `ELIMINANT_PARSE`; else 0.
size_t eliminant_last_error_column(void);

// The version of the library, as `0.1.0`. The text belongs to the library and stays valid.
const char *eliminant_version(void);

// Version and engines in words, a line each: whether this build has kernels for GPUs, and for which. Free the text
// with `eliminant_string_free`.
eliminant_status eliminant_build_info(char **text);

// A name of a status, as `ELIMINANT_PARSE`; `unknown` of other numbers. The text belongs to the library and stays
// valid.
const char *eliminant_status_name(int32_t status);

// Frees a text that a function of this library gave. Nothing happens where it is NULL.
void eliminant_string_free(char *text);

// Reads a polynomial or a rational function: `"3*x^2*y - y/2"`, `"1/(x + 1)"`. Its variables are those that occur, in
// alphabetical order.
//
// Fails with `ELIMINANT_PARSE` if the text is none, with `ELIMINANT_LIMIT` if its products would be too large.
eliminant_status eliminant_function_parse(const char *text, eliminant_function **function);

// As `eliminant_function_parse`, over `count` variables that are given, in this order. Those that do not occur in the
// text may be among them; `ELIMINANT_PARSE` if another one occurs.
eliminant_status eliminant_function_parse_in(const char *text,
                                             const char *const *variables,
                                             size_t count,
                                             eliminant_function **function);

// Reads the JSON of `eliminant_function_to_json`.
eliminant_status eliminant_function_from_json(const char *json, eliminant_function **function);

// Another handle of the same function, in no time. Both are to be freed.
eliminant_status eliminant_function_copy(const eliminant_function *function, eliminant_function **copy);

// Frees a function. Nothing happens where it is NULL. Answers and matrices that it came from, or that were made of it,
// stay valid.
void eliminant_function_free(eliminant_function *function);

// The function as text, which `eliminant_function_parse` reads again. Free it with `eliminant_string_free`.
eliminant_status eliminant_function_to_text(const eliminant_function *function, char **text);

// The function as LaTeX reads it. Free the text with `eliminant_string_free`.
eliminant_status eliminant_function_to_latex(const eliminant_function *function, char **text);

// The function as JSON on one line, with its list of variables. Free the text with `eliminant_string_free`.
eliminant_status eliminant_function_to_json(const eliminant_function *function, char **json);

// The number of variables of a function, of which some may not occur. 0 for NULL.
size_t eliminant_function_variable_count(const eliminant_function *function);

// The name of a variable, by its index from 0. Free it with `eliminant_string_free`.
eliminant_status eliminant_function_variable(const eliminant_function *function, size_t index, char **name);

// Whether a function is a polynomial: whether it has no divisors. `false` for NULL.
bool eliminant_function_is_polynomial(const eliminant_function *function);

// Whether a function is 0. `false` for NULL.
bool eliminant_function_is_zero(const eliminant_function *function);

// The degree of a polynomial in a variable, or its total degree where `variable` is NULL; -1 of the polynomial 0.
eliminant_status eliminant_function_degree(const eliminant_function *function, const char *variable, int64_t *degree);

// The numerator of a function, a polynomial with rational coefficients. That of a polynomial is itself.
eliminant_status eliminant_function_numerator(const eliminant_function *function, eliminant_function **numerator);

// The number of different divisors of a function: 0 of a polynomial, and for NULL.
size_t eliminant_function_divisor_count(const eliminant_function *function);

// A divisor of a function, a polynomial with integer coefficients, and how often it divides. Its index is from 0.
eliminant_status eliminant_function_divisor(const eliminant_function *function,
                                            size_t index,
                                            eliminant_function **divisor,
                                            uint32_t *exponent);

// The polynomial of `term_count` terms in `variable_count` variables.
//
// The term `i` has the coefficient `coefficients[i]`, an integer or a fraction in decimal digits as `"-3/4"`, and of
// the variable `j` the exponent `exponents[i * variable_count + j]`. Terms come in any order; those of equal exponents
// are added. Exponents are below 2^31.
eliminant_status eliminant_function_from_terms(const char *const *variables,
                                               size_t variable_count,
                                               size_t term_count,
                                               const uint32_t *exponents,
                                               const char *const *coefficients,
                                               eliminant_function **function);

// The number of terms of a polynomial, or of the numerator of a rational function. 0 for NULL.
size_t eliminant_function_term_count(const eliminant_function *function);

// A term of a polynomial, or of the numerator of a rational function, by its index from 0. Terms are in descending
// lexicographic order.
//
// `exponents` has room for `eliminant_function_variable_count` numbers; NULL where there are no variables, or
// exponents are not wanted. The coefficient is an integer or a fraction in decimal digits; free it with
// `eliminant_string_free`.
eliminant_status eliminant_function_term(const eliminant_function *function,
                                         size_t index,
                                         uint32_t *exponents,
                                         char **coefficient);

// f + g.
eliminant_status eliminant_function_add(const eliminant_function *f,
                                        const eliminant_function *g,
                                        eliminant_function **result);

// f - g.
eliminant_status eliminant_function_subtract(const eliminant_function *f,
                                             const eliminant_function *g,
                                             eliminant_function **result);

// f g.
eliminant_status eliminant_function_multiply(const eliminant_function *f,
                                             const eliminant_function *g,
                                             eliminant_function **result);

// f / g. Fails with `ELIMINANT_ARGUMENT` if g is 0.
eliminant_status eliminant_function_divide(const eliminant_function *f,
                                           const eliminant_function *g,
                                           eliminant_function **result);

// f^n.
eliminant_status eliminant_function_power(const eliminant_function *f, uint32_t n, eliminant_function **result);

// Whether f and g are equal, over any lists of variables.
eliminant_status eliminant_function_equal(const eliminant_function *f, const eliminant_function *g, bool *equal);

// The derivative of a polynomial in a variable.
eliminant_status eliminant_function_derivative(const eliminant_function *f,
                                               const char *variable,
                                               eliminant_function **result);

// The polynomial f with the polynomial g in place of a variable.
eliminant_status eliminant_function_substitute(const eliminant_function *f,
                                               const char *variable,
                                               const eliminant_function *g,
                                               eliminant_function **result);

// The value of a polynomial at a point, whose coordinates are integers or fractions in decimal digits, in the order of
// the variables, `count` of them. Free the value with `eliminant_string_free`.
eliminant_status eliminant_function_evaluate(const eliminant_function *f,
                                             const char *const *point,
                                             size_t count,
                                             char **result);

// Reads a matrix, as most systems print it: `"[[x, y], [1, x]]"`.
eliminant_status eliminant_matrix_parse(const char *text, eliminant_matrix **matrix);

// Reads the JSON of `eliminant_matrix_to_json`.
eliminant_status eliminant_matrix_from_json(const char *json, eliminant_matrix **matrix);

// The matrix of `rows * columns` functions, row by row. The functions still belong to the caller.
eliminant_status eliminant_matrix_from_entries(const eliminant_function *const *entries,
                                               size_t rows,
                                               size_t columns,
                                               eliminant_matrix **matrix);

// The matrix whose determinant is the resultant of f and g in a variable. Both are polynomials with integer
// coefficients.
eliminant_status eliminant_matrix_sylvester(const eliminant_function *f,
                                            const eliminant_function *g,
                                            const char *variable,
                                            eliminant_matrix **matrix);

// Frees a matrix. Nothing happens where it is NULL.
void eliminant_matrix_free(eliminant_matrix *matrix);

// The number of rows. 0 for NULL.
size_t eliminant_matrix_rows(const eliminant_matrix *matrix);

// The number of columns. 0 for NULL.
size_t eliminant_matrix_columns(const eliminant_matrix *matrix);

// An entry as a new function, over the variables of the matrix. Row and column are from 0.
eliminant_status eliminant_matrix_entry(const eliminant_matrix *matrix,
                                        size_t row,
                                        size_t column,
                                        eliminant_function **entry);

// The matrix as text, which `eliminant_matrix_parse` reads again. Free it with `eliminant_string_free`.
eliminant_status eliminant_matrix_to_text(const eliminant_matrix *matrix, char **text);

// The matrix as JSON on one line. Free the text with `eliminant_string_free`.
eliminant_status eliminant_matrix_to_json(const eliminant_matrix *matrix, char **json);

// The sum of two matrices.
eliminant_status eliminant_matrix_add(const eliminant_matrix *a, const eliminant_matrix *b, eliminant_matrix **result);

// The difference of two matrices.
eliminant_status eliminant_matrix_subtract(const eliminant_matrix *a,
                                           const eliminant_matrix *b,
                                           eliminant_matrix **result);

// The product of two matrices.
eliminant_status eliminant_matrix_multiply(const eliminant_matrix *a,
                                           const eliminant_matrix *b,
                                           eliminant_matrix **result);

// A new control. `progress` is called with `data` during computations; it may be NULL, and then
// `eliminant_control_fraction` still knows how far they are.
//
// `progress` and `data` must stay valid until the last computation with this control has ended. Computations at the
// same time need a control each, or one without `progress`: with one, calls may come at the same time, and fractions
// mix.
eliminant_status eliminant_control_new(eliminant_progress progress, void *data, eliminant_control **control);

// Asks all computations with this control to end. They fail with `ELIMINANT_CANCELLED`, mostly within a third of a
// second. Later computations with it do so too: a control that was cancelled stays so.
eliminant_status eliminant_control_cancel(const eliminant_control *control);

// The part that is done of the computation with this control, from 0 to 1: what `progress` was told last. 0 for NULL.
// For programs that look at it from time to time and cannot be called from other threads.
double eliminant_control_fraction(const eliminant_control *control);

// Frees a control. Nothing happens where it is NULL. Options that have it, and computations with these, stay valid;
// they can be cancelled no more.
void eliminant_control_free(eliminant_control *control);

// New options, all with their defaults.
eliminant_status eliminant_options_new(eliminant_options **options);

// Sets an option: `("backend", "cpu")`, `("threads", "8")`, `("memory_limit", "8G")`. Both texts are copied; a later
// value replaces an earlier one.
//
// Fails with `ELIMINANT_ARGUMENT` if no operation has such an option. Whether the operation has it, and whether its
// value can be, is seen by the computation.
eliminant_status eliminant_options_set(eliminant_options *options, const char *name, const char *value);

// Sets the control of computations with these options. The control still belongs to the caller, and may be freed
// before the options.
eliminant_status eliminant_options_set_control(eliminant_options *options, const eliminant_control *control);

// Frees options. Nothing happens where they are NULL.
void eliminant_options_free(eliminant_options *options);

// The names of the options of an operation, with commas between them. Free the text with `eliminant_string_free`.
eliminant_status eliminant_operation_options(const char *operation, char **names);

// The resultant of f and g in a variable, which may be NULL where only one occurs. The answer has one function.
//
// `options` may be NULL, here and in all operations.
eliminant_status eliminant_resultant(const eliminant_function *f,
                                     const eliminant_function *g,
                                     const char *variable,
                                     const eliminant_options *options,
                                     eliminant_answer **answer);

// The discriminant of f in a variable, which may be NULL where only one occurs. The answer has one function.
eliminant_status eliminant_discriminant(const eliminant_function *f,
                                        const char *variable,
                                        const eliminant_options *options,
                                        eliminant_answer **answer);

// The subresultants S_0, S_1, .. of f and g in a variable, which may be NULL where only one occurs. The answer has as many functions as there are; with the
// option `principal` as `true` their principal coefficients, with `index` as `k` S_k alone.
eliminant_status eliminant_subresultants(const eliminant_function *f,
                                         const eliminant_function *g,
                                         const char *variable,
                                         const eliminant_options *options,
                                         eliminant_answer **answer);

// The Sturm-Habicht sequence of f in a variable, which may be NULL where only one occurs: (-1)^((p-k)(p-k-1)/2) S_k(f, f') for k = 0, .., p - 1, p the degree of f, and f. The answer has
// p + 1 functions; with the option `principal` as `true` their coefficients of the k-th powers, with `index` as `k` that one alone.
eliminant_status eliminant_sturm_habicht(const eliminant_function *f,
                                         const char *variable,
                                         const eliminant_options *options,
                                         eliminant_answer **answer);

// The resultant of f and g in a variable, which may be NULL where only one occurs, and its cofactors U and V: U f + V g is the resultant. The answer has these
// three functions; with the option `index` as `k` they are of the subresultant S_k.
eliminant_status eliminant_cofactors(const eliminant_function *f,
                                     const eliminant_function *g,
                                     const char *variable,
                                     const eliminant_options *options,
                                     eliminant_answer **answer);

// The determinant of a square matrix. The answer has one function.
eliminant_status eliminant_determinant(const eliminant_matrix *matrix,
                                       const eliminant_options *options,
                                       eliminant_answer **answer);

// The characteristic polynomial det(t I - M), with `variable` for t: a name that does not occur in the matrix. The
// answer has one function.
eliminant_status eliminant_characteristic_polynomial(const eliminant_matrix *matrix,
                                                     const char *variable,
                                                     const eliminant_options *options,
                                                     eliminant_answer **answer);

// The adjugate of a square matrix. The answer has its entries, row by row, and then the determinant.
eliminant_status eliminant_adjugate(const eliminant_matrix *matrix,
                                    const eliminant_options *options,
                                    eliminant_answer **answer);

// The rank of a matrix over the field of rational functions. The answer has one function, which is the number. Multiplicities are the numbers, from 0, of the rows and then of the columns of
// a minor that is not 0. With the option `certify` as `true` or `false` it is proved, or not, that the rank is not larger; unless given, where that takes little time.
eliminant_status eliminant_rank(const eliminant_matrix *matrix,
                                const eliminant_options *options,
                                eliminant_answer **answer);

// The solution of a linear system over the field of rational functions. `right` has `count` functions: the entries of the right sides, row by row, as many for each row of the matrix.
//
// The answer has the numerators, those of the first unknown for all right sides first, and then their common denominator; no function where there is no solution. Multiplicities are the
// numbers, from 0, of unknowns that may be chosen, and are 0 here.
eliminant_status eliminant_linear_system(const eliminant_matrix *matrix,
                                         const eliminant_function *const *right,
                                         size_t count,
                                         const eliminant_options *options,
                                         eliminant_answer **answer);

// The greatest common divisor of f and g. The answer has one function; with the option `cofactors` as `true` three, of
// which the others are f / gcd and g / gcd.
eliminant_status eliminant_gcd(const eliminant_function *f,
                               const eliminant_function *g,
                               const eliminant_options *options,
                               eliminant_answer **answer);

// The greatest common divisor of two functions or more. The answer has one function.
eliminant_status eliminant_gcd_list(const eliminant_function *const *functions,
                                    size_t count,
                                    const eliminant_options *options,
                                    eliminant_answer **answer);

// The greatest common divisors of many pairs at once. `functions` has f1, g1, f2, g2 and so on, `count` of them; the
// answer has a function for each pair.
eliminant_status eliminant_gcd_batch(const eliminant_function *const *functions,
                                     size_t count,
                                     const eliminant_options *options,
                                     eliminant_answer **answer);

// The least common multiple of f and g. The answer has one function.
eliminant_status eliminant_lcm(const eliminant_function *f,
                               const eliminant_function *g,
                               const eliminant_options *options,
                               eliminant_answer **answer);

// The least common multiple of two functions or more. The answer has one function.
eliminant_status eliminant_lcm_list(const eliminant_function *const *functions,
                                    size_t count,
                                    const eliminant_options *options,
                                    eliminant_answer **answer);

// The extended greatest common divisor of two polynomials in one variable. The answer has three functions: the GCD, s
// and t with s f + t g = GCD.
eliminant_status eliminant_extended_gcd(const eliminant_function *f,
                                        const eliminant_function *g,
                                        const eliminant_options *options,
                                        eliminant_answer **answer);

// The content of f in a variable, which may be NULL where only one occurs: the GCD of its coefficients. The answer has
// two functions: the content and the primitive part.
eliminant_status eliminant_content(const eliminant_function *f,
                                   const char *variable,
                                   const eliminant_options *options,
                                   eliminant_answer **answer);

// The squarefree decomposition of f. The answer has the content, and behind it the factors;
// `eliminant_answer_multiplicity` has how often each divides.
eliminant_status eliminant_squarefree(const eliminant_function *f,
                                      const eliminant_options *options,
                                      eliminant_answer **answer);

// An operation by its name: `resultant`, `discriminant`, `subresultants`, `sturm_habicht`, `cofactors`, `determinant`,
// `characteristic_polynomial`, `adjugate`, `rank`, `linear_system`, `gcd`, `gcd_batch`, `lcm`, `extended_gcd`, `content` or `squarefree`. For bindings, which need one function only.
//
// `functions` are its functions, `count` of them, and none where it is of a matrix alone; `matrix` is its matrix, else NULL;
// `variable` is its variable, NULL where it has none or only one occurs.
eliminant_status eliminant_call(const char *operation,
                                const eliminant_function *const *functions,
                                size_t count,
                                const eliminant_matrix *matrix,
                                const char *variable,
                                const eliminant_options *options,
                                eliminant_answer **answer);

// The plan of an operation as JSON: bounds, primes, memory, predicted time, and nothing of the answer. The arguments
// are those of `eliminant_call`. Free the text with `eliminant_string_free`.
eliminant_status eliminant_plan(const char *operation,
                                const eliminant_function *const *functions,
                                size_t count,
                                const eliminant_matrix *matrix,
                                const char *variable,
                                const eliminant_options *options,
                                char **json);

// The number of functions of an answer. 0 for NULL.
size_t eliminant_answer_count(const eliminant_answer *answer);

// A function of an answer, by its index from 0, as a new handle that is to be freed. It stays valid when the answer is
// freed.
eliminant_status eliminant_answer_value(const eliminant_answer *answer, size_t index, eliminant_function **function);

// The multiplicity of a factor of a squarefree decomposition, by the index of the factor among the functions of the
// answer, from 1. The content, which has index 0, has none, and neither have the answers of other operations:
// `ELIMINANT_ARGUMENT`.
eliminant_status eliminant_answer_multiplicity(const eliminant_answer *answer, size_t index, int32_t *multiplicity);

// The report of the computation as JSON: sizes, primes, times, where it was computed. Free the text with
// `eliminant_string_free`.
eliminant_status eliminant_answer_report(const eliminant_answer *answer, char **json);

// Frees an answer. Nothing happens where it is NULL.
void eliminant_answer_free(eliminant_answer *answer);

// The topology of the real curves f = 0 of some polynomials in two variables, proved, as JSON: an object with the keys
// `asymptotes`, `components`, `edges`, `faces`, `variables` and `vertices`. Coordinates have so many significant
// digits, and fractions around them. `x` and `y` are the names of both variables, or both NULL: those that occur.
//
// Options are `backend`, `devices`, `threads`, `memory_limit` and `seed`. Fails with `ELIMINANT_ARGUMENT` if there is
// no polynomial or one is 0, or if not two variables occur and none are named. Free the text with
// `eliminant_string_free`.
eliminant_status eliminant_curve(const eliminant_function *const *curves,
                                 size_t count,
                                 const char *x,
                                 const char *y,
                                 uint32_t digits,
                                 const eliminant_options *options,
                                 char **json);

// A picture of the same curves with all vertices and bounded edges, so many pixels large, as SVG, or as a page of HTML
// that can be moved and enlarged if `page` is true.
//
// Options and errors are those of `eliminant_curve`; `ELIMINANT_ARGUMENT` also if a side has less than 100 or more than
// 20,000 pixels. Free the text with `eliminant_string_free`.
eliminant_status eliminant_plot(const eliminant_function *const *curves,
                                size_t count,
                                const char *x,
                                const char *y,
                                uint32_t width,
                                uint32_t height,
                                bool page,
                                const eliminant_options *options,
                                char **picture);

// All real solutions of f = g = 0 in two variables, in ascending order of x, then of y. That there are no others is
// proved, and so are multiplicities.
//
// The solution of index i has the i-th number of `xs` and the i-th one of `ys`, both with its multiplicity; a number
// stands there once for each solution. `common` is the common factor of f and g, which are 0 on its whole curve, and
// NULL where there is none. `x` and `y` are the names of both variables, or both NULL: those that occur.
//
// Options are `backend`, `devices`, `threads`, `memory_limit` and `seed`. Fails with `ELIMINANT_ARGUMENT` if both
// polynomials are 0, or if not two variables occur and none are named. Free `xs` and `ys` with `eliminant_roots_free`,
// and `common` with `eliminant_function_free`.
eliminant_status eliminant_solve_plane(const eliminant_function *f,
                                       const eliminant_function *g,
                                       const char *x,
                                       const char *y,
                                       const eliminant_options *options,
                                       eliminant_roots **xs,
                                       eliminant_roots **ys,
                                       eliminant_function **common);

// All complex solutions of f = g = 0 in two variables: the real ones as `eliminant_solve_plane` gives them, then the
// others, each and its conjugate. That there are no others is proved, and so are multiplicities.
//
// Arguments and failures are those of `eliminant_solve_plane`, and the limits are those of `eliminant_complex_roots`.
eliminant_status eliminant_solve_plane_complex(const eliminant_function *f,
                                               const eliminant_function *g,
                                               const char *x,
                                               const char *y,
                                               const eliminant_options *options,
                                               eliminant_roots **xs,
                                               eliminant_roots **ys,
                                               eliminant_function **common);

// All real roots of a polynomial in one variable, in ascending order. That there are no others is proved, and so are
// multiplicities.
//
// Options are `backend`, `devices`, `threads`, `memory_limit` and `seed`. Fails with `ELIMINANT_ARGUMENT` if the
// polynomial is 0 or has several variables.
eliminant_status eliminant_real_roots(const eliminant_function *f,
                                      const eliminant_options *options,
                                      eliminant_roots **roots);

// All complex roots of a polynomial in one variable: real ones in ascending order, then pairs, a root above the real
// axis and its conjugate. That there are no others is proved, and so are multiplicities.
//
// Options and failures are those of `eliminant_real_roots`; it fails with `ELIMINANT_LIMIT` for a squarefree factor of
// a degree above 2^16.
eliminant_status eliminant_complex_roots(const eliminant_function *f,
                                         const eliminant_options *options,
                                         eliminant_roots **roots);

// The number of roots. 0 for NULL.
size_t eliminant_roots_count(const eliminant_roots *roots);

// Whether a root is real: one that is not fails in `_decimal`, `_double`, `_rational` and `_interval`.
eliminant_status eliminant_roots_is_real(const eliminant_roots *roots, size_t index, bool *is_real);

// Real and imaginary part of a root: the larger one with so many significant digits, the other one with as many places,
// either within one unit of the last place. Free both texts with `eliminant_string_free`.
eliminant_status eliminant_roots_parts(const eliminant_roots *roots,
                                       size_t index,
                                       uint32_t digits,
                                       char **re,
                                       char **im);

// Real and imaginary part of a root as doubles, two of them: a `double complex`.
eliminant_status eliminant_roots_point(const eliminant_roots *roots, size_t index, double *point);

// A real root, by its index from 0, with so many significant digits, correctly rounded. Free the text with
// `eliminant_string_free`.
eliminant_status eliminant_roots_decimal(const eliminant_roots *roots, size_t index, uint32_t digits, char **text);

// The double that is nearest to a real root.
eliminant_status eliminant_roots_double(const eliminant_roots *roots, size_t index, double *number);

// How often a root is one.
eliminant_status eliminant_roots_multiplicity(const eliminant_roots *roots, size_t index, uint32_t *multiplicity);

// A real root where it is an integer or a fraction, in decimal digits as `-3/4`; else the text is NULL, which is no
// failure. Free the text with `eliminant_string_free`.
eliminant_status eliminant_roots_rational(const eliminant_roots *roots, size_t index, char **text);

// Two fractions around a real root, at most 2^-bits of its size apart; equal where it is rational. Free both texts with
// `eliminant_string_free`.
eliminant_status eliminant_roots_interval(const eliminant_roots *roots,
                                          size_t index,
                                          uint32_t bits,
                                          char **lower,
                                          char **upper);

// Frees roots. Nothing happens where they are NULL.
void eliminant_roots_free(eliminant_roots *roots);

// The subresultants of f and g in a variable as a source of values; where g is NULL the Sturm-Habicht sequence of f.
eliminant_status eliminant_subresultant_values_new(const eliminant_function *f,
                                                   const eliminant_function *g,
                                                   const char *variable,
                                                   eliminant_subresultant_values **values);

// How many subresultants there are. 0 for NULL.
size_t eliminant_subresultant_values_count(const eliminant_subresultant_values *values);

// How many kept variables there are, and so coordinates of a point: those of f in their order, and then others of g, without the eliminated one. 0 for NULL.
size_t eliminant_subresultant_values_kept(const eliminant_subresultant_values *values);

// S_k at a point modulo a prime below 2^63. `coefficients` has room for k + 1 numbers: those of 1, y, .., y^k, below the prime.
eliminant_status eliminant_subresultant_values_at(const eliminant_subresultant_values *values,
                                                  uint32_t k,
                                                  const uint64_t *point,
                                                  uint64_t prime,
                                                  uint64_t *coefficients);

// The principal coefficients of all subresultants at a point modulo a prime below 2^63. `coefficients` has room for as many numbers as there are subresultants.
eliminant_status eliminant_subresultant_values_principal(const eliminant_subresultant_values *values,
                                                         const uint64_t *point,
                                                         uint64_t prime,
                                                         uint64_t *coefficients);

// Frees a source of values. Nothing happens where it is NULL.
void eliminant_subresultant_values_free(eliminant_subresultant_values *values);

// Reads a system, in any format that the program reads: `"x^2 + y^2 - 5; x*y - 2"`. The imaginary unit is `i`.
eliminant_status eliminant_system_parse(const char *text, eliminant_system **system);

// The system of `count` polynomials. They still belong to the caller.
eliminant_status eliminant_system_from_functions(const eliminant_function *const *functions,
                                                 size_t count,
                                                 eliminant_system **system);

// The system as text, which `eliminant_system_parse` reads again. Free it with `eliminant_string_free`.
eliminant_status eliminant_system_to_text(const eliminant_system *system, char **text);

// The number of polynomials. 0 for NULL.
size_t eliminant_system_size(const eliminant_system *system);

// The number of variables. 0 for NULL.
size_t eliminant_system_variable_count(const eliminant_system *system);

// The name of a variable, by its index from 0: the order of the coordinates of zeros. Free it with
// `eliminant_string_free`.
eliminant_status eliminant_system_variable(const eliminant_system *system, size_t index, char **name);

// Frees a system. Nothing happens where it is NULL. Its zeros stay valid.
void eliminant_system_free(eliminant_system *system);

// The isolated zeros of a system. Certificates prove `bits` bits of each coordinate, those of a double where `bits` is
// 0. Where there are more polynomials than variables no zero is certified.
//
// Options are `backend`, `devices`, `threads`, `memory_limit` and `seed`. Fails with `ELIMINANT_ARGUMENT` if the
// system has fewer polynomials than variables.
eliminant_status eliminant_solve(const eliminant_system *system,
                                 uint32_t bits,
                                 const eliminant_options *options,
                                 eliminant_zeros **zeros);

// All zeros of a system as JSON on one line: its components of each dimension, with degrees, points and slices, and its
// isolated zeros. Free the text with `eliminant_string_free`.
//
// Options are those of `eliminant_solve`.
eliminant_status eliminant_decompose(const eliminant_system *system, const eliminant_options *options, char **json);

// The number of zeros. 0 for NULL.
size_t eliminant_zeros_count(const eliminant_zeros *zeros);

// The number of coordinates of a zero, which are those of the variables of the system. 0 for NULL.
size_t eliminant_zeros_dimension(const eliminant_zeros *zeros);

// The coordinates of a zero, by its index from 0: real and imaginary part of each. `point` has room for two numbers a
// coordinate, and may be an array of `double complex`.
eliminant_status eliminant_zeros_point(const eliminant_zeros *zeros, size_t index, double *point);

// For each coordinate of a zero how far the exact one is at most from it, in real and imaginary part. `bounds` has
// room for a number a coordinate. Fails with `ELIMINANT_ARGUMENT` if the zero is not certified.
eliminant_status eliminant_zeros_error_bounds(const eliminant_zeros *zeros, size_t index, double *bounds);

// Whether it is proved that there is exactly one zero near the point. `false` where there is no such zero.
bool eliminant_zeros_is_certified(const eliminant_zeros *zeros, size_t index);

// 1 where a zero is proved to be real, 0 where it is proved not to be, -1 where neither is, and where there is no such
// zero.
int32_t eliminant_zeros_is_real(const eliminant_zeros *zeros, size_t index);

// The number of paths that end in a zero: its multiplicity, where all of them were followed to their end.
eliminant_status eliminant_zeros_multiplicity(const eliminant_zeros *zeros, size_t index, size_t *multiplicity);

// Whether the end of every path was found: evidence, and no proof, that no isolated zero is missing. `false` for NULL.
bool eliminant_zeros_is_complete(const eliminant_zeros *zeros);

// The zeros as JSON on one line, as the program writes them: also their boxes, and paths that go to infinity or were
// lost. Free the text with `eliminant_string_free`.
eliminant_status eliminant_zeros_to_json(const eliminant_zeros *zeros, char **json);

// Frees zeros. Nothing happens where they are NULL.
void eliminant_zeros_free(eliminant_zeros *zeros);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ELIMINANT_H */
