#include "CLibDuktape.h"
#include "ScriptHeap.h"

#include <dlfcn.h>
#include <duktape.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The functions of Duktape that are called. */
#define FUNCTIONS(F)                                                                                                   \
    F(duk_create_heap) F(duk_safe_call) F(duk_compile_raw) F(duk_call) F(duk_push_c_lightfunc)     \
    F(duk_push_heap_stash) F(duk_put_prop_index) F(duk_get_prop_index) F(duk_get_prop_string) F(duk_push_number)       \
    F(duk_push_undefined) F(duk_push_lstring) F(duk_push_array) F(duk_get_top) F(duk_set_top) F(duk_get_number_default)\
    F(duk_get_boolean_default) F(duk_get_lstring) F(duk_safe_to_lstring) F(duk_get_type) F(duk_is_array) F(duk_get_length)         \
    F(duk_get_memory_functions) F(duk_gc) F(duk_error_raw) F(duk_throw_raw) F(duk_check_stack) F(duk_remove) F(duk_is_object)
#define DECLARE(name) static __typeof__(&name) name##_at;
FUNCTIONS(DECLARE)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char opened[64];

const char *mica_duktape_file(void) { return "libduktape.so.207"; }

const char *mica_duktape_open(const char *file) {
    static _Thread_local char failure[256];
    const char *reason = NULL;
    pthread_mutex_lock(&lock);
    if (strcmp(opened, file)) {
        void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            snprintf(failure, sizeof failure, "%s", dlerror());
            reason = failure;
        }
#define FIND(name)                                                                                                     \
        if (!reason) {                                                                                                 \
            void *found = dlsym(library, #name);                                                                       \
            if (found) name##_at = (__typeof__(&name))found;                                                           \
            else reason = "it has no function " #name;                                                                 \
        }
        FUNCTIONS(FIND)
        if (!reason) snprintf(opened, sizeof opened, "%s", file);
    }
    pthread_mutex_unlock(&lock);
    return reason;
}

struct mica_scripts {
    duk_context *context;
    mica_script_host host;
    void *host_context;
    script_heap heap;
    size_t memory, most;
    int64_t steps;
    duk_uarridx_t count;
    /* The last value: of a run, or of the host's answer. */
    mica_script_value value;
    int is_array;
    double *numbers;
    char *text;
    size_t numbers_size, text_size;
    /* The state that is restored: the heap's copy, how much of it is in use and was loaded, and the steps. */
    void *kept;
    size_t kept_memory;
    int64_t kept_steps;
    duk_uarridx_t kept_count;
};

/* MARK: Memory */

enum { PIECE = 64 };

static void *reallocate(void *udata, void *block, duk_size_t size) {
    mica_scripts *scripts = udata;
    size_t had = block ? script_heap_size(block) : 0;
    if (size && (size > scripts->most || scripts->memory - had > scripts->most - size)) return NULL;
    void *made = script_heap_resize(&scripts->heap, block, size);
    if (size && !made) return NULL;
    scripts->memory += size - had;
    if (size) scripts->steps -= 1 + (int64_t)(size / PIECE);
    return made;
}

static void *allocate(void *udata, duk_size_t size) { return reallocate(udata, NULL, size); }
static void release(void *udata, void *block) { reallocate(udata, block, 0); }

/* Room for numbers and text of a value, which are not in the heap: a call of Swift must not end by a jump. */
static int reserve(void **buffer, size_t *has, size_t wanted) {
    if (wanted <= *has) return 1;
    void *made = realloc(*buffer, wanted);
    if (!made) return 0;
    *buffer = made;
    *has = wanted;
    return 1;
}

static void keep_text(mica_scripts *scripts, mica_script_kind kind, const char *text, size_t length) {
    mica_script_value *value = &scripts->value;
    value->kind = MICA_SCRIPT_NOTHING;
    if (!reserve((void **)&scripts->text, &scripts->text_size, length + 1)) return;
    memcpy(scripts->text, text, length);
    scripts->text[length] = 0;
    *value = (mica_script_value){.kind = kind, .text = scripts->text, .length = length};
}

/* MARK: What scripts call */

static mica_scripts *owner(duk_context *context) {
    duk_memory_functions functions;
    duk_get_memory_functions_at(context, &functions);
    return functions.udata;
}

/* step(n): counts steps. */
static duk_ret_t step(duk_context *context) {
    mica_scripts *scripts = owner(context);
    double amount = duk_get_number_default_at(context, 0, 1);
    scripts->steps -= amount >= 1 && amount < 1e15 ? (int64_t)amount : 1;
    if (scripts->steps < 0)
        duk_error_raw_at(context, DUK_ERR_RANGE_ERROR, NULL, 0, "the script takes too many steps");
    return 0;
}

enum { ARGUMENTS = 16 };

/* A question costs as much as a few loops. */
enum { QUESTION = 5 };

/* ask(question, text, numbers...): asks the host. */
static duk_ret_t ask(duk_context *context) {
    mica_scripts *scripts = owner(context);
    double numbers[ARGUMENTS];
    int count = 0, top = (int)duk_get_top_at(context);
    for (int i = 2; i < top && count < ARGUMENTS; i++) numbers[count++] = duk_get_number_default_at(context, i, 0);
    duk_size_t length = 0;
    const char *text = duk_get_lstring_at(context, 1, &length);
    scripts->value = (mica_script_value){.kind = MICA_SCRIPT_NOTHING};
    scripts->steps -= QUESTION;
    if (scripts->steps < 0) duk_error_raw_at(context, DUK_ERR_RANGE_ERROR, NULL, 0, "the script takes too many steps");
    scripts->host(scripts->host_context, (int)duk_get_number_default_at(context, 0, 0), numbers, count, text ? text : "",
                  text ? length : 0);
    /* Below, functions may jump, out of this function and of no other. */
    const mica_script_value value = scripts->value;
    switch (value.kind) {
    case MICA_SCRIPT_NUMBER: duk_push_number_at(context, value.numbers[0]); return 1;
    case MICA_SCRIPT_TEXT: duk_push_lstring_at(context, value.text, value.length); return 1;
    case MICA_SCRIPT_NUMBERS:
        duk_push_array_at(context);
        for (size_t i = 0; i < value.count; i++) {
            duk_push_number_at(context, value.numbers[i]);
            duk_put_prop_index_at(context, -2, (duk_uarridx_t)i);
        }
        return 1;
    case MICA_SCRIPT_FAILURE: duk_error_raw_at(context, DUK_ERR_ERROR, NULL, 0, "%s", value.text);
    default: return 0;
    }
}

/* loaded(n): a value that was loaded. */
static duk_ret_t loaded(duk_context *context) {
    double number = duk_get_number_default_at(context, 0, 0);
    duk_push_heap_stash_at(context);
    duk_get_prop_index_at(context, -1, number >= 1 && number < 1e9 ? (duk_uarridx_t)number : 1);
    return 1;
}

void mica_script_answer_numbers(mica_scripts *scripts, const double *numbers, size_t count, int isArray) {
    scripts->value = (mica_script_value){.kind = MICA_SCRIPT_NOTHING};
    if (!reserve((void **)&scripts->numbers, &scripts->numbers_size, (count + 1) * sizeof(double))) return;
    memcpy(scripts->numbers, numbers, count * sizeof(double));
    scripts->value = (mica_script_value){.kind = isArray ? MICA_SCRIPT_NUMBERS : MICA_SCRIPT_NUMBER, .count = count,
                                         .numbers = scripts->numbers};
}

void mica_script_answer_text(mica_scripts *scripts, const char *text, size_t length, int isFailure) {
    keep_text(scripts, isFailure ? MICA_SCRIPT_FAILURE : MICA_SCRIPT_TEXT, text, length);
}

/* MARK: Results */

/* Copies the value at the top of the stack. */
static void keep(mica_scripts *scripts, duk_context *context) {
    scripts->value = (mica_script_value){.kind = MICA_SCRIPT_NOTHING};
    duk_size_t length = 0;
    switch (duk_get_type_at(context, -1)) {
    case DUK_TYPE_NUMBER:
    case DUK_TYPE_BOOLEAN: {
        double number = duk_get_number_default_at(context, -1, duk_get_boolean_default_at(context, -1, 0));
        mica_script_answer_numbers(scripts, &number, 1, 0);
        return;
    }
    case DUK_TYPE_STRING: {
        const char *text = duk_get_lstring_at(context, -1, &length);
        keep_text(scripts, MICA_SCRIPT_TEXT, text, length);
        return;
    }
    default: break;
    }
    if (!duk_is_array_at(context, -1)) return;
    size_t count = duk_get_length_at(context, -1);
    if (count > 1000000 || !reserve((void **)&scripts->numbers, &scripts->numbers_size, (count + 1) * sizeof(double)))
        return;
    for (size_t i = 0; i < count; i++) {
        duk_get_prop_index_at(context, -1, (duk_uarridx_t)i);
        scripts->numbers[i] = duk_get_number_default_at(context, -1, 0);
        duk_set_top_at(context, -1);
    }
    scripts->value = (mica_script_value){.kind = MICA_SCRIPT_NUMBERS, .count = count, .numbers = scripts->numbers};
}

/* The line of the innermost call that a stack trace has in a loaded text: "at name (script:7)". */
static int line_of(const char *trace) {
    const char *found = trace ? strstr(trace, "(script:") : NULL;
    return found ? atoi(found + 8) : 0;
}

/* Reads the error at the top of the stack. Reading may fail, too: within duk_safe_call. */
static duk_ret_t read_failure(duk_context *context, void *udata) {
    mica_scripts *scripts = udata;
    int line = 0;
    if (duk_is_object_at(context, -1)) {
        duk_get_prop_string_at(context, -1, "stack");
        line = line_of(duk_get_lstring_at(context, -1, NULL));
        duk_set_top_at(context, -1);
    }
    duk_size_t length = 0;
    const char *text = duk_safe_to_lstring_at(context, -1, &length);
    keep_text(scripts, MICA_SCRIPT_FAILURE, text, length < 500 ? length : 500);
    scripts->value.line = line;
    return 0;
}

/* Calls within the limits of the engine; the stack is as before. 0 when it fails, and the value is the failure. */
static int guarded(mica_scripts *scripts, duk_safe_call_function function, void *udata) {
    duk_context *context = scripts->context;
    if (!duk_check_stack_at(context, 16)) {
        keep_text(scripts, MICA_SCRIPT_FAILURE, "scripts call each other too deeply", 34);
        return 0;
    }
    int failed = duk_safe_call_at(context, function, udata, 0, 1) != DUK_EXEC_SUCCESS;
    if (failed) {
        /* A trace takes steps and memory, which may be used up. */
        if (duk_safe_call_at(context, read_failure, scripts, 1, 1) != DUK_EXEC_SUCCESS)
            keep_text(scripts, MICA_SCRIPT_FAILURE, "the script fails", 16);
    }
    duk_set_top_at(context, -1);
    return !failed;
}

/* MARK: Loading and running */

typedef struct {
    mica_scripts *scripts;
    const char *text;
    size_t length;
    int value;
    const double *numbers;
    int count;
} work;

static duk_ret_t load(duk_context *context, void *udata) {
    const work *work = udata;
    mica_scripts *scripts = work->scripts;
    duk_push_heap_stash_at(context);
    duk_push_lstring_at(context, work->text, work->length);
    duk_push_lstring_at(context, scripts->count ? "script" : "model", scripts->count ? 6 : 5);
    duk_compile_raw_at(context, NULL, 0, 2 | DUK_COMPILE_EVAL);
    duk_call_at(context, 0);
    if (!scripts->count) {
        duk_push_c_lightfunc_at(context, step, 1, 1, 0);
        duk_push_c_lightfunc_at(context, ask, DUK_VARARGS, 2, 0);
        duk_push_c_lightfunc_at(context, loaded, 1, 1, 0);
        duk_call_at(context, 3);
    }
    duk_put_prop_index_at(context, -2, scripts->count);
    return 0;
}

int mica_script_load(mica_scripts *scripts, const char *text, size_t length, mica_script_value *failure) {
    work work = {.scripts = scripts, .text = text, .length = length};
    int ok = guarded(scripts, load, &work);
    if (ok) return (int)scripts->count++;
    *failure = scripts->value;
    return -1;
}

static duk_ret_t run(duk_context *context, void *udata) {
    const work *work = udata;
    duk_push_heap_stash_at(context);
    duk_get_prop_index_at(context, -1, 0);
    duk_get_prop_index_at(context, -2, (duk_uarridx_t)work->value);
    for (int i = 0; i < work->count; i++) duk_push_number_at(context, work->numbers[i]);
    duk_call_at(context, work->count + 1);
    keep(work->scripts, context);
    return 0;
}

void mica_script_run(mica_scripts *scripts, int value, const double *numbers, int count, mica_script_value *result) {
    work work = {.scripts = scripts, .value = value, .numbers = numbers, .count = count < 8 ? count : 8};
    guarded(scripts, run, &work);
    *result = scripts->value;
}

int64_t mica_script_steps(const mica_scripts *scripts) { return scripts->steps; }
void mica_script_set_steps(mica_scripts *scripts, int64_t steps) { scripts->steps = steps; }

/* Duktape calls it for errors outside of calls, which guarded() leaves none of. */
static void fatal(void *udata, const char *message) {
    (void)udata;
    fprintf(stderr, "mica: Duktape: %s\n", message ? message : "");
    abort();
}

mica_scripts *mica_scripts_create(size_t memory, mica_script_host host, void *context) {
    mica_scripts *scripts = calloc(1, sizeof *scripts);
    if (!scripts) return NULL;
    *scripts = (mica_scripts){.host = host, .host_context = context, .most = memory, .steps = 1000000};
    if (script_heap_make(&scripts->heap, memory)) {
        scripts->context = duk_create_heap_at(allocate, reallocate, release, scripts, fatal);
        if (scripts->context) return scripts;
        script_heap_end(&scripts->heap);
    }
    free(scripts);
    return NULL;
}

void mica_script_set_host(mica_scripts *scripts, void *context) { scripts->host_context = context; }

int mica_script_keep(mica_scripts *scripts) {
    /* Twice, as the documentation asks for: the first may leave objects with finalizers. */
    duk_gc_at(scripts->context, 0);
    duk_gc_at(scripts->context, 0);
    free(scripts->kept);
    scripts->kept = script_heap_keep(&scripts->heap);
    scripts->kept_memory = scripts->memory;
    scripts->kept_steps = scripts->steps;
    scripts->kept_count = scripts->count;
    return scripts->kept != NULL;
}

int mica_script_restore(mica_scripts *scripts) {
    if (!scripts->kept) return 0;
    script_heap_restore(&scripts->heap, scripts->kept);
    scripts->memory = scripts->kept_memory;
    scripts->steps = scripts->kept_steps;
    scripts->count = scripts->kept_count;
    scripts->value = (mica_script_value){.kind = MICA_SCRIPT_NOTHING};
    /* A large value of one document must not stay in memory for all later ones. */
    free(scripts->numbers);
    free(scripts->text);
    scripts->numbers = NULL;
    scripts->text = NULL;
    scripts->numbers_size = scripts->text_size = 0;
    return 1;
}

void mica_scripts_destroy(mica_scripts *scripts) {
    if (!scripts) return;
    /* Objects of scripts have no finalizers: the memory is all there is to release. */
    script_heap_end(&scripts->heap);
    free(scripts->kept);
    free(scripts->numbers);
    free(scripts->text);
    free(scripts);
}
