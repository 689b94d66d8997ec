#include "CLibAV.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Each function jumps to the library's function of that name; the first call opens the library. Without the library,
   functions do nothing. They are hidden, so that a program may link the library, too. */
#define FUNCTION(library, result, name, parameters, arguments)                                                         \
    static result(*name##_address) parameters;                                                                         \
    __attribute__((visibility("hidden"))) result name parameters {                                                     \
        if (!name##_address && mica_av_open()) return (result)0;                                                    \
        return name##_address arguments;                                                                               \
    }
#include "functions.h"
#undef FUNCTION

static char failure[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

/* Opens the library of the headers' version: structures differ between versions. */
static void *opened(const char *file) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) snprintf(failure, sizeof failure, "%s", dlerror());
    return library;
}

static void open_libraries(void) {
    /* SVT-AV1 writes what it does to standard error, unless the environment says that only errors are wanted. */
    setenv("SVT_LOG", "1", 0);
    void *avutil = opened("libavutil.so." TEXT(LIBAVUTIL_VERSION_MAJOR));
    void *avcodec = avutil ? opened("libavcodec.so." TEXT(LIBAVCODEC_VERSION_MAJOR)) : NULL;
    void *avformat = avcodec ? opened("libavformat.so." TEXT(LIBAVFORMAT_VERSION_MAJOR)) : NULL;
    void *swscale = avformat ? opened("libswscale.so." TEXT(LIBSWSCALE_VERSION_MAJOR)) : NULL;
    void *swresample = swscale ? opened("libswresample.so." TEXT(LIBSWRESAMPLE_VERSION_MAJOR)) : NULL;
    if (!swresample) return;
#define FUNCTION(library, result, name, parameters, arguments)                                                         \
    name##_address = (result(*) parameters)dlsym(library, #name);                                                      \
    if (!name##_address) {                                                                                             \
        snprintf(failure, sizeof failure, "lib%s has no function %s", #library, #name);                                \
        return;                                                                                                        \
    }
#include "functions.h"
#undef FUNCTION
    /* A file of 2 KiB may claim 2^27 samples, and libav allocates memory for each. Blocks larger than any part of a
       frame needs are refused. */
    av_max_alloc_address(MICA_AV_LARGEST_BLOCK);
}

const char *mica_av_open(void) {
    pthread_once(&once, open_libraries);
    return failure[0] ? failure : NULL;
}
