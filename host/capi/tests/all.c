/* Every function of the header, with its results and with what it refuses. Prints nothing where all is right. */

#define _POSIX_C_SOURCE 200809L

#include <eliminant.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int wrong = 0;

static void report(int line, const char *what, const char *found)
{
    fprintf(stderr, "line %d: %s; found: %s\n", line, what, found);
    wrong = 1;
}

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        if ((call) != ELIMINANT_OK)                                                                                    \
            report(__LINE__, #call, eliminant_last_error());                                                           \
    } while (0)

/* The call fails in this way, and its text has these words. */
#define FAILS(status, words, call)                                                                                     \
    do {                                                                                                               \
        if ((call) != (status) || strstr(eliminant_last_error(), words) == NULL)                                       \
            report(__LINE__, #call " fails otherwise", eliminant_last_error());                                        \
    } while (0)

#define TRUE(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            report(__LINE__, #condition, "false");                                                                     \
    } while (0)

/* Compares a text, and frees it. */
static void is_text(int line, char *found, const char *expected)
{
    if (found == NULL || strcmp(found, expected) != 0)
        report(line, expected, found == NULL ? "NULL" : found);
    eliminant_string_free(found);
}

#define TEXT(call, variable, expected)                                                                                 \
    do {                                                                                                               \
        char *variable = NULL;                                                                                         \
        OK(call);                                                                                                      \
        is_text(__LINE__, variable, expected);                                                                         \
    } while (0)

static eliminant_function *function(const char *text)
{
    eliminant_function *made = NULL;
    OK(eliminant_function_parse(text, &made));
    return made;
}

/* Compares a function, and frees it. */
static void is_function(int line, eliminant_function *found, const char *expected)
{
    char *text = NULL;
    if (found == NULL || eliminant_function_to_text(found, &text) != ELIMINANT_OK)
        report(line, expected, eliminant_last_error());
    is_text(line, text, expected);
    eliminant_function_free(found);
}

#define FUNCTION(call, variable, expected)                                                                             \
    do {                                                                                                               \
        eliminant_function *variable = NULL;                                                                           \
        OK(call);                                                                                                      \
        is_function(__LINE__, variable, expected);                                                                     \
    } while (0)

/* The functions of an answer, with "; " between them; frees the answer. */
static void is_answer(int line, eliminant_answer *answer, const char *expected)
{
    char all[1024] = "";
    for (size_t i = 0; i < eliminant_answer_count(answer); i++) {
        eliminant_function *value = NULL;
        char *text = NULL;
        OK(eliminant_answer_value(answer, i, &value));
        OK(eliminant_function_to_text(value, &text));
        if (text != NULL && strlen(all) + strlen(text) + 3 < sizeof all) {
            strcat(all, i > 0 ? "; " : "");
            strcat(all, text);
        }
        eliminant_string_free(text);
        eliminant_function_free(value);
    }
    if (strcmp(all, expected) != 0)
        report(line, expected, all);
    eliminant_answer_free(answer);
}

#define ANSWER(call, expected)                                                                                         \
    do {                                                                                                               \
        eliminant_answer *answer = NULL;                                                                               \
        OK(call);                                                                                                      \
        is_answer(__LINE__, answer, expected);                                                                         \
    } while (0)

static void library(void)
{
    char *text = NULL;
    TRUE(strchr(eliminant_version(), '.') != NULL);
    OK(eliminant_build_info(&text));
    TRUE(text != NULL && strstr(text, "CUDA engine") != NULL);
    eliminant_string_free(text);
    FAILS(ELIMINANT_ARGUMENT, "text: is NULL", eliminant_build_info(NULL));
    TRUE(strcmp(eliminant_status_name(ELIMINANT_INTERNAL), "ELIMINANT_INTERNAL") == 0);
    TRUE(strcmp(eliminant_status_name(ELIMINANT_OK), "ELIMINANT_OK") == 0);
    TRUE(strcmp(eliminant_status_name((eliminant_status)99), "unknown") == 0);
    eliminant_string_free(NULL);
}

static void functions(void)
{
    const char *names[] = {"y", "x"};
    eliminant_function *f = function("3*x^2*y - y/2"), *quotient = function("x/(y + 1)^2"), *g = NULL;

    TEXT(eliminant_function_to_text(f, &text), text, "3*x^2*y - 1/2*y");
    TRUE(eliminant_function_variable_count(f) == 2);
    TEXT(eliminant_function_variable(f, 1, &text), text, "y");
    TRUE(eliminant_function_is_polynomial(f) && !eliminant_function_is_polynomial(quotient));
    TRUE(!eliminant_function_is_zero(f));

    OK(eliminant_function_parse_in("x + y", names, 2, &g));
    TEXT(eliminant_function_variable(g, 0, &text), text, "y");
    is_function(__LINE__, g, "y + x");
    FAILS(ELIMINANT_PARSE, "z", eliminant_function_parse_in("x + z", names, 2, &g));
    TRUE(g == NULL);

    int64_t degree = 7;
    OK(eliminant_function_degree(f, "x", &degree));
    TRUE(degree == 2);
    OK(eliminant_function_degree(f, NULL, &degree));
    TRUE(degree == 3);
    OK(eliminant_function_degree(f, "other", &degree));
    TRUE(degree == 0);
    FAILS(ELIMINANT_ARGUMENT, "no polynomial", eliminant_function_degree(quotient, "x", &degree));

    FUNCTION(eliminant_function_numerator(quotient, &n), n, "x");
    TRUE(eliminant_function_divisor_count(quotient) == 1);
    uint32_t exponent = 0;
    FUNCTION(eliminant_function_divisor(quotient, 0, &d, &exponent), d, "y + 1");
    TRUE(exponent == 2);
    FAILS(ELIMINANT_ARGUMENT, "index: is 1", eliminant_function_divisor(quotient, 1, &g, &exponent));

    char *json = NULL, *latex = NULL;
    OK(eliminant_function_to_json(f, &json));
    FUNCTION(eliminant_function_from_json(json, &again), again, "3*x^2*y - 1/2*y");
    eliminant_string_free(json);
    OK(eliminant_function_to_latex(f, &latex));
    TRUE(latex != NULL && strstr(latex, "\\frac") != NULL);
    eliminant_string_free(latex);

    OK(eliminant_function_copy(f, &g));
    eliminant_function_free(f);
    is_function(__LINE__, g, "3*x^2*y - 1/2*y");

    FAILS(ELIMINANT_PARSE, "column 9", eliminant_function_parse("x^2 + y x", &g));
    TRUE(g == NULL && eliminant_last_error_line() == 1 && eliminant_last_error_column() == 9);
    FAILS(ELIMINANT_ARGUMENT, "UTF-8", eliminant_function_parse("x + \xff", &g));
    TRUE(eliminant_last_error_line() == 0 && eliminant_last_error_column() == 0);
    FAILS(ELIMINANT_LIMIT, "", eliminant_function_parse("(x + y + z)^100000", &g));
    eliminant_function_free(quotient);
}

static void terms(void)
{
    const char *names[] = {"x", "y"}, *coefficients[] = {"3", "-1/2", "1/4"}, *none[] = {"3", "?", "1/0"};
    const uint32_t exponents[] = {2, 1, 0, 1, 0, 1};
    eliminant_function *f = NULL, *constant = NULL, *g = NULL;
    OK(eliminant_function_from_terms(names, 2, 3, exponents, coefficients, &f));
    TRUE(eliminant_function_term_count(f) == 2);
    uint32_t found[2] = {9, 9};
    TEXT(eliminant_function_term(f, 1, found, &text), text, "-1/4");
    TRUE(found[0] == 0 && found[1] == 1);
    TEXT(eliminant_function_term(f, 0, NULL, &text), text, "3");
    char *text = NULL;
    FAILS(ELIMINANT_ARGUMENT, "index", eliminant_function_term(f, 2, found, &text));
    is_function(__LINE__, f, "3*x^2*y - 1/4*y");

    OK(eliminant_function_from_terms(NULL, 0, 1, NULL, coefficients, &constant));
    is_function(__LINE__, constant, "3");
    OK(eliminant_function_from_terms(names, 2, 0, NULL, NULL, &constant));
    TRUE(eliminant_function_is_zero(constant));
    int64_t degree = 0;
    OK(eliminant_function_degree(constant, NULL, &degree));
    TRUE(degree == -1);
    is_function(__LINE__, constant, "0");

    FAILS(ELIMINANT_ARGUMENT, "`?`", eliminant_function_from_terms(names, 2, 2, exponents, none, &g));
    none[1] = "1";
    FAILS(ELIMINANT_ARGUMENT, "`1/0`", eliminant_function_from_terms(names, 2, 3, exponents, none, &g));
    FAILS(ELIMINANT_ARGUMENT, "large",
          eliminant_function_from_terms(names, 2, SIZE_MAX, exponents, coefficients, &g));
    FAILS(ELIMINANT_ARGUMENT, "memory",
          eliminant_function_from_terms(names, 2, SIZE_MAX / 4, exponents, coefficients, &g));
    TRUE(g == NULL);
}

static void arithmetic(void)
{
    eliminant_function *f = function("x + 1"), *g = function("x*y"), *zero = function("0"), *h = NULL;
    FUNCTION(eliminant_function_add(f, g, &r), r, "x*y + x + 1");
    FUNCTION(eliminant_function_subtract(f, g, &r), r, "-x*y + x + 1");
    FUNCTION(eliminant_function_multiply(f, g, &r), r, "x^2*y + x*y");
    FUNCTION(eliminant_function_power(f, 3, &r), r, "x^3 + 3*x^2 + 3*x + 1");
    FUNCTION(eliminant_function_derivative(g, "y", &r), r, "x");
    FUNCTION(eliminant_function_substitute(f, "x", g, &r), r, "x*y + 1");
    FAILS(ELIMINANT_ARGUMENT, "0", eliminant_function_divide(f, zero, &h));
    OK(eliminant_function_divide(f, g, &h));
    TEXT(eliminant_function_to_text(h, &text), text, "(x + 1)/(x*y)");
    FUNCTION(eliminant_function_power(h, 2, &r), r, "(x^2 + 2*x + 1)/(x^2*y^2)");
    FUNCTION(eliminant_function_power(h, 0, &r), r, "1");

    const char *point[] = {"2", "-1/3"};
    TEXT(eliminant_function_evaluate(g, point, 2, &text), text, "-2/3");
    char *text = NULL;
    FAILS(ELIMINANT_ARGUMENT, "point: has 1", eliminant_function_evaluate(g, point, 1, &text));

    bool equal = false;
    eliminant_function *same = NULL;
    OK(eliminant_function_multiply(h, g, &same));
    OK(eliminant_function_equal(f, same, &equal));
    TRUE(equal);
    OK(eliminant_function_equal(f, g, &equal));
    TRUE(!equal);
    eliminant_function_free(same);
    eliminant_function_free(h);
    eliminant_function_free(zero);
    eliminant_function_free(g);
    eliminant_function_free(f);
}

static void matrices(void)
{
    eliminant_matrix *m = NULL, *n = NULL, *sum = NULL;
    OK(eliminant_matrix_parse("[[x, y], [1, x]]", &m));
    TRUE(eliminant_matrix_rows(m) == 2 && eliminant_matrix_columns(m) == 2);
    FUNCTION(eliminant_matrix_entry(m, 0, 1, &f), f, "y");
    eliminant_function *outside = NULL;
    FAILS(ELIMINANT_ARGUMENT, "outside", eliminant_matrix_entry(m, 2, 0, &outside));
    TEXT(eliminant_matrix_to_text(m, &text), text, "[[x, y], [1, x]]");
    char *json = NULL;
    OK(eliminant_matrix_to_json(m, &json));
    OK(eliminant_matrix_from_json(json, &n));
    eliminant_string_free(json);
    OK(eliminant_matrix_add(m, n, &sum));
    TEXT(eliminant_matrix_to_text(sum, &text), text, "[[2*x, 2*y], [2, 2*x]]");
    eliminant_matrix_free(sum);
    OK(eliminant_matrix_subtract(m, n, &sum));
    TEXT(eliminant_matrix_to_text(sum, &text), text, "[[0, 0], [0, 0]]");
    eliminant_matrix_free(sum);
    OK(eliminant_matrix_multiply(m, n, &sum));
    TEXT(eliminant_matrix_to_text(sum, &text), text, "[[x^2 + y, 2*x*y], [2*x, x^2 + y]]");
    eliminant_matrix_free(sum);
    eliminant_matrix_free(n);

    ANSWER(eliminant_determinant(m, NULL, &answer), "x^2 - y");
    ANSWER(eliminant_characteristic_polynomial(m, "t", NULL, &answer), "t^2 - 2*t*x + x^2 - y");
    ANSWER(eliminant_adjugate(m, NULL, &answer), "x; -y; -1; x; x^2 - y");
    ANSWER(eliminant_rank(m, NULL, &answer), "2");
    eliminant_function *one = function("1"), *none = function("0");
    const eliminant_function *right[] = {one, none};
    ANSWER(eliminant_linear_system(m, right, 2, NULL, &answer), "x; -1; x^2 - y");
    eliminant_function_free(one);
    eliminant_function_free(none);
    eliminant_answer *answer = NULL;
    FAILS(ELIMINANT_ARGUMENT, "variable", eliminant_characteristic_polynomial(m, NULL, NULL, &answer));
    ANSWER(eliminant_call("determinant", NULL, 0, m, NULL, NULL, &answer), "x^2 - y");
    FAILS(ELIMINANT_ARGUMENT, "matrix: gcd is of functions", eliminant_call("gcd", NULL, 0, m, NULL, NULL, &answer));
    eliminant_matrix_free(m);

    eliminant_function *f = function("1/x"), *g = function("y");
    const eliminant_function *entries[] = {f, g, g, f};
    OK(eliminant_matrix_from_entries(entries, 2, 2, &m));
    eliminant_function_free(f);
    eliminant_function_free(g);
    ANSWER(eliminant_determinant(m, NULL, &answer), "(-x^2*y^2 + 1)/x^2");
    eliminant_matrix_free(m);
    FAILS(ELIMINANT_ARGUMENT, "no entries", eliminant_matrix_from_entries(NULL, 0, 2, &m));
    entries[3] = NULL;
    FAILS(ELIMINANT_ARGUMENT, "entries: is NULL", eliminant_matrix_from_entries(entries + 3, 1, 1, &m));

    f = function("x^2 - 1");
    g = function("x - 2");
    OK(eliminant_matrix_sylvester(f, g, "x", &m));
    ANSWER(eliminant_determinant(m, NULL, &answer), "3");
    eliminant_matrix_free(m);
    eliminant_function_free(f);
    eliminant_function_free(g);
    FAILS(ELIMINANT_PARSE, "", eliminant_matrix_parse("[[x, y], [1]]", &m));
    TRUE(m == NULL);
}

static void subresultant_values(void)
{
    eliminant_function *f = function("y^3 - x"), *g = function("y^2 + x*y + 1"), *h = function("y/2");
    eliminant_subresultant_values *values = NULL;
    const uint64_t point[] = {3};
    uint64_t found[4] = {9, 9, 9, 9};
    OK(eliminant_subresultant_values_new(f, g, "y", &values));
    TRUE(eliminant_subresultant_values_count(values) == 3 && eliminant_subresultant_values_kept(values) == 1);
    OK(eliminant_subresultant_values_at(values, 1, point, 101, found));
    TRUE(found[0] == 0 && found[1] == 8 && found[2] == 9);
    OK(eliminant_subresultant_values_principal(values, point, 101, found));
    TRUE(found[1] == 8 && found[2] == 1 && found[3] == 9);
    FAILS(ELIMINANT_ARGUMENT, "from 0 to 2", eliminant_subresultant_values_at(values, 3, point, 101, found));
    FAILS(ELIMINANT_ARGUMENT, "not a prime", eliminant_subresultant_values_at(values, 1, point, 4, found));
    FAILS(ELIMINANT_ARGUMENT, "is NULL", eliminant_subresultant_values_at(values, 1, point, 101, NULL));
    eliminant_subresultant_values_free(values);
    OK(eliminant_subresultant_values_new(f, NULL, "y", &values));
    TRUE(eliminant_subresultant_values_count(values) == 4);
    eliminant_subresultant_values_free(values);
    FAILS(ELIMINANT_ARGUMENT, "has fractions", eliminant_subresultant_values_new(h, g, "y", &values));
    TRUE(values == NULL && eliminant_subresultant_values_count(NULL) == 0);
    eliminant_subresultant_values_free(NULL);
    eliminant_function_free(f);
    eliminant_function_free(g);
    eliminant_function_free(h);
}

static void operations(void)
{
    eliminant_function *f = function("x^3 - x^2*y"), *g = function("x^2 - y^2"), *h = function("3*x - 3*y");
    eliminant_function *a = function("x^2 - 2"), *b = function("x - 3"), *c = function("2*(x - 1)^2*(x + 1)^3");
    eliminant_options *options = NULL;
    eliminant_answer *answer = NULL;
    OK(eliminant_options_new(&options));
    OK(eliminant_options_set(options, "backend", "cpu"));
    OK(eliminant_options_set(options, "seed", "7"));

    ANSWER(eliminant_resultant(a, b, NULL, NULL, &answer), "7");
    ANSWER(eliminant_resultant(f, g, "y", options, &answer), "0");
    ANSWER(eliminant_discriminant(g, "x", options, &answer), "4*y^2");
    ANSWER(eliminant_subresultants(a, b, NULL, options, &answer), "7; x - 3");
    ANSWER(eliminant_sturm_habicht(a, NULL, NULL, &answer), "8; 2*x; x^2 - 2");
    ANSWER(eliminant_cofactors(a, b, "x", NULL, &answer), "7; 1; -x - 3");
    ANSWER(eliminant_gcd(f, g, options, &answer), "x - y");
    ANSWER(eliminant_lcm(a, b, options, &answer), "x^3 - 3*x^2 - 2*x + 6");
    ANSWER(eliminant_extended_gcd(a, b, options, &answer), "1; 1/7; -1/7*x - 3/7");
    ANSWER(eliminant_content(f, "x", options, &answer), "1; x^3 - x^2*y");
    const eliminant_function *list[] = {f, g, h, h, a, b};
    ANSWER(eliminant_gcd_list(list, 3, options, &answer), "x - y");
    ANSWER(eliminant_lcm_list(list + 1, 3, options, &answer), "3*x^2 - 3*y^2");
    ANSWER(eliminant_gcd_batch(list, 6, options, &answer), "x - y; 3*x - 3*y; 1");
    FAILS(ELIMINANT_ARGUMENT, "pairs", eliminant_gcd_batch(list, 5, options, &answer));
    FAILS(ELIMINANT_ARGUMENT, "polynomials", eliminant_gcd_list(list, 1, options, &answer));
    FAILS(ELIMINANT_ARGUMENT, "polynomials", eliminant_gcd_list(NULL, 0, options, &answer));

    int32_t multiplicity = 0;
    OK(eliminant_squarefree(c, options, &answer));
    TRUE(eliminant_answer_count(answer) == 3);
    OK(eliminant_answer_multiplicity(answer, 1, &multiplicity));
    TRUE(multiplicity == 2);
    OK(eliminant_answer_multiplicity(answer, 2, &multiplicity));
    TRUE(multiplicity == 3);
    FAILS(ELIMINANT_ARGUMENT, "no multiplicity", eliminant_answer_multiplicity(answer, 0, &multiplicity));
    FAILS(ELIMINANT_ARGUMENT, "no multiplicity", eliminant_answer_multiplicity(answer, 3, &multiplicity));
    char *json = NULL;
    OK(eliminant_answer_report(answer, &json));
    TRUE(json != NULL && json[0] == '{');
    eliminant_string_free(json);
    eliminant_function *outside = NULL;
    FAILS(ELIMINANT_ARGUMENT, "index: is 3", eliminant_answer_value(answer, 3, &outside));
    is_answer(__LINE__, answer, "2; x - 1; x + 1");

    ANSWER(eliminant_call("gcd", list, 2, NULL, NULL, options, &answer), "x - y");
    FAILS(ELIMINANT_ARGUMENT, "`det` is none of resultant", eliminant_call("det", list, 2, NULL, NULL, NULL, &answer));
    FAILS(ELIMINANT_ARGUMENT, "matrix: is missing", eliminant_call("determinant", NULL, 0, NULL, NULL, NULL, &answer));
    FAILS(ELIMINANT_ARGUMENT, "functions: ", eliminant_call("determinant", list, 2, NULL, NULL, NULL, &answer));
    FAILS(ELIMINANT_ARGUMENT, "variable: gcd has none", eliminant_call("gcd", list, 2, NULL, "x", NULL, &answer));
    OK(eliminant_plan("resultant", list, 2, NULL, "y", options, &json));
    TRUE(json != NULL && json[0] == '{');
    eliminant_string_free(json);
    FAILS(ELIMINANT_UNSUPPORTED, "batch", eliminant_plan("gcd_batch", list, 2, NULL, NULL, options, &json));
    TRUE(json == NULL);

    FAILS(ELIMINANT_ARGUMENT, "colour", eliminant_options_set(options, "colour", "red"));
    OK(eliminant_options_set(options, "cofactors", "true"));
    ANSWER(eliminant_gcd(f, g, options, &answer), "x - y; x^2; x + y");
    FAILS(ELIMINANT_ARGUMENT, "`cofactors` is none of resultant", eliminant_resultant(f, g, "y", options, &answer));
    OK(eliminant_options_set(options, "cofactors", "false"));
    OK(eliminant_options_set(options, "threads", "0"));
    FAILS(ELIMINANT_ARGUMENT, "threads: is 0", eliminant_gcd(f, g, options, &answer));
    TRUE(answer == NULL);
    eliminant_options_free(options);

    OK(eliminant_options_new(&options));
    OK(eliminant_options_set(options, "checkpoint", "/dev/null/none"));
    FAILS(ELIMINANT_FILE, "/dev/null/none", eliminant_resultant(f, g, "y", options, &answer));
    eliminant_options_free(options);

    /* On a machine with a GPU, and without. */
    OK(eliminant_options_new(&options));
    OK(eliminant_options_set(options, "backend", "cuda"));
    eliminant_status status = eliminant_resultant(a, b, "x", options, &answer);
    TRUE(status == ELIMINANT_DEVICE || status == ELIMINANT_OK);
    eliminant_answer_free(answer);
    eliminant_options_free(options);

    /* The exponent is of the certainty that is set behind it. */
    OK(eliminant_options_new(&options));
    OK(eliminant_options_set(options, "error_exponent", "40"));
    OK(eliminant_options_set(options, "certainty", "probabilistic"));
    ANSWER(eliminant_resultant(a, b, "x", options, &answer), "7");
    eliminant_options_free(options);

    TEXT(eliminant_operation_options("lcm", &text), text,
         "backend,devices,threads,memory_limit,checkpoint,seed,method");
    eliminant_function *all[] = {f, g, h, a, b, c};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        eliminant_function_free(all[i]);
}

static void roots(void)
{
    eliminant_function *f = function("(x^2 - 2)*(3*x + 1)^2"), *g = function("x*y");
    eliminant_roots *roots = NULL;
    OK(eliminant_real_roots(f, NULL, &roots));
    TRUE(eliminant_roots_count(roots) == 3);
    TEXT(eliminant_roots_decimal(roots, 2, 30, &text), text, "1.41421356237309504880168872421");
    TEXT(eliminant_roots_rational(roots, 1, &text), text, "-1/3");
    char *text = NULL, *lower = NULL, *upper = NULL;
    OK(eliminant_roots_rational(roots, 0, &text));
    TRUE(text == NULL);
    double number = 0;
    OK(eliminant_roots_double(roots, 2, &number));
    TRUE(number > 1.4142135 && number < 1.4142136);
    uint32_t multiplicity = 0;
    OK(eliminant_roots_multiplicity(roots, 1, &multiplicity));
    TRUE(multiplicity == 2);
    OK(eliminant_roots_interval(roots, 0, 20, &lower, &upper));
    TRUE(lower != NULL && upper != NULL && lower[0] == '-' && upper[0] == '-');
    eliminant_string_free(lower);
    eliminant_string_free(upper);
    FAILS(ELIMINANT_ARGUMENT, "index: is 3", eliminant_roots_double(roots, 3, &number));
    bool is_real = false;
    OK(eliminant_roots_is_real(roots, 0, &is_real));
    TRUE(is_real);
    double point[2] = {0, 1};
    OK(eliminant_roots_point(roots, 2, point));
    TRUE(point[0] == number && point[1] == 0);
    eliminant_roots_free(roots);

    eliminant_function *cubic = function("(x - 3)*(x^2 + 2)^2");
    OK(eliminant_complex_roots(cubic, NULL, &roots));
    TRUE(eliminant_roots_count(roots) == 3);
    TEXT(eliminant_roots_rational(roots, 0, &text), text, "3");
    OK(eliminant_roots_is_real(roots, 2, &is_real));
    TRUE(!is_real);
    OK(eliminant_roots_parts(roots, 2, 20, &lower, &upper));
    TRUE(strcmp(lower, "0") == 0 && strcmp(upper, "-1.4142135623730950488") == 0);
    eliminant_string_free(lower);
    eliminant_string_free(upper);
    OK(eliminant_roots_parts(roots, 0, 5, &lower, &upper));
    TRUE(strcmp(lower, "3.0000") == 0 && strcmp(upper, "0") == 0);
    eliminant_string_free(lower);
    eliminant_string_free(upper);
    OK(eliminant_roots_multiplicity(roots, 1, &multiplicity));
    TRUE(multiplicity == 2);
    OK(eliminant_roots_point(roots, 1, point));
    TRUE(point[0] < 1e-9 && point[0] > -1e-9 && point[1] > 1.4142135 && point[1] < 1.4142136);
    FAILS(ELIMINANT_ARGUMENT, "that root is not real", eliminant_roots_double(roots, 1, &number));
    FAILS(ELIMINANT_ARGUMENT, "index: is 3", eliminant_roots_point(roots, 3, point));
    eliminant_roots_free(roots);
    eliminant_function_free(cubic);

    eliminant_function *circle = function("x^2 + y^2 - 2"), *line = function("x - y"), *common = NULL;
    eliminant_roots *xs = NULL, *ys = NULL;
    OK(eliminant_solve_plane(circle, line, NULL, NULL, NULL, &xs, &ys, &common));
    TRUE(eliminant_roots_count(xs) == 2 && eliminant_roots_count(ys) == 2 && common == NULL);
    TEXT(eliminant_roots_rational(ys, 0, &text), text, "-1");
    eliminant_roots_free(xs);
    eliminant_roots_free(ys);
    eliminant_function *far = function("x - y - 4");
    OK(eliminant_solve_plane_complex(circle, far, NULL, NULL, NULL, &xs, &ys, &common));
    TRUE(eliminant_roots_count(xs) == 2 && eliminant_roots_count(ys) == 2 && common == NULL);
    OK(eliminant_roots_parts(ys, 0, 10, &lower, &upper));
    TRUE(strcmp(lower, "-2.000000000") == 0 && strcmp(upper, "1.732050808") == 0);
    eliminant_string_free(lower);
    eliminant_string_free(upper);
    eliminant_roots_free(xs);
    eliminant_roots_free(ys);
    eliminant_function_free(far);
    OK(eliminant_solve_plane(line, line, "y", "x", NULL, &xs, &ys, &common));
    TRUE(eliminant_roots_count(xs) == 0 && common != NULL);
    eliminant_roots_free(xs);
    eliminant_roots_free(ys);
    eliminant_function_free(common);
    FAILS(ELIMINANT_ARGUMENT, "one is NULL", eliminant_solve_plane(circle, line, "x", NULL, NULL, &xs, &ys, &common));
    TRUE(xs == NULL && ys == NULL && common == NULL);

    const eliminant_function *curves[] = {circle, line};
    OK(eliminant_curve(curves, 2, NULL, NULL, 10, NULL, &text));
    TRUE(strstr(text, "\"kind\":\"singular\"") != NULL && strstr(text, "\"variables\":[\"x\",\"y\"]") != NULL);
    eliminant_string_free(text);
    FAILS(ELIMINANT_ARGUMENT, "one is NULL", eliminant_curve(curves, 2, "x", NULL, 10, NULL, &text));
    FAILS(ELIMINANT_ARGUMENT, "are none", eliminant_curve(curves, 0, NULL, NULL, 10, NULL, &text));
    OK(eliminant_plot(curves, 2, NULL, NULL, 300, 200, false, NULL, &text));
    TRUE(strncmp(text, "<svg", 4) == 0);
    eliminant_string_free(text);
    OK(eliminant_plot(curves, 1, "y", "x", 300, 200, true, NULL, &text));
    TRUE(strncmp(text, "<!DOCTYPE html>", 15) == 0);
    eliminant_string_free(text);
    FAILS(ELIMINANT_ARGUMENT, "100 to 20000", eliminant_plot(curves, 1, NULL, NULL, 1, 1, false, NULL, &text));
    eliminant_function_free(line);
    eliminant_function_free(circle);

    FAILS(ELIMINANT_ARGUMENT, "variables x, y", eliminant_real_roots(g, NULL, &roots));
    TRUE(roots == NULL);
    eliminant_options *options = NULL;
    OK(eliminant_options_new(&options));
    OK(eliminant_options_set(options, "modulus", "7"));
    FAILS(ELIMINANT_ARGUMENT, "`modulus` is none", eliminant_real_roots(f, options, &roots));
    eliminant_options_free(options);
    eliminant_function_free(g);
    eliminant_function_free(f);
}

static void systems(void)
{
    eliminant_system *system = NULL, *other = NULL;
    eliminant_zeros *zeros = NULL;
    OK(eliminant_system_parse("x^2 + y^2 - 5; x*y - 2", &system));
    TRUE(eliminant_system_size(system) == 2 && eliminant_system_variable_count(system) == 2);
    TEXT(eliminant_system_variable(system, 1, &text), text, "y");
    char *text = NULL, *json = NULL;
    OK(eliminant_system_to_text(system, &text));
    OK(eliminant_system_parse(text, &other));
    eliminant_string_free(text);
    eliminant_system_free(other);

    OK(eliminant_solve(system, 0, NULL, &zeros));
    eliminant_system_free(system);
    TRUE(eliminant_zeros_count(zeros) == 4 && eliminant_zeros_dimension(zeros) == 2);
    TRUE(eliminant_zeros_is_complete(zeros));
    double point[4] = {0}, bounds[2] = {1, 1};
    OK(eliminant_zeros_point(zeros, 3, point));
    TRUE(point[0] == 2.0 && point[1] == 0.0 && point[2] == 1.0);
    OK(eliminant_zeros_error_bounds(zeros, 3, bounds));
    TRUE(bounds[0] < 1e-12 && bounds[1] < 1e-12);
    TRUE(eliminant_zeros_is_certified(zeros, 0) && !eliminant_zeros_is_certified(zeros, 4));
    TRUE(eliminant_zeros_is_real(zeros, 0) == 1 && eliminant_zeros_is_real(zeros, 4) == -1);
    size_t multiplicity = 0;
    OK(eliminant_zeros_multiplicity(zeros, 0, &multiplicity));
    TRUE(multiplicity == 1);
    OK(eliminant_zeros_to_json(zeros, &json));
    TRUE(json != NULL && strstr(json, "\"vars\":[\"x\",\"y\"]") != NULL);
    eliminant_string_free(json);
    FAILS(ELIMINANT_ARGUMENT, "index: is 4", eliminant_zeros_point(zeros, 4, point));
    FAILS(ELIMINANT_ARGUMENT, "point: is NULL", eliminant_zeros_point(zeros, 0, NULL));
    eliminant_zeros_free(zeros);

    eliminant_function *f = function("x^2 + 1"), *quotient = function("1/x");
    const eliminant_function *one[] = {f};
    OK(eliminant_system_from_functions(one, 1, &system));
    OK(eliminant_solve(system, 100, NULL, &zeros));
    TRUE(eliminant_zeros_count(zeros) == 2 && eliminant_zeros_is_real(zeros, 0) == 0);
    eliminant_zeros_free(zeros);
    eliminant_system_free(system);
    one[0] = quotient;
    FAILS(ELIMINANT_ARGUMENT, "no polynomial", eliminant_system_from_functions(one, 1, &system));
    eliminant_function_free(quotient);
    eliminant_function_free(f);
    OK(eliminant_system_parse("x + y", &system));
    FAILS(ELIMINANT_ARGUMENT, "", eliminant_solve(system, 0, NULL, &zeros));
    TRUE(zeros == NULL);
    OK(eliminant_decompose(system, NULL, &json));
    TRUE(json != NULL && strstr(json, "\"dimension\":1") != NULL);
    eliminant_string_free(json);
    eliminant_system_free(system);
}

/* What was told of a computation. Calls come one at a time, and are over when the answer is there. */
typedef struct {
    eliminant_control *control;
    double last;
    int calls;
    int falls;
    bool cancels;
} told;

static void listen(double fraction, void *data)
{
    told *all = data;
    all->falls += fraction < all->last;
    all->last = fraction;
    all->calls++;
    if (all->cancels)
        eliminant_control_cancel(all->control);
}

/* Two polynomials whose resultant takes long enough. */
static const char *F = "x^12*y^3 + 3*x^5*z^7*y^9 - 7*z^4*y^12 + x*y*z + 11";
static const char *G = "y^11 - x^9*z^8*y^2 + 5*x^3*z + y - 13";

static void progress(void)
{
    eliminant_function *f = function(F), *g = function(G);
    eliminant_options *options = NULL;
    eliminant_answer *answer = NULL;
    told all = {0};
    eliminant_progress listener = listen;
    OK(eliminant_control_new(listener, &all, &all.control));
    OK(eliminant_options_new(&options));
    OK(eliminant_options_set(options, "backend", "cpu"));
    OK(eliminant_options_set_control(options, all.control));
    TRUE(eliminant_control_fraction(all.control) == 0.0);
    OK(eliminant_resultant(f, g, "y", options, &answer));
    TRUE(all.calls > 0 && all.falls == 0 && all.last == 1.0);
    TRUE(eliminant_control_fraction(all.control) == 1.0);
    eliminant_answer_free(answer);

    all.cancels = true;
    all.last = 0.0;
    FAILS(ELIMINANT_CANCELLED, "", eliminant_resultant(f, g, "y", options, &answer));
    TRUE(answer == NULL);
    /* It stays cancelled, also when nobody can cancel it any more. */
    eliminant_control_free(all.control);
    all.cancels = false;
    FAILS(ELIMINANT_CANCELLED, "", eliminant_resultant(f, g, "y", options, &answer));
    eliminant_options_free(options);

    /* Without a function. */
    OK(eliminant_control_new(NULL, NULL, &all.control));
    OK(eliminant_options_new(&options));
    OK(eliminant_options_set_control(options, all.control));
    OK(eliminant_control_cancel(all.control));
    FAILS(ELIMINANT_CANCELLED, "", eliminant_gcd(f, g, options, &answer));
    eliminant_control_free(all.control);
    eliminant_options_free(options);
    eliminant_function_free(g);
    eliminant_function_free(f);
}

static void *worker(void *shared)
{
    const eliminant_function *const *all = shared;
    for (int i = 0; i < 8; i++) {
        eliminant_answer *answer = NULL;
        OK(eliminant_resultant(all[0], all[1], "y", NULL, &answer));
        is_answer(__LINE__, answer, "x^4 + x^2 - 1");
        FAILS(ELIMINANT_ARGUMENT, "\"t\" does not occur", eliminant_resultant(all[0], all[1], "t", NULL, &answer));
    }
    return NULL;
}

static void threads(void)
{
    eliminant_function *f = function("x^2 + y^2 - 1"), *g = function("y - x^2"), *none = NULL;
    eliminant_function *all[] = {f, g};
    pthread_t running[4];
    FAILS(ELIMINANT_PARSE, "", eliminant_function_parse("x +", &none));
    size_t column = eliminant_last_error_column();
    for (int i = 0; i < 4; i++)
        TRUE(pthread_create(&running[i], NULL, worker, all) == 0);
    for (int i = 0; i < 4; i++)
        TRUE(pthread_join(running[i], NULL) == 0);
    /* The errors of other threads are theirs. */
    TRUE(column > 0 && eliminant_last_error_column() == column);
    eliminant_function_free(f);
    eliminant_function_free(g);
}

/* A child has none of the threads. It tells what it found through a pipe: valgrind gives it another exit status. */
static void processes(void)
{
    eliminant_function *f = function("x^2 - 2"), *g = function("x - 3");
    int ends[2] = {-1, -1};
    char told = 0;
    TRUE(pipe(ends) == 0);
    pid_t child = fork();
    if (child == 0) {
        eliminant_answer *answer = NULL;
        FAILS(ELIMINANT_UNSUPPORTED, "forked", eliminant_resultant(f, g, "x", NULL, &answer));
        _exit(write(ends[1], wrong ? "n" : "y", 1) != 1);
    }
    TRUE(child > 0 && read(ends[0], &told, 1) == 1 && told == 'y');
    waitpid(child, NULL, 0);
    close(ends[0]);
    close(ends[1]);
    eliminant_function_free(g);
    eliminant_function_free(f);
}

/* NULL in every place. */
static void nothing(void)
{
    eliminant_function *f = function("x"), *g = NULL;
    eliminant_matrix *m = NULL;
    eliminant_answer *answer = NULL;
    eliminant_options *options = NULL;
    eliminant_system *system = NULL;
    eliminant_zeros *zeros = NULL;
    eliminant_roots *roots = NULL;
    char *text = NULL, *more = NULL;
    const char *names[] = {NULL};
    const eliminant_function *list[] = {NULL};
    uint32_t exponent = 0;
    int64_t degree = 0;
    int32_t multiplicity = 0;
    size_t size = 0;
    double number = 0;
    bool flag = false;

#define NOTHING(call) FAILS(ELIMINANT_ARGUMENT, "is NULL", call)
    NOTHING(eliminant_function_parse(NULL, &g));
    NOTHING(eliminant_function_parse("x", NULL));
    NOTHING(eliminant_function_parse_in("x", NULL, 1, &g));
    NOTHING(eliminant_function_parse_in("x", names, 1, &g));
    NOTHING(eliminant_function_from_json(NULL, &g));
    NOTHING(eliminant_function_copy(NULL, &g));
    NOTHING(eliminant_function_to_text(NULL, &text));
    NOTHING(eliminant_function_to_text(f, NULL));
    NOTHING(eliminant_function_to_latex(NULL, &text));
    NOTHING(eliminant_function_to_json(NULL, &text));
    NOTHING(eliminant_function_variable(NULL, 0, &text));
    NOTHING(eliminant_function_degree(NULL, "x", &degree));
    NOTHING(eliminant_function_degree(f, "x", NULL));
    NOTHING(eliminant_function_numerator(NULL, &g));
    NOTHING(eliminant_function_divisor(NULL, 0, &g, &exponent));
    NOTHING(eliminant_function_divisor(f, 0, &g, NULL));
    NOTHING(eliminant_function_from_terms(NULL, 1, 1, NULL, NULL, &g));
    NOTHING(eliminant_function_term(NULL, 0, NULL, &text));
    NOTHING(eliminant_function_add(f, NULL, &g));
    NOTHING(eliminant_function_subtract(NULL, f, &g));
    NOTHING(eliminant_function_multiply(f, f, NULL));
    NOTHING(eliminant_function_divide(f, NULL, &g));
    NOTHING(eliminant_function_power(NULL, 2, &g));
    NOTHING(eliminant_function_equal(f, NULL, &flag));
    NOTHING(eliminant_function_derivative(f, NULL, &g));
    NOTHING(eliminant_function_substitute(f, "x", NULL, &g));
    NOTHING(eliminant_function_evaluate(f, NULL, 1, &text));
    NOTHING(eliminant_matrix_parse(NULL, &m));
    NOTHING(eliminant_matrix_from_json(NULL, &m));
    NOTHING(eliminant_matrix_from_entries(NULL, 1, 1, &m));
    NOTHING(eliminant_matrix_from_entries(list, 1, 1, &m));
    NOTHING(eliminant_matrix_sylvester(f, f, NULL, &m));
    NOTHING(eliminant_matrix_entry(NULL, 0, 0, &g));
    NOTHING(eliminant_matrix_to_text(NULL, &text));
    NOTHING(eliminant_matrix_to_json(NULL, &text));
    NOTHING(eliminant_matrix_add(NULL, NULL, &m));
    NOTHING(eliminant_matrix_subtract(NULL, NULL, &m));
    NOTHING(eliminant_matrix_multiply(NULL, NULL, &m));
    NOTHING(eliminant_resultant(f, NULL, "x", NULL, &answer));
    NOTHING(eliminant_resultant(f, f, "x", NULL, NULL));
    NOTHING(eliminant_discriminant(NULL, "x", NULL, &answer));
    NOTHING(eliminant_subresultants(NULL, f, "x", NULL, &answer));
    NOTHING(eliminant_sturm_habicht(NULL, "x", NULL, &answer));
    NOTHING(eliminant_cofactors(f, NULL, "x", NULL, &answer));
    eliminant_subresultant_values *values = NULL;
    NOTHING(eliminant_subresultant_values_new(NULL, f, "x", &values));
    NOTHING(eliminant_subresultant_values_new(f, f, NULL, &values));
    NOTHING(eliminant_subresultant_values_at(NULL, 0, NULL, 7, NULL));
    NOTHING(eliminant_subresultant_values_principal(NULL, NULL, 7, NULL));
    NOTHING(eliminant_determinant(NULL, NULL, &answer));
    NOTHING(eliminant_characteristic_polynomial(NULL, "t", NULL, &answer));
    NOTHING(eliminant_adjugate(NULL, NULL, &answer));
    NOTHING(eliminant_rank(NULL, NULL, &answer));
    NOTHING(eliminant_linear_system(NULL, list, 1, NULL, &answer));
    NOTHING(eliminant_gcd(NULL, f, NULL, &answer));
    NOTHING(eliminant_gcd_list(NULL, 2, NULL, &answer));
    NOTHING(eliminant_gcd_list(list, 1, NULL, &answer));
    NOTHING(eliminant_gcd_batch(NULL, 2, NULL, &answer));
    NOTHING(eliminant_lcm(f, NULL, NULL, &answer));
    NOTHING(eliminant_lcm_list(NULL, 2, NULL, &answer));
    NOTHING(eliminant_extended_gcd(NULL, f, NULL, &answer));
    NOTHING(eliminant_content(NULL, "x", NULL, &answer));
    NOTHING(eliminant_squarefree(NULL, NULL, &answer));
    NOTHING(eliminant_call(NULL, NULL, 0, NULL, NULL, NULL, &answer));
    NOTHING(eliminant_plan("gcd", NULL, 2, NULL, NULL, NULL, &text));
    NOTHING(eliminant_answer_value(NULL, 0, &g));
    NOTHING(eliminant_answer_multiplicity(NULL, 1, &multiplicity));
    NOTHING(eliminant_answer_report(NULL, &text));
    NOTHING(eliminant_options_new(NULL));
    NOTHING(eliminant_options_set(NULL, "backend", "cpu"));
    NOTHING(eliminant_options_set_control(NULL, NULL));
    NOTHING(eliminant_operation_options(NULL, &text));
    NOTHING(eliminant_control_new(NULL, NULL, NULL));
    NOTHING(eliminant_control_cancel(NULL));
    NOTHING(eliminant_real_roots(NULL, NULL, &roots));
    NOTHING(eliminant_curve(NULL, 2, NULL, NULL, 10, NULL, &text));
    NOTHING(eliminant_plot(NULL, 2, NULL, NULL, 300, 200, false, NULL, &text));
    NOTHING(eliminant_solve_plane(NULL, NULL, NULL, NULL, NULL, &roots, &roots, &g));
    NOTHING(eliminant_solve_plane_complex(NULL, NULL, NULL, NULL, NULL, &roots, &roots, &g));
    NOTHING(eliminant_complex_roots(NULL, NULL, &roots));
    NOTHING(eliminant_roots_is_real(NULL, 0, &flag));
    NOTHING(eliminant_roots_parts(NULL, 0, 10, &text, &more));
    NOTHING(eliminant_roots_point(NULL, 0, &number));
    NOTHING(eliminant_roots_decimal(NULL, 0, 10, &text));
    NOTHING(eliminant_roots_double(NULL, 0, &number));
    NOTHING(eliminant_roots_multiplicity(NULL, 0, &exponent));
    NOTHING(eliminant_roots_rational(NULL, 0, &text));
    NOTHING(eliminant_roots_interval(NULL, 0, 10, &text, &more));
    NOTHING(eliminant_system_parse(NULL, &system));
    NOTHING(eliminant_system_from_functions(NULL, 1, &system));
    NOTHING(eliminant_system_from_functions(list, 1, &system));
    NOTHING(eliminant_system_to_text(NULL, &text));
    NOTHING(eliminant_system_variable(NULL, 0, &text));
    NOTHING(eliminant_solve(NULL, 0, NULL, &zeros));
    NOTHING(eliminant_decompose(NULL, NULL, &text));
    NOTHING(eliminant_zeros_point(NULL, 0, &number));
    NOTHING(eliminant_zeros_error_bounds(NULL, 0, &number));
    NOTHING(eliminant_zeros_multiplicity(NULL, 0, &size));
    NOTHING(eliminant_zeros_to_json(NULL, &text));

    OK(eliminant_options_new(&options));
    NOTHING(eliminant_options_set(options, NULL, "cpu"));
    NOTHING(eliminant_options_set(options, "backend", NULL));
    NOTHING(eliminant_options_set_control(options, NULL));
    eliminant_options_free(options);

    TRUE(eliminant_function_variable_count(NULL) == 0 && eliminant_function_term_count(NULL) == 0);
    TRUE(eliminant_function_divisor_count(NULL) == 0 && !eliminant_function_is_polynomial(NULL));
    TRUE(!eliminant_function_is_zero(NULL) && eliminant_matrix_rows(NULL) == 0 && eliminant_matrix_columns(NULL) == 0);
    TRUE(eliminant_answer_count(NULL) == 0 && eliminant_roots_count(NULL) == 0 && eliminant_zeros_count(NULL) == 0);
    TRUE(eliminant_zeros_dimension(NULL) == 0 && eliminant_system_size(NULL) == 0);
    TRUE(eliminant_system_variable_count(NULL) == 0 && !eliminant_zeros_is_certified(NULL, 0));
    TRUE(eliminant_zeros_is_real(NULL, 0) == -1 && !eliminant_zeros_is_complete(NULL));
    TRUE(eliminant_control_fraction(NULL) == 0.0);
    eliminant_function_free(NULL);
    eliminant_matrix_free(NULL);
    eliminant_answer_free(NULL);
    eliminant_options_free(NULL);
    eliminant_control_free(NULL);
    eliminant_roots_free(NULL);
    eliminant_system_free(NULL);
    eliminant_zeros_free(NULL);
    eliminant_function_free(f);
}

int main(void)
{
    TRUE(strcmp(eliminant_last_error(), "") == 0);
    library();
    functions();
    terms();
    arithmetic();
    matrices();
    operations();
    subresultant_values();
    roots();
    systems();
    progress();
    threads();
    processes();
    nothing();
    return wrong;
}
