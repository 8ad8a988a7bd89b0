/* A first program: the resultant of a circle and a parabola, with an option, and a mistake.

   cc -std=c11 first.c -leliminant -o first */

#include <eliminant.h>

#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the text of the failure. */
static void check(eliminant_status status)
{
    if (status != ELIMINANT_OK) {
        fprintf(stderr, "%s: %s\n", eliminant_status_name(status), eliminant_last_error());
        exit(1);
    }
}

int main(void)
{
    eliminant_function *f = NULL, *g = NULL, *resultant = NULL;
    eliminant_options *options = NULL;
    eliminant_answer *answer = NULL;
    char *text = NULL;

    check(eliminant_function_parse("x^2 + y^2 - 1", &f));
    check(eliminant_function_parse("y - x^2", &g));

    check(eliminant_options_new(&options));
    check(eliminant_options_set(options, "backend", "cpu"));

    check(eliminant_resultant(f, g, "y", options, &answer));
    check(eliminant_answer_value(answer, 0, &resultant));
    check(eliminant_function_to_text(resultant, &text));
    printf("resultant: %s\n", text);

    /* What is not OK has a text, and leaves NULL. */
    eliminant_answer_free(answer);
    eliminant_status status = eliminant_resultant(f, g, "z", options, &answer);
    printf("%s: %s\n", eliminant_status_name(status), eliminant_last_error());

    /* Each value is freed by the function of its type. NULL may be freed too. */
    eliminant_answer_free(answer);
    eliminant_string_free(text);
    eliminant_function_free(resultant);
    eliminant_options_free(options);
    eliminant_function_free(g);
    eliminant_function_free(f);
    return 0;
}
