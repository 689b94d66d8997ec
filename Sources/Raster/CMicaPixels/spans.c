// Runs of pixels: the kernels of the .inc files for each kind of processor.
#include <stdlib.h>
#include <string.h>
#include "cells.h"
#include "factors.h"
#include "vectors.h"

typedef uint32_t pixels __attribute__((vector_size(4 * MICA_BLOCK)));
typedef uint16_t halves __attribute__((vector_size(2 * MICA_BLOCK)));
typedef uint8_t bytes __attribute__((vector_size(MICA_BLOCK)));

// over(source, target), for one pixel.
INLINE uint32_t mica_over(uint32_t source, uint32_t target) {
    uint32_t rest = 255 - (source >> 24), pair = 0x00ff00ff;
    uint32_t low = (target & pair) * rest + 0x00800080, high = (target >> 8 & pair) * rest + 0x00800080;
    return source + (((low + (low >> 8 & pair)) >> 8 & pair) | ((high + (high >> 8 & pair)) & ~pair));
}

// pixel * alpha / 255, rounded, with alpha = 255 * area / MICA_BOX_ONE^2, rounded: an area of one pixel is MICA_BOX_ONE
// squared.
INLINE uint32_t mica_covered(uint32_t pixel, int64_t area) {
    uint32_t alpha = (uint32_t)((2 * area * 255 + MICA_BOX_ONE * MICA_BOX_ONE) >> (2 * MICA_BOX_SHIFT + 1));
    uint32_t pair = 0x00ff00ff;
    uint32_t low = (pixel & pair) * alpha + 0x00800080, high = (pixel >> 8 & pair) * alpha + 0x00800080;
    return ((low + (low >> 8 & pair)) >> 8 & pair) | ((high + (high >> 8 & pair)) & ~pair);
}

// The first row, in first..<end, whose centre is at or below the middle of the shadow; `end` where there is none.
INLINE int32_t mica_shadow_middle(const mica_shadow *shadow, int32_t first, int32_t end) {
    const double both = shadow->top + shadow->bottom;
    double near = both / 2 - 1;
    int32_t y = near > first ? near < end ? (int32_t)near : end : first;
    while (y > first && !((y - 0.5) * 2 < both)) y--;
    while (y < end && (y + 0.5) * 2 < both) y++;
    return y;
}

// (distance of the row's centre from the edge of its half, inwards) / deviation.
INLINE double mica_shadow_depth(const mica_shadow *shadow, int32_t y, int below) {
    const double line = y + 0.5;
    return (below ? shadow->bottom - line : line - shadow->top) / shadow->deviation;
}

// Whether the row's depth is at or before the first entry of the tables: depth <= -reach.
INLINE int mica_shadow_is_clear(const mica_shadow *shadow, int32_t y, int below) {
    return !(mica_shadow_depth(shadow, y, below) > -shadow->reach);
}

#define NAME(kernel) kernel##_base
#define TARGET
#include "pixels.inc"
#include "spans.inc"
#include "boxes.inc"
#include "edges.inc"
#include "cells.inc"
#include "chain_cursor.inc"
#include "coverage_rows.inc"
#include "monotone_chains.inc"
#undef BLOCKS
#undef CHANGE
#undef LONG_RUN
#undef SHADOW_ROWS
#undef MASKED
#undef MIX
#undef LONG
#undef FAR
#undef MET
#undef SOON
#undef PIECES
#undef NAME
#undef TARGET
#undef ROUNDED

#define NAME(kernel) kernel##_avx2
#define TARGET FASTEST
#if defined(__x86_64__)
// Masks of lanes: the eight numbers from index 8 - n on select the first n lanes.
static const int32_t masks[2 * MICA_BLOCK] = {-1, -1, -1, -1, -1, -1, -1, -1};
#define PART_MASKS
// A shuffle that takes the same bytes of each word: 0...3 for one of its four bytes, -1 for 0.
#define BYTES_OF_WORDS(a, b, c, d) \
    _mm256_setr_epi8( \
        a, b, c, d, LATER(a, 4), LATER(b, 4), LATER(c, 4), LATER(d, 4), LATER(a, 8), LATER(b, 8), LATER(c, 8), \
        LATER(d, 8), LATER(a, 12), LATER(b, 12), LATER(c, 12), LATER(d, 12), a, b, c, d, LATER(a, 4), LATER(b, 4), \
        LATER(c, 4), LATER(d, 4), LATER(a, 8), LATER(b, 8), LATER(c, 8), LATER(d, 8), LATER(a, 12), LATER(b, 12), \
        LATER(c, 12), LATER(d, 12))
#define LATER(byte, count) ((byte) < 0 ? -1 : (byte) + (count))
#define PART_MASK(count) _mm256_loadu_si256((const __m256i *)(const void *)(masks + MICA_BLOCK - (count)))
#endif
#include "pixels.inc"
#include "spans.inc"
#include "boxes.inc"
#include "edges.inc"
#include "cells.inc"
#include "chain_cursor.inc"
#include "coverage_rows.inc"
#include "monotone_chains.inc"

_Thread_local int mica_kernels_current = -1;

int mica_kernels_limited(const char *name) {
    int best = MICA_BASE;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) best = MICA_AVX2;
#endif
    if (name && strcmp(name, "scalar") == 0) return MICA_SCALAR;
    return name && strcmp(name, "base") == 0 ? MICA_BASE : best;
}

int mica_kernels_best(void) { return mica_kernels_limited(getenv("MICA_KERNELS")); }
