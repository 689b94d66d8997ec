// Runs of pixels: the kernels of spans.inc for each kind of processor, and the choice between them.
#include "CMicaPixels.h"

// Vectors are passed only between functions that are inlined, so that the calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

typedef uint32_t pixels __attribute__((vector_size(4 * MICA_BLOCK)));
typedef uint16_t channels __attribute__((vector_size(4 * MICA_BLOCK)));
typedef uint8_t bytes __attribute__((vector_size(MICA_BLOCK)));

#define NAME(kernel) kernel##_base
#define TARGET
#include "spans.inc"
#undef NAME
#undef TARGET

#define NAME(kernel) kernel##_avx2
#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2")))
#else
#define TARGET
#endif
#include "spans.inc"

_Thread_local int mica_kernels_current = -1;

int mica_kernels_best(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") ? MICA_AVX2 : MICA_BASE;
#else
    return MICA_BASE;
#endif
}
