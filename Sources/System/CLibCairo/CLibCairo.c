#include "CLibCairo.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

/* Each function jumps to the library's function of that name; the first call opens the library. Without the library,
   functions do nothing. They are hidden, so that a program may link the library, too. */
#define FUNCTION(library, result, name, parameters, arguments)                                                         \
    static result(*name##_address) parameters;                                                                         \
    __attribute__((visibility("hidden"))) result name parameters {                                                     \
        if (!name##_address && mica_cairo_open()) return (result)0;                                                    \
        return name##_address arguments;                                                                               \
    }
#include "functions.h"
#undef FUNCTION

static char failure[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    void *cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!cairo) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        return;
    }
#define FUNCTION(library, result, name, parameters, arguments)                                                         \
    name##_address = (result(*) parameters)dlsym(library, #name);                                                      \
    if (!name##_address) {                                                                                             \
        snprintf(failure, sizeof failure, "libcairo.so.2 has no function %s", #name);                                  \
        return;                                                                                                        \
    }
#include "functions.h"
#undef FUNCTION
}

const char *mica_cairo_open(void) {
    pthread_once(&once, open_library);
    return failure[0] ? failure : NULL;
}
