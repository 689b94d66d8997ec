// Curves and lines: the kernels of curves.inc for each kind of processor.
#include "vectors.h"

typedef double reals __attribute__((vector_size(32)));
typedef int64_t longs __attribute__((vector_size(32)));
typedef int32_t numbers __attribute__((vector_size(32)));

// A chord count minus this is the number of full-length chords: 2 - sqrt(2), as in ChordRule.
#define ENDS 0.5857864376269049
#define ROOT(v) __builtin_elementwise_sqrt(v)
#define LESS(a, b) NAME(pick)((b) < (a), b, a)
#define MORE(a, b) NAME(pick)((b) > (a), b, a)

// The bits of a number.
INLINE int64_t mica_bits(double value) {
    int64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

#define NAME(kernel) kernel##_base
#define TARGET
#include "curves.inc"
#undef NAME
#undef TARGET

#define NAME(kernel) kernel##_avx2
#define TARGET FASTEST
#if defined(__x86_64__)
#define FOUR_LANES
#endif
#include "curves.inc"
