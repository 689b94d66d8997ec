// Bilinear samples with AVX2: bit for bit PixelArithmetic.bilinear.
#include "vectors.h"

#if defined(__x86_64__)
#define TARGET FASTEST

// Two texels from each address.
#define TEXELS(a, b) \
    _mm_castpd_si128(_mm_loadh_pd(_mm_load_sd((const double *)(const void *)(a)), (const double *)(const void *)(b)))

// PixelArithmetic.bilinear for four samples: `index` are their top left texels; `lanes` selects their factors in `fx`
// and `fy`.
//
// A factor of `fy` is the fraction, 0...256, in both halves of its lane; one of `fx` is 256 minus the fraction, and the
// fraction. The vertical sums fit 16 bits (255 * 256). They are made signed for the horizontal sums, which are exact,
// too. Texels are loaded one by one: gathers are no faster on AMD's Zen 4, where this was measured.
TARGET INLINE __m256i samples(
    const uint32_t *texels, __m128i index, __m256i fx, __m256i fy, __m256i lanes, int32_t stride) {
    int64_t index01 = _mm_cvtsi128_si64(index), index23 = _mm_extract_epi64(index, 1);
    const uint32_t *t0 = texels + (int32_t)index01, *t1 = texels + (index01 >> 32);
    const uint32_t *t2 = texels + (int32_t)index23, *t3 = texels + (index23 >> 32);
    __m256i top = _mm256_set_m128i(TEXELS(t2, t3), TEXELS(t0, t1));
    __m256i bottom = _mm256_set_m128i(TEXELS(t2 + stride, t3 + stride), TEXELS(t0 + stride, t1 + stride));
    // The left and the right byte of each channel, side by side.
    const __m256i pairs = _mm256_setr_epi8(
        0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
    top = _mm256_shuffle_epi8(top, pairs);
    bottom = _mm256_shuffle_epi8(bottom, pairs);
    // Samples 0 and 2 are in the low halves, 1 and 3 in the high halves.
    const __m256i zero = _mm256_setzero_si256();
    __m256i top02 = _mm256_unpacklo_epi8(top, zero), top13 = _mm256_unpackhi_epi8(top, zero);
    __m256i bottom02 = _mm256_unpacklo_epi8(bottom, zero), bottom13 = _mm256_unpackhi_epi8(bottom, zero);
    __m256i x = _mm256_permutevar8x32_epi32(fx, lanes), y = _mm256_permutevar8x32_epi32(fy, lanes);
    __m256i x02 = _mm256_unpacklo_epi64(x, x), x13 = _mm256_unpackhi_epi64(x, x);
    __m256i y02 = _mm256_unpacklo_epi64(y, y), y13 = _mm256_unpackhi_epi64(y, y);
    __m256i column02 = _mm256_add_epi16(
        _mm256_slli_epi16(top02, 8), _mm256_mullo_epi16(_mm256_sub_epi16(bottom02, top02), y02));
    __m256i column13 = _mm256_add_epi16(
        _mm256_slli_epi16(top13, 8), _mm256_mullo_epi16(_mm256_sub_epi16(bottom13, top13), y13));
    const __m256i sign = _mm256_set1_epi16((short)0x8000);
    const __m256i bias = _mm256_set1_epi32(32768 * 256 + 32768);
    __m256i sum02 = _mm256_add_epi32(_mm256_madd_epi16(_mm256_xor_si256(column02, sign), x02), bias);
    __m256i sum13 = _mm256_add_epi32(_mm256_madd_epi16(_mm256_xor_si256(column13, sign), x13), bias);
    // Four channels of 32 bits for each sample are reduced to 16 bits: samples 0 1 and 2 3 in the two halves.
    return _mm256_packus_epi32(_mm256_srli_epi32(sum02, 16), _mm256_srli_epi32(sum13, 16));
}

// (low, high) >> 24: the positions of the next eight samples. Then low += step, high += step.
TARGET INLINE __m256i next(__m256i *low, __m256i *high, __m256i step) {
    __m256 positions = _mm256_shuffle_ps(
        _mm256_castsi256_ps(_mm256_srli_epi64(*low, 24)), _mm256_castsi256_ps(_mm256_srli_epi64(*high, 24)),
        _MM_SHUFFLE(2, 0, 2, 0));
    *low = _mm256_add_epi64(*low, step);
    *high = _mm256_add_epi64(*high, step);
    // Reorders 0 1 4 5 2 3 6 7.
    return _mm256_permute4x64_epi64(_mm256_castps_si256(positions), _MM_SHUFFLE(3, 1, 2, 0));
}

// target[i] = PixelArithmetic.bilinear at (u + i * du, v + i * dv); positions are not limited to the range if
// is_inside.
TARGET INLINE void sample(
    uint32_t *target, const uint32_t *texels, const mica_texel_run *p, size_t count, int is_inside) {
    __m256i u0 = _mm256_setr_epi64x(p->u, p->u + p->du, p->u + 2 * p->du, p->u + 3 * p->du);
    __m256i v0 = _mm256_setr_epi64x(p->v, p->v + p->dv, p->v + 2 * p->dv, p->v + 3 * p->dv);
    __m256i u1 = _mm256_add_epi64(u0, _mm256_set1_epi64x(4 * p->du));
    __m256i v1 = _mm256_add_epi64(v0, _mm256_set1_epi64x(4 * p->dv));
    const __m256i du = _mm256_set1_epi64x(8 * p->du), dv = _mm256_set1_epi64x(8 * p->dv);
    const __m256i min_x = _mm256_set1_epi32(p->min_x), min_y = _mm256_set1_epi32(p->min_y);
    const __m256i max_x = _mm256_set1_epi32(p->max_x), max_y = _mm256_set1_epi32(p->max_y);
    // The last texels that have a right or lower neighbour.
    const __m256i last_x = _mm256_set1_epi32((p->max_x >> 8) - 1), last_y = _mm256_set1_epi32((p->max_y >> 8) - 1);
    const __m256i stride = _mm256_set1_epi32(p->stride), one = _mm256_set1_epi32(256);
    const __m256i first = _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3), second = _mm256_setr_epi32(4, 4, 5, 5, 6, 6, 7, 7);
    for (size_t i = 0; i < count; i += MICA_BLOCK) {
        __m256i x = next(&u0, &u1, du), y = next(&v0, &v1, dv);
        if (!is_inside) {
            x = _mm256_max_epi32(min_x, _mm256_min_epi32(max_x, x));
            y = _mm256_max_epi32(min_y, _mm256_min_epi32(max_y, y));
        }
        __m256i column = _mm256_srai_epi32(x, 8), row = _mm256_srai_epi32(y, 8);
        if (!is_inside) {
            column = _mm256_min_epi32(column, last_x);
            row = _mm256_min_epi32(row, last_y);
        }
        __m256i index = _mm256_add_epi32(_mm256_mullo_epi32(row, stride), column);
        __m256i fx = _mm256_sub_epi32(x, _mm256_slli_epi32(column, 8));
        __m256i fy = _mm256_sub_epi32(y, _mm256_slli_epi32(row, 8));
        fx = _mm256_or_si256(_mm256_sub_epi32(one, fx), _mm256_slli_epi32(fx, 16));
        fy = _mm256_or_si256(fy, _mm256_slli_epi32(fy, 16));
        __m256i a = samples(texels, _mm256_castsi256_si128(index), fx, fy, first, p->stride);
        __m256i b = samples(texels, _mm256_extracti128_si256(index, 1), fx, fy, second, p->stride);
        // 0 1 | 2 3 and 4 5 | 6 7 were packed to 0 1 4 5 | 2 3 6 7, and are put in order.
        __m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), _MM_SHUFFLE(3, 1, 2, 0));
        _mm256_storeu_si256((__m256i *)(void *)(target + i), bytes);
    }
}

// top * (256 - fraction) + bottom * fraction, for 16 channels.
TARGET INLINE __m256i between(__m256i top, __m256i bottom, __m256i fraction) {
    return _mm256_add_epi16(_mm256_slli_epi16(top, 8), _mm256_mullo_epi16(_mm256_sub_epi16(bottom, top), fraction));
}

// (left * (256 - fraction) + right * fraction + 32768) >> 16, for 16 channels; `right` is one texel further.
TARGET INLINE __m256i across(__m256i left, __m256i right, __m256i fractions) {
    const __m256i sign = _mm256_set1_epi16((short)0x8000);
    const __m256i bias = _mm256_set1_epi32(32768 * 256 + 32768);
    left = _mm256_xor_si256(left, sign);
    right = _mm256_xor_si256(right, sign);
    __m256i low = _mm256_madd_epi16(_mm256_unpacklo_epi16(left, right), fractions);
    __m256i high = _mm256_madd_epi16(_mm256_unpackhi_epi16(left, right), fractions);
    return _mm256_packus_epi32(
        _mm256_srli_epi32(_mm256_add_epi32(low, bias), 16), _mm256_srli_epi32(_mm256_add_epi32(high, bias), 16));
}

// target[i] = PixelArithmetic.bilinear for an image that is only moved: samples are one texel apart, have equal
// fractions, and read consecutive texels.
TARGET static void shift(uint32_t *target, const uint32_t *texels, const mica_texel_run *p, size_t count) {
    int32_t x = (int32_t)(p->u >> 24), y = (int32_t)(p->v >> 24);
    const uint32_t *top = texels + (ptrdiff_t)(y >> 8) * p->stride + (x >> 8), *bottom = top + p->stride;
    const __m256i fx = _mm256_set1_epi32((256 - (x & 255)) | (x & 255) << 16), fy = _mm256_set1_epi16((short)(y & 255));
    const __m256i zero = _mm256_setzero_si256();
    for (size_t i = 0; i < count; i += MICA_BLOCK) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(top + i));
        __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(top + i + 1));
        __m256i c = _mm256_loadu_si256((const __m256i *)(const void *)(bottom + i));
        __m256i d = _mm256_loadu_si256((const __m256i *)(const void *)(bottom + i + 1));
        __m256i low = across(
            between(_mm256_unpacklo_epi8(a, zero), _mm256_unpacklo_epi8(c, zero), fy),
            between(_mm256_unpacklo_epi8(b, zero), _mm256_unpacklo_epi8(d, zero), fy), fx);
        __m256i high = across(
            between(_mm256_unpackhi_epi8(a, zero), _mm256_unpackhi_epi8(c, zero), fy),
            between(_mm256_unpackhi_epi8(b, zero), _mm256_unpackhi_epi8(d, zero), fy), fx);
        _mm256_storeu_si256((__m256i *)(void *)(target + i), _mm256_packus_epi16(low, high));
    }
}

// Whether all positions of a row have texels with neighbours.
static int inside(int64_t from, int64_t step, size_t count, int32_t min, int32_t max) {
    int64_t first = from >> 24, last = (from + (int64_t)(count - 1) * step) >> 24;
    return first >= min && first < max && last >= min && last < max;
}

// target[i] = PixelArithmetic.bilinear at (u + i * du, v + i * dv).
TARGET void mica_sample_bilinear_avx2(uint32_t *target, const uint32_t *texels, mica_texel_run run, size_t count) {
    const mica_texel_run *p = &run;
    if (inside(p->u, p->du, count, p->min_x, p->max_x) && inside(p->v, p->dv, count, p->min_y, p->max_y)) {
        if (p->du == (int64_t)1 << 32 && p->dv == 0) return shift(target, texels, p, count);
        sample(target, texels, p, count, 1);
    } else {
        sample(target, texels, p, count, 0);
    }
}
#elif !defined(__aarch64__)
void mica_sample_bilinear_avx2(uint32_t *target, const uint32_t *texels, mica_texel_run run, size_t count) {
    (void)target, (void)texels, (void)run, (void)count;
    __builtin_trap();
}
#endif
