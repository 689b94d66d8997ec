// Whole sprites in the compiler's portable vectors, for AVX2 and NEON: bit for bit what SpriteShape.swift and SpriteSpans.swift
// do row by row.
#include "factors.h"
#include "vectors.h"

#define TARGET FASTEST

// Eight pixels: a number for each, their channels, and four of their channels of 16 bits, of pixels 0 1 4 5 or 2 3 6 7.
typedef int32_t numbers __attribute__((vector_size(4 * MICA_BLOCK)));
typedef uint8_t bytes __attribute__((vector_size(4 * MICA_BLOCK)));
typedef uint64_t words __attribute__((vector_size(4 * MICA_BLOCK)));
typedef double reals __attribute__((vector_size(32)));
typedef int64_t longs __attribute__((vector_size(32)));
typedef uint64_t word_pair __attribute__((vector_size(16)));

// Products of numbers of 0...32,767: one multiplication of 16 bits takes less time than one of 32.
TARGET INLINE numbers small_products(numbers a, numbers b) {
#if defined(__x86_64__)
    return (numbers)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#else
    return a * b;
#endif
}

// The low bytes of lanes of no more than 255: eight of `a`, then eight of `b`, from the low halves, then from the high ones.
TARGET INLINE bytes packed(channels a, channels b) {
#if defined(__x86_64__)
    return (bytes)_mm256_packus_epi16((__m256i)a, (__m256i)b);
#else
    return __builtin_shufflevector(
        (bytes)a, (bytes)b, 0, 2, 4, 6, 8, 10, 12, 14, 32, 34, 36, 38, 40, 42, 44, 46, 16, 18, 20, 22, 24, 26, 28, 30, 48,
        50, 52, 54, 56, 58, 60, 62);
#endif
}

// The pixels of a row from `first` on and before `end`.
typedef struct {
    int64_t first, end;
} run;

// What the ends of a sprite's rows follow from. There are four numbers of each kind: for the first column that may be covered, the
// negative of the last one, the first that is covered wholly, and the negative of the last one. Of what the axes and the
// columns that the sprite may touch make of each, the largest counts; columns are counted from the origin.
typedef struct {
    reals limits, u, v, inverse_u, inverse_v;
    int has_inner;
} sides;

// The largest of two.
TARGET INLINE reals most(reals a, reals b) {
    longs is_more = a > b;
    return (reals)((is_more & (longs)a) | (~is_more & (longs)b));
}

// An axis makes of a row's first place the texture's edges less that, times the inverse of the step.
TARGET INLINE void set_axis(reals *edges, reals *inverse, const mica_sprite_axis *axis) {
    double low = (double)(axis->min - axis->reach), high = (double)(axis->max + axis->reach);
    double inner_low = (double)(axis->min + axis->reach), inner_high = (double)(axis->max - axis->reach);
    double by = axis->inverse;
    *edges = by > 0 ? (reals){low, high, inner_low, inner_high} : (reals){high, low, inner_high, inner_low};
    *inverse = (reals){by, -by, by, -by};
}

// They are whole numbers below 2^53, so that differences are exact.
TARGET INLINE reals narrowed(reals edges, reals inverse, const mica_sprite_axis *axis, int64_t start) {
    double far = __builtin_inf();
    if (axis->step != 0) return (edges - (double)start) * inverse;
    double outside = start <= axis->min - axis->reach || start >= axis->max + axis->reach ? far : -far;
    double beside = start < axis->min + axis->reach || start > axis->max - axis->reach ? far : -far;
    return (reals){outside, outside, beside, beside};
}

INLINE int64_t held(int64_t v, int64_t low, int64_t high) { return v < low ? low : v > high ? high : v; }

INLINE int has_inner(const mica_sprite_axis *a) { return a->step == 0 || a->min + a->reach <= a->max - a->reach; }

TARGET INLINE sides sides_of(const mica_sprite *s) {
    sides result;
    double left = (double)(s->min_x - s->origin_x), right = (double)(s->max_x - s->origin_x) - 1;
    result.limits = (reals){left, -right, left, -right};
    set_axis(&result.u, &result.inverse_u, &s->u);
    set_axis(&result.v, &result.inverse_v, &s->v);
    result.has_inner = has_inner(&s->u) && has_inner(&s->v);
    return result;
}

// SpriteShape.spans(y:minX:maxX:) of a row with its first places.
TARGET INLINE run spans(
    const mica_sprite *s, const sides *sides, int64_t u, int64_t v, int64_t min_x, int64_t max_x, run *inner) {
    reals found = most(
        most(narrowed(sides->u, sides->inverse_u, &s->u, u), narrowed(sides->v, sides->inverse_v, &s->v, v)),
        sides->limits);
    run none = {min_x, min_x};
    *inner = none;
    if (!(-found[1] >= found[0])) return none;
    // Down to whole numbers: the first column, the last one's negative, the first inner one's negative, the last inner one.
    reals whole = __builtin_elementwise_floor(found * (reals){1, 1, -1, -1});
    run outer;
    outer.first = s->origin_x + (int64_t)whole[0];
    if (outer.first < min_x) outer.first = min_x;
    int64_t end = s->origin_x - (int64_t)whole[1] + 1;
    outer.end = end < max_x ? end : max_x;
    if (outer.first >= outer.end) return none;
    inner->first = inner->end = outer.end;
    if (sides->has_inner && -found[3] >= found[2]) {
        inner->first = held(s->origin_x - (int64_t)whole[2], outer.first, outer.end);
        end = held(s->origin_x + (int64_t)whole[3] + 1, outer.first, outer.end);
        inner->end = end < inner->first ? inner->first : end;
    }
    return outer;
}

// The low half of a number, eight times.
TARGET INLINE numbers all(int64_t v) { return (int32_t)v - (numbers){0}; }

TARGET INLINE numbers all_held(numbers v, numbers low, numbers high) {
    return __builtin_elementwise_max(low, __builtin_elementwise_min(high, v));
}

// How far pixels are covered along an axis, 0...256, from their places.
TARGET INLINE numbers covered(numbers place, const mica_sprite_axis *axis) {
    numbers distance = __builtin_elementwise_min(place - (int32_t)axis->min, (int32_t)axis->max - place);
    // Beyond the limit the product says no more than at it, and it would not fit.
    numbers limit = all(axis->limit);
    distance = all_held(distance, -limit, limit);
    return all_held((distance * (int32_t)axis->scale >> MICA_SPRITE_FRACTION) + 128, all(0), all(axis->most));
}

TARGET INLINE numbers inside(numbers place, const mica_sprite_axis *axis) {
    return all_held(all_held(place, all(axis->min), all(axis->max)), all(0), all(axis->highest));
}

// Two texels at a place and two at another.
TARGET INLINE channels texels(const uint64_t *a, const uint64_t *b) {
    word_pair low, high;
    __builtin_memcpy(&low, a, sizeof low);
    __builtin_memcpy(&high, b, sizeof high);
    return (channels)__builtin_shufflevector(low, high, 0, 1, 2, 3);
}

// Lanes `a` and `b` of both halves of a vector of sixteen, four times each.
#define LANES(v, a, b) \
    __builtin_shufflevector(v, v, a, a, a, a, b, b, b, b, 8 + a, 8 + a, 8 + a, 8 + a, 8 + b, 8 + b, 8 + b, 8 + b)

// The weighted sum of a pixel's four texels: left and right ones are still apart.
#define WEIGHTED(n, a, b) \
    (texels(a, b) * LANES(top, 2 * n, 2 * n + 1) + texels((a) + stride, (b) + stride) * LANES(bottom, 2 * n, 2 * n + 1))

// The sums of two pixels in each half of a vector.
TARGET INLINE channels sums(channels first, channels second) {
    words a = (words)first, b = (words)second;
    return (channels)__builtin_shufflevector(a, b, 0, 4, 2, 6) + (channels)__builtin_shufflevector(a, b, 1, 5, 3, 7);
}

// Samples times a tint, of which there are the factors, and times coverage in 32,768ths.
TARGET INLINE channels shown(channels sums, channels tint, channels coverage) {
    return mica_rounded(mica_rounded((sums + 128) >> 8, tint), coverage);
}

// The factors of four channels of 16 bits.
INLINE uint64_t factors(uint64_t tint) {
    uint64_t result = 0;
    for (int shift = 0; shift < 64; shift += 16) result |= (uint64_t)mica_factors[tint >> shift & 255] << shift;
    return result;
}

// The channels of pixels 0 1 4 5, and those of pixels 2 3 6 7.
TARGET INLINE channels lower(bytes b) {
    return (channels)__builtin_shufflevector(
        b, (bytes){0}, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53,
        22, 54, 23, 55);
}

TARGET INLINE channels upper(bytes b) {
    return (channels)__builtin_shufflevector(
        b, (bytes){0}, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47, 24, 56, 25, 57, 26, 58, 27, 59, 28, 60,
        29, 61, 30, 62, 31, 63);
}

TARGET INLINE channels under_part(channels target, channels source) {
    target = target * (255 - LANES(source, 3, 7)) + 128;
    return (target + (target >> 8)) >> 8;
}

// What is left of pixels under others.
TARGET INLINE bytes under(bytes target, bytes source) {
    return packed(under_part(lower(target), lower(source)), under_part(upper(target), upper(source)));
}

// The sprite's pixels in rows `min_y..<max_y`. Eight pixels at a time; those beside the row's run are written as they were,
// and none beside the columns `min_x..<max_x`, of which there are eight or more.
TARGET INLINE void draw(
    uint32_t *target, int64_t target_stride, const uint64_t *texture, int32_t stride, const mica_sprite *s,
    int64_t min_x, int64_t max_x, int64_t min_y, int64_t max_y, int is_additive) {
    const numbers lanes = {0, 1, 2, 3, 4, 5, 6, 7}, rows = all(stride);
    const numbers steps_u = (int32_t)s->u.step * lanes, steps_v = (int32_t)s->v.step * lanes;
    const channels tint = (channels)(factors(s->tint) - (words){0});
    const sides sides = sides_of(s);
    for (int64_t y = min_y; y < max_y; y++) {
        int64_t row_u = s->u.place + (y - s->origin_y) * s->u.down, row_v = s->v.place + (y - s->origin_y) * s->v.down;
        run inner, outer = spans(s, &sides, row_u, row_v, min_x, max_x, &inner);
        if (outer.first >= outer.end) continue;
        uint32_t *row = target + y * target_stride;
        for (int64_t x = outer.first; x < outer.end; x += MICA_BLOCK) {
            int64_t first = x <= max_x - MICA_BLOCK ? x : max_x - MICA_BLOCK;
            numbers u = all(row_u + (first - s->origin_x) * s->u.step) + steps_u;
            numbers v = all(row_v + (first - s->origin_x) * s->v.step) + steps_v;
            numbers coverage = all(256);
            if (x < inner.first || first + MICA_BLOCK > inner.end || first < x) {
                numbers column = (int32_t)first + lanes;
                numbers is_inner = (column >= (int32_t)inner.first) & (column < (int32_t)inner.end);
                numbers is_outer = (column >= (int32_t)x) & (column < (int32_t)outer.end);
                numbers part = small_products(covered(u, &s->u), covered(v, &s->v)) >> 8;
                coverage = __builtin_elementwise_max(part, is_inner & coverage) & is_outer;
                u = inside(u, &s->u);
                v = inside(v, &s->v);
            }
            numbers index = small_products(v >> MICA_SPRITE_FRACTION, rows) + (u >> MICA_SPRITE_FRACTION);
            numbers part_x = u >> (MICA_SPRITE_FRACTION - 8) & 255, part_y = v >> (MICA_SPRITE_FRACTION - 8) & 255;
            // The low half of a lane is a product, the high half 0.
            numbers both = (numbers)((channels)part_x * (channels)part_y) >> 8;
            numbers right = part_x - both, below = part_y - both, left = 256 - part_x - below;
            channels top = (channels)(left | right << 16), bottom = (channels)(below | both << 16);
            words indices = (words)index;
            int64_t i01 = (int64_t)indices[0], i23 = (int64_t)indices[1];
            int64_t i45 = (int64_t)indices[2], i67 = (int64_t)indices[3];
            channels sum04 = WEIGHTED(0, texture + (int32_t)i01, texture + (int32_t)i45);
            channels sum15 = WEIGHTED(1, texture + (i01 >> 32), texture + (i45 >> 32));
            channels sum26 = WEIGHTED(2, texture + (int32_t)i23, texture + (int32_t)i67);
            channels sum37 = WEIGHTED(3, texture + (i23 >> 32), texture + (i67 >> 32));
            // In 32,768ths; 256 of 256 as the largest number there is, which leaves a channel as it is as well.
            channels part = (channels)__builtin_elementwise_min(coverage << 7, all(32767));
            bytes source = packed(
                shown(sums(sum04, sum15), tint, LANES(part, 0, 2)), shown(sums(sum26, sum37), tint, LANES(part, 4, 6)));
            // Blue, red, green, alpha become bytes in the order of the surface.
            source = __builtin_shufflevector(
                source, source, 0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15, 16, 18, 17, 19, 20, 22, 21, 23, 24, 26,
                25, 27, 28, 30, 29, 31);
            bytes pixels;
            __builtin_memcpy(&pixels, row + first, sizeof pixels);
            pixels = is_additive ? __builtin_elementwise_add_sat(pixels, source) : source + under(pixels, source);
            __builtin_memcpy(row + first, &pixels, sizeof pixels);
        }
    }
}

TARGET void MICA_SAMPLER(mica_draw_sprite)(
    uint32_t *target, int64_t target_stride, const uint64_t *texture, int32_t stride, const mica_sprite *sprite,
    int64_t min_x, int64_t max_x, int64_t min_y, int64_t max_y, int is_additive) {
    if (is_additive) {
        draw(target, target_stride, texture, stride, sprite, min_x, max_x, min_y, max_y, 1);
    } else {
        draw(target, target_stride, texture, stride, sprite, min_x, max_x, min_y, max_y, 0);
    }
}
