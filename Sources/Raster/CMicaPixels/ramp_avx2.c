// Looking up gradient ramps with AVX2, bit for bit what RampLookup.swift does.
#include "CMicaPixels.h"

#if defined(__x86_64__)
#include <immintrin.h>

// No product and sum in one rounding.
#pragma STDC FP_CONTRACT OFF

#define TARGET __attribute__((target("avx2")))

TARGET void mica_ramp_linear_avx2(
    uint32_t *target, const uint32_t *ramp, int32_t last, int64_t place, int64_t step, size_t count) {
    __m256i low = _mm256_setr_epi64x(place, place + step, place + 2 * step, place + 3 * step);
    __m256i high = _mm256_add_epi64(low, _mm256_set1_epi64x(4 * step));
    const __m256i on = _mm256_set1_epi64x(8 * step), zero = _mm256_setzero_si256(), end = _mm256_set1_epi32(last);
    for (size_t i = 0; i < count; i += MICA_BLOCK) {
        // The upper halves of the words: 0 1 4 5 | 2 3 6 7, then in order.
        __m256 whole = _mm256_shuffle_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), _MM_SHUFFLE(3, 1, 3, 1));
        __m256i index = _mm256_permute4x64_epi64(_mm256_castps_si256(whole), _MM_SHUFFLE(3, 1, 2, 0));
        low = _mm256_add_epi64(low, on);
        high = _mm256_add_epi64(high, on);
        index = _mm256_max_epi32(zero, _mm256_min_epi32(end, index));
        _mm256_storeu_si256((__m256i *)(void *)(target + i), _mm256_i32gather_epi32((const int *)(const void *)ramp, index, 4));
    }
}

TARGET void mica_ramp_radial_avx2(
    uint32_t *target, const uint32_t *ramp, int32_t last, const mica_line *line, int32_t first, size_t count) {
    const __m256 x0 = _mm256_set1_ps(line->x), dx = _mm256_set1_ps(line->dx);
    const __m256 y0 = _mm256_set1_ps(line->y), dy = _mm256_set1_ps(line->dy);
    const __m256 end = _mm256_set1_ps((float)last), half = _mm256_set1_ps(0.5f);
    __m256i columns = _mm256_add_epi32(_mm256_set1_epi32(first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    for (size_t i = 0; i < count; i += MICA_BLOCK) {
        __m256 c = _mm256_cvtepi32_ps(columns);
        columns = _mm256_add_epi32(columns, _mm256_set1_epi32(8));
        __m256 x = _mm256_add_ps(x0, _mm256_mul_ps(c, dx)), y = _mm256_add_ps(y0, _mm256_mul_ps(c, dy));
        __m256 distance = _mm256_sqrt_ps(_mm256_add_ps(_mm256_mul_ps(x, x), _mm256_mul_ps(y, y)));
        // The minimum of what is no number and `end` is `end`.
        __m256i index = _mm256_cvttps_epi32(_mm256_add_ps(_mm256_min_ps(distance, end), half));
        _mm256_storeu_si256((__m256i *)(void *)(target + i), _mm256_i32gather_epi32((const int *)(const void *)ramp, index, 4));
    }
}
#else
void mica_ramp_linear_avx2(
    uint32_t *target, const uint32_t *ramp, int32_t last, int64_t place, int64_t step, size_t count) {
    (void)target, (void)ramp, (void)last, (void)place, (void)step, (void)count;
    __builtin_trap();
}

void mica_ramp_radial_avx2(
    uint32_t *target, const uint32_t *ramp, int32_t last, const mica_line *line, int32_t first, size_t count) {
    (void)target, (void)ramp, (void)last, (void)line, (void)first, (void)count;
    __builtin_trap();
}
#endif
