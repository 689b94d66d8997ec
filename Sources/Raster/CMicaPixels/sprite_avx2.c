// Whole sprites with AVX2, bit for bit what SpriteShape.swift and SpriteSpans.swift do row by row.
#include "CMicaPixels.h"
#include "factors.h"

#if defined(__x86_64__)
#include <immintrin.h>

// No product and sum in one rounding.
#pragma STDC FP_CONTRACT OFF

#define TARGET __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline))

// The pixels of a row from `first` on and before `end`.
typedef struct {
    int64_t first, end;
} run;

INLINE double least(double a, double b) { return b < a ? b : a; }
INLINE double most(double a, double b) { return b >= a ? b : a; }

// Narrows what may be covered and what is covered wholly to one axis of the texture.
TARGET INLINE void narrow(
    double *low, double *high, double *inner_low, double *inner_high, const mica_sprite_axis *axis, int64_t start) {
    int64_t from = axis->min, to = axis->max, reach = axis->reach;
    if (axis->step == 0) {
        if (start <= from - reach || start >= to + reach) *high = -__builtin_inf();
        if (start < from + reach || start > to - reach) *inner_high = -__builtin_inf();
        return;
    }
    double a = (double)(from - reach - start) * axis->inverse, b = (double)(to + reach - start) * axis->inverse;
    *low = most(*low, least(a, b));
    *high = least(*high, most(a, b));
    double c = (double)(from + reach - start) * axis->inverse, d = (double)(to - reach - start) * axis->inverse;
    if (from + reach > to - reach) {
        *inner_high = -__builtin_inf();
    } else {
        *inner_low = most(*inner_low, least(c, d));
        *inner_high = least(*inner_high, most(c, d));
    }
}

INLINE int64_t held(int64_t v, int64_t low, int64_t high) { return v < low ? low : v > high ? high : v; }

// SpriteShape.spans(y:minX:maxX:).
TARGET INLINE run spans(const mica_sprite *s, int64_t y, int64_t min_x, int64_t max_x, run *inner) {
    double low = (double)(s->min_x - s->origin_x), high = (double)(s->max_x - s->origin_x) - 1;
    double inner_low = low, inner_high = high;
    narrow(&low, &high, &inner_low, &inner_high, &s->u, s->u.place + (y - s->origin_y) * s->u.down);
    narrow(&low, &high, &inner_low, &inner_high, &s->v, s->v.place + (y - s->origin_y) * s->v.down);
    run none = {min_x, min_x};
    *inner = none;
    if (!(high >= low)) return none;
    run outer;
    int64_t end;
    outer.first = s->origin_x + (int64_t)__builtin_floor(low);
    if (outer.first < min_x) outer.first = min_x;
    end = s->origin_x + (int64_t)__builtin_ceil(high) + 1;
    outer.end = end < max_x ? end : max_x;
    if (outer.first >= outer.end) return none;
    inner->first = inner->end = outer.end;
    if (inner_high >= inner_low) {
        inner->first = held(s->origin_x + (int64_t)__builtin_ceil(inner_low), outer.first, outer.end);
        end = held(s->origin_x + (int64_t)__builtin_floor(inner_high) + 1, outer.first, outer.end);
        inner->end = end < inner->first ? inner->first : end;
    }
    return outer;
}

// How far pixels are covered along an axis, 0...256, from their places.
TARGET INLINE __m256i covered(__m256i place, const mica_sprite_axis *axis) {
    __m256i distance = _mm256_min_epi32(
        _mm256_sub_epi32(place, _mm256_set1_epi32((int)axis->min)),
        _mm256_sub_epi32(_mm256_set1_epi32((int)axis->max), place));
    // Beyond the limit the product says no more than at it, and it would not fit.
    __m256i limit = _mm256_set1_epi32((int)axis->limit), zero = _mm256_setzero_si256();
    distance = _mm256_max_epi32(_mm256_sub_epi32(zero, limit), _mm256_min_epi32(limit, distance));
    __m256i part = _mm256_srai_epi32(
        _mm256_mullo_epi32(distance, _mm256_set1_epi32((int)axis->scale)), MICA_SPRITE_FRACTION);
    part = _mm256_add_epi32(part, _mm256_set1_epi32(128));
    return _mm256_max_epi32(zero, _mm256_min_epi32(_mm256_set1_epi32((int)axis->most), part));
}

TARGET INLINE __m256i inside(__m256i place, const mica_sprite_axis *axis) {
    place = _mm256_max_epi32(
        _mm256_set1_epi32((int)axis->min), _mm256_min_epi32(_mm256_set1_epi32((int)axis->max), place));
    return _mm256_max_epi32(
        _mm256_setzero_si256(), _mm256_min_epi32(_mm256_set1_epi32((int)axis->highest), place));
}

// Two texels at a place and two at another.
TARGET INLINE __m256i texels(const uint64_t *a, const uint64_t *b) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)a)),
        _mm_loadu_si128((const __m128i *)(const void *)b), 1);
}

// The two low halves of a lane of 32 bits, four times each, for lane `n` of both halves of a vector.
#define HALVES(n) \
    _mm256_setr_epi8( \
        4 * n, 4 * n + 1, 4 * n, 4 * n + 1, 4 * n, 4 * n + 1, 4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 2, \
        4 * n + 3, 4 * n + 2, 4 * n + 3, 4 * n + 2, 4 * n + 3, 4 * n, 4 * n + 1, 4 * n, 4 * n + 1, 4 * n, 4 * n + 1, \
        4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 2, 4 * n + 3, 4 * n + 2, 4 * n + 3, 4 * n + 2, 4 * n + 3)
// The low half of lane `n`, then that of lane `n + 1`, four times each.
#define LOWS(n) \
    _mm256_setr_epi8( \
        4 * n, 4 * n + 1, 4 * n, 4 * n + 1, 4 * n, 4 * n + 1, 4 * n, 4 * n + 1, 4 * n + 4, 4 * n + 5, 4 * n + 4, \
        4 * n + 5, 4 * n + 4, 4 * n + 5, 4 * n + 4, 4 * n + 5, 4 * n, 4 * n + 1, 4 * n, 4 * n + 1, 4 * n, 4 * n + 1, \
        4 * n, 4 * n + 1, 4 * n + 4, 4 * n + 5, 4 * n + 4, 4 * n + 5, 4 * n + 4, 4 * n + 5, 4 * n + 4, 4 * n + 5)

// The weighted sum of a pixel's four texels: left and right ones are still apart.
#define WEIGHTED(n, a, b) \
    _mm256_add_epi16( \
        _mm256_mullo_epi16(texels(a, b), _mm256_shuffle_epi8(top, HALVES(n))), \
        _mm256_mullo_epi16(texels((a) + stride, (b) + stride), _mm256_shuffle_epi8(bottom, HALVES(n))))

// Samples times a tint, of which there are the factors, and times coverage in 32,768ths.
TARGET INLINE __m256i shown(__m256i sums, __m256i tint, __m256i coverage) {
    __m256i sample = _mm256_srli_epi16(_mm256_add_epi16(sums, _mm256_set1_epi16(128)), 8);
    return _mm256_mulhrs_epi16(_mm256_mulhrs_epi16(sample, tint), coverage);
}

// The factors of four channels of 16 bits.
INLINE uint64_t factors(uint64_t tint) {
    uint64_t result = 0;
    for (int shift = 0; shift < 64; shift += 16) result |= (uint64_t)mica_factors[tint >> shift & 255] << shift;
    return result;
}

// What is left of pixels under others, of which the alphas are given.
TARGET INLINE __m256i under(__m256i target, __m256i source) {
    const __m256i zero = _mm256_setzero_si256(), half = _mm256_set1_epi16(128), all = _mm256_set1_epi16(255);
    const __m256i alphas = _mm256_setr_epi8(
        6, -1, 6, -1, 6, -1, 6, -1, 14, -1, 14, -1, 14, -1, 14, -1, 6, -1, 6, -1, 6, -1, 6, -1, 14, -1, 14, -1, 14, -1,
        14, -1);
    __m256i low = _mm256_unpacklo_epi8(target, zero), high = _mm256_unpackhi_epi8(target, zero);
    __m256i rest_low = _mm256_sub_epi16(all, _mm256_shuffle_epi8(_mm256_unpacklo_epi8(source, zero), alphas));
    __m256i rest_high = _mm256_sub_epi16(all, _mm256_shuffle_epi8(_mm256_unpackhi_epi8(source, zero), alphas));
    low = _mm256_add_epi16(_mm256_mullo_epi16(low, rest_low), half);
    high = _mm256_add_epi16(_mm256_mullo_epi16(high, rest_high), half);
    low = _mm256_srli_epi16(_mm256_add_epi16(low, _mm256_srli_epi16(low, 8)), 8);
    high = _mm256_srli_epi16(_mm256_add_epi16(high, _mm256_srli_epi16(high, 8)), 8);
    return _mm256_packus_epi16(low, high);
}

// The sprite's pixels in rows `min_y..<max_y`. Eight pixels at a time; those beside the row's run are written as they were,
// and none beside the columns `min_x..<max_x`, of which there are eight or more.
TARGET INLINE void draw(
    uint32_t *target, int64_t target_stride, const uint64_t *texture, int32_t stride, const mica_sprite *s,
    int64_t min_x, int64_t max_x, int64_t min_y, int64_t max_y, int is_additive) {
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i all = _mm256_set1_epi32(256), fraction = _mm256_set1_epi32(255);
    const __m256i rows = _mm256_set1_epi32(stride), whole = _mm256_set1_epi32(32767);
    const __m256i steps_u = _mm256_mullo_epi32(_mm256_set1_epi32((int)s->u.step), lanes);
    const __m256i steps_v = _mm256_mullo_epi32(_mm256_set1_epi32((int)s->v.step), lanes);
    const __m256i tint = _mm256_set1_epi64x((int64_t)factors(s->tint));
    // Blue, red, green, alpha of eight pixels become bytes in the order of the surface.
    const __m256i order = _mm256_setr_epi8(
        0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15, 0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15);
    for (int64_t y = min_y; y < max_y; y++) {
        run inner, outer = spans(s, y, min_x, max_x, &inner);
        if (outer.first >= outer.end) continue;
        uint32_t *row = target + y * target_stride;
        int64_t row_u = s->u.place + (y - s->origin_y) * s->u.down, row_v = s->v.place + (y - s->origin_y) * s->v.down;
        for (int64_t x = outer.first; x < outer.end; x += MICA_BLOCK) {
            int64_t first = x <= max_x - MICA_BLOCK ? x : max_x - MICA_BLOCK;
            __m256i u = _mm256_add_epi32(
                _mm256_set1_epi32((int)(uint32_t)(uint64_t)(row_u + (first - s->origin_x) * s->u.step)), steps_u);
            __m256i v = _mm256_add_epi32(
                _mm256_set1_epi32((int)(uint32_t)(uint64_t)(row_v + (first - s->origin_x) * s->v.step)), steps_v);
            __m256i coverage = all;
            if (x < inner.first || first + MICA_BLOCK > inner.end || first < x) {
                __m256i column = _mm256_add_epi32(_mm256_set1_epi32((int)first), lanes);
                __m256i is_inner = _mm256_andnot_si256(
                    _mm256_cmpgt_epi32(_mm256_set1_epi32((int)inner.first), column),
                    _mm256_cmpgt_epi32(_mm256_set1_epi32((int)inner.end), column));
                __m256i is_outer = _mm256_andnot_si256(
                    _mm256_cmpgt_epi32(_mm256_set1_epi32((int)x), column),
                    _mm256_cmpgt_epi32(_mm256_set1_epi32((int)outer.end), column));
                coverage = _mm256_srli_epi32(_mm256_madd_epi16(covered(u, &s->u), covered(v, &s->v)), 8);
                coverage = _mm256_and_si256(_mm256_blendv_epi8(coverage, all, is_inner), is_outer);
                u = inside(u, &s->u);
                v = inside(v, &s->v);
            }
            __m256i index = _mm256_add_epi32(
                _mm256_madd_epi16(_mm256_srai_epi32(v, MICA_SPRITE_FRACTION), rows),
                _mm256_srai_epi32(u, MICA_SPRITE_FRACTION));
            __m256i part_x = _mm256_and_si256(_mm256_srai_epi32(u, MICA_SPRITE_FRACTION - 8), fraction);
            __m256i part_y = _mm256_and_si256(_mm256_srai_epi32(v, MICA_SPRITE_FRACTION - 8), fraction);
            __m256i both = _mm256_srli_epi32(_mm256_mullo_epi16(part_x, part_y), 8);
            __m256i right = _mm256_sub_epi32(part_x, both), below = _mm256_sub_epi32(part_y, both);
            __m256i left = _mm256_sub_epi32(_mm256_sub_epi32(all, part_x), below);
            __m256i top = _mm256_or_si256(left, _mm256_slli_epi32(right, 16));
            __m256i bottom = _mm256_or_si256(below, _mm256_slli_epi32(both, 16));
            __m128i low = _mm256_castsi256_si128(index), high = _mm256_extracti128_si256(index, 1);
            int64_t i01 = _mm_cvtsi128_si64(low), i23 = _mm_extract_epi64(low, 1);
            int64_t i45 = _mm_cvtsi128_si64(high), i67 = _mm_extract_epi64(high, 1);
            __m256i sum04 = WEIGHTED(0, texture + (int32_t)i01, texture + (int32_t)i45);
            __m256i sum15 = WEIGHTED(1, texture + (i01 >> 32), texture + (i45 >> 32));
            __m256i sum26 = WEIGHTED(2, texture + (int32_t)i23, texture + (int32_t)i67);
            __m256i sum37 = WEIGHTED(3, texture + (i23 >> 32), texture + (i67 >> 32));
            __m256i sums0145 = _mm256_add_epi16(
                _mm256_unpacklo_epi64(sum04, sum15), _mm256_unpackhi_epi64(sum04, sum15));
            __m256i sums2367 = _mm256_add_epi16(
                _mm256_unpacklo_epi64(sum26, sum37), _mm256_unpackhi_epi64(sum26, sum37));
            // In 32,768ths; 256 of 256 as the largest number there is, which leaves a channel as it is as well.
            coverage = _mm256_min_epi32(_mm256_slli_epi32(coverage, 7), whole);
            __m256i source = _mm256_packus_epi16(
                shown(sums0145, tint, _mm256_shuffle_epi8(coverage, LOWS(0))),
                shown(sums2367, tint, _mm256_shuffle_epi8(coverage, LOWS(2))));
            source = _mm256_shuffle_epi8(source, order);
            __m256i *at = (__m256i *)(void *)(row + first);
            __m256i before = _mm256_loadu_si256(at);
            _mm256_storeu_si256(
                at, is_additive ? _mm256_adds_epu8(before, source) : _mm256_add_epi8(source, under(before, source)));
        }
    }
}

TARGET void mica_draw_sprite_avx2(
    uint32_t *target, int64_t target_stride, const uint64_t *texture, int32_t stride, const mica_sprite *sprite,
    int64_t min_x, int64_t max_x, int64_t min_y, int64_t max_y, int is_additive) {
    if (is_additive) {
        draw(target, target_stride, texture, stride, sprite, min_x, max_x, min_y, max_y, 1);
    } else {
        draw(target, target_stride, texture, stride, sprite, min_x, max_x, min_y, max_y, 0);
    }
}
#else
void mica_draw_sprite_avx2(
    uint32_t *target, int64_t target_stride, const uint64_t *texture, int32_t stride, const mica_sprite *sprite,
    int64_t min_x, int64_t max_x, int64_t min_y, int64_t max_y, int is_additive) {
    (void)target, (void)target_stride, (void)texture, (void)stride, (void)sprite;
    (void)min_x, (void)max_x, (void)min_y, (void)max_y, (void)is_additive;
    __builtin_trap();
}
#endif
