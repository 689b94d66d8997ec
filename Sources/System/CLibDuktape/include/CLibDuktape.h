/* Duktape, a JavaScript engine (Debian: duktape-dev to build, libduktape207 to run). It is opened when a document with
   scripts is read. Scripts run within limits on memory and steps; no error leaves these functions by a jump. */
#ifndef CLIBDUKTAPE_H
#define CLIBDUKTAPE_H
#include <stddef.h>
#include <stdint.h>

/* The library's file name. */
const char *_Nonnull mica_duktape_file(void);

/* Opens the library by its file name. Returns NULL when it is open, otherwise the reason. Call it before all other
   functions; any thread may call it. */
const char *_Nullable mica_duktape_open(const char *_Nonnull file);

/* An engine with a heap of its own. Only one thread may use it at a time. */
typedef struct mica_scripts mica_scripts;

/* What a script gives, or is given. */
typedef enum {
    MICA_SCRIPT_NOTHING, /* undefined, or a value of another kind */
    MICA_SCRIPT_NUMBER,
    MICA_SCRIPT_NUMBERS,
    MICA_SCRIPT_TEXT,
    MICA_SCRIPT_FAILURE /* an exception, with the text as its message */
} mica_script_kind;

/* A value: the numbers and the text are the engine's, until its next call. */
typedef struct {
    mica_script_kind kind;
    size_t count;
    const double *_Nullable numbers;
    size_t length;
    const char *_Nullable text;
    int line; /* of a failure: the line of the function that was loaded; 0 when it is not known */
} mica_script_value;

/* Answers a question of a script: a number that says which, and its arguments, numbers and a text. It answers by one of
   the functions mica_script_answer_...; without, the answer is undefined. It may call mica_script_run. */
typedef void (*mica_script_host)(void *_Nullable context, int question, const double *_Nonnull numbers, int count,
                                 const char *_Nonnull text, size_t length);

/* Makes an engine whose heap holds at most `memory` bytes. NULL without memory. */
mica_scripts *_Nullable mica_scripts_create(size_t memory, mica_script_host _Nonnull host, void *_Nullable context);
void mica_scripts_destroy(mica_scripts *_Nullable scripts);

/* Sets what the host gets. */
void mica_script_set_host(mica_scripts *_Nonnull scripts, void *_Nullable context);

/* Keeps the state of the engine, outside of its calls, for mica_script_restore. 0 if it cannot be kept. */
int mica_script_keep(mica_scripts *_Nonnull scripts);

/* Makes the engine what it was when it was kept, byte by byte, with the steps that were left then: nothing that a script
   left is in it. 0 if nothing was kept. */
int mica_script_restore(mica_scripts *_Nonnull scripts);

/* Loads a text that is an expression, and keeps its value. Returns its number from 0, or -1 and the failure.
   The first one is a function of `step`, `ask` and `loaded`, whose result is kept instead: the function that runs the
   others. */
int mica_script_load(mica_scripts *_Nonnull scripts, const char *_Nonnull text, size_t length,
                     mica_script_value *_Nonnull failure);

/* Calls the first function with a loaded value and numbers, and gives its result. */
void mica_script_run(mica_scripts *_Nonnull scripts, int value, const double *_Nonnull numbers, int count,
                     mica_script_value *_Nonnull result);

/* The steps that are left: each loop and each call of a script's function is one, and each allocation, with one more for
   each 64 bytes. Below 0 all scripts fail. */
int64_t mica_script_steps(const mica_scripts *_Nonnull scripts);
void mica_script_set_steps(mica_scripts *_Nonnull scripts, int64_t steps);

void mica_script_answer_numbers(mica_scripts *_Nonnull scripts, const double *_Nonnull numbers, size_t count, int isArray);
void mica_script_answer_text(mica_scripts *_Nonnull scripts, const char *_Nonnull text, size_t length, int isFailure);
#endif
