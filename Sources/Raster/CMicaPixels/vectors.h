// Declarations for all kernels in the compiler's portable vectors. Not a public header.
#ifndef MICA_VECTORS_H
#define MICA_VECTORS_H

#include "CMicaPixels.h"

#if defined(__x86_64__)
#include <immintrin.h>

// The attribute of functions for the best kind of processor.
#define FASTEST __attribute__((target("avx2")))
#else
#if defined(__aarch64__)
#include <arm_neon.h>
#endif
#define FASTEST
#endif

// Vectors are passed only between functions that are inlined, so that the calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"
// Products and sums are rounded one by one, as in Swift: arm64 would fuse them.
#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

// The channels of eight pixels; or in 16 bits each, those of four pixels.
typedef uint16_t channels __attribute__((vector_size(4 * MICA_BLOCK)));

// (a * b + 16384) >> 15, for numbers of 15 bits: one instruction on AVX2 and NEON.
FASTEST INLINE channels mica_rounded(channels a, channels b) {
#if defined(__x86_64__)
    return (channels)_mm256_mulhrs_epi16((__m256i)a, (__m256i)b);
#elif defined(__aarch64__)
    int16x8_t parts[2], others[2];
    __builtin_memcpy(parts, &a, sizeof a);
    __builtin_memcpy(others, &b, sizeof b);
    for (int i = 0; i < 2; i++) parts[i] = vqrdmulhq_s16(parts[i], others[i]);
    __builtin_memcpy(&a, parts, sizeof a);
    return a;
#else
    typedef uint32_t wide __attribute__((vector_size(8 * MICA_BLOCK)));
    return __builtin_convertvector(
        (__builtin_convertvector(a, wide) * __builtin_convertvector(b, wide) + 16384) >> 15, channels);
#endif
}

#endif
