// Whole sprites in the compiler's portable vectors, for AVX2 and NEON: bit for bit what SpriteShape.swift and
// SpriteSpans.swift draw row by row.
#include "factors.h"
#include "vectors.h"

// Tuned for processors that shuffle bytes by a mask in one step, as all with AVX2 do.
#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2,tune=haswell")))
#else
#define TARGET FASTEST
#endif

// Vectors for eight pixels: `numbers` has one number each, `bytes` their channels; `channels` (vectors.h) has the
// channels of four pixels in 16 bits each, of pixels 0 1 4 5 or 2 3 6 7.
typedef int32_t numbers __attribute__((vector_size(4 * MICA_BLOCK)));
typedef uint8_t bytes __attribute__((vector_size(4 * MICA_BLOCK)));
typedef uint64_t words __attribute__((vector_size(4 * MICA_BLOCK)));
typedef double reals __attribute__((vector_size(32)));
typedef int64_t longs __attribute__((vector_size(32)));
typedef uint64_t word_pair __attribute__((vector_size(16)));
typedef float singles __attribute__((vector_size(4 * MICA_BLOCK)));

// a * b, for numbers of 0...32,767: a multiplication of 16 bits is faster than one of 32.
TARGET INLINE numbers small_products(numbers a, numbers b) {
#if defined(__x86_64__)
    return (numbers)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#else
    return a * b;
#endif
}

// Packs lanes of 0...255 to bytes: in each half of the result, eight lanes of `a`, then eight of `b`.
TARGET INLINE bytes packed(channels a, channels b) {
#if defined(__x86_64__)
    return (bytes)_mm256_packus_epi16((__m256i)a, (__m256i)b);
#else
    return __builtin_shufflevector(
        (bytes)a, (bytes)b, 0, 2, 4, 6, 8, 10, 12, 14, 32, 34, 36, 38, 40, 42, 44, 46, 16, 18, 20, 22, 24, 26, 28, 30, 48,
        50, 52, 54, 56, 58, 60, 62);
#endif
}

// v, limited to low...high.
INLINE int64_t held(int64_t v, int64_t low, int64_t high) { return v < low ? low : v > high ? high : v; }

// The low half of a number, in all eight lanes.
TARGET INLINE numbers all(int64_t v) { return (int32_t)v - (numbers){0}; }

// v, limited to low...high, in each lane.
TARGET INLINE numbers all_held(numbers v, numbers low, numbers high) {
    return __builtin_elementwise_max(low, __builtin_elementwise_min(high, v));
}

// The coverage of pixels along an axis, 0...256: (distance from the nearest edge * scale >> 20) + 128, limited to
// 0...most.
TARGET INLINE numbers covered(numbers position, const mica_sprite_axis *axis) {
    numbers distance = __builtin_elementwise_min(position - (int32_t)axis->min, (int32_t)axis->max - position);
    // Beyond the limit the result is the same, and the product would not fit.
    numbers limit = all(axis->limit);
    distance = all_held(distance, -limit, limit);
    return all_held((distance * (int32_t)axis->scale >> MICA_SPRITE_FRACTION) + 128, all(0), all(axis->most));
}

// The positions that lie within both the sprite's area and the texture.
typedef struct {
    numbers low, high;
} range;

TARGET INLINE range range_of(const mica_sprite_axis *axis) {
    return (range){all(held(axis->min, 0, axis->highest)), all(held(axis->max, 0, axis->highest))};
}

// Two words from each address.
TARGET INLINE bytes words_at(const uint64_t *a, const uint64_t *b) {
    word_pair low, high;
    __builtin_memcpy(&low, a, sizeof low);
    __builtin_memcpy(&high, b, sizeof high);
    return (bytes)__builtin_shufflevector(low, high, 0, 1, 2, 3);
}

// For each pair of bytes: weight 0 * number 0 + weight 1 * number 1; the numbers are signed. The sums fit 16 bits,
// because two weights are 256 at most.
TARGET INLINE channels paired(bytes weights, bytes numbers) {
#if defined(__x86_64__)
    return (channels)_mm256_maddubs_epi16((__m256i)weights, (__m256i)numbers);
#else
    typedef int16_t shorts __attribute__((vector_size(4 * MICA_BLOCK)));
    channels w = (channels)weights, n = (channels)numbers;
    return (w & 255) * (channels)((shorts)(n << 8) >> 8) + (w >> 8) * (channels)((shorts)n >> 8);
#endif
}

// Lanes `a` and `b` of both halves of a vector with sixteen lanes, four times each.
#define LANES(v, a, b) \
    __builtin_shufflevector(v, v, a, a, a, a, b, b, b, b, 8 + a, 8 + a, 8 + a, 8 + a, 8 + b, 8 + b, 8 + b, 8 + b)

// The weighted sums of two pixels' left texels, and beside them those of their right texels.
#define WEIGHTED(n, a, b) paired((bytes)LANES(weights, 2 * n, 2 * n + 1), words_at(a, b))

// (sum of channel * weight + 128) >> 8, for four pixels, two in each half of a vector.
TARGET INLINE channels samples(channels first, channels second) {
    words a = (words)first, b = (words)second;
    channels sums = (channels)__builtin_shufflevector(a, b, 0, 4, 2, 6) + (channels)__builtin_shufflevector(a, b, 1, 5, 3, 7);
    // The words' bytes are 127 - channel: the weighted sum is 256 * 127 minus the sum of the channels.
    return (256 * 127 + 128 - sums) >> 8;
}

// The factors (factors.h) of four channels of 16 bits.
INLINE uint64_t factors(uint64_t tint) {
    uint64_t result = 0;
    for (int shift = 0; shift < 64; shift += 16) result |= (uint64_t)mica_factors[tint >> shift & 255] << shift;
    return result;
}

// The channels of pixels 0 1 4 5, in 16 bits each.
TARGET INLINE channels lower(bytes b) {
    return (channels)__builtin_shufflevector(
        b, (bytes){0}, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53,
        22, 54, 23, 55);
}

// The channels of pixels 2 3 6 7, in 16 bits each.
TARGET INLINE channels upper(bytes b) {
    return (channels)__builtin_shufflevector(
        b, (bytes){0}, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47, 24, 56, 25, 57, 26, 58, 27, 59, 28, 60,
        29, 61, 30, 62, 31, 63);
}

// target * (255 - alpha of source) / 255, rounded, for four pixels.
TARGET INLINE channels under_part(channels target, channels source) {
    target = target * (255 - LANES(source, 3, 7)) + 128;
    return (target + (target >> 8)) >> 8;
}

// target * (255 - alpha of source) / 255, rounded, for eight pixels.
TARGET INLINE bytes under(bytes target, bytes source) {
    return packed(under_part(lower(target), lower(source)), under_part(upper(target), upper(source)));
}

// target = over(sample * tint / 255 * cover / 256, target), for eight pixels at positions (u, v); with is_additive,
// min(255, target + ...). If is_covered_in_part is 0, `cover` is a mask of pixels instead.
TARGET INLINE void draw_block(
    uint32_t *target, const mica_sprite_texture *texture, numbers u, numbers v, channels tint, numbers cover,
    int is_covered_in_part, int is_additive) {
    numbers index = small_products(v >> MICA_SPRITE_FRACTION, all(texture->stride)) + (u >> MICA_SPRITE_FRACTION);
    numbers part_x = u >> (MICA_SPRITE_FRACTION - 8) & 255, part_y = v >> (MICA_SPRITE_FRACTION - 8) & 255;
    // In each lane, the low half is the product, and the high half is 0.
    numbers both = (numbers)((channels)part_x * (channels)part_y) >> 8;
    numbers right = part_x - both, below = part_y - both;
    // The weight 256 becomes 255: the error, of -128...127, is less than what is rounded off.
    numbers left = __builtin_elementwise_min(256 - part_x - below, all(255));
    channels weights = (channels)(left | below << 8 | right << 16 | both << 24);
    words indices = (words)index;
    const uint64_t *pairs = texture->pairs;
    uint64_t i01 = indices[0], i23 = indices[1], i45 = indices[2], i67 = indices[3];
    channels pixels0145 = samples(
        WEIGHTED(0, pairs + (uint32_t)i01, pairs + (uint32_t)i45), WEIGHTED(1, pairs + (i01 >> 32), pairs + (i45 >> 32)));
    channels pixels2367 = samples(
        WEIGHTED(2, pairs + (uint32_t)i23, pairs + (uint32_t)i67), WEIGHTED(3, pairs + (i23 >> 32), pairs + (i67 >> 32)));
    pixels0145 = mica_rounded(pixels0145, tint);
    pixels2367 = mica_rounded(pixels2367, tint);
    if (is_covered_in_part) {
        // cover / 256 in 32,768ths. For 256 the largest number is used, which leaves channels unchanged, too.
        channels part = (channels)__builtin_elementwise_min(cover << 7, all(32767));
        pixels0145 = mica_rounded(pixels0145, LANES(part, 0, 2));
        pixels2367 = mica_rounded(pixels2367, LANES(part, 4, 6));
    }
    // Blue, red, green, alpha are reordered to the surface's bytes.
    bytes source = packed(pixels0145, pixels2367);
    source = __builtin_shufflevector(
        source, source, 0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15, 16, 18, 17, 19, 20, 22, 21, 23, 24, 26, 25, 27,
        28, 30, 29, 31);
    if (!is_covered_in_part) source &= (bytes)cover;
    bytes pixels;
    __builtin_memcpy(&pixels, target, sizeof pixels);
    pixels = is_additive ? __builtin_elementwise_add_sat(pixels, source) : source + under(pixels, source);
    __builtin_memcpy(target, &pixels, sizeof pixels);
}

#include "row_spans.inc"

// A list of blocks of eight pixels: the index of the first pixel in the target, its position in the texture, and the
// pixel of the block at which its row ends.
//
// All blocks of a sprite are listed before they are drawn: a loop over short rows would be mispredicted at their ends.
#define LISTED 256

typedef struct {
    int32_t pixel[LISTED], u[LISTED], v[LISTED], end[LISTED];
    int count;
} blocks;

// Blocks of rows that are partly covered: also the first pixel that belongs to the block, and the range of wholly
// covered pixels.
typedef struct {
    blocks blocks;
    int32_t first[LISTED], inner_first[LISTED], inner_end[LISTED];
} edge_blocks;

// The values that all blocks of a sprite share.
typedef struct {
    numbers steps_u, steps_v;
    range u, v;
    channels tint;
    mica_sprite_texture texture;
    const mica_sprite *sprite;
    uint32_t *target;
    int is_additive;
} pen;

// list[at..<at + 8] = value.
TARGET INLINE void put(int32_t *list, int at, numbers value) { __builtin_memcpy(list + at, &value, sizeof value); }

// draw_block for each listed block of wholly covered pixels. Clears the list.
TARGET INLINE void draw_blocks(const pen *shared, blocks *list) {
    const numbers lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    const pen pen = *shared;
    const int count = list->count;
    for (int i = 0; i < count; i++) {
        numbers u = all(list->u[i]) + pen.steps_u, v = all(list->v[i]) + pen.steps_v;
        draw_block(
            pen.target + list->pixel[i], &pen.texture, all_held(u, pen.u.low, pen.u.high),
            all_held(v, pen.v.low, pen.v.high), pen.tint, all(list->end[i]) > lanes, 0, pen.is_additive);
    }
    list->count = 0;
}

// draw_block for each listed block of partly covered pixels, with cover = cover along u * cover along v >> 8, or 256
// where a pixel is covered wholly. Clears the list.
TARGET INLINE void draw_edge_blocks(const pen *shared, edge_blocks *list) {
    const numbers lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    const pen pen = *shared;
    const mica_sprite_axis axis_u = pen.sprite->u, axis_v = pen.sprite->v;
    const int count = list->blocks.count;
    for (int i = 0; i < count; i++) {
        numbers u = all(list->blocks.u[i]) + pen.steps_u, v = all(list->blocks.v[i]) + pen.steps_v;
        numbers is_inner = (lanes >= all(list->inner_first[i])) & (lanes < all(list->inner_end[i]));
        numbers is_visible = (lanes >= all(list->first[i])) & (lanes < all(list->blocks.end[i]));
        numbers part = small_products(covered(u, &axis_u), covered(v, &axis_v)) >> 8;
        draw_block(
            pen.target + list->blocks.pixel[i], &pen.texture, all_held(u, pen.u.low, pen.u.high),
            all_held(v, pen.v.low, pen.v.high), pen.tint, __builtin_elementwise_max(part, is_inner & all(256)) & is_visible,
            1, pen.is_additive);
    }
    list->blocks.count = 0;
}

// Rows that may have partly covered pixels, or reach the end of the columns: the row, counted from the first; the first
// visible column, counted from the origin; the number of visible pixels.
typedef struct {
    int32_t row[2 * MICA_BLOCK], column[2 * MICA_BLOCK], width[2 * MICA_BLOCK];
    int count;
} edge_rows;

// Lists the blocks of these rows, drawing whenever the list is full. Clears the rows.
TARGET INLINE void draw_edge_rows(
    const pen *pen, edge_rows *rows, edge_blocks *list, int64_t stride, int64_t min_x, int64_t max_x, int64_t min_y) {
    const mica_sprite *s = pen->sprite;
    const sides sides = sides_of(s);
    const numbers next = MICA_BLOCK * (numbers){0, 1, 2, 3, 4, 5, 6, 7};
    for (int i = 0; i < rows->count; i++) {
        int64_t down = min_y + rows->row[i] - s->origin_y;
        int64_t row_u = s->u.start + down * s->u.down, row_v = s->v.start + down * s->v.down;
        run inner, outer = spans(s, &sides, row_u, row_v, min_x, max_x, &inner);
        int64_t start = s->origin_x + rows->column[i], end = start + rows->width[i];
        if (start < outer.first) start = outer.first;
        if (end > outer.end) end = outer.end;
        for (int64_t x = start; x < end; x += MICA_BLOCK * MICA_BLOCK) {
            if (list->blocks.count > LISTED - MICA_BLOCK) draw_edge_blocks(pen, list);
            int at = list->blocks.count;
            numbers column = all(x) + next;
            // The last block is moved left if it would reach beyond the columns: its first pixels are then not its own.
            numbers block = __builtin_elementwise_min(column, all(max_x - MICA_BLOCK));
            numbers from = block - all(s->origin_x);
            put(list->blocks.pixel, at, all(rows->row[i] * stride - min_x) + block);
            put(list->blocks.u, at, all(row_u) + from * (int32_t)s->u.step);
            put(list->blocks.v, at, all(row_v) + from * (int32_t)s->v.step);
            put(list->blocks.end, at, all(end) - block);
            put(list->first, at, column - block);
            put(list->inner_first, at, all(inner.first) - block);
            put(list->inner_end, at, all(inner.end) - block);
            int64_t count = (end - x + MICA_BLOCK - 1) / MICA_BLOCK;
            list->blocks.count += count < MICA_BLOCK ? (int)count : MICA_BLOCK;
        }
    }
    rows->count = 0;
}

// The positions that lie farther inside of the edges than reach / part; the reach is half a pixel.
TARGET INLINE range inside_by(const mica_sprite_axis *axis, int64_t part) {
    int64_t reach = axis->reach / part;
    return (range){all(axis->min + reach), all(axis->max - reach)};
}

// Whether low < position < high, as a mask.
TARGET INLINE numbers is_between(numbers position, range range) { return (position > range.low) & (position < range.high); }

// target = over(sample * tint / 255 * cover / 256, target) for the sprite's pixels in columns min_x..<max_x, at least
// eight, and rows min_y..<max_y; with is_additive, min(255, target + ...). Eight pixels at a time; invisible ones are
// written unchanged. Nothing outside of the columns is touched.
TARGET void MICA_SAMPLER(mica_draw_sprite)(
    uint32_t *target, int64_t target_stride, const mica_sprite_texture *texture, const mica_sprite *s, int64_t min_x,
    int64_t max_x, int64_t min_y, int64_t max_y, int is_additive) {
    const int32_t left = (int32_t)((s->min_x > min_x ? s->min_x : min_x) - s->origin_x);
    const int32_t right = (int32_t)((s->max_x < max_x ? s->max_x : max_x) - s->origin_x);
    if (left >= right) return;
    const visible_octagon visible_octagon = visible_octagon_of(texture, s);
    if (!(visible_octagon.low[0] <= visible_octagon.high[0])) return;
    // Rows at least half a pixel inside are drawn as covered wholly; with faint edges a 32nd of a pixel is enough, for
    // rounding errors.
    const int64_t part = visible_octagon.has_faint_edges ? 16 : 1;
    const range inner_u = inside_by(&s->u, part), inner_v = inside_by(&s->v, part);
    const numbers lanes = {0, 1, 2, 3, 4, 5, 6, 7}, next = lanes * MICA_BLOCK;
    const int32_t step_u = (int32_t)s->u.step, step_v = (int32_t)s->v.step;
    const pen pen = {
        step_u * lanes, step_v * lanes, range_of(&s->u), range_of(&s->v), (channels)(factors(s->tint) - (words){0}),
        *texture, s, target + min_y * target_stride + min_x, is_additive};
    const numbers next_u = step_u * next, next_v = step_v * next;
    const int32_t rows = (int32_t)(max_y - min_y);
    const columns columns = columns_of(s, visible_octagon.low, visible_octagon.high, min_y - s->origin_y, rows);
    const int32_t down_u = (int32_t)s->u.down, down_v = (int32_t)s->v.down, row_pixels = (int32_t)target_stride;
    const int32_t origin = (int32_t)(s->origin_x - min_x), width = (int32_t)(max_x - min_x);
    const numbers row_u = all(s->u.start + (min_y - s->origin_y) * s->u.down);
    const numbers row_v = all(s->v.start + (min_y - s->origin_y) * s->v.down);
    // The alignment keeps vectors on the stack within cache lines.
    _Alignas(64) blocks whole;
    edge_blocks edges;
    edge_rows edge_rows;
    whole.count = edges.blocks.count = edge_rows.count = 0;
    for (int32_t row = 0; row < rows; row += MICA_BLOCK) {
        // Eight rows: finds the visible columns of each.
        numbers index = row + lanes;
        singles distance = __builtin_convertvector(index, singles);
        singles first = (float)left - (singles){0}, last = (float)(1 - right) - (singles){0};
        for (int i = 0; i < 4; i++) {
            singles change = columns.by[i] * distance;
            first = larger(first, columns.first[i] - change);
            last = larger(last, columns.last[i] + change);
        }
        first = -larger(-first, (float)-right - (singles){0});
        last = -larger(-last, (float)(left - 1) - (singles){0});
        numbers x = __builtin_convertvector(__builtin_elementwise_ceil(first), numbers);
        numbers count = 1 - __builtin_convertvector(__builtin_elementwise_ceil(last), numbers) - x;
        numbers is_visible = (count > 0) & (index < rows);
        numbers u = row_u + index * down_u + x * step_u;
        numbers v = row_v + index * down_v + x * step_v;
        numbers end_u = u + (count - 1) * step_u, end_v = v + (count - 1) * step_v;
        numbers is_whole = is_between(u, inner_u) & is_between(v, inner_v);
        is_whole &= is_between(end_u, inner_u) & is_between(end_v, inner_v);
        numbers number = (count + (MICA_BLOCK - 1)) >> 3;
        is_whole &= (origin + x + number * MICA_BLOCK <= width) & (number <= MICA_BLOCK);
        numbers pixel = index * row_pixels + origin + x;
        int32_t pixels[MICA_BLOCK], us[MICA_BLOCK], vs[MICA_BLOCK], xs[MICA_BLOCK], counts[MICA_BLOCK];
        int32_t numbers_of_blocks[MICA_BLOCK], are_edges[MICA_BLOCK];
        put(pixels, 0, pixel);
        put(us, 0, u);
        put(vs, 0, v);
        put(xs, 0, x);
        put(counts, 0, count);
        put(numbers_of_blocks, 0, number & is_visible & is_whole);
        put(are_edges, 0, is_visible & ~is_whole);
        int listed = whole.count, rows_listed = edge_rows.count;
        for (int i = 0; i < MICA_BLOCK; i++) {
            put(whole.pixel, listed, all(pixels[i]) + next);
            put(whole.u, listed, all(us[i]) + next_u);
            put(whole.v, listed, all(vs[i]) + next_v);
            put(whole.end, listed, all(counts[i]) - next);
            listed += numbers_of_blocks[i];
            edge_rows.row[rows_listed] = row + i;
            edge_rows.column[rows_listed] = xs[i];
            edge_rows.width[rows_listed] = counts[i];
            rows_listed -= are_edges[i];
        }
        whole.count = listed;
        edge_rows.count = rows_listed;
        if (whole.count > LISTED - MICA_BLOCK * MICA_BLOCK) draw_blocks(&pen, &whole);
        if (edge_rows.count > MICA_BLOCK) {
            draw_edge_rows(&pen, &edge_rows, &edges, target_stride, min_x, max_x, min_y);
        }
    }
    if (edge_rows.count > 0) draw_edge_rows(&pen, &edge_rows, &edges, target_stride, min_x, max_x, min_y);
    draw_blocks(&pen, &whole);
    draw_edge_blocks(&pen, &edges);
}
